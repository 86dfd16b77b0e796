import { randomInt } from 'node:crypto';
import {
  and,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { favorites, litPhotos, photos, users } from '~db/schema';
import { statement } from '~db/statement.server';
import { STAR_NEWS } from './star-news';
import { isCountedStar } from './scope.server';

/**
 * Chooses the moment from which the owner may know of a star that is given now. It is not predictable, so that
 * nobody can tell from it who pressed when.
 */
export function chanceMoment(now: Date): Date {
  const { least, most } = STAR_NEWS.after;
  return new Date(now.getTime() + randomInt(least, most + 1));
}

/** Matches stars on photos that everybody sees, whose chance moment has come. */
const hasCome = (now: Date | Placeholder) =>
  and(lte(favorites.tellAt, now), isNull(photos.hiddenAt), isCountedStar);

/** Whose news are asked for, and when; `lately` is the time of the last notice that is too recent. */
interface NewsAt {
  userId: number | Placeholder;
  now: Date | Placeholder;
  lately: Date | Placeholder;
}

const latelyBefore = (now: Date) => new Date(now.getTime() - STAR_NEWS.apart);

/** Selects the photos with stars that are news to their owner: not told, and the last notice is long enough ago. */
function selectNews(db: Db, { userId, now, lately }: NewsAt) {
  const isUntold = and(lte(users.starsToldAt, lately), gt(favorites.tellAt, users.starsToldAt));
  return db
    .selectDistinct({ photoId: favorites.photoId })
    .from(favorites)
    .innerJoin(photos, eq(photos.id, favorites.photoId))
    .innerJoin(users, eq(users.id, photos.userId))
    .where(and(eq(photos.userId, userId), hasCome(now), or(isNull(users.starsToldAt), isUntold)));
}

const anyNews = statement((db) => {
  const [userId, now, lately] = ['userId', 'now', 'lately'].map((name) => sql.placeholder(name));
  return selectNews(db, { userId, now, lately } as NewsAt)
    .limit(1)
    .prepare('star_news');
});

/** Whether there are stars that a member should be told of now (rule `notices.star-fell`). */
export async function hasStarNews(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<boolean> {
  return (await anyNews(db).execute({ userId, now, lately: latelyBefore(now) })).length > 0;
}

/**
 * Takes the news of the stars that fell on a member's photos. The member's row is locked, so that of several
 * open pages one gets them; after that nobody does for ten minutes.
 * @returns the ids of the photos; none if there is nothing to tell
 */
export async function takeStarNews(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<number[]> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    const rows = await selectNews(tx, { userId, now, lately: latelyBefore(now) });
    if (rows.length === 0) return [];
    await tx.update(users).set({ starsToldAt: now }).where(eq(users.id, userId));
    return rows.map(({ photoId }) => photoId);
  });
}

/**
 * The member's photos whose bulb is lit (rule `notices.bulb`): a star's chance moment has come, whether or not
 * the star is still there. A hidden photo's is dark.
 */
export async function listLitPhotos(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<number[]> {
  const starred = db
    .select({ photoId: favorites.photoId })
    .from(favorites)
    .where(and(lte(favorites.tellAt, now), isCountedStar));
  const kept = db.select({ photoId: litPhotos.photoId }).from(litPhotos);
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(
      and(
        eq(photos.userId, userId),
        isNull(photos.hiddenAt),
        or(inArray(photos.id, starred), inArray(photos.id, kept)),
      ),
    );
  return rows.map(({ id }) => id);
}

/**
 * Keeps bulbs lit whose stars are about to be removed, so that the removal cannot be seen. Call it before.
 * @param which matches the stars
 */
export async function storeBulbs(tx: Db, which: SQL | undefined, now: Date): Promise<void> {
  const starred = tx
    .selectDistinct({ photoId: favorites.photoId })
    .from(favorites)
    .where(and(which, lte(favorites.tellAt, now), isCountedStar));
  await tx.insert(litPhotos).select(starred).onConflictDoNothing();
}
