import etag from 'etag';
import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';
import { assertCan, can, type Person } from '../access';
import { markOf } from '../live/mark.server';
import { createEventCache, onEventChanged } from '../event/cache.server';
import { listMissionWinners, type MissionWinner } from '../mission/winners.server';
import { countPhotosByOwner } from '../event/read.server';
import { TOP_PHOTOS } from './star';
import { listTopPhotos, type RankedPhoto } from './star.server';
import { readFeedPage, type FeedPage } from './feed.server';
import { FEED_PAGE_SIZE, type ListPlace } from '../list-place';
import { findMedia, type Media } from './media.server';
import {
  listPhotoIds,
  listPhotosById,
  presentFeedPhoto,
  toldTo,
  type ListedPhoto,
} from './read.server';
import type { FeedPhoto } from './shape';
import { readViews } from './views.server';

/** A page of a feed as its endpoint returns it. */
interface FeedAnswer {
  json: string;
  /** Equal for equal bodies. */
  etag: string;
  /** The position after which the next page begins; null at the end. */
  next: ListPlace | null;
}

/** An answer for everybody, and where the photos of each member end in it. */
interface SharedAnswer extends FeedAnswer {
  ends: ReadonlyMap<number, readonly number[]>;
}

/** The requested page. */
interface Part {
  eventId: number;
  limit?: number;
  after?: ListPlace;
  /**
   * The reader: some see hidden photos (rule `photos.hidden`), and not everybody is told the stars (rule
   * `standings.hidden`).
   */
  reader: Person;
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
  /** The ids of all photos that a reader sees, newest first. */
  photoIds(eventId: number, reader?: Person): Promise<readonly number[]>;
  /**
   * Photos of an event in the order of these ids, which the reader sees. Deleted ones are left out. Their numbers of
   * stars may be old.
   */
  photosOf(eventId: number, ids: readonly number[]): Promise<ListedPhoto[]>;
  /**
   * The ranking of the reader's event (rule `ranking.order`).
   * @throws DomainError standings_hidden, and what `listTopPhotos` throws
   */
  ranking(reader: Person, limit?: number): Promise<readonly RankedPhoto[]>;
  /**
   * The winners of the missions of the reader's event (rule `missions.winner`).
   * @throws DomainError standings_hidden
   */
  winners(reader: Person): Promise<readonly MissionWinner[]>;
  /**
   * The ranking of an event whose reveal has begun. The caller passes on only what may be known by then (rule
   * `reveal.told`).
   */
  revealed(eventId: number): Promise<readonly RankedPhoto[]>;
  /** The ranking if the reader may see it and it is cached, else null. */
  cachedRanking(reader: Person): readonly RankedPhoto[] | null;
  /** How many photos a member has, hidden ones included. */
  countOwn(eventId: number, userId: number): Promise<number>;
  /** The number of visible photos of an event (rule `photos.counted`). All screens show this number. */
  countPhotos(eventId: number): Promise<number>;
  /**
   * Changes whenever a photo that the reader sees is added, removed, hidden, shown or gets another caption, even
   * if the count stays the same. A photo that the reader does not see changes nothing.
   */
  photosMark(eventId: number, reader: Person): Promise<string>;
  /** What an image's key belongs to, or null. A screen requests dozens of images at once. */
  media(eventId: number, key: string): Promise<Media | null>;
  /**
   * Takes a notification from the database: the id of a changed event, and `stars` behind it where only stars
   * were given or taken back; null when some notifications may have been missed.
   */
  receive(payload: string | null): void;
  /** Invalidates the cached values of an event, or of all events for null. */
  forget(eventId: number | null): void;
}

/** The channel on which the database sends which event has changed (migrations 0010 and 0047). */
export const EVENT_CHANGED = 'event_changed';

/** The approximate memory of a row, with its placeholder and its names. */
const ROW_BYTES = 2000;
/** The cache name of a ranking with this limit. */
const rankingOf = (limit: number) => `ranking ${limit}`;
/** Readers who see only what everybody sees. */
const ALL = 'all';
/** The memory of one member's count and marks. */
const COUNT_BYTES = 250;
const MARK_BYTES = 50;
const MEDIA_BYTES = 300;
const ID_BYTES = 8;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_AGE_MS = 30_000;

/**
 * Creates the cache. Values stay until the event's photos, stars or people change; the database notifies all servers of
 * that. Values without stars stay when only stars change: otherwise a guest could tell from the response time that
 * somebody gave one (rule `standings.hidden`).
 */
