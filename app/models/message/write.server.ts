import { aliasedTable, and, desc, eq, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { insertRows } from '~db/many.server';
import { events, messages, users } from '~db/schema';
import { statement } from '~db/statement.server';
import { assertCan, assertRunning, memberOf, ownAccount, type Person } from '../access';
import { DomainError } from '../errors';
import { findOrganizer, type EventRow } from '../event/read.server';
import { bigintId } from '../id.server';
import {
  EVERYONE,
  MESSAGE_PAGE,
  PLATFORM_NAME,
  type Audience,
  type Mark,
  type MessagePage,
  type PublicMessage,
} from './rules';
import { hasNoPhoto, isParticipant } from '../event/progress.server';
import { singleRow } from '../row.server';
import { ADMIN_USER_ID } from '../user/rules';

/** The two users of a message. Queries that name the sender join both. */
export const sender = aliasedTable(users, 'sender');
export const recipient = aliasedTable(users, 'recipient');
/** A sender from another event is the administrator, writing on behalf of the platform. */
export const isFromPlatform = ne(sender.eventId, messages.eventId);
export const senderName = sql<string>`case when ${isFromPlatform} then ${PLATFORM_NAME} else ${sender.name} end`;
export const senderMark = sql<Mark | null>`case
  when ${isFromPlatform} then 'platform' when ${sender.isOrganizer} then 'organizer' end`;

/** Which page of a list to read. */
interface Part {
  /** Only messages older than the one with this id. */
  before?: number;
  /** The maximum number. */
  limit?: number;
}

/**
 * A page of a member's messages, received and sent, newest first.
 * @param params.withUserId only those exchanged with this user
 * @param params.isUnread only received ones that are not marked as read
 */
export function listMessages(
  db: Db,
  params: { userId: number; eventId: number; withUserId?: number; isUnread?: boolean } & Part,
): Promise<MessagePage> {
  const { userId, eventId, withUserId, isUnread = false } = params;
  const received = and(
    eq(messages.toUserId, userId),
    withUserId === undefined ? undefined : eq(messages.fromUserId, withUserId),
  );
  const sent = and(
    eq(messages.fromUserId, userId),
    // Stated explicitly so that the index on recipients is used.
    withUserId === undefined ? eq(recipient.eventId, eventId) : eq(messages.toUserId, withUserId),
  );
  const which = isUnread ? and(received, eq(messages.isRead, false)) : or(received, sent);
  return readPage(db, and(eq(messages.eventId, eventId), which), params);
}

/**
 * A page of the messages that match a condition. Ids increase in order of creation and are unique, unlike
 * timestamps, so no message is repeated or left out between two pages.
 */
async function readPage(
  db: Db,
  which: SQL | undefined,
  { before, limit = MESSAGE_PAGE }: Part,
): Promise<MessagePage> {
  const isEarlier = before === undefined ? undefined : lt(messages.id, bigintId(before));
  const rows = await selectMessages(db)
    .where(and(which, isEarlier))
    .orderBy(desc(messages.id))
    .limit(limit + 1);
  return { messages: rows.slice(0, limit), hasEarlier: rows.length > limit };
}

/** The columns of a message that the endpoints return. */
export const publicColumns = {
  id: messages.id,
  fromUserId: messages.fromUserId,
  toUserId: messages.toUserId,
  message: messages.message,
  isRead: messages.isRead,
  createdAt: messages.createdAt,
  eventId: messages.eventId,
  fromName: senderName,
  toName: recipient.name,
};

function selectMessages(db: Db) {
  return db
    .select(publicColumns)
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .innerJoin(recipient, eq(recipient.id, messages.toUserId));
}

/**
 * The number of received messages that a member has not read, and a mark that changes when a message arrives
 * or is read.
 */
export async function readUnread(
  db: Db,
  { userId }: { userId: number },
): Promise<{ count: number; mark: string }> {
  const { count, newest } = singleRow(await unreadMessages(db).execute({ userId }));
  return { count, mark: `${count}-${newest ?? 0}` };
}

const unreadMessages = statement((db) =>
  db
    .select({
      count: sql<number>`(count(*) filter (where not ${messages.isRead}))::int`,
      newest: sql<number | null>`max(${messages.id})`,
    })
    .from(messages)
    .where(eq(messages.toUserId, sql.placeholder('userId')))
    .prepare('unread_messages'),
);

/**
 * Sends a message: from a participant to the organizer, or from the organizer to one participant or, with
 * `all`, to every participant.
 * @param params.onlyWithoutPhoto only to participants without a photo
 * @returns how many were sent, and a page of them, newest first
 * @throws DomainError authentication_required when the sender is gone, event_closed, user_not_found when
 *   there is no recipient, access_denied
 */
export async function sendMessage(
  db: Db,
  params: {
    actor: Person;
    toUserId: number | 'all';
    onlyWithoutPhoto?: boolean;
    message: string;
  },
): Promise<{ count: number; messages: PublicMessage[] }> {
  const { actor, toUserId, onlyWithoutPhoto = false, message } = params;
  const { eventId } = actor;
  return db.transaction(async (tx) => {
    // Locks the event, as joining and leaving do, so that sender and recipients exist until the commit.
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('key share');
    const [from] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, actor.userId ?? 0), eq(users.eventId, eventId)));
    if (!event || !from) throw new DomainError('authentication_required');
    // Uses the current role: a user who has become the organizer since the request started writes as the
    // organizer.
    const writer = memberOf(from, actor.today);
    assertRunning(writer, event);
    if (toUserId === EVERYONE) assertCan(writer, 'message.writeToAll', { eventId });
    const recipients = await tx
      .select({ id: users.id, eventId: users.eventId, isOrganizer: users.isOrganizer })
      .from(users)
      .where(
        toUserId === EVERYONE
          ? and(isParticipant(eventId), onlyWithoutPhoto ? hasNoPhoto(tx) : undefined)
          : eq(users.id, bigintId(toUserId)),
      );
    if (recipients.length === 0) throw new DomainError('user_not_found');
    for (const to of recipients) assertCan(writer, 'message.write', { ...to, ownerId: to.id });
    const common = { eventId, fromUserId: from.id, message };
    if (toUserId !== EVERYONE) {
      const [row] = await tx
        .insert(messages)
        .values(recipients.map((to) => ({ ...common, toUserId: to.id })))
        .returning({ id: messages.id });
      const one = await selectMessages(tx).where(eq(messages.id, row?.id ?? 0));
      return { count: 1, messages: one };
    }
    const together = await newBroadcast(tx, onlyWithoutPhoto);
    const rows = recipients.map((to) => ({ ...common, ...together, toUserId: to.id }));
    await insertRows(tx, messages, rows);
    const sent = await selectMessages(tx)
      .where(and(eq(messages.fromUserId, from.id), eq(messages.broadcastId, together.broadcastId)))
      .orderBy(desc(messages.id))
      .limit(MESSAGE_PAGE);
    return { count: rows.length, messages: sent };
  });
}

