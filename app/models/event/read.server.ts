import { randomInt } from 'node:crypto';
import { and, count, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users, type EventRow, type UserRow } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import { isViolation } from '../constraint.server';
import { addDays, type Day } from '../day';
import { DomainError } from '../errors';
import { DEFAULT_EVENT_DAYS, type PublicEvent } from './rules';
import { nameKey } from './name';
import { areNamesTaken, namesFor } from './names.server';
import { assertNotFormerlyUsed } from './former-names.server';
import { markOf } from '../live/mark.server';
import { hashPassword } from '../session/password.server';
import { assertHardToGuess } from '../session/password-choice.server';
import { latestEnd } from '../payment/plan';
import { singleRow } from '../row.server';
import { newToken, returnLinkCells } from '../session/token.server';
import { emailKey, usernameFrom } from '../user/rules';

export type { EventRow };

/** The values of a new event. Without dates it runs from today for seven days (rule `event.defaults`). */
export interface CreateEventValues {
  name: string;
  organizerName: string;
  organizerEmail: string;
  organizerUsername?: string;
  organizerPassword?: string;
  description: string;
  startDate?: Day;
  endDate?: Day;
}

const ID_ATTEMPTS = 5;

/** Finds an event; null if there is none. */
export async function findEvent(
  db: Db,
  { eventId }: { eventId: number },
): Promise<EventRow | null> {
  const [event] = await db.select().from(events).where(eq(events.id, eventId));
  return event ?? null;
}

/**
 * Reads an event.
 * @throws DomainError event_not_found
 */
export async function getEvent(db: Db, params: { eventId: number }): Promise<EventRow> {
  const event = await findEvent(db, params);
  if (!event) throw new DomainError('event_not_found');
  return event;
}

/**
 * Creates an event and its organizer.
 * @param params.isSold whether more time can be bought here (rule `plans.length`)
 * @param params.newId generates the event's id; it is called again if the id is taken
 * @returns both, and the token of the organizer's private return link, which is stored hashed
 * @throws DomainError event_exists, end_before_start, free_days_max, cannot_create_event when no id is free,
 *   and what `assertHardToGuess` throws
 */
export async function createEvent(
  db: Db,
  params: { values: CreateEventValues; today: Day; isSold?: boolean; newId?: () => number },
): Promise<{ event: EventRow; user: UserRow; returnToken: string }> {
  const { values, today, isSold = false, newId = randomEventId } = params;
  const { startDate = today, endDate = startDate } = values;
  if (isSold && endDate > latestEnd(startDate, null)) {
    throw new DomainError('free_days_max', { field: 'endDate' });
  }
  const { organizerPassword, name, organizerName, organizerUsername, organizerEmail } = values;
  if (organizerPassword) {
    const names = [name, organizerName, organizerUsername, organizerEmail];
    await assertHardToGuess({ password: organizerPassword, names, field: 'organizerPassword' });
  }
  const passwordHash = organizerPassword ? await hashPassword(organizerPassword) : null;
  const returnToken = newToken();

  for (let attempt = 1; ; attempt++) {
    try {
      const created = await insertEvent(db, {
        id: newId(),
        values,
        today,
        passwordHash,
        returnToken,
      });
      return { ...created, returnToken };
    } catch (error) {
      if (isViolation(error, 'events_pkey')) {
        if (attempt < ID_ATTEMPTS) continue;
        throw new DomainError('cannot_create_event', { cause: error });
      }
      if (areNamesTaken(error)) {
        throw new DomainError('event_exists', { field: 'name', cause: error });
      }
      if (isViolation(error, 'events_dates_check')) {
        throw new DomainError('end_before_start', { field: 'endDate', cause: error });
      }
      throw error;
    }
  }
}

interface NewEvent {
  id: number;
  values: CreateEventValues;
  today: Day;
  passwordHash: string | null;
  returnToken: string;
}

