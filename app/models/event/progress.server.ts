import { and, count, eq, notExists, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { isInContest, isVisibleIn } from '../photo/scope.server';

/** The progress of an event (rule `event.progress`). */
interface Progress {
  /** Participants without a photo. */
  withoutPhoto: number;
  /** Photos per hour, including hours without any. The last one is the current hour. */
  hours: PhotoHour[];
}

/** An hour, and the number of photos added in it. */
export interface PhotoHour {
  startsAt: Date;
  count: number;
}

const HOUR_MS = 3_600_000;
/** The number of hours in the chart, including the current one. */
export const HOURS_SHOWN = 10;

/** Reads the progress of an event. */
export async function readProgress(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<Progress> {
  const [byHour, withoutPhoto] = await Promise.all([
    countByHour(db, { eventId }),
    countWithoutPhoto(db, { eventId }),
  ]);
  const present = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const startsAt = present - (HOURS_SHOWN - 1 - index) * HOUR_MS;
    return { startsAt: new Date(startsAt), count: byHour.get(startsAt) ?? 0 };
  });
  return { withoutPhoto, hours };
}

/** Counts the participants without a photo. */
export function countWithoutPhoto(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(users, and(isParticipant(eventId), hasNoPhoto(db)));
}

/** Counts the photos of an event's contest that everybody sees. */
export function countContestPhotos(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(photos, isInContest({ eventId }));
}

/** Matches the participants of an event, in a query of users. */
export const isParticipant = (eventId: number) =>
  and(eq(users.eventId, eventId), eq(users.isOrganizer, false));

/** Matches users without a photo, in a query of users. */
export const hasNoPhoto = (db: Db) =>
  notExists(db.select({ id: photos.id }).from(photos).where(eq(photos.userId, users.id)));

/**
 * Counts the photos that count (rule `photos.counted`) per hour. The key is the hour's start in milliseconds;
 * hours without photos are missing.
 * @param params.inContest whether late photos are left out (rule `photos.late`)
 */
export async function countByHour(
  db: Db,
  { eventId, inContest = false }: { eventId: number; inContest?: boolean },
): Promise<Map<number, number>> {
  const hour = sql<number>`floor(extract(epoch from ${photos.createdAt}) / 3600)::int`;
  const rows = await db
    .select({ hour, count: count() })
    .from(photos)
    .where(inContest ? isInContest({ eventId }) : isVisibleIn({ eventId }))
    .groupBy(hour);
  return new Map(rows.map((row) => [row.hour * HOUR_MS, row.count]));
}