/** The columns that mark several rows as one message to many (rule `messages.to-all`). */
async function newBroadcast(tx: Db, onlyWithoutPhoto: boolean) {
  const next = sql<number>`nextval(pg_get_serial_sequence('messages', 'id'))::int`;
  const rows = await tx.select({ id: next }).from(sql`(select 1) as one`);
  const audience: Audience = onlyWithoutPhoto ? 'without_photo' : 'all';
  return { broadcastId: singleRow(rows).id, audience };
}

/**
 * Writes to an event's organizer on behalf of the platform. The caller's transaction locks the event. The
 * administrator is not sent messages from themselves.
 * @param words the text, in the language the organizer used last; null if that is unknown
 * @returns whether there was an organizer to write to
 */
export async function notifyOrganizer(
  tx: Db,
  { id: eventId }: { id: number },
  words: (language: string | null) => string,
): Promise<boolean> {
  const organizer = await findOrganizer(tx, { eventId });
  if (!organizer || organizer.id === ADMIN_USER_ID) return false;
  await sendFromPlatform(tx, organizer, words);
  return true;
}

/** Writes to one member on behalf of the platform. The caller's transaction locks their event. */
export async function sendFromPlatform(
  tx: Db,
  { id: toUserId, eventId, language }: { id: number; eventId: number; language: string | null },
  words: (language: string | null) => string,
): Promise<void> {
  const ids = { eventId, fromUserId: ADMIN_USER_ID, toUserId };
  await tx.insert(messages).values({ ...ids, message: words(language) });
}

