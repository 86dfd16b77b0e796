import { and, asc, eq, exists, ne, not, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users } from '~db/schema';
import { assertCan, type Actor } from './access';
import type { Day } from './day';
import { DEMO_EVENT_ID } from './event';
import { holdEvent, removeEvent } from './event-changes.server';
import { isItsOrganizer } from './event.server';
import { writeForPlatform } from './message.server';
import { dayToGo, WARNING_DAYS } from './retention';
import { endedOn, type WarningWords } from './retention.server';
import { ADMIN_USER_ID } from './user';

// How long an event itself is kept, with its people (rule `retention.event`).

/** An event whose time is over, or soon will be. */
export interface GoingEvent {
  id: number;
  name: string;
  endDate: Day;
  peopleCount: number;
}

/** For how long, and what day it is. */
interface Keeping {
  today: Day;
  /** EVENT_KEEP_MONTHS; 0 keeps events for ever. */
  keepMonths: number;
}

/** The events that go now: their time is over, and their organizer was warned a week ago. */
export function listGoingEvents(db: Db, keeping: Keeping): Promise<GoingEvent[]> {
  return listEvents(db, keeping, isGoing(db, keeping));
}

/** The events whose organizer has to hear that the event is about to go. */
export function listEventsToAnnounce(db: Db, keeping: Keeping): Promise<GoingEvent[]> {
  return listEvents(db, keeping, isToAnnounce(db, keeping));
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

/** The last day on which an event is kept, if its organizer is warned in time. */
const lastDay = (months: number) => sql`(${endedOn} + make_interval(months => ${months}))::date`;
const firstWarningDay = (months: number) => sql`${lastDay(months)} - ${WARNING_DAYS}::int`;

/** Whether there is somebody to warn: the administrator is the sender of these messages. */
function isTold(db: Db): SQL {
  const theirs = and(isItsOrganizer, ne(users.id, ADMIN_USER_ID));
  return exists(db.select({ id: users.id }).from(users).where(theirs));
}

/** Whether a warning was for the end the event has now: one before an extension is too old for it. */
const isAnnounced = (months: number) =>
  sql`coalesce(${events.goingAnnouncedOn} >= ${firstWarningDay(months)}, false)`;

function isToAnnounce(db: Db, { today, keepMonths }: Keeping): SQL | undefined {
  const isTime = sql`${firstWarningDay(keepMonths)} <= ${today}::date`;
  return and(isNoDemo, isTime, isTold(db), not(isAnnounced(keepMonths)));
}

function isGoing(db: Db, { today, keepMonths }: Keeping): SQL | undefined {
  const isOver = sql`${lastDay(keepMonths)} < ${today}::date`;
  const wasWarned = sql`${events.goingAnnouncedOn} + ${WARNING_DAYS}::int < ${today}::date`;
  return and(isNoDemo, isOver, or(not(isTold(db)), and(isAnnounced(keepMonths), wasWarned)));
}

/**
 * Warns an organizer, by a message of the administrator, that the event is about to go.
 * @returns whether there was anybody to warn
 * @throws DomainError access_denied for everybody but the system
 */
export async function announceGoing(
  db: Db,
  params: { actor: Actor; eventId: number; words: WarningWords } & Keeping,
): Promise<boolean> {
  const { actor, eventId, words, ...keeping } = params;
  assertCan(actor, 'event.expire', { eventId });
  return db.transaction(async (tx) => {
    const [event] = await holdEvent(tx, eventId);
    if (!event || !(await isStill(tx, eventId, isToAnnounce(tx, keeping)))) return false;
    const { endDate, name: eventName } = event;
    const lastDay = dayToGo(event, { ...keeping, announcedOn: keeping.today });
    const isWritten = await writeForPlatform(tx, event, (language) =>
      words({ language, eventName, endDate, lastDay }),
    );
    if (!isWritten) return false;
    const announced = { goingAnnouncedOn: keeping.today };
    await tx.update(events).set(announced).where(eq(events.id, eventId));
    return true;
  });
}

/**
 * Deletes an event whose time is over with its people, as its organizer would (rule `event.deletion`). One
 * that was extended meanwhile stays.
 * @returns whether it is gone
 * @throws DomainError access_denied for everybody but the system
 */
export async function removeGoingEvent(
  db: Db,
  params: { actor: Actor; eventId: number } & Keeping,
): Promise<boolean> {
  const { actor, eventId, ...keeping } = params;
  assertCan(actor, 'event.expire', { eventId });
  return db.transaction(async (tx) => {
    const [event] = await holdEvent(tx, eventId);
    if (!event || !(await isStill(tx, eventId, isGoing(tx, keeping)))) return false;
    await removeEvent(tx, event);
    return true;
  });
}

async function isStill(tx: Db, eventId: number, condition: SQL | undefined): Promise<boolean> {
  return (await tx.$count(events, and(eq(events.id, eventId), condition))) > 0;
}
