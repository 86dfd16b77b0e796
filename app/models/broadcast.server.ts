import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { messages } from '~db/schema';
import { bigintId } from './id.server';
import { MESSAGE_PAGE, type Audience } from './message';

/** What an organizer has sent to many, once (rule `messages.to-all`). */
export interface Broadcast {
  id: number;
  message: string;
  createdAt: Date;
  audience: Audience;
  /** How many got it and are still there, and how many of these have read it. */
  count: number;
  read: number;
}

/**
 * What an organizer has sent to many, newest first, a page of it.
 * @param params.before only what was sent before the broadcast of this id
 * @param params.limit how many, at most
 */
export async function listBroadcasts(
  db: Db,
  params: { organizerId: number; before?: number; limit?: number },
): Promise<{ broadcasts: Broadcast[]; hasEarlier: boolean }> {
  const { organizerId, before, limit = MESSAGE_PAGE } = params;
  const rows = await db
    .select({
      id: sql<number>`${messages.broadcastId}`,
      // The same in all rows of one.
      message: sql<string>`min(${messages.message})`,
      createdAt: sql<Date>`min(${messages.createdAt})`.mapWith(messages.createdAt),
      audience: sql<Audience>`min(${messages.audience})`,
      count: sql<number>`count(*)::int`,
      read: sql<number>`(count(*) filter (where ${messages.isRead}))::int`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.fromUserId, organizerId),
        isNotNull(messages.broadcastId),
        before === undefined ? undefined : lt(messages.broadcastId, bigintId(before)),
      ),
    )
    .groupBy(messages.broadcastId)
    .orderBy(desc(messages.broadcastId))
    .limit(limit + 1);
  return { broadcasts: rows.slice(0, limit), hasEarlier: rows.length > limit };
}
