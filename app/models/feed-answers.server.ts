import etag from 'etag';
import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';
import type { Person } from './access';
import { createEventCache } from './event-cache.server';
import { countPhotosByOwner } from './event.server';
import { TOP_PHOTOS } from './favorite';
import { listTopPhotos } from './favorite.server';
import { readFeedPage, type FeedPage } from './feed.server';
import { PAGE_SIZE, type ListPlace } from './list-place';
import { findMedia, type Media } from './media.server';
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
  /** Who looks, for of hidden photos some see more than others (rule `photos.hidden`). */
  reader?: Person;
}

/** What is the same for all who look at an event: a whole party polls it, and opens it at once. */
export interface FeedAnswers {
  /** @throws DomainError what `readFeedPage` throws */
  read(part: Part): Promise<FeedAnswer>;
  /** The page with the newest photos. */
  newestPage(eventId: number, reader?: Person): Promise<FeedPage>;
  /** The ranking (rule `ranking.order`). @throws DomainError what `listTopPhotos` throws */
  ranking(eventId: number, limit?: number): Promise<readonly ListedPhoto[]>;
  /** The ranking where it is known already: null where it would have to be asked for. */
  knownRanking(eventId: number): readonly ListedPhoto[] | null;
  /** How many photos an event has (rule `photos.counted`): the one figure of all screens, hidden ones left out. */
  countPhotos(eventId: number): Promise<number>;
  /** How many slots of a member are taken, by hidden photos, too. */
  countTaken(eventId: number, userId: number): Promise<number>;
  /** Another one when a photo has come, gone or been hidden, also where there are as many as before. */
  photosMark(eventId: number): Promise<string>;
  /** What an image's key belongs to; null when to nothing. A screen asks for dozens at once. */
  media(eventId: number, key: string): Promise<Media | null>;
  /** What is kept of an event, or of all where nobody knows which, does not hold any more. */
  forget(eventId: number | null): void;
}

/** The channel on which the database tells the id of an event that has changed. */
export const EVENT_CHANGED = 'event_changed';

/** A row in memory, with its placeholder and its names. */
const ROW_BYTES = 2000;
/** What a ranking of so many photos is kept as. */
const rankingOf = (limit: number) => `ranking ${limit}`;
/** Who sees no more than everybody else. */
const ALL = 'all';
/** One member's number of photos. */
const COUNT_BYTES = 50;
const MEDIA_BYTES = 300;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = 30_000;

/**
 * Keeps answers in memory until the event's photos, stars or people change, which the database tells all
 * servers (migration 0010).
 */
export function createFeedAnswers({ db, storage }: { db: Db; storage: MediaStorage }): FeedAnswers {
  const cache = createEventCache({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS });

  async function make(part: Part): Promise<FeedAnswer> {
    const { photos, next } = await readFeedPage(db, part);
    const json = JSON.stringify(photos.map((photo) => presentFeedPhoto(photo, storage)));
    return { json, etag: etag(json, { weak: true }), next };
  }

  /** For whom something is kept that not everybody sees: the name of those who see the same. */
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
      const audience = await audienceOf(eventId, reader);
      // Photos on FTP have another address once the administrator has changed where that is read.
      const name = JSON.stringify([storage.url('ftp', '0/0'), limit, after, audience]);
      const answer = () => make({ eventId, limit, after, reader: narrowed(audience, reader) });
      return cache.read(eventId, name, answer, ({ json }) => 2 * json.length);
    },
    async newestPage(eventId, reader) {
      const audience = await audienceOf(eventId, reader);
      const page = () =>
        readFeedPage(db, { eventId, reader: narrowed(audience, reader), limit: PAGE_SIZE });
      const bytesOf = ({ photos }: FeedPage) => photos.length * ROW_BYTES;
      return cache.read(eventId, `newest page ${audience}`, page, bytesOf);
    },
    ranking(eventId, limit = TOP_PHOTOS) {
      const rows = () => listTopPhotos(db, { eventId, limit });
      return cache.read(eventId, rankingOf(limit), rows, ({ length }) => length * ROW_BYTES);
    },
    knownRanking: (eventId) => cache.known<ListedPhoto[]>(eventId, rankingOf(TOP_PHOTOS)) ?? null,
    async countPhotos(eventId) {
      const { counts, hidden } = await countByOwner(eventId);
      return sumOf(counts) - sumOf(hidden);
    },
    countTaken: async (eventId, userId) => (await countByOwner(eventId)).counts.get(userId) ?? 0,
    photosMark: async (eventId) => (await countByOwner(eventId)).mark,
    async media(eventId, key) {
      const find = async () => ({ media: await findMedia(db, { key }) });
      // Nobody tells of an event's own image here; and keys of nothing would push out the rest.
      const bytesOf = ({ media }: { media: Media | null }) =>
        media && media.kind !== 'event' ? MEDIA_BYTES : null;
      return (await cache.read(eventId, `media ${key}`, find, bytesOf)).media;
    },
    forget: (eventId) => cache.forget(eventId),
  };
}

/** What all see is kept as nobody's in particular: whoever asks for it first is not who looks. */
const narrowed = (audience: string, reader: Person | undefined) =>
  audience === ALL ? undefined : reader;

const sumOf = (counts: ReadonlyMap<number, number>) =>
  [...counts.values()].reduce((sum, own) => sum + own, 0);
