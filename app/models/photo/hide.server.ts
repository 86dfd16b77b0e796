import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { insertRows, isAmong } from '~db/many.server';
import { favorites, flagReports, photos, restingStars } from '~db/schema';
import { assertCan, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { lockEvent } from '../event/update.server';
import { freeStar } from './star';
import { bigintId } from '../id.server';
import { noteFirstTable } from '../table/first.server';
import { getPhoto, type ListedPhoto } from './read.server';
import { storeBulbs } from './star-news.server';

/**
 * A photo of the organizer's event, whose row is locked first, as everywhere.
 * @throws DomainError photo_not_found, access_denied for another event
 */
export async function lockPhoto(
  tx: Db,
  { photoId, actor }: { photoId: number; actor: Person },
): Promise<ListedPhoto> {
  const { eventId } = actor;
  await lockEvent(tx, eventId);
  return getPhoto(tx, { photoId, eventId, reader: actor });
}

/**
 * Hides a photo or shows it again, regardless of how its reports were reviewed (rule `photos.hidden`).
 * Reports that were marked inappropriate get a new date, because this is the latest decision on them. A photo
 * that waits is thereby refused or approved (rule `approval.decided`).
 * @returns the photo as it was before
 * @throws DomainError photo_not_found, access_denied
 */
export async function setPhotoHidden(
  db: Db,
  params: { photoId: number; actor: Person; isHidden: boolean; now: Date },
): Promise<ListedPhoto> {
  const { photoId, actor, isHidden, now } = params;
  const { eventId } = actor;
  assertCan(actor, 'photo.hide', { eventId });
  return db.transaction(async (tx) => {
    const photo = await lockPhoto(tx, { photoId, actor });
    if (!(await changeHidden(tx, { photoId, isHidden, now }))) return photo;
    if (photo.userId !== actor.userId) {
      const target = { id: photo.userId, name: photo.userName };
      const shown = photo.isPending ? 'photo.approved' : 'photo.shown';
      const deed = isHidden ? 'photo.hidden' : shown;
      await recordDeed(tx, { actor, deed, target, eventId });
    }
    await tx
      .update(flagReports)
      .set({ reviewedAt: now })
      .where(and(eq(flagReports.photoId, photoId), eq(flagReports.status, 'reviewed')));
    return photo;
  });
}

/**
 * Undoes the decision on a photo that waited: it waits again (rule `desk.undo`).
 * @throws DomainError photo_not_found, access_denied
 */
export async function setPhotoWaiting(
  db: Db,
  { photoId, actor, now }: { photoId: number; actor: Person; now: Date },
): Promise<void> {
  const { eventId } = actor;
  assertCan(actor, 'photo.hide', { eventId });
  await db.transaction(async (tx) => {
    const photo = await lockPhoto(tx, { photoId, actor });
    if (photo.isPending) return;
    await changeHidden(tx, { photoId, isHidden: true, now });
    await tx.update(photos).set({ isPending: true }).where(eq(photos.id, photo.id));
    const target = { id: photo.userId, name: photo.userName };
    await recordDeed(tx, { actor, deed: 'photo.hidden', target, eventId });
  });
}

/**
 * Hides a photo or shows it again, along with its stars (rule `stars.hidden-photo`). Either way it waits no
 * longer (rule `approval.decided`). The caller's transaction locks the event. Giving a star locks that row, too,
 * so no star is missed.
 * @returns whether anything changed
 */
export async function changeHidden(
  tx: Db,
  { photoId, isHidden, now }: { photoId: number; isHidden: boolean; now: Date },
): Promise<boolean> {
  const isOther = isHidden
    ? or(isNull(photos.hiddenAt), photos.isPending)
    : isNotNull(photos.hiddenAt);
  const changed = await tx
    .update(photos)
    .set({ hiddenAt: isHidden ? now : null, isPending: false })
    .where(and(eq(photos.id, bigintId(photoId)), isOther))
    .returning({ eventId: photos.eventId, userId: photos.userId });
  const [photo] = changed;
  if (!photo) return false;
  await (isHidden ? suspendStars(tx, photoId, now) : restoreStars(tx, photoId));
  if (!isHidden) await noteFirstTable(tx, { eventId: photo.eventId, userIds: [photo.userId] });
  return true;
}

/** Suspends the stars of a photo. Their givers can spend them again. */
async function suspendStars(tx: Db, photoId: number, now: Date): Promise<void> {
  const { userId, createdAt, tellAt } = favorites;
  await storeBulbs(tx, eq(favorites.photoId, photoId), now);
  const given = await tx
    .delete(favorites)
    .where(eq(favorites.photoId, photoId))
    .returning({ userId, photoId: favorites.photoId, createdAt, tellAt });
  await insertRows(tx, restingStars, given);
}

/** Restores the suspended stars of a photo if their givers have a star left; the other ones are lost. */
async function restoreStars(tx: Db, photoId: number): Promise<void> {
  const { userId, createdAt, tellAt } = restingStars;
  const resting = await tx
    .delete(restingStars)
    .where(eq(restingStars.photoId, photoId))
    .returning({ userId, photoId: restingStars.photoId, createdAt, tellAt });
  if (resting.length === 0) return;
  const givers = resting.map((star) => star.userId);
  const given = await tx
    .select({ userId: favorites.userId, star: favorites.star })
    .from(favorites)
    .where(isAmong(favorites.userId, givers));
  const back = resting.flatMap((star) => {
    const spent = given.filter((one) => one.userId === star.userId).map((one) => one.star);
    const free = freeStar(spent);
    return free === null ? [] : [{ ...star, star: free }];
  });
  await insertRows(tx, favorites, back);
}
