import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '~db/client.server';
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
import type { KeepingWarning } from '../event/rules';
import { bigintId } from '../id.server';
import type { Recipients } from './rules';
import type { PublicMessage } from './shape';
import { ADMIN_USER_ID } from '../user/rules';
import type { UserRow } from '../user/read.server';
import { authorship, deliver, targetCells, type Sent } from './deliver.server';
import { mailboxOfUser } from './mailbox.server';
import { selectMessages } from './read.server';

/**
 * Sends a message: from a participant to the organizer, or from the organizer to one participant or to many. A
 * co-organizer writes in the organizer's place.
 * @returns how many were sent, and a page of them, newest first
 * @throws DomainError authentication_required when the sender is gone, event_closed, and what `deliver` throws
 */
export async function sendMessage(
  db: Db,
  params: { actor: Person; toUserId: Recipients; message: string },
): Promise<Sent> {
  const { actor, toUserId, message } = params;
  return db.transaction(async (tx) => {
    // Locks the event, as joining and leaving do, so that sender and recipients exist until the commit.
    const event = await lockOwnEvent(tx, actor);
    const from = await findWriter(tx, actor);
    if (!event || !from) throw new DomainError('authentication_required');
    assertRunning(memberOf(from, actor.today), event);
    return deliver(tx, { from, today: actor.today, toUserId, message });
  });
}

/** The current row of a person who writes; undefined for a visitor and for a member who is gone. */
export async function findWriter(
  tx: Db,
  { userId, eventId }: Person,
): Promise<UserRow | undefined> {
  const [from] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId ?? 0), eq(users.eventId, eventId)));
  return from;
}

/**
 * Writes to an event's organizer on behalf of the platform. The caller's transaction locks the event. The
 * administrator is not sent messages from themselves.
 * @param words the text, in the language the organizer used last; null if that is unknown
 * @param keepingWarning the deletion that it warns of
 * @returns whether there was an organizer to write to
 */
export async function notifyOrganizer(
  tx: Db,
  { id: eventId }: { id: number },
  words: (language: string | null) => string,
  keepingWarning?: KeepingWarning,
): Promise<boolean> {
  const organizer = await findOrganizer(tx, { eventId });
  if (!organizer || organizer.id === ADMIN_USER_ID) return false;
  await sendFromPlatform(tx, organizer, words, keepingWarning);
  return true;
}

/** Writes to one member on behalf of the platform. The caller's transaction locks their event. */
export async function sendFromPlatform(
  tx: Db,
  { id: toUserId, eventId, language }: { id: number; eventId: number; language: string | null },
  words: (language: string | null) => string,
  keepingWarning?: KeepingWarning,
): Promise<void> {
  const ids = { eventId, fromUserId: ADMIN_USER_ID, toUserId };
  await tx.insert(messages).values({ ...ids, message: words(language), keepingWarning });
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
export async function lockRunningEvent(tx: Db, actor: Person): Promise<void> {
  const event = await lockOwnEvent(tx, actor);
  if (event) assertRunning(actor, event);
}

/** Locks the member's event. Events are always locked before members. */
export async function lockOwnEvent(tx: Db, actor: Person): Promise<EventRow | undefined> {
  const isTheirs = eq(events.id, actor.eventId);
  const [event] = await tx.select().from(events).where(isTheirs).for('key share');
  return event;
}
