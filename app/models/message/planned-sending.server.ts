import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, plannedMessages, users, type PlannedMessageRow } from '~db/schema';
import { assertCan, type Actor } from '../access';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { isExpired } from '../event/rules';
import { deliver } from './deliver.server';
import { recipientsOf } from './planned.server';
import { LATE_MS, type UnsentReason } from './rules';

/** The ids of the planned messages whose time has come, earliest first. */
export async function listDuePlanned(db: Db, { now }: { now: Date }): Promise<number[]> {
  const rows = await db
    .select({ id: plannedMessages.id })
    .from(plannedMessages)
    .where(isDue(now))
    .orderBy(asc(plannedMessages.sendAt), asc(plannedMessages.id));
  return rows.map(({ id }) => id);
}

/**
 * Sends a planned message once its time has come. One transaction deletes its row and writes the messages, so
 * that it is sent once, whenever a server dies and however many servers try.
 * @returns whether it was sent, or will not be; null when there is nothing to do, because it was sent, changed
 *   or cancelled
 * @throws DomainError access_denied for every actor but the system
 */
export function sendPlanned(
  db: Db,
  params: { actor: Actor; id: number; now: Date; today: Day },
): Promise<'sent' | 'unsent' | null> {
  const { actor, id, now, today } = params;
  assertCan(actor, 'message.deliver');
  return db.transaction(async (tx) => {
    const isIt = eq(plannedMessages.id, id);
    const [found] = await tx.select().from(plannedMessages).where(isIt);
    if (!found) return null;
    // Events are always locked before the rows of their people.
    const [event] = await tx
      .select()
      .from(events)
      .where(eq(events.id, found.eventId))
      .for('key share');
    const [planned] = await tx
      .select()
      .from(plannedMessages)
      .where(and(isIt, isDue(now)))
      .for('update');
    if (!event || !planned) return null;
    const isLate = now.getTime() - planned.sendAt.getTime() > LATE_MS;
    const unsentReason = isExpired(event, today)
      ? 'ended'
      : isLate
        ? 'late'
        : await deliverPlanned(tx, { planned, today });
    if (unsentReason === null) await tx.delete(plannedMessages).where(isIt);
    else await tx.update(plannedMessages).set({ unsentReason }).where(isIt);
    return unsentReason === null ? 'sent' : 'unsent';
  });
}

/** Writes the messages; returns why it could not, or null. */
async function deliverPlanned(
  tx: Db,
  { planned, today }: { planned: PlannedMessageRow; today: Day },
): Promise<UnsentReason | null> {
  const { authorId, message } = planned;
  const [from] = await tx.select().from(users).where(eq(users.id, authorId));
  if (!from?.isOrganizer) return 'author';
  try {
    await deliver(tx, { from, today, toUserId: recipientsOf(planned), message });
    return null;
  } catch (error) {
    // Its only recipient has become an organizer, or nobody is in the audience.
    if (error instanceof DomainError) return 'nobody';
    throw error;
  }
}

function isDue(now: Date) {
  return and(lte(plannedMessages.sendAt, now), isNull(plannedMessages.unsentReason));
}
