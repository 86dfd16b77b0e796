import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { countStars } from '../photo/star.server';
import { isVisibleIn } from '../photo/scope.server';
import { countByHour, isParticipant, type PhotoHour } from './progress.server';
import { singleRow } from '../row.server';

/** The final figures of an event after its end (rule `event.wrap`). */
export interface Wrap {
  /** The size of the photos that count (rule `photos.counted`). */
  bytes: number;
  participants: number;
  stars: number;
  /** Late photos that everybody sees (rule `photos.late`). */
  late: number;
  /** The hour with most photos of the contest, the first of several; null if there are no photos. */
  busiest: PhotoHour | null;
}

/** Adds up the bytes of the photos that count (rule `photos.counted`). */
export async function sumPhotoBytes(db: Db, { eventId }: { eventId: number }): Promise<number> {
  const rows = await db
    .select({ bytes: sql<number>`coalesce(sum(${photos.imageBytes}), 0)::float8` })
    .from(photos)
    .where(isVisibleIn({ eventId }));
  return singleRow(rows).bytes;
}

/** Reads the final figures of an event. */
export async function readWrap(db: Db, { eventId }: { eventId: number }): Promise<Wrap> {
  const [bytes, participants, stars, byHour, late] = await Promise.all([
    sumPhotoBytes(db, { eventId }),
    db.$count(users, isParticipant(eventId)),
    countStars(db, { eventId }),
    countByHour(db, { eventId, inContest: true }),
    db.$count(photos, and(isVisibleIn({ eventId }), eq(photos.late, true))),
  ]);
  const [busiest] = [...byHour].sort(
    ([one, first], [other, second]) => second - first || one - other,
  );
  return {
    bytes,
    participants,
    stars,
    late,
    busiest: busiest ? { startsAt: new Date(busiest[0]), count: busiest[1] } : null,
  };
}
