import { and, asc, eq, exists, gte, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users } from '~db/schema';
import { assertCan, type Actor } from '../access';
import { addDays, type Day } from '../day';
import { DEMO_EVENT_ID } from './rules';
import { removeEvent } from './end.server';
import { lockEvent } from './update.server';
import { isItsOrganizer } from './read.server';
import { notifyOrganizer } from '../message/write.server';
import { dayToGo, WARNING_DAYS } from './retention';
import { endedOn, type WarningWords } from './retention.server';
import { ADMIN_USER_ID } from '../user/rules';

// How long events and their people are kept (rule `retention.event`).

/** An event whose retention period is over, or soon will be. */
export interface ExpiringEvent {
  id: number;
  name: string;
  endDate: Day;
  peopleCount: number;
}

/** The current day and the retention period. */
interface Keeping {
  today: Day;
  /** EVENT_KEEP_MONTHS; 0 keeps events forever. */
  keepMonths: number;
}

/** The events to delete now: their retention period is over, and their organizer was warned a week ago. */
export function listEventsToDelete(db: Db, keeping: Keeping): Promise<ExpiringEvent[]> {
  return listEvents(db, keeping, isDueForDeletion(db, keeping));
}

/** The events whose organizer must be warned that the event will be deleted. */
export function listEventsToWarnOfDeletion(db: Db, keeping: Keeping): Promise<ExpiringEvent[]> {
  return listEvents(db, keeping, needsWarning(db, keeping));
}

/** The events whose organizer has been told within a week that they will be deleted. */
export async function listAnnouncedDeletions(db: Db, { today, keepMonths }: Keeping) {
  if (keepMonths === 0) return [];
  const { id, endDate, endedAt, goingAnnouncedOn } = events;
  return db
    .select({ id, endDate, endedAt, goingAnnouncedOn })
    .from(events)
    .where(and(isNoDemo, gte(events.goingAnnouncedOn, addDays(today, -WARNING_DAYS))))
    .orderBy(asc(events.id));
}

function listEvents(db: Db, { keepMonths }: Keeping, isWanted: SQL | undefined) {
  if (keepMonths === 0) return Promise.resolve([]);
  return db
    .select({
      id: events.id,
      name: events.name,
      endDate: events.endDate,
      peopleCount: db.$count(users, eq(users.eventId, events.id)),
    })
    .from(events)
    .where(isWanted)
    .orderBy(asc(events.endDate), asc(events.id));
}

const isNoDemo = ne(events.id, DEMO_EVENT_ID);

/** The last day of the retention period, provided that the organizer was warned in time. */
const lastDay = (months: number) => sql`(${endedOn} + make_interval(months => ${months}))::date`;
const firstWarningDay = (months: number) => sql`${lastDay(months)} - ${WARNING_DAYS}::int`;

/** Whether there is an organizer to warn. The administrator sends these messages and needs none. */
function hasOrganizerToWarn(db: Db): SQL {
  const theirs = and(isItsOrganizer, ne(users.id, ADMIN_USER_ID));
  return exists(db.select({ id: users.id }).from(users).where(theirs));
}

/**
 * Whether the warning was for the current end of the event. A warning from before an extension does not
 * count.
 */
const isWarningCurrent = (months: number) =>
  sql`coalesce(${events.goingAnnouncedOn} >= ${firstWarningDay(months)}, false)`;

function needsWarning(db: Db, { today, keepMonths }: Keeping): SQL | undefined {
  const isTime = sql`${firstWarningDay(keepMonths)} <= ${today}::date`;
  return and(isNoDemo, isTime, hasOrganizerToWarn(db), not(isWarningCurrent(keepMonths)));
}

function isDueForDeletion(db: Db, { today, keepMonths }: Keeping): SQL | undefined {
  const isOver = sql`${lastDay(keepMonths)} < ${today}::date`;
  const wasWarned = sql`${events.goingAnnouncedOn} + ${WARNING_DAYS}::int < ${today}::date`;
  return and(
    isNoDemo,
    isOver,
    or(not(hasOrganizerToWarn(db)), and(isWarningCurrent(keepMonths), wasWarned)),
  );
}

/**
 * Sends an organizer a message from the administrator that the event will be deleted.
 * @returns whether there was an organizer to warn
 * @throws DomainError access_denied for every actor but the system
 */
export async function warnOfDeletion(
  db: Db,
  params: { actor: Actor; eventId: number; words: WarningWords } & Keeping,
): Promise<boolean> {
  const { actor, eventId, words, ...keeping } = params;
  assertCan(actor, 'event.expire', { eventId });
  return db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    if (!event || !(await stillMatches(tx, eventId, needsWarning(tx, keeping)))) return false;
    const { endDate, name: eventName } = event;
    const lastDay = dayToGo(event, { ...keeping, announcedOn: keeping.today });
    const inWords = (language: string | null) => words({ language, eventName, endDate, lastDay });
    const isWritten = await notifyOrganizer(tx, event, inWords, 'people');
    if (!isWritten) return false;
    const announced = { goingAnnouncedOn: keeping.today };
    await tx.update(events).set(announced).where(eq(events.id, eventId));
    return true;
  });
}

/**
 * Deletes an event with its people after its retention period, like its organizer would (rule
 * `event.deletion`). An event that has been extended since it was listed stays.
 * @returns whether it was deleted
 * @throws DomainError access_denied for every actor but the system
 */
export async function deleteExpiredEvent(
  db: Db,
  params: { actor: Actor; eventId: number } & Keeping,
): Promise<boolean> {
  const { actor, eventId, ...keeping } = params;
  assertCan(actor, 'event.expire', { eventId });
  return db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    if (!event || !(await stillMatches(tx, eventId, isDueForDeletion(tx, keeping)))) return false;
    await removeEvent(tx, event);
    return true;
  });
}

async function stillMatches(tx: Db, eventId: number, condition: SQL | undefined): Promise<boolean> {
  return (await tx.$count(events, and(eq(events.id, eventId), condition))) > 0;
}
