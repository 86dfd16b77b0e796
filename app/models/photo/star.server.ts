import { and, asc, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { duels, favorites, photos, restingStars, results, users } from '~db/schema';
import { statement } from '~db/statement.server';
import type { MediaStorage } from '~/services/storage/types';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import { freeStar, TOP_PHOTOS, withPlaces } from './star';
import type { TopPhoto } from './shape';
import { bigintId } from '../id.server';
import { photoColumns, presentFeedPhoto, selectPhotos, type ListedPhoto } from './read.server';
import { isCountedStar, isVisibleIn } from './scope.server';
import { chanceMoment, storeBulbs } from './star-news.server';
import { singleRow } from '../row.server';
import { isGivenInTime, VOTING_REFUSALS, votingState } from './voting';
import { lockMember } from '../user/lock.server';

/** Tells the server's time. */
type Clock = () => Date;
const newDate: Clock = () => new Date();

/**
 * Spends one of a member's stars on a photo (rule `stars.number`). A photo that already has it stays as
 * it is. The member's row is locked so that simultaneous clicks run one after the other; a table constraint
 * rules out one too many. The photo's owner is told later (rule `notices.star-fell`).
 * @param params.givenAt when it was given, if it arrives later (rule `voting.late-star`)
 * @throws DomainError authentication_required when the member is gone, event_closed, voting_disabled,
 *   voting_not_open, voting_closed, photo_not_found, also for a hidden photo, access_denied for one of another
 *   event, own_photo, favorites_full
 */
export async function addFavorite(
  db: Db,
  params: { photoId: number; actor: Person; givenAt?: Date; now?: Clock },
): Promise<void> {
  const { photoId, actor, now = newDate } = params;
  await db.transaction(async (tx) => {
    // Pipelined: the database runs the statements in this order, and each lock comes before the rows it
    // protects.
    const [userId, [photo], given] = await Promise.all([
      lockVoter(tx, params),
      tx
        .select({
          ownerId: photos.userId,
          eventId: photos.eventId,
          hiddenAt: photos.hiddenAt,
          isPending: photos.isPending,
          isLate: photos.late,
        })
        .from(photos)
        .where(eq(photos.id, bigintId(photoId)))
        .for('key share'),
      tx
        .select()
        .from(favorites)
        .where(eq(favorites.userId, actor.userId ?? 0)),
    ]);
    if (!photo) throw new DomainError('photo_not_found');
    const { hiddenAt, ...target } = photo;
    assertCan(actor, 'photo.star', { ...target, isHidden: hiddenAt !== null });

    if (given.some((favorite) => favorite.photoId === photoId)) return;
    const star = freeStar(given.map((favorite) => favorite.star));
    if (star === null)
      throw new DomainError('favorites_full', { figures: { stars: given.length } });
    await tx.insert(favorites).values({ userId, photoId, star, tellAt: chanceMoment(now()) });
  });
}

/**
 * Takes a star back; does nothing for a photo without one. While stars do not count they stay as they are.
 * @throws DomainError authentication_required when the member is gone, event_closed, voting_disabled,
 *   voting_not_open, voting_closed, photo_not_found, access_denied for a photo of another event
 */
export async function removeFavorite(
  db: Db,
  star: { photoId: number; actor: Person; givenAt?: Date; now?: Clock },
): Promise<void> {
  if (!(await takeStarBack(db, star))) throw new DomainError('photo_not_found');
}

/**
 * Takes a star back if its photo still exists. The stars of a deleted photo are gone already, and a photo that
 * waits has none (rule `approval.what`).
 * @returns whether the photo exists
 * @throws DomainError like `removeFavorite`, except photo_not_found
 */
export function takeStarBack(
  db: Db,
  params: { photoId: number; actor: Person; givenAt?: Date; now?: Clock },
): Promise<boolean> {
  const { photoId, actor, now = newDate } = params;
  return db.transaction(async (tx) => {
    const [userId, [photo]] = await Promise.all([
      lockVoter(tx, params),
      tx
        .select({ eventId: photos.eventId, isPending: photos.isPending })
        .from(photos)
        .where(eq(photos.id, bigintId(photoId))),
    ]);
    if (!photo) return false;
    assertCan(actor, 'photo.unstar', { eventId: photo.eventId });
    if (photo.isPending) return false;
    const isStar = and(eq(favorites.userId, userId), eq(favorites.photoId, bigintId(photoId)));
    await storeBulbs(tx, isStar, now());
    await tx.delete(favorites).where(isStar);
    return true;
  });
}

/**
 * Moves a star from one photo to another, for a member who has given all. If the target already has one
 * of them, both photos keep their star.
 * @param fromId the photo that loses its star
 * @throws DomainError favorites_full when that photo has none, and whatever `addFavorite` throws
 */
export async function moveFavorite(
  db: Db,
  star: { fromId: number; photoId: number; actor: Person; now?: Clock },
): Promise<void> {
  const { fromId, photoId } = star;
  await db.transaction(async (tx) => {
    const given = await tx
      .select({ photoId: favorites.photoId })
      .from(favorites)
      .where(eq(favorites.userId, await lockVoter(tx, star)));
    if (!given.some((favorite) => favorite.photoId === photoId)) {
      await takeStarBack(tx, { ...star, photoId: fromId });
    }
    await addFavorite(tx, star);
  });
}

/**
 * Locks the event and the member, whose stars are then given and taken one after the other. The clock is read
 * under the lock: a star that waited for it counts if voting is open then (rule `voting.times`), or if it was given
 * in time and the votes are not counted yet (rule `voting.late-star`).
 * @returns the member's id
 */
async function lockVoter(
  tx: Db,
  { actor, givenAt, now = newDate }: { actor: Person; givenAt?: Date; now?: Clock },
): Promise<number> {
  const { event, userId } = await lockMember(tx, actor, 'update');
  const at = now();
  const state = votingState(event, at);
  if (state === 'open') return userId;
  if (state === 'closed' && givenAt && isGivenInTime(event, givenAt, at)) return userId;
  throw new DomainError(VOTING_REFUSALS[state]);
}

/** The photos a member has starred, in the order of the stars. */
export function listFavorites(db: Db, { userId }: { userId: number }): Promise<ListedPhoto[]> {
  const own = db
    .select({ photoId: favorites.photoId, starredAt: favorites.createdAt })
    .from(favorites)
    .where(eq(favorites.userId, userId))
    .as('own');
  return selectPhotos(db)
    .innerJoin(own, eq(own.photoId, photos.id))
    .orderBy(asc(own.starredAt), asc(photos.id));
}

/** The ids of the photos a member has starred, in the order of the stars. */
export async function listStarredIds(db: Db, { userId }: { userId: number }): Promise<number[]> {
  const rows = await starredIds(db).execute({ userId });
  return rows.map(({ photoId }) => photoId);
}

/**
 * A member's stars for hidden photos. Their owners are left out, because only they and the organizer see such a
 * photo.
 */
export function listRestingStars(db: Db, { userId }: { userId: number }) {
  return db
    .select({ photoId: restingStars.photoId, givenAt: restingStars.createdAt })
    .from(restingStars)
    .where(eq(restingStars.userId, userId))
    .orderBy(asc(restingStars.createdAt), asc(restingStars.photoId));
}

const starredIds = statement((db) =>
  db
    .select({ photoId: favorites.photoId })
    .from(favorites)
    .where(eq(favorites.userId, sql.placeholder('userId')))
    .orderBy(asc(favorites.createdAt), asc(favorites.photoId))
    .prepare('starred_ids'),
);

/** Counts the stars given to an event's photos. */
export async function countStars(db: Db, { eventId }: { eventId: number }): Promise<number> {
  const rows = await db
    .select({ count: count() })
    .from(favorites)
    .innerJoin(photos, eq(photos.id, favorites.photoId))
    .where(and(eq(photos.eventId, eventId), isCountedStar));
  return singleRow(rows).count;
}

/** A photo of the ranking. */
export type RankedPhoto = ListedPhoto & {
  place: number;
  /** Whether a duel gave it the first place (rule `duel.end`). */
  hasWonDuel: boolean;
};

/**
 * The stars of an event's photos, as the table `stars` with `photo_id`, `count`, `place` and `has_won_duel`: those
 * given, or those of the result, where photos have their places. One statement, because a whole party asks for it.
 * @param most how many photos of a result to read, which is in order; all by default
 */
export function starsOf(eventId: number, most: number | null = null): SQL {
  return sql`(
    select ${favorites.photoId} as photo_id, count(*)::int as count, null::int as place,
        false as has_won_duel
      from ${favorites} join ${photos} on ${photos.id} = ${favorites.photoId}
      where ${photos.eventId} = ${eventId} and ${isCountedStar}
        and not exists (select from ${results} where ${results.eventId} = ${eventId})
      group by ${favorites.photoId}
    union all
    (select (row ->> 'photoId')::int, (row ->> 'stars')::int,
        (row ->> 'place')::int + (${duels.winnerId} is not null and row ->> 'place' = '1'
          and (row ->> 'photoId')::int <> ${duels.winnerId})::int,
        coalesce((row ->> 'photoId')::int = ${duels.winnerId}, false)
      from ${results} left join ${duels} on ${duels.eventId} = ${results.eventId},
        jsonb_array_elements(${results.places}) with ordinality as listed (row, number)
      where ${results.eventId} = ${eventId}
        and (${most}::int is null or number <= ${most}::int or (row ->> 'photoId')::int = ${duels.winnerId}))
  ) as stars`;
}

/**
 * The ranking (rule `ranking.order`): an event's photos with at least one star, most stars first, then the earlier
 * upload. Once the votes are counted it is that of the result, without the photos that are gone or hidden since (rule
 * `result.ranking`); a duel has decided which of the photos that shared the first place comes first (rule `duel.end`).
 * @param params.limit the maximum number, at most 10 (the default)
 * @throws DomainError limit_invalid when it is not a whole number from 1
 */
export async function listTopPhotos(
  db: Db,
  { eventId, limit = TOP_PHOTOS }: { eventId: number; limit?: number },
): Promise<RankedPhoto[]> {
  if (!Number.isInteger(limit) || limit < 1) throw new DomainError('limit_invalid');
  const most = Math.min(limit, TOP_PHOTOS);
  const stars = starsOf(eventId, most);
  const count = sql<number>`stars.count`;
  const rows = await db
    .select({
      ...photoColumns,
      favoriteCount: count,
      frozenPlace: sql<number | null>`stars.place`,
      hasWonDuel: sql<boolean>`stars.has_won_duel`,
    })
    .from(photos)
    .innerJoin(users, eq(users.id, photos.userId))
    .innerJoin(stars, sql`stars.photo_id = ${photos.id}`)
    .where(isVisibleIn({ eventId }))
    .orderBy(desc(count), sql`stars.place`, asc(photos.createdAt), asc(photos.id))
    .limit(most);
  return withPlaces(rows).map(({ frozenPlace, place, ...row }) => ({
    ...row,
    place: frozenPlace ?? place,
  }));
}

/** A photo as the ranking's endpoint returns it. */
export function presentTopPhoto(photo: ListedPhoto, storage: MediaStorage): TopPhoto {
  const { favoriteCount } = photo;
  const { id, imageUrl, userName, userSelfie, caption } = presentFeedPhoto(photo, storage);
  return { id, favoriteCount, imageUrl, userName, userSelfie, caption };
}

/** The same with its place, for screens. */
export function presentRankedPhoto(photo: RankedPhoto, storage: MediaStorage) {
  return { ...presentTopPhoto(photo, storage), place: photo.place };
}
