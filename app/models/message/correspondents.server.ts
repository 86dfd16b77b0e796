import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { messages, users } from '~db/schema';
import { matches } from '../admin/list.server';
import { isParticipant } from '../event/progress.server';
import { PAGE_SIZE } from '../list-place';
import { pageOrFirst } from '../list-place.server';
import { initialOfName, plainName } from '../user/members.server';
import { shortLine } from './conversation.server';
import { recipient } from './read.server';

/** Which participants to list. */
interface Wanted {
  organizerId: number;
  eventId: number;
  /** Text that the name must contain; empty for all. */
  search?: string;
  /** The first letter of the name, as `listInitials` returns it; all by default. */
  initial?: string;
}

/**
 * A page (rule `screens.pages`) of the participants an organizer can write to. Each has the last message
 * exchanged, shortened, and the number of unread ones. Unread ones come first, then by last message, then by
 * name; those with a certain initial by name alone. Broadcasts are left out (rule `messages.to-all`).
 * @param params.page the page number, 1 by default
 * @returns the page and its number
 */
export async function readCorrespondentPage(
  db: Db,
  { page, ...wanted }: Wanted & { page?: number },
) {
  const read = (number = 1) => listCorrespondents(db, { ...wanted, page: number });
  const { after, ...found } = await pageOrFirst(read, page, ({ people }) => people.length === 0);
  return { ...found, page: after ?? 1 };
}

async function listCorrespondents(
  db: Db,
  { organizerId, eventId, search = '', initial, page }: Wanted & { page: number },
) {
  // Messages of an earlier organizer do not belong to the current one.
  const isTheirs = or(eq(messages.fromUserId, organizerId), eq(messages.toUserId, organizerId));
  // The other side of the conversation.
  const other = sql<number>`case when ${recipient.isOrganizer} then ${messages.fromUserId} else ${messages.toUserId} end`;
  const last = db
    .selectDistinctOn([other], {
      userId: other.as('last_user_id'),
      line: shortLine.as('line'),
      isSent: sql<boolean>`not ${recipient.isOrganizer}`.as('is_sent'),
      lastAt: messages.createdAt,
    })
    .from(messages)
    .innerJoin(recipient, eq(recipient.id, messages.toUserId))
    .where(and(eq(recipient.eventId, eventId), isTheirs, isNull(messages.broadcastId)))
    .orderBy(other, desc(messages.createdAt), desc(messages.id))
    .as('last');
  const unread = db
    .select({ userId: messages.fromUserId, count: sql<number>`count(*)::int`.as('count') })
    .from(messages)
    .where(and(eq(messages.toUserId, organizerId), eq(messages.isRead, false)))
    .groupBy(messages.fromUserId)
    .as('unread');
  const unreadCount = sql<number>`coalesce(${unread.count}, 0)`;
  const byMessages = [desc(sql`${unreadCount} > 0`), sql`${last.lastAt} desc nulls last`];
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      selfieStorage: users.selfieStorage,
      selfieKey: users.selfieKey,
      line: last.line,
      isSent: last.isSent,
      lastAt: last.lastAt,
      unread: unreadCount,
    })
    .from(users)
    .leftJoin(last, eq(last.userId, users.id))
    .leftJoin(unread, eq(unread.userId, users.id))
    .where(
      and(
        isParticipant(eventId),
        matches(search, sql`${users.nameKey}`),
        initial === undefined ? undefined : eq(initialOfName, initial),
      ),
    )
    .orderBy(...(initial === undefined ? byMessages : []), asc(plainName), asc(users.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  return { people: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
}
