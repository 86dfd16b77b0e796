import { asc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { pushSubscriptions, sessions } from '~db/schema';
import type { PushTopic } from './rules';

/** What the device of a session is notified of; null if it gets nothing. */
export async function readPushTopics(
  db: Db,
  { sessionId }: { sessionId: string },
): Promise<PushTopic[] | null> {
  const [row] = await db
    .select({ topics: pushSubscriptions.topics })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, sessionId));
  return row?.topics ?? null;
}

/** The devices of a member that get notifications, for their own data. The address names only the push service. */
export async function listPushDevices(db: Db, { userId }: { userId: number }) {
  const { device, browser } = sessions;
  const { endpoint, topics, createdAt: since } = pushSubscriptions;
  const rows = await db
    .select({ device, browser, topics, since, endpoint })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(sessions.userId, userId))
    .orderBy(asc(since), asc(endpoint));
  return rows.map(({ endpoint: address, ...row }) => ({
    ...row,
    service: new URL(address).hostname,
  }));
}
