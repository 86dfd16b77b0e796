import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { insertRows } from '~db/many.server';
import { events, messages, users } from '~db/schema';
import {
  assertCan,
  assertRunning,
  memberOf,
  memberTarget,
  ownAccount,
  type Person,
} from '../access';
import { DomainError } from '../errors';
import { findOrganizer, type EventRow } from '../event/read.server';
import { bigintId } from '../id.server';
import { EVERYONE, MESSAGE_PAGE, type Audience, type PublicMessage } from './rules';
import { hasNoPhoto, isParticipant } from '../event/progress.server';
import { singleRow } from '../row.server';
import { ADMIN_USER_ID } from '../user/rules';
import type { UserRow } from '../user/read.server';
import { mailboxOf, mailboxOfUser } from './mailbox.server';
import { selectMessages } from './read.server';

/**
 * Sends a message: from a participant to the organizer, or from the organizer to one participant or, with
 * `all`, to every participant. A co-organizer writes in the organizer's place.
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
      .select(targetCells)
      .from(users)
      .where(
        toUserId === EVERYONE
          ? and(isParticipant(eventId), onlyWithoutPhoto ? hasNoPhoto(tx) : undefined)
          : eq(users.id, bigintId(toUserId)),
      );
    if (recipients.length === 0) throw new DomainError('user_not_found');
    for (const to of recipients) assertCan(writer, 'message.write', memberTarget(to));
    const common = { eventId, ...(await authorship(tx, from)), message };
    if (toUserId !== EVERYONE) {
      const [to = 0] = await Promise.all(recipients.map((one) => mailboxOf(tx, one)));
      const [row] = await tx
        .insert(messages)
        .values({ ...common, toUserId: to })
        .returning({ id: messages.id });
      const one = await selectMessages(tx).where(eq(messages.id, row?.id ?? 0));
      return { count: 1, messages: one };
    }
    const together = await newBroadcast(tx, onlyWithoutPhoto);
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
  });
}

const targetCells = {
  id: users.id,
  eventId: users.eventId,
  isOrganizer: users.isOrganizer,
  coOrganizerSince: users.coOrganizerSince,
};

/** Whose message it is, and its author if a co-organizer writes it (rule `messages.organizers`). */
async function authorship(
  tx: Db,
  from: Pick<UserRow, 'id' | 'eventId' | 'coOrganizerSince'>,
): Promise<{ fromUserId: number; authorId: number | null }> {
  const fromUserId = await mailboxOf(tx, from);
  return { fromUserId, authorId: fromUserId === from.id ? null : from.id };
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
  const both = await tx
    .select({ ...targetCells, language: users.language })
    .from(users)
    .where(and(eq(users.eventId, eventId), inArray(users.id, [actor.userId ?? 0, toUserId])));
  const from = both.find((user) => user.id === actor.userId);
  const to = both.find((user) => user.id === toUserId);
  if (!from) throw new DomainError('authentication_required');
  if (!to) throw new DomainError('user_not_found');
  // The organizers share their messages, so one does not notify another.
  if (to.isOrganizer) return;
  // Uses the current role, as for any other message.
  assertCan(memberOf(from, actor.today), 'message.write', memberTarget(to));
  const message = words(to.language);
  const common = { eventId, ...(await authorship(tx, from)), message };
  await tx.insert(messages).values({ ...common, toUserId: to.id });
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
  const isReceived = found.toUserId === (await mailboxOfUser(db, actor.userId));
  const ownerId = isReceived ? actor.userId : found.toUserId;
  assertCan(actor, 'message.mark', { eventId: found.eventId, ownerId });
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
  await db.transaction(async (tx) => {
    await lockRunningEvent(tx, actor);
    const userId = await mailboxOfUser(tx, actor.userId);
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
