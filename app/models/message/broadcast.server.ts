import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { messages } from '~db/schema';
import { bigintId } from '../id.server';
import { MESSAGE_PAGE, type Audience } from './rules';

/** A message that an organizer sent to many participants at once (rule `messages.to-all`). */
export interface Broadcast {
  id: number;
  message: string;
  createdAt: Date;
  audience: Audience;
  /** The number of recipients who are still in the event, and how many of them have read it. */
  count: number;
  read: number;
}

/**
 * A page of an organizer's broadcasts, newest first.
 * @param params.before only broadcasts sent before the one with this id
 * @param params.limit the maximum number
 */
export async function listBroadcasts(
  db: Db,
  params: { organizerId: number; before?: number; limit?: number },
): Promise<{ broadcasts: Broadcast[]; hasEarlier: boolean }> {
  const { organizerId, before, limit = MESSAGE_PAGE } = params;
  const rows = await db
    .select({
      id: sql<number>`${messages.broadcastId}`,
      // All rows of a broadcast have the same value.
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
