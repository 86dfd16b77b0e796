import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { turnedAway } from '~db/schema';
import { hashToken } from './token.server';
import { emailKey } from './user';

// Whom a full event has turned away (rule `event.turned-away`).

/** Somebody, by the address they tried to register with. */
interface Candidate {
  eventId: number;
  email: string;
}

const hashOf = ({ eventId, email }: Candidate) => hashToken(`${eventId} ${emailKey(email)}`);

/** Notes that an event had no place for somebody; once, however often they try. */
export async function noteTurnedAway(db: Db, candidate: Candidate): Promise<void> {
  const { eventId } = candidate;
  await db
    .insert(turnedAway)
    .values({ eventId, personHash: hashOf(candidate) })
    .onConflictDoNothing();
}

/** Forgets it, in the transaction that lets them in. */
export async function noteLetIn(tx: Db, candidate: Candidate): Promise<void> {
  const { eventId } = candidate;
  await tx
    .delete(turnedAway)
    .where(and(eq(turnedAway.eventId, eventId), eq(turnedAway.personHash, hashOf(candidate))));
}

/** How many people an event has turned away who have not come in since. */
export function countTurnedAway(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(turnedAway, eq(turnedAway.eventId, eventId));
}
