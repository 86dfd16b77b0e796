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
import { events, messages, photos, users } from '~db/schema';
import { assertCan, type Actor } from './access';
import { addDays, type Day } from './day';
import { isItsOrganizer } from './event.server';
import { planRemovals } from './file-removal.server';
import { writeForPlatform } from './message.server';
import { isOverdue, isWarningDue, lastKeptDay, RETENTION_MONTHS, WARNING_DAYS } from './retention';
import { ADMIN_USER_ID } from './user';

/** An event with pictures or messages whose time is over, or soon will be. */
export interface AgedEvent {
  id: number;
  name: string;
  endDate: Day;
  endedAt: Date | null;
  photoCount: number;
  selfieCount: number;
  messageCount: number;
}

/** The words of the warning, in the language the organizer used last; null when nobody knows it. */
export type WarningWords = (warning: {
  language: string | null;
  eventName: string;
  endDate: Day;
  lastDay: Day;
}) => string;

// What was ended before its first day is kept from the day after that, in UTC (`lastKeptDay`).
const endedBy = sql`(${events.endedAt} at time zone 'UTC')::date + 1`;
/** The day from which an event's things are kept, as `lastKeptDay` has it. */
export const endedOn = sql<Day>`least(${events.endDate}, ${endedBy})`;
const lastKept = sql<Day>`(${endedOn} + make_interval(months => ${RETENTION_MONTHS}))::date`;

/**
 * The events whose pictures or messages are still there after the last day they are kept (rule
 * `retention.month`). What is written later, such as that the event itself is about to go, stays with it.
 */
export function listOverdueEvents(db: Db, { today }: { today: Day }): Promise<AgedEvent[]> {
  return listAgedEvents(db, lt(lastKept, sql`${today}::date`));
}

/**
 * The events whose organizer has to hear that pictures and messages are about to go. One without an
 * organizer has no recipient, and the administrator is the sender of these messages.
 */
export function listEventsToWarn(db: Db, { today }: { today: Day }): Promise<AgedEvent[]> {
  const latest = addDays(today, WARNING_DAYS);
  const isToldOrganizer = and(isItsOrganizer, ne(users.id, ADMIN_USER_ID));
  return listAgedEvents(
    db,
    and(
      between(lastKept, sql`${today}::date`, sql`${latest}::date`),
      exists(db.select({ id: users.id }).from(users).where(isToldOrganizer)),
      sql`${events.warnedForEnd} is distinct from ${events.endDate}`,
    ),
  );
}

/** Events with pictures or messages, the one that ended first before the others. */
function listAgedEvents(db: Db, isWanted: SQL | undefined): Promise<AgedEvent[]> {
  const isTheirs = eq(photos.eventId, events.id);
  const isShown = and(eq(users.eventId, events.id), isNotNull(users.selfieKey));
  const hasPhotos = exists(db.select({ id: photos.id }).from(photos).where(isTheirs));
  const hasSelfies = exists(db.select({ id: users.id }).from(users).where(isShown));
  const areOld = areOldMessages(db, events.id, lastKept);
  const hasMessages = exists(db.select({ id: messages.id }).from(messages).where(areOld));
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
    .where(and(isWanted, or(hasPhotos, hasSelfies, hasMessages, isNotNull(events.imageKey))))
    .orderBy(asc(events.endDate), asc(events.id));
}

/** An event's messages of the time in which they are kept, found by who received them. */
function areOldMessages(db: Db, eventId: SQLWrapper | number, lastDay: SQL) {
  const members = db.select({ id: users.id }).from(users).where(eq(users.eventId, eventId));
  return and(inArray(messages.toUserId, members), lt(messages.createdAt, sql`${lastDay} + 1`));
}

/**
 * Warns an organizer by a message of the administrator, once for an end date: after an
 * extension there is another warning, before the new date.
 * @returns whether there was anybody to warn
 * @throws DomainError access_denied for everybody but the system
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
    const lastDay = lastKeptDay(event);
    const isWritten = await writeForPlatform(tx, event, (language) =>
      words({ language, eventName, endDate, lastDay }),
    );
    if (!isWritten) return false;
    await tx.update(events).set({ warnedForEnd: endDate }).where(eq(events.id, eventId));
    return true;
  });
}

/**
 * Removes an event's photos, with their stars and reports, its selfies, its image and its messages; the
 * event and its members stay. An event that was extended meanwhile keeps everything.
 * @returns how many have gone
 * @throws DomainError access_denied for everybody but the system
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
    // A change of a selfie locks its user's row alone, not the event: without this lock a file that
    // is committed after our read would get no planned removal.
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
      .where(areOldMessages(tx, eventId, sql`${lastKeptDay(event)}::date`))
      .returning({ id: messages.id });
    return {
      photos: pictures.length,
      selfies: selfies.length,
      images: own.key ? 1 : 0,
      messages: written.length,
    };
  });
}
