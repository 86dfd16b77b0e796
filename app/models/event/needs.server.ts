import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, flagReports, messages, payments, photos, turnedAway, users } from '~db/schema';
import type { Day } from '../day';
import { shortLine } from '../message/conversation.server';
import { mailboxOf } from '../message/mailbox.server';
import { recipient, sender, senderMark, senderName } from '../message/read.server';
import type { UserRow } from '../user/read.server';
import type { HealthCheck } from '../admin/health.server';
import { nearEnd, placesState, type NeedCounts, type OtherNeeds } from './needs';
import { isParticipant } from './progress.server';
import type { EventRow } from './read.server';
import { daysRemaining, isExpired } from './rules';
import { areStandingsHidden } from './standings';
import { votingState } from '../photo/voting';

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

interface OtherNeedsDeps {
  /** Null if no mail can be sent. */
  mail: object | null;
  /** Null if no plans are sold. */
  payments: object | null;
  health: Pick<HealthCheck, 'look'>;
  env: { ORGANIZER_PROOF: 'required' | 'none' };
  now(): Date;
  today(): Day;
}

/**
 * What waits for an organizer once or not at all (rule `desk.needs`), without a query.
 * @param guests how many participants there are, and how many people were turned away; undefined if unknown
 */
export async function otherNeeds(
  deps: OtherNeedsDeps,
  { user, event, session }: { user: UserRow; event: EventRow; session: { isProven: boolean } },
  guests: Guests | undefined,
): Promise<OtherNeeds> {
  const isNameEnough = deps.mail === null && deps.env.ORGANIZER_PROOF !== 'required';
  const isOver = isExpired(event, deps.today());
  const canBuy = deps.payments !== null && user.coOrganizerSince === null;
  return {
    end: nearEnd(daysRemaining(event, deps.today())),
    isDoorOpen: user.passwordHash === null && isNameEnough,
    hasReturnLink: session.isProven && user.returnTokenSealed !== null,
    isStorageClosed: !isOver && (await isStorageClosed(deps)),
    isRevealDue: isRevealDue(event, deps.now()),
    placesLeft: !isOver && canBuy && guests ? shortPlaces(event, guests) : null,
  };
}

/** A reveal with a set time does not wait for the organizer. */
function isRevealDue(event: EventRow, now: Date): boolean {
  const state = votingState(event, now);
  const isOver = state === 'closed' || state === 'off';
  return isOver && event.revealedAt === null && areStandingsHidden(event, now);
}

interface Guests {
  count: number;
  turnedAway: number;
}

/**
 * The places left if they run short; otherwise null, and also if people were turned away, because that is shown
 * already.
 */
function shortPlaces({ maxUsers: max }: EventRow, { count, turnedAway }: Guests): number | null {
  if (turnedAway > 0 || placesState({ count, max }) === 'free') return null;
  return Math.max(0, max - count);
}

/** Whether uploads are refused. Only the administrator learns why. */
async function isStorageClosed({ health }: Pick<OtherNeedsDeps, 'health'>): Promise<boolean> {
  const found = await health.look();
  return found.status === 'failing' && found.part !== 'database';
}