export function createFeedAnswers({ db, storage }: { db: Db; storage: MediaStorage }): FeedAnswers {
  const counted = createEventCache({ maxBytes: MAX_BYTES / 2, maxAgeMs: MAX_AGE_MS });
  const cache = createEventCache({ maxBytes: MAX_BYTES / 2, maxAgeMs: MAX_AGE_MS });

  async function make(
    part: Omit<Part, 'reader'> & { reader: Person | undefined; stars: boolean },
  ): Promise<SharedAnswer> {
    const { reader, stars } = part;
    const { photos, next } = await readFeedPage(db, part);
    const viewsOf = await readViews(db, { reader, photos });
    const rows = photos.map((photo) =>
      presentFeedPhoto(photo, storage, { ...toldTo(reader, photo), stars, views: viewsOf(photo) }),
    );
    const { json, ends } = writeRows(rows);
    return { json, etag: etag(json, { weak: true }), next, ends };
  }

  function readRanking(eventId: number, limit: number): Promise<RankedPhoto[]> {
    const rows = () => listTopPhotos(db, { eventId, limit });
    return counted.read(eventId, rankingOf(limit), rows, ({ length }) => length * ROW_BYTES);
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
      const isOrganizers = reader.role === 'organizer';
      const stars = can(reader, 'stars.count', { eventId });
      const audience = isOrganizers ? 'organizer' : await audienceOf(eventId, reader);
      // The URL of photos on FTP is part of the name, because the administrator can change it.
      const name = JSON.stringify([storage.url('ftp', '0/0'), limit, after, audience]);
      const ask = () => make({ eventId, limit, after, stars, reader: readerFor(audience, reader) });
      const answers = stars ? counted : cache;
      const answer = await answers.read(eventId, name, ask, ({ json }) => 2 * json.length);
      return audience === ALL && reader.userId ? withOwnStatus(answer, reader.userId) : answer;
    },
    async newestPage(eventId, reader) {
      const audience = await audienceOf(eventId, reader);
      const page = () =>
        readFeedPage(db, { eventId, reader: readerFor(audience, reader), limit: FEED_PAGE_SIZE });
      const bytesOf = ({ photos }: FeedPage) => photos.length * ROW_BYTES;
      return cache.read(eventId, `newest page ${audience}`, page, bytesOf);
    },
    async photoIds(eventId, reader) {
      const audience = await audienceOf(eventId, reader);
      const ids = () => listPhotoIds(db, { eventId, reader: readerFor(audience, reader) });
      return cache.read(eventId, `ids ${audience}`, ids, ({ length }) => length * ID_BYTES);
    },
    async photosOf(eventId, ids) {
      const nameOf = (id: number) => `photo ${id}`;
      const missing = ids.filter((id) => !cache.known(eventId, nameOf(id)));
      let reading: Promise<ListedPhoto[]> | undefined;
      // One query for all of them, unless another reader has just asked for the same.
      const photoOf = async (id: number) => {
        reading ??= Promise.resolve(listPhotosById(db, missing));
        return { photo: (await reading).find((photo) => photo.id === id) ?? null };
      };
      const bytesOf = ({ photo }: { photo: ListedPhoto | null }) => photo && ROW_BYTES;
      const found = await Promise.all(
        ids.map((id) => cache.read(eventId, nameOf(id), () => photoOf(id), bytesOf)),
      );
      return found.flatMap(({ photo }) => photo ?? []);
    },
    async ranking(reader, limit = TOP_PHOTOS) {
      const { eventId } = reader;
      assertCan(reader, 'stars.count', { eventId });
      return readRanking(eventId, limit);
    },
    async winners(reader) {
      const { eventId } = reader;
      assertCan(reader, 'stars.count', { eventId });
      const rows = () => listMissionWinners(db, { eventId });
      return counted.read(eventId, 'winners', rows, ({ length }) => length * ROW_BYTES);
    },
    revealed(eventId) {
      return readRanking(eventId, TOP_PHOTOS);
    },
    cachedRanking(reader) {
      const { eventId } = reader;
      if (!can(reader, 'stars.count', { eventId })) return null;
      return counted.known<RankedPhoto[]>(eventId, rankingOf(TOP_PHOTOS)) ?? null;
    },
    async countOwn(eventId, userId) {
      return (await countByOwner(eventId)).counts.get(userId) ?? 0;
    },
    async countPhotos(eventId) {
      const { counts, hidden } = await countByOwner(eventId);
      return sumOf(counts) - sumOf(hidden);
    },
    async photosMark(eventId, reader) {
      const audience = await audienceOf(eventId, reader);
      const seesAll = (userId: number) => reader.role === 'organizer' || reader.userId === userId;
      const read = async () => {
        const { marks } = await countByOwner(eventId);
        const seen = marks.map(({ userId, all, shown }) => (seesAll(userId) ? all : shown));
        return { mark: markOf(seen.filter((mark) => mark !== null)) };
      };
      return (await cache.read(eventId, `mark ${audience}`, read, () => MARK_BYTES)).mark;
    },
    async media(eventId, key) {
      const find = async () => ({ media: await findMedia(db, { key }) });
      // Event images are not cached, because no notification says when one changes here. Unknown keys are not cached,
      // because they would push out the rest.
      const bytesOf = ({ media }: { media: Media | null }) =>
        media && media.kind !== 'event' ? MEDIA_BYTES : null;
      return (await cache.read(eventId, `media ${key}`, find, bytesOf)).media;
    },
    ...onEventChanged({ cache, counted }),
  };
}

/** Writes the photos of an answer, and notes where those of each member end. */
function writeRows(rows: readonly FeedPhoto[]): Pick<SharedAnswer, 'json' | 'ends'> {
  const ends = new Map<number, number[]>();
  const parts = rows.map((row) => JSON.stringify(row));
  let end = 0;
  for (const [index, row] of rows.entries()) {
    end += (parts[index]?.length ?? 0) + 1;
    ends.set(row.userId, [...(ends.get(row.userId) ?? []), end - 1]);
  }
  return { json: `[${parts.join(',')}]`, ends };
}

/**
 * The answer for a member who sees what everybody sees, so that all of their own photos in it are shown: their
 * status is added without another query or copy in the cache.
 */
function withOwnStatus({ json, etag: shared, next, ends }: SharedAnswer, userId: number) {
  const status = ',"status":"shown"';
  let [own, from] = ['', 0];
  for (const end of ends.get(userId) ?? []) {
    own += json.slice(from, end) + status;
    from = end;
  }
  if (from === 0) return { json, etag: shared, next };
  return { json: own + json.slice(from), etag: shared.replace(/"$/, `-${userId}"`), next };
}

/** A value for everybody must not depend on the reader who happens to request it first. */
const readerFor = (audience: string, reader: Person | undefined) =>
  audience === ALL ? undefined : reader;

const sumOf = (counts: ReadonlyMap<number, number>) =>
  [...counts.values()].reduce((sum, own) => sum + own, 0);
