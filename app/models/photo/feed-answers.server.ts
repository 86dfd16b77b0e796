import etag from 'etag';
import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';
import type { Person } from '../access';
import { createEventCache } from '../event/cache.server';
import { countPhotosByOwner } from '../event/read.server';
import { TOP_PHOTOS } from './star';
import { listTopPhotos } from './star.server';
import { readFeedPage, type FeedPage } from './feed.server';
import { FEED_PAGE_SIZE, type ListPlace } from '../list-place';
import { findMedia, type Media } from './media.server';
import { presentFeedPhoto, type ListedPhoto } from './read.server';
import { readViews } from './views.server';

/** A page of a feed as its endpoint returns it. */
export interface FeedAnswer {
  json: string;
  /** Equal for equal bodies. */
  etag: string;
  /** The position after which the next page begins; null at the end. */
  next: ListPlace | null;
}

/** The requested page. */
interface Part {
  eventId: number;
  limit?: number;
  after?: ListPlace;
  /** The reader, because hidden photos are visible to some readers only (rule `photos.hidden`). */
  reader?: Person;
}

/**
 * Cached responses shared by all readers of an event. A whole party polls them, and opens them at the same
 * moment.
 */
export interface FeedAnswers {
  /**
   * Reads a page of the feed. An organizer's views in it are half a minute old at most.
   * @throws DomainError what `readFeedPage` throws
   */
  read(part: Part): Promise<FeedAnswer>;
  /** The page with the newest photos. */
  newestPage(eventId: number, reader?: Person): Promise<FeedPage>;
  /**
   * The ranking (rule `ranking.order`).
   * @throws DomainError what `listTopPhotos` throws
   */
  ranking(eventId: number, limit?: number): Promise<readonly ListedPhoto[]>;
  /** The ranking if it is cached, else null. */
  cachedRanking(eventId: number): readonly ListedPhoto[] | null;
  /** The number of visible photos of an event (rule `photos.counted`). All screens show this number. */
  countPhotos(eventId: number): Promise<number>;
  /**
   * Changes whenever a photo is added, removed, hidden, shown or gets another caption, even if the count stays
   * the same.
   */
  photosMark(eventId: number): Promise<string>;
  /** What an image's key belongs to, or null. A screen requests dozens of images at once. */
  media(eventId: number, key: string): Promise<Media | null>;
  /** Invalidates the cached values of an event, or of all events for null. */
  forget(eventId: number | null): void;
}

/** The channel on which the database sends the id of a changed event. */
export const EVENT_CHANGED = 'event_changed';

/** The approximate memory of a row, with its placeholder and its names. */
const ROW_BYTES = 2000;
/** The cache name of a ranking with this limit. */
const rankingOf = (limit: number) => `ranking ${limit}`;
/** Readers who see only what everybody sees. */
const ALL = 'all';
/** The memory of one member's count. */
const COUNT_BYTES = 50;
const MEDIA_BYTES = 300;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = 30_000;

/**
 * Creates the cache. Values stay until the event's photos, stars or people change; the database notifies all
 * servers of that (migration 0010).
 */
export function createFeedAnswers({ db, storage }: { db: Db; storage: MediaStorage }): FeedAnswers {
  const cache = createEventCache({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS });

  async function make(part: Part): Promise<FeedAnswer> {
    const { photos, next } = await readFeedPage(db, part);
    const viewsOf = await readViews(db, { reader: part.reader, photos });
    const rows = photos.map((photo) => presentFeedPhoto(photo, storage, viewsOf(photo)));
    const json = JSON.stringify(rows);
    return { json, etag: etag(json, { weak: true }), next };
  }

  /** The cache name of the group of readers who see the same photos as this reader. */
  async function audienceOf(eventId: number, reader: Person | undefined): Promise<string> {
    const { hidden } = await countByOwner(eventId);
    if (!reader || hidden.size === 0) return ALL;
    if (reader.role === 'organizer') return 'organizer';
    return hidden.has(reader.userId ?? 0) ? `${reader.userId}` : ALL;
  }

  function countByOwner(eventId: number) {
    const count = () => countPhotosByOwner(db, { eventId });
    return cache.read(eventId, 'counts', count, ({ counts }) => counts.size * COUNT_BYTES);
  }

  return {
    async read({ eventId, limit, after, reader }) {
      // An organizer's photos have views, which nobody else reads.
      const isOrganizers = reader?.role === 'organizer';
      const audience = isOrganizers ? 'organizer' : await audienceOf(eventId, reader);
      // The URL of photos on FTP is part of the name, because the administrator can change it.
      const name = JSON.stringify([storage.url('ftp', '0/0'), limit, after, audience]);
      const answer = () => make({ eventId, limit, after, reader: readerFor(audience, reader) });
      return cache.read(eventId, name, answer, ({ json }) => 2 * json.length);
    },
    async newestPage(eventId, reader) {
      const audience = await audienceOf(eventId, reader);
      const page = () =>
        readFeedPage(db, { eventId, reader: readerFor(audience, reader), limit: FEED_PAGE_SIZE });
      const bytesOf = ({ photos }: FeedPage) => photos.length * ROW_BYTES;
      return cache.read(eventId, `newest page ${audience}`, page, bytesOf);
    },
    ranking(eventId, limit = TOP_PHOTOS) {
      const rows = () => listTopPhotos(db, { eventId, limit });
      return cache.read(eventId, rankingOf(limit), rows, ({ length }) => length * ROW_BYTES);
    },
    cachedRanking: (eventId) => cache.known<ListedPhoto[]>(eventId, rankingOf(TOP_PHOTOS)) ?? null,
    async countPhotos(eventId) {
      const { counts, hidden } = await countByOwner(eventId);
      return sumOf(counts) - sumOf(hidden);
    },
    photosMark: async (eventId) => (await countByOwner(eventId)).mark,
    async media(eventId, key) {
      const find = async () => ({ media: await findMedia(db, { key }) });
      // Event images are not cached, because no notification tells when one changes here. Unknown keys are
      // not cached, because they would push out the rest.
      const bytesOf = ({ media }: { media: Media | null }) =>
        media && media.kind !== 'event' ? MEDIA_BYTES : null;
      return (await cache.read(eventId, `media ${key}`, find, bytesOf)).media;
    },
    forget: (eventId) => cache.forget(eventId),
  };
}

/** A value for everybody must not depend on the reader who happens to request it first. */
const readerFor = (audience: string, reader: Person | undefined) =>
  audience === ALL ? undefined : reader;

const sumOf = (counts: ReadonlyMap<number, number>) =>
  [...counts.values()].reduce((sum, own) => sum + own, 0);
