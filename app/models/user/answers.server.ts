import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { accessTo, assertCan, endedRefusal, ownAccount, type Person } from '../access';
import { DomainError } from '../errors';
import { lockEvent } from '../event/update.server';

/**
 * What a member answers once: whether their first name may be shown (rule `share.names`), or whether they get the mail
 * on the morning after (rule `mails.morning`).
 */
export type Answer = { mayBeNamed: boolean } | { mailConsent: boolean };

/**
 * Sets an answer. Members answer for themselves only, and may change it after the event's end, because pictures are
 * shared and mails are sent then.
 * @throws DomainError access_denied for a visitor, user_not_found, event_ended if they may no longer look
 */
export async function setAnswer(
  db: Db,
  { actor, answer }: { actor: Person; answer: Answer },
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const { userId, eventId } = actor;
  await db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    const refusal = event ? endedRefusal(accessTo(actor, event), 'read') : null;
    if (refusal) throw refusal;
    const changed = await tx
      .update(users)
      .set(answer)
      .where(and(eq(users.id, userId ?? 0), eq(users.eventId, eventId)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('user_not_found');
  });
}
