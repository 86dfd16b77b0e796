import { and, asc, eq, isNull, lte, not } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import {
  events,
  pushDeliveries,
  pushNotices,
  pushSubscriptions,
  sessions,
  users,
} from '~db/schema';
import type { PushSender } from '~/services/push/push.server';
import { accessTo, assertCan, memberOf, type Actor } from '../access';
import { dayOf } from '../day';
import { isExpiredSession } from '../session/write.server';
import type { PushTopic } from './rules';
import { TOPICS, type Clock, type DueNotice } from './topics';

/** How many notifications are on their way at the same time. */
const PUSH_AT_ONCE = 10;
/** How often a push service may temporarily refuse a notification. The delay doubles each time. */
const FAILURES_MAX = 4;
const RETRY_MS = 15_000;

/** A notification on its way. */
export type Delivery = typeof pushDeliveries.$inferSelect;

/** Writes a notification in the language its reader used last; null if that is unknown. */
export type PushWords = (
  notice: Pick<DueNotice, 'about'> & {
    topic: PushTopic;
    language: string | null;
    timeZone: string;
  },
) => { title: string; body: string };

/** What became of it: `void` if there was no reason to send it any more. */
export type Delivered = 'sent' | 'failed' | 'later' | 'gone' | 'void';

/** The next notifications that are due, as many as may be on their way at the same time. */
export function listDueDeliveries(db: Db, { now }: { now: Date }): Promise<Delivery[]> {
  return db
    .select()
    .from(pushDeliveries)
    .where(lte(pushDeliveries.dueAt, now))
    .orderBy(asc(pushDeliveries.dueAt), asc(pushDeliveries.noticeId), asc(pushDeliveries.sessionId))
    .limit(PUSH_AT_ONCE);
}

/**
 * Sends a notification, unless another server has taken it. Its row is deleted first: if this server dies before it is
 * sent, it is lost rather than sent twice (rule `push.once`). It is not sent if it is out of date, or its person has
 * logged out, left, was removed, may no longer look, or does not want it any more.
 * @throws DomainError access_denied for every actor but the system
 */
export async function deliverPush(
  { db, push, words }: { db: Db; push: PushSender; words: PushWords },
  { actor, delivery, clock }: { actor: Actor; delivery: Delivery; clock: Clock },
): Promise<Delivered> {
  assertCan(actor, 'push.send');
  const claimed = await db.delete(pushDeliveries).where(isIt(delivery)).returning();
  if (claimed.length === 0) return 'void';
  const found = await findReceiver(db, { delivery, clock });
  if (!found) return 'void';
  const { target, topic, about, until, language } = found;
  const { timeZone } = clock;
  const { title, body } = words({ topic, about, language, timeZone });
  const text = JSON.stringify({ title, body, tag: topic, path: TOPICS[topic].path() });
  const ttlSeconds = (until.getTime() - clock.now.getTime()) / 1000;
  const outcome = await push.send(target, text, { ttlSeconds, topic });
  if (outcome === 'gone') await forgetDevice(db, delivery.sessionId, target.endpoint);
  if (outcome === 'later') return putOff(db, { delivery, now: clock.now });
  return outcome;
}

function isIt({ noticeId, sessionId, failures }: Delivery) {
  return and(
    eq(pushDeliveries.noticeId, noticeId),
    eq(pushDeliveries.sessionId, sessionId),
    eq(pushDeliveries.failures, failures),
  );
}

/** The device and the notice, if it is still to be sent. */
async function findReceiver(db: Db, { delivery, clock }: { delivery: Delivery; clock: Clock }) {
  const { endpoint, p256dh, auth, topics } = pushSubscriptions;
  const [found] = await db
    .select({
      target: { endpoint, p256dh, auth },
      topics,
      user: users,
      event: events,
      notice: pushNotices,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(events, eq(events.id, sessions.eventId))
    .innerJoin(pushNotices, eq(pushNotices.id, delivery.noticeId))
    .where(
      and(
        eq(pushSubscriptions.sessionId, delivery.sessionId),
        // The organizer has removed them, and may undo it for some seconds.
        isNull(users.removeAt),
        not(isExpiredSession(clock.now)),
      ),
    );
  if (!found) return null;
  const { target, user, event, notice } = found;
  const { topic, about } = notice;
  const due = TOPICS[topic].dueOf(event, clock);
  const isTrue = due !== null && +due.about === +about;
  const mayLook = accessTo(memberOf(user, dayOf(clock.now, clock.timeZone)), event) !== 'closed';
  if (!isTrue || !mayLook || !found.topics.includes(topic)) return null;
  return { target, topic, about, until: due.until, language: user.language };
}

/** Deletes a subscription that its push service no longer knows, unless the device has another one by now. */
async function forgetDevice(db: Db, sessionId: string, endpoint: string): Promise<void> {
  const isSame = and(
    eq(pushSubscriptions.sessionId, sessionId),
    eq(pushSubscriptions.endpoint, endpoint),
  );
  await db.delete(pushSubscriptions).where(isSame);
}

/** Plans the next try after 15, 30, 60 and 120 s, and then gives up. */
async function putOff(
  db: Db,
  { delivery, now }: { delivery: Delivery; now: Date },
): Promise<'later' | 'failed'> {
  const { noticeId, sessionId } = delivery;
  const failures = delivery.failures + 1;
  if (failures > FAILURES_MAX) return 'failed';
  const dueAt = new Date(now.getTime() + RETRY_MS * 2 ** (failures - 1));
  // Its person may have logged out meanwhile, so that there is nothing to refer to.
  await db.transaction(async (tx) => {
    const [device] = await tx
      .select({ id: pushSubscriptions.sessionId })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.sessionId, sessionId))
      .for('key share');
    if (device) await tx.insert(pushDeliveries).values({ noticeId, sessionId, failures, dueAt });
  });
  return 'later';
}
