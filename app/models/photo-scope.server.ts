import { and, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import { favorites, photos } from '~db/schema';
import type { Person } from './access';
import { bigintId } from './id.server';

/** The photos of an event, or of one of its members, that somebody sees. */
export function isOf({
  eventId,
  userId,
  reader,
}: {
  eventId: number;
  userId?: number;
  reader?: Person;
}) {
  const isOwners = userId === undefined ? undefined : eq(photos.userId, bigintId(userId));
  return and(eq(photos.eventId, eventId), isOwners, isSeenBy(reader));
}

/**
 * The photos of the own event that somebody sees (rule `photos.hidden`), as `photo.read` says it of one.
 * @param reader without one, what everybody sees
 */
export function isSeenBy(reader?: Person): SQL | undefined {
  if (reader?.role === 'organizer') return undefined;
  const isShown = isNull(photos.hiddenAt);
  return reader?.userId ? or(isShown, eq(photos.userId, reader.userId)) : isShown;
}

/** The stars that count: those of the demo event's strangers are seen by their givers alone (rule `demo.strangers`). */
export const isCountedStar = sql`${favorites.userId} not in (
  select stranger.id from users stranger where stranger.is_stranger
)`;
