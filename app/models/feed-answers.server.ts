import etag from 'etag';
import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';
import { createEventCache } from './event-cache.server';
import { countPhotosByOwner } from './event.server';
import { TOP_PHOTOS } from './favorite';
import { listTopPhotos } from './favorite.server';
import { readFeedPage, type FeedPage } from './feed.server';
import { PAGE_SIZE, type ListPlace } from './list-place';
import { presentFeedPhoto, type ListedPhoto } from './photo.server';

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

/** What is the same for all who look at an event: a whole party polls it, and opens it at once. */
export interface FeedAnswers {
  /** @throws DomainError what `readFeedPage` throws */
  read(part: Part): Promise<FeedAnswer>;
  /** The page with the newest photos. */
  newestPage(eventId: number): Promise<FeedPage>;
  /** The ranking (rule `ranking.order`). @throws DomainError what `listTopPhotos` throws */
  ranking(eventId: number, limit?: number): Promise<readonly ListedPhoto[]>;
  /** The ranking where it is known already: null where it would have to be asked for. */
  knownRanking(eventId: number): readonly ListedPhoto[] | null;
  /** How many photos an event has, or one of its members. */
  countPhotos(eventId: number, userId?: number): Promise<number>;
  /** Another one when a photo has come or gone, also where there are as many as before. */
  photosMark(eventId: number): Promise<string>;
  /** What is kept of an event, or of all where nobody knows which, does not hold any more. */
  forget(eventId: number | null): void;
}

/** The channel on which the database tells the id of an event that has changed. */
export const EVENT_CHANGED = 'event_changed';

/** A row in memory, with its placeholder and its names. */
const ROW_BYTES = 2000;
/** What a ranking of so many photos is kept as. */
const rankingOf = (limit: number) => `ranking ${limit}`;
/** One member's number of photos. */
const COUNT_BYTES = 50;

/**
 * Keeps answers in memory until the event's photos, stars or people change, which the database tells all
 * servers (migration 0010).
 */
export function createFeedAnswers({ db, storage }: { db: Db; storage: MediaStorage }): FeedAnswers {
  const cache = createEventCache();

  async function make(part: Part): Promise<FeedAnswer> {
    const { photos, next } = await readFeedPage(db, part);
    const json = JSON.stringify(photos.map((photo) => presentFeedPhoto(photo, storage)));
    return { json, etag: etag(json, { weak: true }), next };
  }

  function countByOwner(eventId: number) {
    const count = () => countPhotosByOwner(db, { eventId });
    return cache.read(eventId, 'counts', count, ({ counts }) => counts.size * COUNT_BYTES);
  }

  return {
    read({ eventId, limit, after }) {
      // Photos on FTP have another address once the administrator has changed where that is read.
      const name = JSON.stringify([storage.url('ftp', '0/0'), limit, after]);
      const answer = () => make({ eventId, limit, after });
      return cache.read(eventId, name, answer, ({ json }) => 2 * json.length);
    },
    newestPage(eventId) {
      const page = () => readFeedPage(db, { eventId, limit: PAGE_SIZE });
      return cache.read(eventId, 'newest page', page, ({ photos }) => photos.length * ROW_BYTES);
    },
    ranking(eventId, limit = TOP_PHOTOS) {
      const rows = () => listTopPhotos(db, { eventId, limit });
      return cache.read(eventId, rankingOf(limit), rows, ({ length }) => length * ROW_BYTES);
    },
    knownRanking: (eventId) => cache.known<ListedPhoto[]>(eventId, rankingOf(TOP_PHOTOS)) ?? null,
    async countPhotos(eventId, userId) {
      const { counts } = await countByOwner(eventId);
      if (userId !== undefined) return counts.get(userId) ?? 0;
      return [...counts.values()].reduce((sum, own) => sum + own, 0);
    },
    photosMark: async (eventId) => (await countByOwner(eventId)).mark,
    forget: (eventId) => cache.forget(eventId),
  };
}
