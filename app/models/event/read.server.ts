import { and, count, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users, type EventRow, type UserRow } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { photosUntilOf } from './late-photos';
import { partyDateOf } from './party-date';
import { chosenStandings } from './standings';
import { eventTextsOf } from './rules';
import type { PublicEvent } from './shape';

export type { EventRow };

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

/** Matches the one organizer of an event, and no co-organizer, in a query of users. */
export const isMainOrganizer = sql<boolean>`(${users.isOrganizer} and ${users.coOrganizerSince} is null)`;

/** Joins an event with its organizer. */
export const isItsOrganizer = and(eq(users.eventId, events.id), isMainOrganizer);

/** The organizer of an event; null when there is none. */
export async function findOrganizer(
  db: Db,
  { eventId }: { eventId: number },
): Promise<UserRow | null> {
  const [organizer] = await db
    .select()
    .from(users)
    .where(and(eq(users.eventId, eventId), isMainOrganizer));
  return organizer ?? null;
}

/** How many participants have joined; organizers do not count (rule `event.places`). */
export function countParticipants(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(users, and(eq(users.eventId, eventId), eq(users.isOrganizer, false)));
}

/** The marks of one member's photos: of all, and of those that everybody sees (null if there are none). */
interface OwnersMarks {
  userId: number;
  all: string;
  shown: string | null;
}

/**
 * Counts the photos and hidden photos of each member; members without photos are not in the maps. The marks change
 * whenever a photo is added, removed, hidden, shown or gets another caption or mission, even if the counts stay the
 * same.
 */
export async function countPhotosByOwner(
  db: Db,
  { eventId }: { eventId: number },
): Promise<{
  counts: Map<number, number>;
  hidden: Map<number, number>;
  marks: OwnersMarks[];
}> {
  const cells = sql`string_agg(
    concat_ws('/', ${photos.id}, ${photos.hiddenAt}, ${photos.isPending}, ${photos.caption}, ${photos.missionId}),
    ',' order by ${photos.id}
  )`;
  const rows = await db
    .select({
      userId: photos.userId,
      count: count(),
      hidden: count(photos.hiddenAt),
      all: sql<string>`md5(${cells})`,
      shown: sql<string | null>`md5(${cells} filter (where ${photos.hiddenAt} is null))`,
    })
    .from(photos)
    .where(eq(photos.eventId, eventId))
    .groupBy(photos.userId)
    .orderBy(photos.userId);
  return {
    counts: new Map(rows.map((row) => [row.userId, row.count])),
    hidden: new Map(rows.filter((row) => row.hidden > 0).map((row) => [row.userId, row.hidden])),
    marks: rows.map(({ userId, all, shown }) => ({ userId, all, shown })),
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
    ...eventTextsOf(event),
    imageUrl: eventImageUrl(event, storage),
    startDate: event.startDate,
    endDate: event.endDate,
    organizerId: organizer?.id ?? null,
    maxUsers: event.maxUsers,
    votingEnabled: event.votingEnabled,
    maxPhotosPerUser: event.maxPhotosPerUser,
    plan: event.plan,
    partyDate: partyDateOf(event),
    endedAt: event.endedAt?.toISOString() ?? null,
    standings: chosenStandings(event),
    votingOpensAt: event.votingOpensAt?.toISOString() ?? null,
    votingClosesAt: event.votingClosesAt?.toISOString() ?? null,
    revealedAt: event.revealedAt?.toISOString() ?? null,
    approvalRequired: event.approvalRequired,
    guestsMayLook: event.guestsMayLook,
    guestsMayDownload: event.guestsMayDownload,
    photosUntil: photosUntilOf(event),
    thanks: event.thanks,
  };
}
