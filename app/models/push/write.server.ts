import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, pushSubscriptions, sessions, users } from '~db/schema';
import type { PushSender, PushTarget } from '~/services/push/push.server';
import { accessTo, assertCan, endedRefusal, ownAccount, type Person } from '../access';
import { DomainError } from '../errors';
import { readPushTopics } from './read.server';
import { PUSH_DEVICES, PUSH_TOPICS, type PushTopic } from './rules';

/** A member, and the session of the device that they answer on. */
interface Asking {
  actor: Person;
  sessionId: string;
  now: Date;
}

/**
 * Sets what the device of a session is notified of (rule `push.whose`), and notes that its person has answered. Without
 * topics, the session has a new subscription for the topics of its former one. After the event's end it is allowed as
 * long as they may look, because the morning after comes then.
 * @returns the topics, each once, in display order
 * @throws DomainError access_denied for a visitor, authentication_required if the session is gone, event_ended,
 *   invalid_request if the subscription cannot be sent to, or without topics where there are none yet
 */
export async function subscribeToPush(
  { db, push }: { db: Db; push: PushSender },
  params: {
    actor: Person;
    sessionId: string;
    now: Date;
    target: PushTarget;
    topics?: readonly PushTopic[];
  },
): Promise<PushTopic[]> {
  const { actor, sessionId, now, target, topics } = params;
  assertCan(actor, 'account.change', ownAccount(actor));
  if (!push.accepts(target)) throw new DomainError('invalid_request', { field: 'subscription' });
  const { endpoint, p256dh, auth } = target;
  return db.transaction(async (tx) => {
    await lockDevice(tx, { actor, sessionId });
    // When a browser has replaced its subscription, nobody is there to choose again (rule `push.replaced`).
    const chosenTopics = topics ?? (await readPushTopics(tx, { sessionId }));
    if (!chosenTopics) throw new DomainError('invalid_request', { field: 'topics' });
    const wanted = PUSH_TOPICS.filter((topic) => chosenTopics.includes(topic));
    // A browser keeps its endpoint when somebody else signs in.
    const isOthers = ne(pushSubscriptions.sessionId, sessionId);
    await tx
      .delete(pushSubscriptions)
      .where(and(isOthers, eq(pushSubscriptions.endpoint, endpoint)));
    const chosen = { endpoint, p256dh, auth, topics: wanted };
    await tx
      .insert(pushSubscriptions)
      .values({ sessionId, ...chosen, createdAt: now })
      .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set: chosen });
    await endSurplus(tx, actor.userId ?? 0);
    await noteAnswer(tx, { actor, now });
    return wanted;
  });
}

/**
 * Ends the notifications of a session's device, and notes that its person has answered.
 * @throws DomainError access_denied for a visitor, authentication_required if the session is gone, event_ended
 */
export async function unsubscribeFromPush(
  db: Db,
  { actor, sessionId, now }: Asking,
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  await db.transaction(async (tx) => {
    await lockDevice(tx, { actor, sessionId });
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId));
    await noteAnswer(tx, { actor, now });
  });
}

/** Locks the event, the member and the session, so that changes of one member come one after the other. */
async function lockDevice(
  tx: Db,
  { actor, sessionId }: Pick<Asking, 'actor' | 'sessionId'>,
): Promise<void> {
  const { userId, eventId } = actor;
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('share');
  const refusal = event ? endedRefusal(accessTo(actor, event), 'read') : null;
  if (refusal) throw refusal;
  const isThem = and(eq(users.id, userId ?? 0), eq(users.eventId, eventId));
  const [user] = await tx.select({ id: users.id }).from(users).where(isThem).for('update');
  const isTheirs = and(eq(sessions.id, sessionId), eq(sessions.userId, userId ?? 0));
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(isTheirs)
    .for('key share');
  if (!user || !session) throw new DomainError('authentication_required');
}

async function endSurplus(tx: Db, userId: number): Promise<void> {
  const surplus = tx
    .select({ id: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(sessions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.sessionId))
    .offset(PUSH_DEVICES);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.sessionId, surplus));
}

async function noteAnswer(tx: Db, { actor, now }: Pick<Asking, 'actor' | 'now'>): Promise<void> {
  await tx
    .update(users)
    .set({ pushAnsweredAt: now })
    .where(eq(users.id, actor.userId ?? 0));
}
