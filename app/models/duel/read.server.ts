import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { duelPhotos, duels, duelVotes, photos, results, type DuelRow } from '~db/schema';
import { selectPhotos, type ListedPhoto } from '../photo/read.server';
import { isVisibleIn } from '../photo/scope.server';
import { DUEL_PHOTOS } from './rules';

/** A duel with the photos that are still in it, earliest first. */
export interface Duel extends DuelRow {
  photos: ListedPhoto[];
}

/** The duel of an event's result; null if there was none. */
export async function findDuel(db: Db, { eventId }: { eventId: number }): Promise<Duel | null> {
  const [duel] = await db.select().from(duels).where(eq(duels.eventId, eventId));
  if (!duel) return null;
  const own = db
    .select({ id: duelPhotos.photoId })
    .from(duelPhotos)
    .where(eq(duelPhotos.duelId, duel.id));
  return { ...duel, photos: await listVisible(db, eventId, inArray(photos.id, own)) };
}

/** The photo that a member chose in a duel; null before that. */
export async function readDuelVote(
  db: Db,
  { duelId, userId }: { duelId: number; userId: number },
): Promise<number | null> {
  const [vote] = await db
    .select({ photoId: duelVotes.photoId })
    .from(duelVotes)
    .where(and(eq(duelVotes.duelId, duelId), eq(duelVotes.userId, userId)));
  return vote?.photoId ?? null;
}

/** A member's taps in duels, with the photos that are still there. */
export function listDuelVotes(db: Db, { userId }: { userId: number }) {
  return db
    .select({ photoId: duelVotes.photoId, tappedAt: duelVotes.createdAt })
    .from(duelVotes)
    .where(eq(duelVotes.userId, userId))
    .orderBy(asc(duelVotes.createdAt));
}

/**
 * The photos that a duel can be called for (rule `duel.tied`): all that share the first place of a result which
 * has had no duel, earliest first. None if they are fewer than two, or more than five.
 */
export async function listTied(db: Db, { eventId }: { eventId: number }): Promise<ListedPhoto[]> {
  const first = sql`(
    select (row ->> 'photoId')::int from ${results}, jsonb_array_elements(${results.places}) as row
    where ${results.eventId} = ${eventId} and (row ->> 'place')::int = 1
      and not exists (select from ${duels} where ${duels.eventId} = ${eventId})
  )`;
  const tied = await listVisible(db, eventId, sql`${photos.id} in ${first}`);
  return tied.length >= DUEL_PHOTOS.min && tied.length <= DUEL_PHOTOS.max ? tied : [];
}

function listVisible(db: Db, eventId: number, which: ReturnType<typeof sql>) {
  return selectPhotos(db)
    .where(and(isVisibleIn({ eventId }), which))
    .orderBy(asc(photos.createdAt), asc(photos.id));
}
