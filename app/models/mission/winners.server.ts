import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { missions, photos, results, users, type MissionRow } from '~db/schema';
import { photoColumns, type ListedPhoto } from '../photo/read.server';
import { isVisibleIn } from '../photo/scope.server';
import { starsOf } from '../photo/star.server';
import { WINNER_FROM } from './rules';

/** A photo that won its mission. */
export type MissionWinner = ListedPhoto & {
  mission: Pick<MissionRow, 'id' | 'text' | 'set' | 'number'>;
};

/**
 * The photos that won their missions (rule `missions.winner`), in the organizer's order of missions. Of photos that
 * share the most stars of a mission, the earlier upload comes first. Once the votes are counted, the stars are those of
 * the result, and photos that were added later do not count.
 */
export async function listMissionWinners(
  db: Db,
  { eventId }: { eventId: number },
): Promise<MissionWinner[]> {
  const closedAt = sql`(select ${results.closedAt} from ${results} where ${results.eventId} = ${eventId})`;
  const isCounted = and(
    isVisibleIn({ eventId }),
    sql`${photos.createdAt} <= coalesce(${closedAt}, 'infinity'::timestamptz)`,
  );
  const enough = db
    .select({ id: photos.missionId })
    .from(photos)
    .where(isCounted)
    .groupBy(photos.missionId)
    .having(sql`count(*) >= ${WINNER_FROM}`);
  const stars = starsOf(eventId);
  // Of photos with the same stars in a result, a duel has put one before the others.
  const place = sql<number>`rank() over (
    partition by ${photos.missionId} order by stars.count desc, stars.place)`;
  const ranked = db
    .select({
      photoId: photos.id,
      count: sql<number>`stars.count`.as('count'),
      place: place.as('place'),
    })
    .from(photos)
    .innerJoin(stars, sql`stars.photo_id = ${photos.id}`)
    .where(and(isCounted, inArray(photos.missionId, enough)))
    .as('ranked');
  const { id, text, set, number } = missions;
  return db
    .select({ ...photoColumns, favoriteCount: ranked.count, mission: { id, text, set, number } })
    .from(photos)
    .innerJoin(ranked, and(eq(ranked.photoId, photos.id), eq(ranked.place, 1)))
    .innerJoin(users, eq(users.id, photos.userId))
    .innerJoin(missions, eq(missions.id, photos.missionId))
    .orderBy(asc(missions.position), asc(missions.id), asc(photos.createdAt), asc(photos.id));
}

/** The winners by their missions, in order. */
export function byMission(
  winners: readonly MissionWinner[],
): { mission: MissionWinner['mission']; photos: MissionWinner[] }[] {
  const ids = new Set(winners.map(({ mission }) => mission.id));
  return [...ids].flatMap((id) => {
    const own = winners.filter(({ mission }) => mission.id === id);
    return own[0] ? { mission: own[0].mission, photos: own } : [];
  });
}
