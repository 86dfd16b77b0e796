import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { favorites, photos, type EventRow } from '~db/schema';
import type { Person, Target } from '../access';
import { starsOf } from '../photo/star.server';
import { isVisibleIn } from '../photo/scope.server';
import { isExpired } from './rules';

/** All photos of an event as the target of an action (rule `files.all-of-members`). */
export function allPhotosTarget(event: EventRow, { today }: Person): Target {
  return { eventId: event.id, isGiven: event.guestsMayDownload && isExpired(event, today) };
}

/** The stars of a photo, and its place among all photos of its event. */
export interface Standing {
  stars: number;
  place: number;
}

/**
 * Reads the stars and places of the photos that a member has added or starred, even below the ranking's first ten (rule
 * `event.morning`). Photos without a star have no place, and are left out.
 */
export async function listStandings(
  db: Db,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<Map<number, Standing>> {
  const placed = db
    .select({
      id: photos.id,
      ownerId: sql<number>`${photos.userId}`.as('owner_id'),
      stars: sql<number>`stars.count`.as('stars'),
      place: sql<number>`coalesce(stars.place, rank() over (order by stars.count desc)::int)`.as(
        'place',
      ),
    })
    .from(photos)
    .innerJoin(starsOf(eventId), sql`stars.photo_id = ${photos.id}`)
    .where(isVisibleIn({ eventId }))
    .as('placed');
  const starred = db
    .select({ id: favorites.photoId })
    .from(favorites)
    .where(eq(favorites.userId, userId));
  const rows = await db
    .select({ id: placed.id, stars: placed.stars, place: placed.place })
    .from(placed)
    .where(or(eq(placed.ownerId, userId), inArray(placed.id, starred)));
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}
