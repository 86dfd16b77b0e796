import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, flagReports, messages, payments, photos, turnedAway, users } from '~db/schema';
import type { Day } from '../day';
import { shortLine } from '../message/conversation.server';
import { mailboxOf } from '../message/mailbox.server';
import { recipient, sender, senderMark, senderName } from '../message/read.server';
import type { UserRow } from '../user/read.server';
import { nearEnd, type NeedCounts, type OtherNeeds } from './needs';
import { isParticipant } from './progress.server';
import type { EventRow } from './read.server';
import { daysRemaining } from './rules';

/**
 * What waits for an organizer, by kind (rule `desk.needs`). A co-organizer has the organizer's messages, and no
 * payments.
 */
export async function countNeeds(
  db: Db,
  user: Pick<UserRow, 'id' | 'eventId' | 'coOrganizerSince'>,
): Promise<NeedCounts> {
  const { eventId } = user;
  const userId = await mailboxOf(db, user);
  const [counts] = await db
    .select({
      reports: db.$count(
        flagReports,
        and(eq(flagReports.eventId, eventId), eq(flagReports.status, 'pending')),
      ),
      waiting: db.$count(photos, and(eq(photos.eventId, eventId), photos.isPending)),
      messages: db.$count(messages, and(eq(messages.toUserId, userId), eq(messages.isRead, false))),
      turnedAway: db.$count(turnedAway, and(eq(turnedAway.eventId, eventId), isFull(db, eventId))),
      payments: db.$count(payments, isInProcess(eventId)),
      damaged: db.$count(photos, and(eq(photos.eventId, eventId), isNotNull(photos.damagedAt))),
    })
    .from(events)
    .where(eq(events.id, eventId));
  const found = counts ?? {
    reports: 0,
    waiting: 0,
    messages: 0,
    turnedAway: 0,
    payments: 0,
    damaged: 0,
  };
  return user.coOrganizerSince ? { ...found, payments: 0 } : found;
}

/** Whether an event has no place left, in a query of events. */
const isFull = (db: Db, eventId: number) =>
  lte(events.maxUsers, db.$count(users, isParticipant(eventId)));

/** A payment that Stripe is still processing: the plan comes once it is paid. */
const isInProcess = (eventId: number) =>
  and(eq(payments.eventId, eventId), eq(payments.state, 'processing'));

/** The plan and the time of the oldest payment in process; null if there is none. */
export async function findPaymentInProcess(db: Db, { eventId }: { eventId: number }) {
  const [payment] = await db
    .select({ key: payments.key, plan: payments.plan, createdAt: payments.createdAt })
    .from(payments)
    .where(isInProcess(eventId))
    .orderBy(asc(payments.id))
    .limit(1);
  return payment ?? null;
}

/** The oldest message that a user has not read, shortened, with its sender; null if there is none. */
export async function findOldestUnread(
  db: Db,
  user: Pick<UserRow, 'id' | 'eventId' | 'coOrganizerSince'>,
) {
  const userId = await mailboxOf(db, user);
  const [message] = await db
    .select({
      fromUserId: messages.fromUserId,
      fromName: senderName,
      fromMark: senderMark,
      line: shortLine,
      createdAt: messages.createdAt,
      selfieStorage: users.selfieStorage,
      selfieKey: users.selfieKey,
    })
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .innerJoin(recipient, eq(recipient.id, messages.toUserId))
    .innerJoin(users, eq(users.id, messages.fromUserId))
    .where(and(eq(messages.toUserId, userId), eq(messages.isRead, false)))
    .orderBy(asc(messages.id))
    .limit(1);
  return message ?? null;
}

/** What waits for an organizer once or not at all (rule `desk.needs`), without a query. */
export function otherNeeds(
  deps: {
    /** Null if no mail can be sent. */
    mail: object | null;
    env: { ORGANIZER_PROOF: 'required' | 'none' };
    today(): Day;
  },
  { user, event, session }: { user: UserRow; event: EventRow; session: { isProven: boolean } },
): OtherNeeds {
  const isNameEnough = deps.mail === null && deps.env.ORGANIZER_PROOF !== 'required';
  return {
    end: nearEnd(daysRemaining(event, deps.today())),
    isDoorOpen: user.passwordHash === null && isNameEnough,
    hasReturnLink: session.isProven && user.returnTokenSealed !== null,
  };
}
