import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { accessTo, assertCan, endedRefusal, ownAccount, type Person } from '../access';
import { DomainError } from '../errors';
import { lockEvent } from '../event/update.server';

/**
 * Sets whether the first name of a member may stand on shared pictures (rule `share.names`). They answer for
 * themselves only, and may change it after the event's end, because the pictures are shared then.
 * @throws DomainError access_denied for a visitor, user_not_found, event_ended if they may no longer look
 */
export async function setNaming(
  db: Db,
  { actor, isNamed }: { actor: Person; isNamed: boolean },
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const { userId, eventId } = actor;
  await db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    const refusal = event ? endedRefusal(accessTo(actor, event), 'read') : null;
    if (refusal) throw refusal;
    const changed = await tx
      .update(users)
      .set({ mayBeNamed: isNamed })
      .where(and(eq(users.id, userId ?? 0), eq(users.eventId, eventId)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('user_not_found');
  });
}
