import { and, asc, count, eq, isNull, lte } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { duelPhotos, duels, duelVotes, photos, users, type EventRow } from '~db/schema';
import { assertCan, type Actor } from '../access';
import { lockEvent, updateEvent } from '../event/update.server';
import { winnerOf, type DuelTally } from './rules';

/** The events whose duel has ended and is not counted yet, earliest end first. */
export async function listDueDuels(db: Db, { now }: { now: Date }): Promise<number[]> {
  const rows = await db
    .select({ eventId: duels.eventId })
    .from(duels)
    .where(and(isNull(duels.countedAt), lte(duels.endsAt, now)))
    .orderBy(asc(duels.endsAt), asc(duels.id));
  return rows.map(({ eventId }) => eventId);
}

/**
 * Counts the taps of a duel that has ended, and stores the result (rule `duel.end`): photos and people that are removed
 * later no longer change it. Does nothing if another server has done it.
 * @returns whether it counted them
 * @throws DomainError access_denied for every actor but the system
 */
export async function countDueDuel(
  db: Db,
  { actor, eventId, now }: { actor: Actor; eventId: number; now: Date },
): Promise<boolean> {
  assertCan(actor, 'vote.count');
  return db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    return event !== undefined && (await countEndedDuel(tx, { event, now })) !== event;
  });
}

/**
 * Counts the taps of an event's duel if it has ended and is not counted yet. The caller holds the lock on the event's
 * row.
 * @returns the event afterwards; the same object if there was nothing to count
 */
export async function countEndedDuel(
  tx: Db,
  { event, now }: { event: EventRow; now: Date },
): Promise<EventRow> {
  const [duel] = await tx.select().from(duels).where(eq(duels.eventId, event.id));
  if (!duel || duel.countedAt || duel.endsAt > now) return event;
  const tally = await readTally(tx, duel.id);
  await tx
    .update(duels)
    .set({ countedAt: now, tally, winnerId: winnerOf(tally) })
    .where(eq(duels.id, duel.id));
  return updateEvent(tx, event.id, { duelEndsAt: null });
}

/**
 * The taps for each photo that is still in a duel, most first. In the demo event a stranger's taps do not count, and
 * neither do their stars.
 */
async function readTally(tx: Db, duelId: number): Promise<DuelTally> {
  const counted = tx
    .select({ photoId: duelVotes.photoId, votes: count().as('votes') })
    .from(duelVotes)
    .innerJoin(users, eq(users.id, duelVotes.userId))
    .where(and(eq(duelVotes.duelId, duelId), eq(users.isStranger, false)))
    .groupBy(duelVotes.photoId)
    .as('counted');
  const rows = await tx
    .select({ photoId: photos.id, votes: counted.votes })
    .from(duelPhotos)
    .innerJoin(photos, eq(photos.id, duelPhotos.photoId))
    .leftJoin(counted, eq(counted.photoId, photos.id))
    .where(and(eq(duelPhotos.duelId, duelId), isNull(photos.hiddenAt)))
    .orderBy(asc(photos.id));
  return rows
    .map(({ photoId, votes }) => ({ photoId, votes: votes ?? 0 }))
    .sort((one, other) => other.votes - one.votes || one.photoId - other.photoId);
}