function insertEvent(db: Db, { id, values, today, passwordHash, returnToken }: NewEvent) {
  const name = values.name.trim();
  const organizerName = values.organizerName.trim();
  const email = values.organizerEmail.trim();
  const startDate = values.startDate ?? today;
  return db.transaction(async (tx) => {
    const newEvents = await tx
      .insert(events)
      .values({
        id,
        name,
        ...namesFor({ id }, { event: name, organizerName }),
        description: values.description.trim(),
        startDate,
        endDate: values.endDate ?? addDays(startDate, DEFAULT_EVENT_DAYS),
      })
      .returning();
    await assertNotFormerlyUsed(tx, singleRow(newEvents));
    const newUsers = await tx
      .insert(users)
      .values({
        eventId: id,
        username: values.organizerUsername?.trim() || usernameFrom(organizerName),
        name: organizerName,
        nameKey: nameKey(organizerName),
        email,
        emailKey: emailKey(email),
        passwordHash,
        isOrganizer: true,
        ...returnLinkCells(returnToken),
      })
      .returning();
    return { event: singleRow(newEvents), user: singleRow(newUsers) };
  });
}

/**
 * A random 12-digit integer. The invitation page is public, so ids must not be guessable by counting (rule
 * `event.id`).
 */
function randomEventId(): number {
  return randomInt(100_000_000_000, 1_000_000_000_000);
}

/** Joins an event with its organizer. */
export const isItsOrganizer = and(eq(users.eventId, events.id), eq(users.isOrganizer, true));

/** The organizer of an event; null when there is none. */
export async function findOrganizer(
  db: Db,
  { eventId }: { eventId: number },
): Promise<UserRow | null> {
  const [organizer] = await db
    .select()
    .from(users)
    .where(and(eq(users.eventId, eventId), eq(users.isOrganizer, true)));
  return organizer ?? null;
}

/** How many participants have joined; the organizer does not count (rule `event.places`). */
export function countParticipants(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(users, and(eq(users.eventId, eventId), eq(users.isOrganizer, false)));
}

/** Counts the photos that are deleted along with a member, including hidden ones. */
export function countPhotosOf(
  db: Db,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<number> {
  return db.$count(photos, and(eq(photos.eventId, eventId), eq(photos.userId, userId)));
}

/**
 * Counts the photos and hidden photos of each member; members without photos are not in the maps. The mark
 * changes whenever a photo is added, removed, hidden or shown, even if the counts stay the same.
 */
export async function countPhotosByOwner(
  db: Db,
  { eventId }: { eventId: number },
): Promise<{ counts: Map<number, number>; hidden: Map<number, number>; mark: string }> {
  const rows = await db
    .select({
      userId: photos.userId,
      count: count(),
      hidden: count(photos.hiddenAt),
      mark: sql<string>`md5(string_agg(concat(${photos.id}, ${photos.hiddenAt}), ',' order by ${photos.id}))`,
    })
    .from(photos)
    .where(eq(photos.eventId, eventId))
    .groupBy(photos.userId)
    .orderBy(photos.userId);
  return {
    counts: new Map(rows.map((row) => [row.userId, row.count])),
    hidden: new Map(rows.filter((row) => row.hidden > 0).map((row) => [row.userId, row.hidden])),
    mark: markOf(rows.map(({ mark }) => mark)),
  };
}

/** The URL of an event's image, or null. */
export function eventImageUrl(
  event: Pick<EventRow, 'imageStorage' | 'imageKey'>,
  storage: MediaStorage,
): string | null {
  return event.imageStorage && event.imageKey
    ? storage.url(event.imageStorage, event.imageKey)
    : null;
}

/** The public fields of an event. Reads its organizer. */
export async function presentEvent(
  { db, storage }: { db: Db; storage: MediaStorage },
  event: EventRow,
): Promise<PublicEvent> {
  const organizer = await findOrganizer(db, { eventId: event.id });
  return presentEventOf(organizer, event, storage);
}

/** The SQL counterpart of `isExpired`. */
export function hasEnded(today: Day): SQL {
  return sql`(${events.endDate} < ${today}::date or ${events.endedAt} is not null)`;
}

/** The public fields of an event whose organizer is known. */
export function presentEventOf(
  organizer: { id: number } | null,
  event: EventRow,
  storage: MediaStorage,
): PublicEvent {
  return {
    id: event.id,
    name: event.name,
    description: event.description,
    imageUrl: eventImageUrl(event, storage),
    startDate: event.startDate,
    endDate: event.endDate,
    organizerId: organizer?.id ?? null,
    maxUsers: event.maxUsers,
    votingEnabled: event.votingEnabled,
    maxPhotosPerUser: event.maxPhotosPerUser,
    plan: event.plan,
    endedAt: event.endedAt?.toISOString() ?? null,
    guestsMayLook: event.guestsMayLook,
  };
}
