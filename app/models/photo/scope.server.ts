import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { favorites, photos } from '~db/schema';
import type { Person } from '../access';
import { bigintId } from '../id.server';

/** Matches the photos of an event, or of one of its members or missions, that the reader may see. */
export function isVisibleIn({
  eventId,
  userId,
  missionId,
  reader,
}: {
  eventId: number;
  userId?: number;
  missionId?: number;
  reader?: Person;
}) {
  const isOwners = userId === undefined ? undefined : eq(photos.userId, bigintId(userId));
  const isFor = missionId === undefined ? undefined : eq(photos.missionId, bigintId(missionId));
  return and(eq(photos.eventId, eventId), isOwners, isFor, isSeenBy(reader));
}

/** Matches the photos of an event's contest that everybody sees: late ones are out of it (rule `photos.late`). */
export function isInContest({ eventId }: { eventId: number }) {
  return and(isVisibleIn({ eventId }), eq(photos.late, false));
}

/**
 * Matches photos of the reader's own event that they may see (rule `photos.hidden`); the SQL counterpart of
 * `photo.read`.
 * @param reader without one, the photos that everybody sees
 */
export function isSeenBy(reader?: Person): SQL | undefined {
  // What an organizer has just removed is gone for organizers, too (rule `desk.undo`).
  if (reader?.role === 'organizer') return isNull(photos.removeAt);
  const isShown = isNull(photos.hiddenAt);
  return reader?.userId ? or(isShown, eq(photos.userId, reader.userId)) : isShown;
}

/**
 * Matches the stars that count. Stars from strangers in the demo event are visible to those strangers only
 * (rule `demo.strangers`).
 */
export const isCountedStar = sql`${favorites.userId} not in (
  select stranger.id from users stranger where stranger.is_stranger
)`;
