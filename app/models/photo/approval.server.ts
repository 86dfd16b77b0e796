import { and, asc, eq, isNull, lte, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { assertCan, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { lockEvent } from '../event/update.server';
import { bigintId } from '../id.server';
import { PAGE_SIZE } from '../list-place';
import { noteFirstTable } from '../table/first.server';
import { getMember, type UserRow } from '../user/read.server';
import { changeHidden, lockPhoto } from './hide.server';
import { selectPhotos, type ListedPhoto } from './read.server';

/** The photos of an event that wait (rule `approval.what`). */
const isWaiting = (eventId: number) =>
  and(eq(photos.eventId, eventId), photos.isPending, isNull(photos.removeAt));

/** How many photos wait. */
export function countWaiting(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(photos, isWaiting(eventId));
}

/**
 * The photos that have waited longest.
 * @param params.limit how many; a page by default
 */
export function listWaiting(
  db: Db,
  { eventId, limit = PAGE_SIZE }: { eventId: number; limit?: number },
): Promise<ListedPhoto[]> {
  return selectPhotos(db).where(isWaiting(eventId)).orderBy(asc(photos.id)).limit(limit);
}

/**
 * Approves a photo: everybody sees it from now on (rule `approval.decided`). Does nothing for a photo that
 * everybody sees already.
 * @throws DomainError access_denied, photo_not_found, photo_refused if it was hidden meanwhile
 */
export async function approvePhoto(
  db: Db,
  { photoId, actor, now }: { photoId: number; actor: Person; now: Date },
): Promise<ListedPhoto> {
  const { eventId } = actor;
  assertCan(actor, 'photo.approve', { eventId });
  return db.transaction(async (tx) => {
    const photo = await lockPhoto(tx, { photoId, actor });
    if (!photo.hiddenAt) return photo;
    if (!photo.isPending) throw new DomainError('photo_refused');
    await changeHidden(tx, { photoId, isHidden: false, now });
    if (photo.userId !== actor.userId) {
      const target = { id: photo.userId, name: photo.userName };
      await recordDeed(tx, { actor, deed: 'photo.approved', target, eventId });
    }
    return { ...photo, hiddenAt: null, isPending: false };
  });
}

/**
 * Approves all photos that wait, up to the last one that the organizer was shown: what has come since is not
 * approved unseen.
 * @param params.upTo that photo's id
 * @returns how many were approved
 * @throws DomainError access_denied
 */
export async function approveAll(
  db: Db,
  { actor, upTo }: { actor: Person; upTo: number },
): Promise<number> {
  const { eventId } = actor;
  assertCan(actor, 'photo.approve', { eventId });
  return db.transaction(async (tx) => {
    await lockEvent(tx, eventId);
    const approved = await approve(tx, and(isWaiting(eventId), lte(photos.id, bigintId(upTo))));
    if (approved === 0) return 0;
    await recordDeed(tx, { actor, deed: 'photo.approved_all', eventId, detail: String(approved) });
    return approved;
  });
}

/**
 * Lets a participant's photos through from now on, including those that wait. Or takes that back, which changes no
 * photo (rule `approval.trust`).
 * @returns the member, and how many photos were approved
 * @throws DomainError access_denied, user_not_found
 */
export async function setTrusted(
  db: Db,
  { userId, actor, isTrusted }: { userId: number; actor: Person; isTrusted: boolean },
): Promise<{ member: UserRow; approved: number }> {
  const { eventId } = actor;
  assertCan(actor, 'member.trust', { eventId });
  return db.transaction(async (tx) => {
    // Uploads lock the event, too: a photo comes either before, and is approved here, or after.
    await lockEvent(tx, eventId);
    const before = await getMember(tx, { userId, eventId, reader: actor });
    const isTheirs = and(isWaiting(eventId), eq(photos.userId, userId));
    const approved = isTrusted ? await approve(tx, isTheirs) : 0;
    if (before.isTrusted === isTrusted) return { member: before, approved };
    await tx.update(users).set({ isTrusted }).where(eq(users.id, userId));
    const deed = isTrusted ? 'member.trusted' : 'member.untrusted';
    await recordDeed(tx, { actor, deed, target: { id: userId, name: before.name }, eventId });
    return { member: { ...before, isTrusted }, approved };
  });
}

/** Shows photos that wait. They have no stars that could come back. */
async function approve(tx: Db, which: SQL | undefined): Promise<number> {
  const changed = await tx
    .update(photos)
    .set({ hiddenAt: null, isPending: false })
    .where(which)
    .returning({ eventId: photos.eventId, userId: photos.userId });
  const [first] = changed;
  const userIds = changed.map(({ userId }) => userId);
  if (first) await noteFirstTable(tx, { eventId: first.eventId, userIds });
  return changed.length;
}
