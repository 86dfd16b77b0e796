import { aliasedTable, and, desc, eq, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { messages, users } from '~db/schema';
import { statement } from '~db/statement.server';
import { bigintId } from '../id.server';
import { singleRow } from '../row.server';
import { mailboxId } from './mailbox.server';
import { MESSAGE_PAGE, PLATFORM_NAME, type Mark, type MessagePage } from './rules';
import type { PublicMessage } from './shape';

/** The two users of a message. Queries that name the sender join both. */
export const sender = aliasedTable(users, 'sender');
export const recipient = aliasedTable(users, 'recipient');

/** A sender from another event is the administrator, writing on behalf of the platform. */
export const isFromPlatform = ne(sender.eventId, messages.eventId);
/** The name of the co-organizer who wrote a message in the organizer's place; null if nobody did. */
const authorName = sql`(select author.name from ${users} author where author.id = ${messages.authorId})`;
export const senderName = sql<string>`case when ${isFromPlatform} then ${PLATFORM_NAME}
  else coalesce(${authorName}, ${sender.name}) end`;
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
 * @param params.userId whose (`mailboxOf`)
 * @param params.withUserId only those exchanged with this user
 * @param params.isUnread only received ones that are not marked as read
 */
export function listMessages(
  db: Db,
  params: { userId: number; eventId: number; withUserId?: number; isUnread?: boolean } & Part,
): Promise<MessagePage<PublicMessage>> {
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
): Promise<MessagePage<PublicMessage>> {
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
  fromUserId: sql<number>`coalesce(${messages.authorId}, ${messages.fromUserId})`,
  toUserId: messages.toUserId,
  message: messages.message,
  isRead: messages.isRead,
  createdAt: messages.createdAt,
  eventId: messages.eventId,
  fromName: senderName,
  toName: recipient.name,
};
export function selectMessages(db: Db) {
  return db
    .select(publicColumns)
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .innerJoin(recipient, eq(recipient.id, messages.toUserId));
}

/**
 * The number of received messages that a member has not read, and a mark that changes when a message arrives
 * or is read. For a co-organizer they are the organizer's.
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
    .where(
      eq(
        messages.toUserId,
        sql`(select ${mailboxId} from ${users} where ${users.id} = ${sql.placeholder('userId')})`,
      ),
    )
    .prepare('unread_messages'),
);
