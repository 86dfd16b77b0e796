import { and, desc, eq, exists, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { messages, users } from '~db/schema';
import { assertCan, ownAccount, type Person } from '../access';
import type { KeepingWarning } from '../event/rules';
import { bigintId } from '../id.server';
import { MESSAGE_PAGE, PLATFORM, type Audience, type Mark, type MessagePage } from './rules';
import type { PublicMessage } from './shape';
import { mailboxOfUser } from './mailbox.server';
import { lockOwnEvent } from './write.server';
import { isFromPlatform, publicColumns, recipient, sender, senderMark } from './read.server';

/** A message on a conversation's screen; `audience` is null for a message to one person. */
export type TalkMessage = PublicMessage & {
  /** Whether the reader's side sent it: themselves, or for an organizer any of the organizers. */
  isSent: boolean;
  audience: Audience | null;
  mark: Mark | null;
  /** Which deletion the platform warns of; null for every other message. */
  keepingWarning: KeepingWarning | null;
};

/** The maximum length of a conversation's last message in the list of people. */
const LINE_LENGTH = 140;

/** A message, shortened for the list of people. */
export const shortLine = sql<string>`left(${messages.message}, ${LINE_LENGTH})`;

/** A conversation between a member and another one, or the platform's messages to them. */
interface Talk {
  /** Whose (`mailboxOf`). */
  userId: number;
  eventId: number;
  withUserId: number | typeof PLATFORM;
  /** Whether to include the platform's messages. A participant has one thread only. */
  isWithPlatform?: boolean;
}

/**
 * A page of a conversation, newest first.
 * @param params.before only messages older than the one with this id
 * @param params.limit the maximum number
 */
export async function readConversation(
  db: Db,
  params: Talk & { before?: number; limit?: number },
): Promise<MessagePage<TalkMessage>> {
  const { before, limit = MESSAGE_PAGE } = params;
  const isEarlier = before === undefined ? undefined : lt(messages.id, bigintId(before));
  const rows = await db
    .select({
      ...publicColumns,
      isSent: sql<boolean>`${messages.fromUserId} = ${params.userId}::int`,
      audience: messages.audience,
      keepingWarning: messages.keepingWarning,
      mark: senderMark,
    })
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .innerJoin(recipient, eq(recipient.id, messages.toUserId))
    .where(and(eq(messages.eventId, params.eventId), isSaidIn(params), isEarlier))
    .orderBy(desc(messages.id))
    .limit(limit + 1);
  return { messages: rows.slice(0, limit), hasEarlier: rows.length > limit };
}

function isSaidIn({ userId, withUserId, isWithPlatform }: Talk): SQL | undefined {
  const platforms = and(eq(messages.toUserId, userId), isFromPlatform);
  if (withUserId === PLATFORM) return platforms;
  const received = and(eq(messages.toUserId, userId), eq(messages.fromUserId, withUserId));
  const sent = and(eq(messages.fromUserId, userId), eq(messages.toUserId, withUserId));
  return or(received, sent, isWithPlatform ? platforms : undefined);
}

/**
 * The platform's last message to a member, shortened, and the number of its unread messages; null if there is
 * none.
 */
export async function summarizePlatformMessages(
  db: Db,
  { userId, eventId }: { userId: number; eventId: number },
) {
  const [last] = await db
    .select({
      line: shortLine,
      lastAt: messages.createdAt,
      unread: sql<number>`(count(*) filter (where not ${messages.isRead}) over ())::int`,
    })
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .where(and(eq(messages.eventId, eventId), isSaidIn({ userId, eventId, withUserId: PLATFORM })))
    .orderBy(desc(messages.id))
    .limit(1);
  return last ?? null;
}

/**
 * Marks the messages a member has received in a conversation as read (rule `messages.read`). It works after
 * the event's end, too, because it changes only the reader's own messages.
 * @param params.upTo the id of the newest message that is shown; later ones stay unread
 * @throws DomainError access_denied for a visitor
 */
export async function markConversationRead(
  db: Db,
  params: { actor: Person; upTo: number } & Pick<Talk, 'withUserId' | 'isWithPlatform'>,
): Promise<void> {
  const { actor, withUserId, isWithPlatform, upTo } = params;
  assertCan(actor, 'message.mark', ownAccount(actor));
  const userId = await mailboxOfUser(db, actor.userId);
  const isFromThem = or(
    withUserId === PLATFORM ? undefined : eq(messages.fromUserId, withUserId),
    withUserId === PLATFORM || isWithPlatform ? isSentByPlatform(db) : undefined,
  );
  const isUnread = and(
    eq(messages.toUserId, userId),
    eq(messages.isRead, false),
    isFromThem,
    lte(messages.id, bigintId(upTo)),
  );
  const [found] = await db.select({ id: messages.id }).from(messages).where(isUnread).limit(1);
  if (!found) return;
  await db.transaction(async (tx) => {
    await lockOwnEvent(tx, actor);
    await tx.update(messages).set({ isRead: true }).where(isUnread);
  });
}

/** Like `isFromPlatform`, for queries that do not join the sender. */
function isSentByPlatform(db: Db) {
  const writer = and(eq(users.id, messages.fromUserId), ne(users.eventId, messages.eventId));
  return exists(db.select({ id: users.id }).from(users).where(writer));
}
