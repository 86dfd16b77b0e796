import etag from 'etag';
import { LRUCache } from 'lru-cache';
import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';
import { readFeedPage } from './feed.server';
import type { ListPlace } from './list-place';
import { presentFeedPhoto } from './photo.server';

/** A part of a feed as its endpoint answers it. */
export interface FeedAnswer {
  json: string;
  /** Says the same whenever the text is the same. */
  etag: string;
  /** The place after which the next part begins; null at the end. */
  next: ListPlace | null;
}

/** Which part is asked for. */
interface Part {
  eventId: number;
  limit?: number;
  after?: ListPlace;
}

/** The feeds' answers. A whole party polls the same one. */
export interface FeedAnswers {
  /** @throws DomainError what `readFeedPage` throws */
  read(part: Part): Promise<FeedAnswer>;
  /** What is kept of an event, or of all where nobody knows which, does not hold any more. */
  forget(eventId: number | null): void;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** However it comes that nobody says so, after this long an answer is made anew. */
const MAX_AGE_MS = 30_000;
const MAX_EVENTS = 10_000;

/** The channel on which the database tells the id of an event that has changed. */
export const EVENT_CHANGED = 'event_changed';

/**
 * Keeps answers in memory until the event's photos, stars or people change, which the database tells all
 * servers (migration 0010).
 */
export function createFeedAnswers({ db, storage }: { db: Db; storage: MediaStorage }): FeedAnswers {
  // What was begun before a change may end after it: only what was made for the mark that an event has
  // now is given out.
  const marks = new LRUCache<number, object>({ max: MAX_EVENTS });
  const kept = new LRUCache<string, FeedAnswer & { mark: object }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ json }) => 2 * json.length + 200,
    ttl: MAX_AGE_MS,
  });
  const begun = new Map<string, { mark: object; answer: Promise<FeedAnswer> }>();

  async function make(part: Part): Promise<FeedAnswer> {
    const { photos, next } = await readFeedPage(db, part);
    const json = JSON.stringify(photos.map((photo) => presentFeedPhoto(photo, storage)));
    return { json, etag: etag(json, { weak: true }), next };
  }

  return {
    read({ eventId, limit, after }) {
      const mark = marks.get(eventId) ?? {};
      marks.set(eventId, mark);
      // Photos on FTP have another address once the administrator has changed where that is read.
      const id = JSON.stringify([storage.url('ftp', '0/0'), eventId, limit, after]);
      const known = kept.get(id);
      if (known?.mark === mark) return Promise.resolve(known);
      const running = begun.get(id);
      if (running?.mark === mark) return running.answer;

      const answer = make({ eventId, limit, after }).then((made) => {
        kept.set(id, { ...made, mark });
        return made;
      });
      const entry = { mark, answer };
      begun.set(id, entry);
      const end = () => void (begun.get(id) === entry && begun.delete(id));
      answer.then(end, end);
      return answer;
    },
    forget(eventId) {
      if (eventId === null) marks.clear();
      else marks.delete(eventId);
    },
  };
}