/**
 * Writes the message that an action triggers from one member to another, in the action's transaction, which
 * locks the event.
 * @param params.words the text, in the language the recipient used last; null if that is unknown
 * @throws DomainError authentication_required when the writer is gone, user_not_found, access_denied
 */
export async function writeNotice(
  tx: Db,
  params: { actor: Person; toUserId: number; words: (language: string | null) => string },
): Promise<void> {
  const { actor, toUserId, words } = params;
  const { eventId } = actor;
  const { id, isOrganizer, language } = users;
  const both = await tx
    .select({ id, eventId: users.eventId, isOrganizer, language })
    .from(users)
    .where(and(eq(users.eventId, eventId), inArray(users.id, [actor.userId ?? 0, toUserId])));
  const from = both.find((user) => user.id === actor.userId);
  const to = both.find((user) => user.id === toUserId);
  if (!from) throw new DomainError('authentication_required');
  if (!to) throw new DomainError('user_not_found');
  // Uses the current role, as for any other message.
  assertCan(memberOf(from, actor.today), 'message.write', { ...to, ownerId: to.id });
  const message = words(to.language);
  await tx.insert(messages).values({ eventId, fromUserId: from.id, toUserId: to.id, message });
}

/**
 * Marks one received message as read. Does nothing if it is read already.
 * @throws DomainError message_not_found, access_denied for another user's message, event_closed
 */
export async function markRead(
  db: Db,
  { messageId, actor }: { messageId: number; actor: Person },
): Promise<PublicMessage> {
  const isMessage = eq(messages.id, bigintId(messageId));
  const [found] = await db.select().from(messages).where(isMessage);
  if (!found) throw new DomainError('message_not_found');
  assertCan(actor, 'message.mark', { eventId: found.eventId, ownerId: found.toUserId });
  await db.transaction(async (tx) => {
    await lockRunningEvent(tx, actor);
    await tx.update(messages).set({ isRead: true }).where(isMessage);
  });
  const [message] = await selectMessages(db).where(isMessage);
  if (!message) throw new DomainError('message_not_found');
  return message;
}

/**
 * Marks all messages that a member has received as read.
 * @throws DomainError access_denied for a visitor, event_closed
 */
export async function markAllRead(db: Db, { actor }: { actor: Person }): Promise<void> {
  assertCan(actor, 'message.mark', ownAccount(actor));
  const userId = actor.userId ?? 0;
  await db.transaction(async (tx) => {
    await lockRunningEvent(tx, actor);
    await tx
      .update(messages)
      .set({ isRead: true })
      .where(and(eq(messages.toUserId, userId), eq(messages.isRead, false)));
  });
}

/**
 * Locks the member's event before a write to their rows; events are always locked before members.
 * @throws DomainError event_closed
 */
async function lockRunningEvent(tx: Db, actor: Person): Promise<void> {
  const event = await lockOwnEvent(tx, actor);
  if (event) assertRunning(actor, event);
}

/** Locks the member's event. Events are always locked before members. */
export async function lockOwnEvent(tx: Db, actor: Person): Promise<EventRow | undefined> {
  const isTheirs = eq(events.id, actor.eventId);
  const [event] = await tx.select().from(events).where(isTheirs).for('key share');
  return event;
}
