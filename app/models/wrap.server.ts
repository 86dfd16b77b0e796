import { sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { countStars } from './favorite.server';
import { isOf } from './photo-scope.server';
import { countByHour, isParticipant, type PhotoHour } from './progress.server';
import { theRow } from './row.server';

/** What has become of an event, once it is over (rule `event.wrap`). */
export interface Wrap {
  /** Of the files of the photos that count (rule `photos.counted`). */
  bytes: number;
  participants: number;
  stars: number;
  /** The first of the hours in which most photos came; null where there are none. */
  busiest: PhotoHour | null;
}

/** Counts what has become of an event. */
export async function readWrap(db: Db, { eventId }: { eventId: number }): Promise<Wrap> {
  const [totals, participants, stars, byHour] = await Promise.all([
    db
      .select({ bytes: sql<number>`coalesce(sum(${photos.imageBytes}), 0)::float8` })
      .from(photos)
      .where(isOf({ eventId })),
    db.$count(users, isParticipant(eventId)),
    countStars(db, { eventId }),
    countByHour(db, { eventId }),
  ]);
  const [busiest] = [...byHour].sort(
    ([one, first], [other, second]) => second - first || one - other,
  );
  return {
    ...theRow(totals),
    participants,
    stars,
    busiest: busiest ? { startsAt: new Date(busiest[0]), count: busiest[1] } : null,
  };
}
