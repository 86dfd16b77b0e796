import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, turnedAway } from '~db/schema';
import { hashToken } from '../session/token.server';
import { emailKey } from '../user/rules';

// People whom a full event has turned away (rule `event.turned-away`).

/** A person, by the address they tried to register with. */
interface Candidate {
  eventId: number;
  email: string;
}

const hashOf = ({ eventId, email }: Candidate) => hashToken(`${eventId} ${emailKey(email)}`);

/**
 * Records that an event had no place for a person, once per person. Does nothing if the event has been
 * deleted in the meantime.
 */
export async function recordTurnedAway(db: Db, candidate: Candidate): Promise<void> {
  const personHash = sql<string>`${hashOf(candidate)}`.as('person_hash');
  const createdAt = sql<Date>`now()`.as('created_at');
  const event = db
    .select({ eventId: events.id, personHash, createdAt })
    .from(events)
    .where(eq(events.id, candidate.eventId))
    .for('key share');
  await db.insert(turnedAway).select(event).onConflictDoNothing();
}

/** Deletes the record, in the transaction that registers the person. */
export async function clearTurnedAway(tx: Db, candidate: Candidate): Promise<void> {
  const { eventId } = candidate;
  await tx
    .delete(turnedAway)
    .where(and(eq(turnedAway.eventId, eventId), eq(turnedAway.personHash, hashOf(candidate))));
}

/** Counts the people an event has turned away who have not joined since. */
export function countTurnedAway(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(turnedAway, eq(turnedAway.eventId, eventId));
}
