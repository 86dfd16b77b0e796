import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos } from '~db/schema';
import { DomainError } from '../errors';
import { bigintId } from '../id.server';
import { FEED_PAGE_SIZE, type ListPlace } from '../list-place';
import { isNewer, isOlder, pageOf } from '../list-place.server';
import { neighboursOf, type Neighbours } from './rules';
import { isVisibleIn } from './scope.server';
import { listEventPhotos, type ListedPhoto, type PhotoRange } from './read.server';

/** Whose photos a feed shows, and to which reader. */
type Feed = Pick<PhotoRange, 'eventId' | 'userId' | 'missionId' | 'reader'>;

/** A page of a feed. */
export interface FeedPage {
  photos: ListedPhoto[];
  /** The position after which the next page begins; null at the end. */
  next: ListPlace | null;
  /** Whether there are photos before this page. */
  hasNewer: boolean;
}

/** More than an event can hold. */
const MAX_LIMIT = 1_000_000;
/** How many newer photos are shown above the photo that the user returns to. */
const ABOVE = 6;

/**
 * A page of a feed (rule `screens.pages`): the newest photos, those after a position, or the page that
 * contains a given photo.
 * @param params.at the id of that photo; one that is not in the feed leads to the newest
 * @param params.limit the number of photos; all by default
 * @throws DomainError limit_invalid when it is not a whole number from 1
 */
export async function readFeedPage(
  db: Db,
  { after, at, limit, ...feed }: Feed & { after?: ListPlace; at?: number; limit?: number },
): Promise<FeedPage> {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) {
    throw new DomainError('limit_invalid');
  }
  const start = after ?? (at === undefined ? null : await startOf(db, feed, at));
  // Reads one more than requested to find out whether there is a next page.
  const list = await listEventPhotos(db, {
    ...feed,
    after: start ?? undefined,
    limit: limit && limit + 1,
  });
  const { page, next } = pageOf(list, limit);
  return { photos: page, next, hasNewer: start !== null };
}

/** The position after which a page with this photo begins; null for the first page. */
async function startOf(db: Db, feed: Feed, photoId: number): Promise<ListPlace | null> {
  const place = await findPlace(db, feed, photoId);
  if (!place) return null;
  const newer = await listPlaces(db, feed, { newerThan: place, limit: FEED_PAGE_SIZE });
  // A photo that is on the first page is shown there.
  return newer.length < FEED_PAGE_SIZE ? null : (newer[ABOVE] ?? null);
}

/** The photos before and after one in a feed; none if it is not in the feed. */
export async function feedNeighbours(db: Db, feed: Feed, photoId: number): Promise<Neighbours> {
  const place = await findPlace(db, feed, photoId);
  if (!place) return neighboursOf([], photoId);
  const [[previous], [next], [counted]] = await Promise.all([
    listPlaces(db, feed, { newerThan: place, limit: 1 }),
    listPlaces(db, feed, { olderThan: place, limit: 1 }),
    db
      .select({
        all: count(),
        newer: sql<number>`count(*) filter (where ${isNewer(photos, place)})`.mapWith(Number),
      })
      .from(photos)
      .where(isVisibleIn(feed)),
  ]);
  return {
    previous: previous?.id ?? null,
    next: next?.id ?? null,
    place: (counted?.newer ?? 0) + 1,
    count: counted?.all ?? 0,
  };
}

async function findPlace(db: Db, feed: Feed, photoId: number): Promise<ListPlace | null> {
  const [place] = await selectPlaces(db).where(
    and(isVisibleIn(feed), eq(photos.id, bigintId(photoId))),
  );
  return place ?? null;
}

/** The positions on one side of a position, nearest first. */
function listPlaces(
  db: Db,
  feed: Feed,
  side: { limit: number } & ({ newerThan: ListPlace } | { olderThan: ListPlace }),
): Promise<ListPlace[]> {
  const { createdAt, id } = photos;
  const query = selectPlaces(db).limit(side.limit);
  return 'newerThan' in side
    ? query
        .where(and(isVisibleIn(feed), isNewer(photos, side.newerThan)))
        .orderBy(asc(createdAt), asc(id))
    : query
        .where(and(isVisibleIn(feed), isOlder(photos, side.olderThan)))
        .orderBy(desc(createdAt), desc(id));
}

function selectPlaces(db: Db) {
  return db.select({ id: photos.id, createdAt: photos.createdAt }).from(photos).$dynamic();
}
