import {
  and,
  asc,
  between,
  eq,
  exists,
  inArray,
  isNotNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import type { Db } from '~db/client.server';
import {
  ballotKeys,
  events,
  invitedGuests,
  messages,
  photos,
  plannedMessages,
  pushSubscriptions,
  sessions,
  users,
  wallCodes,
  wallScreens,
} from '~db/schema';
import { assertCan, type Actor } from '../access';
import { addDays, type Day } from '../day';
import { isItsOrganizer } from './read.server';
import { planRemovals } from '../storage/file-work.server';
import { notifyOrganizer } from '../message/write.server';
import {
  isOverdue,
  isWarningDue,
  lastRetentionDay,
  RETENTION_MONTHS,
  WARNING_DAYS,
} from './retention';
import { ADMIN_USER_ID } from '../user/rules';

/** An event with pictures or messages whose retention period is over, or soon will be. */
export interface AgedEvent {
  id: number;
  name: string;
  endDate: Day;
  endedAt: Date | null;
  photoCount: number;
  selfieCount: number;
  messageCount: number;
}

/** Writes the warning in the language the organizer used last; null if that is unknown. */
export type WarningWords = (warning: {
  language: string | null;
  eventName: string;
  endDate: Day;
  lastDay: Day;
}) => string;

// For an event that was ended before its first day, the period starts on the day after, in UTC
// (`lastRetentionDay`).
const endedBy = sql`(${events.endedAt} at time zone 'UTC')::date + 1`;
/** The day on which the retention period starts; the SQL counterpart of `lastDayOf`. */
export const endedOn = sql<Day>`least(${events.endDate}, ${endedBy})`;
const retentionEnd = sql<Day>`(${endedOn} + make_interval(months => ${RETENTION_MONTHS}))::date`;

/**
 * Events that still have pictures or messages after the retention period (rule `retention.month`). Messages
 * written after that, such as the warning that the event will be deleted, do not count and stay with the
 * event.
 */
export function listOverdueEvents(db: Db, { today }: { today: Day }): Promise<AgedEvent[]> {
  return listAgedEvents(db, lt(retentionEnd, sql`${today}::date`));
}

/**
 * Events whose organizer must be warned that pictures and messages will be deleted. An event without an
 * organizer has no recipient, and the administrator, who sends these messages, needs none.
 */
export function listEventsToWarn(db: Db, { today }: { today: Day }): Promise<AgedEvent[]> {
  const isWarnedOrganizer = and(isItsOrganizer, ne(users.id, ADMIN_USER_ID));
  return listAgedEvents(
    db,
    and(
      isInLastWeek(today),
      exists(db.select({ id: users.id }).from(users).where(isWarnedOrganizer)),
      sql`${events.warnedForEnd} is distinct from ${events.endDate}`,
    ),
  );
}

/** Events whose pictures and messages will be deleted within a week. */
export function listEventsInLastWeek(db: Db, { today }: { today: Day }): Promise<AgedEvent[]> {
  return listAgedEvents(db, isInLastWeek(today));
}

function isInLastWeek(today: Day): SQL {
  const latest = addDays(today, WARNING_DAYS);
  return between(retentionEnd, sql`${today}::date`, sql`${latest}::date`);
}

/** Events with pictures or messages, earliest end first. */
function listAgedEvents(db: Db, isWanted: SQL | undefined): Promise<AgedEvent[]> {
  const isTheirs = eq(photos.eventId, events.id);
  const isShown = and(eq(users.eventId, events.id), isNotNull(users.selfieKey));
  const hasPhotos = exists(db.select({ id: photos.id }).from(photos).where(isTheirs));
  const hasSelfies = exists(db.select({ id: users.id }).from(users).where(isShown));
  const areOld = areOldMessages(db, events.id, retentionEnd);
  const hasMessages = exists(db.select({ id: messages.id }).from(messages).where(areOld));
  const isPlanned = eq(plannedMessages.eventId, events.id);
  const hasPlanned = exists(
    db.select({ id: plannedMessages.id }).from(plannedMessages).where(isPlanned),
  );
  const isInvited = eq(invitedGuests.eventId, events.id);
  const hasGuests = exists(
    db.select({ id: invitedGuests.id }).from(invitedGuests).where(isInvited),
  );
  return db
    .select({
      id: events.id,
      name: events.name,
      endDate: events.endDate,
      endedAt: events.endedAt,
      photoCount: db.$count(photos, isTheirs),
      selfieCount: db.$count(users, isShown),
      messageCount: db.$count(messages, areOld),
    })
    .from(events)
    .where(
      and(
        isWanted,
        or(hasPhotos, hasSelfies, hasMessages, hasPlanned, hasGuests, isNotNull(events.imageKey)),
      ),
    )
    .orderBy(asc(events.endDate), asc(events.id));
}

/** Matches an event's messages from before the end of the retention period, found by their recipients. */
function areOldMessages(db: Db, eventId: SQLWrapper | number, lastDay: SQL) {
  const members = db.select({ id: users.id }).from(users).where(eq(users.eventId, eventId));
  return and(inArray(messages.toUserId, members), lt(messages.createdAt, sql`${lastDay} + 1`));
}

/**
 * Sends an organizer a warning message from the administrator, once per end date: after an extension there is
 * another one before the new date.
 * @returns whether there was an organizer to warn
 * @throws DomainError access_denied for every actor but the system
 */
export async function warnOrganizer(
  db: Db,
  params: { actor: Actor; eventId: number; today: Day; words: WarningWords },
): Promise<boolean> {
  const { actor, eventId, today, words } = params;
  assertCan(actor, 'event.expire', { eventId });
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('update');
    if (!event || !isWarningDue(event, today) || event.warnedForEnd === event.endDate) return false;
    const { endDate, name: eventName } = event;
    const lastDay = lastRetentionDay(event);
    const inWords = (language: string | null) => words({ language, eventName, endDate, lastDay });
    const isWritten = await notifyOrganizer(tx, event, inWords, 'photos');
    if (!isWritten) return false;
    await tx.update(events).set({ warnedForEnd: endDate }).where(eq(events.id, eventId));
    return true;
  });
}

