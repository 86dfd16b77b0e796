import { and, asc, count, eq, exists, not, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, pileReaders, seenPhotos, users } from '~db/schema';
import { statement } from '~db/statement.server';
import type { ListPlace } from '../list-place';
import { isNewer, pageOf } from '../list-place.server';
import { singleRow } from '../row.server';
import { PILE_ASKS_FROM } from './pile';
import { selectPhotos, type ListedPhoto } from './read.server';
import { isForOthers } from './seen.server';

/** A part of a reader's pile, from the top. */
export interface Pile {
  photos: ListedPhoto[];
  /** How many photos lie below these. */
  below: number;
  /** How many of all that a reader has not seen came after their last visit (rule `pile.new`). */
  newCount: number;
}

/** Whose pile it is. */
interface Reader {
  eventId: number;
  userId: number;
}

/**
 * A part of the photos that a member has not seen, without their own, the earliest first (rule `pile.order`).
 * @param params.after only those below this place
 * @param params.limit the largest number
 */
export async function readPile(
  db: Db,
  { after, limit, ...reader }: Reader & { after?: ListPlace; limit: number },
): Promise<Pile> {
  // One more than asked for tells whether there is a rest to count.
  const [rows, newCount] = await Promise.all([
    listUnseen(db, { ...reader, after, limit: limit + 1 }),
    countNew(db, reader),
  ]);
  const { page, next } = pageOf(rows, limit);
  return { photos: page, below: next ? await countBelow(db, reader, next) : 0, newCount };
}

function listUnseen(
  db: Db,
  { after, limit, ...reader }: Reader & { after?: ListPlace; limit: number },
) {
  return selectPhotos(db)
    .where(and(isUnseenBy(db, reader), after && isNewer(photos, after)))
    .orderBy(asc(photos.createdAt), asc(photos.id))
    .limit(limit);
}

async function countBelow(db: Db, reader: Reader, place: ListPlace): Promise<number> {
  const rows = await db
    .select({ count: count() })
    .from(photos)
    .where(and(isUnseenBy(db, reader), isNewer(photos, place)));
  return singleRow(rows).count;
}

async function countNew(db: Db, reader: Reader): Promise<number> {
  const rows = await db
    .select({ count: count() })
    .from(photos)
    .innerJoin(pileReaders, eq(pileReaders.userId, reader.userId))
    .where(and(isUnseenBy(db, reader), sql`${photos.createdAt} > ${pileReaders.lookedBeforeAt}`));
  return singleRow(rows).count;
}

/** Matches the photos in a reader's pile. */
function isUnseenBy(db: Db, { eventId, userId }: Reader) {
  const seen = db
    .select({ photoId: seenPhotos.photoId })
    .from(seenPhotos)
    .where(and(eq(seenPhotos.userId, userId), eq(seenPhotos.photoId, photos.id)));
  return and(isForOthers({ eventId, userId }), not(exists(seen)));
}

/** Counts the photos in a member's pile. */
export async function countUnseen(db: Db, reader: Reader): Promise<number> {
  return singleRow(await unseenCount(db).execute({ ...reader })).count;
}

const unseenCount = statement((db) => {
  const userId = sql`${sql.placeholder('userId')}::int`;
  return db
    .select({ count: count() })
    .from(photos)
    .where(
      sql`${photos.eventId} = ${sql.placeholder('eventId')} and ${photos.hiddenAt} is null
      and ${photos.userId} <> ${userId} and not exists (
        select 1 from ${seenPhotos}
        where ${seenPhotos.userId} = ${userId} and ${seenPhotos.photoId} = ${photos.id}
      )`,
    )
    .prepare('unseen_count');
});

/**
 * How many more photos a member sees before they are asked for one of their own (rule `pile.asks`).
 * @returns null if they are not asked: they have added one, or declined
 */
export async function readSeenBeforeAsking(
  db: Db,
  { userId }: { userId: number },
): Promise<number | null> {
  const seen = sql<number>`(select count(*)::int from ${seenPhotos} where ${seenPhotos.userId} = ${userId})`;
  const hasAdded = sql<boolean>`exists (select 1 from ${photos} where ${photos.userId} = ${userId})`;
  const hasDeclined = sql<boolean>`exists (
    select 1 from ${pileReaders} where ${pileReaders.userId} = ${userId} and ${pileReaders.hasDeclined}
  )`;
  const [row] = await db
    .select({ seen, hasAdded, hasDeclined })
    .from(users)
    .where(eq(users.id, userId));
  if (!row || row.hasAdded || row.hasDeclined) return null;
  return Math.max(0, PILE_ASKS_FROM - row.seen);
}
