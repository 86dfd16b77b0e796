import { and, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { assertCan, memberOf, type Actor, type Person } from '../access';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { lockEvent } from '../event/update.server';
import { bigintId } from '../id.server';
import { changeHidden, lockPhoto } from './hide.server';
import { getPhoto } from './read.server';
import { UNDO_MS, type PlannedRemoval, type RemovalReason } from './removal';
import { deletePhoto, type DeletePhotoDeps } from './write.server';

// The removal of another member's photo by the organizer, which can be undone (rule `desk.undo`).

/**
 * Removes a photo on a screen: the user's own immediately, another member's so that it can be undone.
 * @returns whether it can be undone
 * @throws DomainError photo_not_found, access_denied, event_closed
 */
export async function removePhoto(
  deps: DeletePhotoDeps,
  params: { photoId: number; actor: Person; reason: RemovalReason; now: Date },
): Promise<boolean> {
  const { photoId, actor } = params;
  const { userId } = await getPhoto(deps.db, { photoId, eventId: actor.eventId, reader: actor });
  if (userId !== actor.userId) {
    await planPhotoRemoval(deps.db, params);
    return true;
  }
  await deletePhoto(deps, { photoId, actor });
  return false;
}

/**
 * Removes another member's photo in ten seconds. It is immediately hidden from everybody but its owner, who is told
 * when it is gone.
 * @throws DomainError photo_not_found, access_denied
 */
export async function planPhotoRemoval(
  db: Db,
  params: { photoId: number; actor: Person; reason: RemovalReason; now: Date },
): Promise<void> {
  const { photoId, actor, reason, now } = params;
  const { eventId, userId } = actor;
  await db.transaction(async (tx) => {
    const photo = await lockPhoto(tx, { photoId, actor });
    assertCan(actor, 'photo.delete', { eventId, ownerId: photo.userId });
    if (photo.removeAt) return;
    // One that is hidden, or waits, stays so if this is undone.
    if (!photo.hiddenAt) await changeHidden(tx, { photoId, isHidden: true, now });
    await tx
      .update(photos)
      .set({
        removeAt: new Date(now.getTime() + UNDO_MS),
        removal: { ...reason, byUserId: userId ?? 0, wasHidden: photo.hiddenAt !== null },
      })
      .where(eq(photos.id, photo.id));
  });
}

/**
 * Undoes that removal: the photo is hidden or shown as it was before.
 * @throws DomainError photo_not_found when it is gone, or nobody removed it; access_denied
 */
export async function undoPhotoRemoval(
  db: Db,
  { photoId, actor, now }: { photoId: number; actor: Person; now: Date },
): Promise<void> {
  const { eventId } = actor;
  assertCan(actor, 'photo.hide', { eventId });
  await db.transaction(async (tx) => {
    await lockEvent(tx, eventId);
    const isIt = and(eq(photos.id, bigintId(photoId)), eq(photos.eventId, eventId));
    // Read before the update, which returns the new values.
    const [planned] = await tx
      .select({ removal: photos.removal })
      .from(photos)
      .where(and(isIt, isNotNull(photos.removeAt)))
      .for('update');
    if (!planned) throw new DomainError('photo_not_found');
    await tx.update(photos).set({ removeAt: null, removal: null }).where(isIt);
    if (!planned.removal?.wasHidden) await changeHidden(tx, { photoId, isHidden: false, now });
  });
}

/**
 * Deletes the photos whose ten seconds are over, in the name of the organizer who removed them, or of another
 * one if that one is gone.
 * @returns how many were deleted
 * @throws DomainError access_denied for every actor but the system
 */
export async function carryOutPhotoRemovals(
  deps: DeletePhotoDeps,
  { actor, now, today }: { actor: Actor; now: Date; today: Day },
): Promise<number> {
  assertCan(actor, 'member.clear');
  const { db } = deps;
  const due = await db
    .select({ id: photos.id, eventId: photos.eventId, removal: photos.removal })
    .from(photos)
    .where(lte(photos.removeAt, now));
  let removed = 0;
  for (const { id, eventId, removal } of due) {
    const organizer = await findRemover(db, { eventId, removal });
    try {
      if (organizer) {
        const reason = { choice: removal?.choice ?? null, details: removal?.details ?? null };
        await deletePhoto(deps, { photoId: id, actor: memberOf(organizer, today), reason });
        removed += 1;
      }
    } catch (error) {
      // Its owner deleted it at this moment.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return removed;
}

async function findRemover(
  db: Db,
  { eventId, removal }: { eventId: number; removal: PlannedRemoval | null },
) {
  const isRemover = sql`(${users.id} = ${removal?.byUserId ?? 0})`;
  const [organizer] = await db
    .select()
    .from(users)
    .where(and(eq(users.eventId, eventId), eq(users.isOrganizer, true)))
    .orderBy(desc(isRemover), users.id)
    .limit(1);
  return organizer;
}