/**
 * Deletes an event's photos, with their stars and reports, its selfies, its image, its messages and its guest list, and
 * ends its wall. The event and its members stay. Nothing is deleted if the event has been extended since it was listed.
 * @returns how many were deleted
 * @throws DomainError access_denied for every actor but the system
 */
export async function removeOverdue(
  db: Db,
  { actor, eventId, today }: { actor: Actor; eventId: number; today: Day },
): Promise<{ photos: number; selfies: number; images: number; messages: number }> {
  assertCan(actor, 'event.expire', { eventId });
  return db.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('update');
    if (!event || !isOverdue(event, today)) {
      return { photos: 0, selfies: 0, images: 0, messages: 0 };
    }
    // A change of a selfie locks its user's row only, not the event's. Without this lock, a selfie that is
    // committed after this read would have no removal planned for its file.
    const isShown = and(eq(users.eventId, eventId), isNotNull(users.selfieKey));
    const selfies = await tx
      .select({ storage: users.selfieStorage, key: users.selfieKey })
      .from(users)
      .where(isShown)
      .orderBy(asc(users.id))
      .for('update');
    await tx.update(users).set({ selfieStorage: null, selfieKey: null }).where(isShown);
    const pictures = await tx
      .delete(photos)
      .where(eq(photos.eventId, eventId))
      .returning({ storage: photos.imageStorage, key: photos.imageKey });
    const own = { storage: event.imageStorage, key: event.imageKey };
    await planRemovals(tx, [own, ...pictures, ...selfies]);
    const noImage = { imageStorage: null, imageKey: null };
    if (own.key) await tx.update(events).set(noImage).where(eq(events.id, eventId));
    const written = await tx
      .delete(messages)
      .where(areOldMessages(tx, eventId, sql`${lastRetentionDay(event)}::date`))
      .returning({ id: messages.id });
    // The event has ended, so none of them will be sent.
    await tx.delete(plannedMessages).where(eq(plannedMessages.eventId, eventId));
    // Nothing is left to be notified of.
    const devices = tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.eventId, eventId));
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.sessionId, devices));
    // There is nothing left to show.
    await tx.delete(wallCodes).where(eq(wallCodes.eventId, eventId));
    await tx.delete(wallScreens).where(eq(wallScreens.eventId, eventId));
    // From now on nobody can tell whose a ballot was (rule `result.ballots`).
    await tx.delete(ballotKeys).where(eq(ballotKeys.eventId, eventId));
    // Nobody invites to an event that is over.
    await tx.delete(invitedGuests).where(eq(invitedGuests.eventId, eventId));
    return {
      photos: pictures.length,
      selfies: selfies.length,
      images: own.key ? 1 : 0,
      messages: written.length,
    };
  });
}
