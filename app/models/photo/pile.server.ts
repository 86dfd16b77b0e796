import { and, count, eq, exists, not, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, pileReaders, seenPhotos, users } from '~db/schema';
import { statement } from '~db/statement.server';
import { singleRow } from '../row.server';
import { inOrder, pageIn, type RankOf } from './balance.server';
import { PILE_ASKS_FROM } from './pile';
import { isForOthers } from './seen.server';

/** A part of a reader's pile, from the top. */
export interface Pile {
  /** The ids of its photos. */
  ids: number[];
  /** How many photos come after these. */
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
 * A part of the photos that a member has not seen, without their own (rule `pile.order`).
 * @param params.rankOf the pile's order
 * @param params.after only those below this photo, which may have been deleted
 * @param params.limit the largest number
 */
export async function readPile(
  db: Db,
  { rankOf, after, limit, ...reader }: Reader & { rankOf: RankOf; after?: number; limit: number },
): Promise<Pile> {
  const [unseen, newCount] = await Promise.all([
    db.select({ id: photos.id }).from(photos).where(isUnseenBy(db, reader)),
    countNew(db, reader),
  ]);
  const list = inOrder(
    unseen.map(({ id }) => id),
    rankOf,
  );
  const { ids, following } = pageIn(list, rankOf, { after, limit });
  return { ids, below: following, newCount };
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
