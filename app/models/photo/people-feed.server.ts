import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import type { Person } from '../access';
import { bigintId } from '../id.server';
import { neighboursOf, type Neighbours, type PersonPlace } from './rules';
import { isVisibleIn } from './scope.server';
import { selectPhotos, type ListedPhoto } from './read.server';

// The feed by person (rule `feed.by-person`): people from A to Z, each person's photos by slot.

/** A page of it. */
export interface PeoplePage {
  photos: ListedPhoto[];
  /** The position after which the next page begins; null at the end. */
  next: PersonPlace | null;
  /** Whether there are photos before this page. */
  hasBefore: boolean;
}

/**
 * A page of an event's photos by person: the first page, the one after a position, or the one that begins
 * with the owner of photo `at`.
 * @param params.reader who reads it (rule `photos.hidden`)
 */
export async function readPeoplePage(
  db: Db,
  params: { eventId: number; reader?: Person; after?: PersonPlace; at?: number; limit: number },
): Promise<PeoplePage> {
  const { after, at, limit, ...which } = params;
  const start = after ?? (at === undefined ? null : await personOf(db, { ...which, photoId: at }));
  // Reads one more than requested to find out whether there is a next page.
  const rows = await selectPhotos(db)
    .where(and(isVisibleIn(which), start ? isAfter(start) : undefined))
    .orderBy(...ORDER)
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = last && rows.length > limit ? { userId: last.userId, slot: last.position } : null;
  return { photos: page, next, hasBefore: start !== null };
}

/** The photos before and after one in the feed by person; none if it is not in it. */
export async function peopleNeighbours(
  db: Db,
  { photoId, ...which }: { eventId: number; reader?: Person; photoId: number },
): Promise<Neighbours> {
  const isEvents = isVisibleIn(which);
  const [photo] = await db
    .select({ userId: photos.userId, slot: photos.position })
    .from(photos)
    .where(and(isEvents, eq(photos.id, bigintId(photoId))));
  if (!photo) return neighboursOf([], photoId);
  const ids = () =>
    db
      .select({ id: photos.id })
      .from(photos)
      .innerJoin(users, eq(users.id, photos.userId))
      .limit(1)
      .$dynamic();
  const [[previous], [next], [counted]] = await Promise.all([
    ids()
      .where(and(isEvents, isBefore(photo)))
      .orderBy(...REVERSE),
    ids()
      .where(and(isEvents, isAfter(photo)))
      .orderBy(...ORDER),
    db
      .select({
        all: count(),
        before: sql<number>`count(*) filter (where ${isBefore(photo)})`.mapWith(Number),
      })
      .from(photos)
      .innerJoin(users, eq(users.id, photos.userId))
      .where(isEvents),
  ]);
  return {
    previous: previous?.id ?? null,
    next: next?.id ?? null,
    place: (counted?.before ?? 0) + 1,
    count: counted?.all ?? 0,
  };
}

/** The position before the first photo of a photo's owner; null if the reader does not see that photo. */
async function personOf(
  db: Db,
  { photoId, ...which }: { eventId: number; reader?: Person; photoId: number },
): Promise<PersonPlace | null> {
  const [photo] = await db
    .select({ userId: photos.userId })
    .from(photos)
    .where(and(isVisibleIn(which), eq(photos.id, bigintId(photoId))));
  return photo ? { userId: photo.userId, slot: 0 } : null;
}

const ORDER = [asc(users.nameKey), asc(users.id), asc(photos.position)];
const REVERSE = [desc(users.nameKey), desc(users.id), desc(photos.position)];

const isAfter = (place: PersonPlace): SQL => sql`${POSITION} > ${rowOf(place)}`;
const isBefore = (place: PersonPlace): SQL => sql`${POSITION} < ${rowOf(place)}`;

const POSITION = sql`(${users.nameKey}, ${users.id}, ${photos.position})`;

/** Once the person is deleted, the comparison is null and matches no row. */
const rowOf = ({ userId, slot }: PersonPlace) =>
  sql`((select name_key from users where id = ${bigintId(userId)}), ${userId}::int, ${slot}::int)`;
