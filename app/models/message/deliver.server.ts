import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { insertRows } from '~db/many.server';
import { messages, users } from '~db/schema';
import { assertCan, memberOf, memberTarget } from '../access';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { bigintId } from '../id.server';
import { singleRow } from '../row.server';
import type { UserRow } from '../user/read.server';
import { isInAudience } from './audience.server';
import { mailboxOf } from './mailbox.server';
import { MESSAGE_PAGE, type Recipients } from './rules';
import type { PublicMessage } from './shape';
import { selectMessages } from './read.server';

/** How many messages were sent, and a page of them, newest first. */
export interface Sent {
  count: number;
  messages: PublicMessage[];
}

/**
 * Writes the rows of a message in the caller's transaction, which locks the event. It checks the permission with the
 * writer's current role, so a user who has become the organizer meanwhile writes as the organizer.
 * @throws DomainError user_not_found when there is no recipient, access_denied; nothing is written then
 */
export async function deliver(
  tx: Db,
  params: { from: UserRow; today: Day; toUserId: Recipients; message: string },
): Promise<Sent> {
  const { from, today, toUserId, message } = params;
  const { eventId } = from;
  const writer = memberOf(from, today);
  const isToMany = typeof toUserId === 'string';
  if (isToMany) assertCan(writer, 'message.writeToAll', { eventId });
  const recipients = await tx
    .select(targetCells)
    .from(users)
    .where(isToMany ? isInAudience(tx, { eventId, audience: toUserId }) : isUser(toUserId));
  if (recipients.length === 0) throw new DomainError('user_not_found');
  for (const to of recipients) assertCan(writer, 'message.write', memberTarget(to));
  const common = { eventId, ...(await authorship(tx, from)), message };
  if (!isToMany) {
    const [to = 0] = await Promise.all(recipients.map((one) => mailboxOf(tx, one)));
    const [row] = await tx
      .insert(messages)
      .values({ ...common, toUserId: to })
      .returning({ id: messages.id });
    return { count: 1, messages: await selectMessages(tx).where(eq(messages.id, row?.id ?? 0)) };
  }
  const together = { broadcastId: await nextMessageId(tx), audience: toUserId };
  const rows = recipients.map((to) => ({ ...common, ...together, toUserId: to.id }));
  await insertRows(tx, messages, rows);
  const sent = await selectMessages(tx)
    .where(
      and(
        eq(messages.fromUserId, common.fromUserId),
        eq(messages.broadcastId, together.broadcastId),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(MESSAGE_PAGE);
  return { count: rows.length, messages: sent };
}

const isUser = (id: number) => eq(users.id, bigintId(id));

/** The columns of a recipient that decide who may write to them. */
export const targetCells = {
  id: users.id,
  eventId: users.eventId,
  isOrganizer: users.isOrganizer,
  coOrganizerSince: users.coOrganizerSince,
};

/** Whose message it is, and its author if a co-organizer writes it (rule `messages.organizers`). */
export async function authorship(
  tx: Db,
  from: Pick<UserRow, 'id' | 'eventId' | 'coOrganizerSince'>,
): Promise<{ fromUserId: number; authorId: number | null }> {
  const fromUserId = await mailboxOf(tx, from);
  return { fromUserId, authorId: fromUserId === from.id ? null : from.id };
}

/** An id that marks several rows as one message to many (rule `messages.to-all`). */
async function nextMessageId(tx: Db): Promise<number> {
  const next = sql<number>`nextval(pg_get_serial_sequence('messages', 'id'))::int`;
  return singleRow(await tx.select({ id: next }).from(sql`(select 1) as one`)).id;
}
