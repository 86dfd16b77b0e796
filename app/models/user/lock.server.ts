import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users, type EventRow } from '~db/schema';
import { assertRunning, type Person } from '../access';
import { DomainError } from '../errors';

/**
 * Locks the event, then the member, so that the event does not end and the member does not leave meanwhile. All
 * transactions that lock both use this order.
 * @param strength `update` if the member's writes must come one after the other
 * @throws DomainError authentication_required when one of them is gone, event_closed
 */
export async function lockMember(
  tx: Db,
  actor: Person,
  strength: 'update' | 'key share',
): Promise<{ event: EventRow; userId: number }> {
  const { userId, eventId } = actor;
  const [[event], [user]] = await Promise.all([
    tx.select().from(events).where(eq(events.id, eventId)).for('share'),
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId ?? 0), eq(users.eventId, eventId)))
      .for(strength),
  ]);
  if (!event || !user) throw new DomainError('authentication_required');
  assertRunning(actor, event, 'everybody');
  return { event, userId: user.id };
}
