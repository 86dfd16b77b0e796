import { and, eq, notExists, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { favorites, restingStars, users } from '~db/schema';
import { hasNoPhoto, isParticipant } from '../event/progress.server';
import { singleRow } from '../row.server';
import { EVERYONE, type Audience } from './rules';

/** Matches the recipients of a message to many, in a query of users. */
export function isInAudience(
  db: Db,
  { eventId, audience }: { eventId: number; audience: Audience },
): SQL | undefined {
  return and(isParticipant(eventId), conditionOf(db, audience));
}

function conditionOf(db: Db, audience: Audience): SQL | undefined {
  if (audience === EVERYONE) return undefined;
  return audience === 'without_photo' ? hasNoPhoto(db) : hasNoStar(db);
}

/** Matches users who have given no star, not even to a photo that is hidden now, in a query of users. */
function hasNoStar(db: Db): SQL | undefined {
  const given = db.select({ id: favorites.userId }).from(favorites);
  const resting = db.select({ id: restingStars.userId }).from(restingStars);
  return and(
    notExists(given.where(eq(favorites.userId, users.id))),
    notExists(resting.where(eq(restingStars.userId, users.id))),
  );
}

/** Counts the recipients that a message to each audience would have now. */
export async function countAudiences(
  db: Db,
  { eventId }: { eventId: number },
): Promise<Record<Audience, number>> {
  const countOf = (condition: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${condition ?? sql`true`}))::int`;
  const rows = await db
    .select({
      all: countOf(conditionOf(db, 'all')),
      without_photo: countOf(conditionOf(db, 'without_photo')),
      without_star: countOf(conditionOf(db, 'without_star')),
    })
    .from(users)
    .where(isParticipant(eventId));
  return singleRow(rows);
}
