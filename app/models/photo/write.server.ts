import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import { assertCan, assertRunning, type Actor, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { assertTakesPhotos } from './adding';
import { isViolation } from '../constraint.server';
import { DomainError } from '../errors';
import { PHOTOS_PER_USER } from '../event/rules';
import { writeNotice } from '../message/write.server';
import { isForMany, playCard } from '../mission/cards.server';
import type { MissionKey } from '../mission/rules';
import { singleRow } from '../row.server';
import { planRemoval } from '../storage/file-work.server';
import { noteFirstTable } from '../table/first.server';
import { requireFile, storeImage, type GivenFile, type ImageDeps } from './image-file.server';
import { getPhoto, type CountedPhoto } from './read.server';
import type { RemovalReason } from './removal';
import { freeSlots, needsApproval } from './rules';
import { recordUpload, storeOnce } from './upload.server';

interface NewPhoto {
  userId: number;
  eventId: number;
  position: number;
  /** Use the first free slot if `position` is taken or no longer exists. */
  anySlot?: boolean;
  caption?: string | null;
  mission?: MissionKey;
  uploadId?: string;
}

/**
 * Puts a photo into one of its owner's empty slots. The slot is checked before the file is decoded, and again
 * in the transaction that takes it; a unique constraint decides between concurrent uploads. If the same
 * upload is sent again, the photo it has become is returned, in whatever slot (rule `uploads.once`).
 * @throws DomainError access_denied for another user's slot, event_closed, file_required, slot_unknown,
 *   slot_taken, photo_not_found when the upload's photo was deleted since, authentication_required when the
 *   owner is gone, and what `storeImage` throws
 */
export async function addPhoto(
  deps: ImageDeps,
  params: NewPhoto & { actor: Actor; file: GivenFile },
): Promise<CountedPhoto> {
  const { actor, userId, eventId } = params;
  assertCan(actor, 'photo.add', { eventId, ownerId: userId });
  const file = requireFile(params.file);
  return storeOnce(deps.db, params, {
    work: () => fillSlot(deps, { ...params, file }),
    first: (photoId) => getPhoto(deps.db, { photoId: photoId ?? 0, eventId, reader: actor }),
  });
}

/** The part of `addPhoto` for an upload that is not stored yet. */
async function fillSlot(
  deps: ImageDeps,
  params: NewPhoto & { actor: Actor; file: { path: string } },
): Promise<CountedPhoto> {
  const { userId, eventId, file, caption, mission, uploadId } = params;
  await chooseSlot(deps.db, params);
  try {
    return await storeImage(deps, { eventId, userId, file }, async (tx, image) => {
      const { position, late } = await chooseSlot(tx, params, { lock: true });
      // A late photo has no mission, which would count it among those that can win (rule `photos.late`).
      const played = late ? undefined : mission;
      const { storage, key, bytes, crc, ...picture } = image;
      const files = {
        imageStorage: storage,
        imageKey: key,
        imageBytes: bytes,
        imageCrc: crc,
        hasAllWidths: true,
      };
      const rows = await tx
        .insert(photos)
        .values({
          userId,
          eventId,
          position,
          caption,
          missionId: await playCard(tx, { userId, eventId, mission: played }),
          late,
          ...(await readVisibility(tx, userId)),
          ...files,
          ...picture,
        })
        .returning();
      const photo = singleRow(rows);
      await recordUpload(tx, { userId, uploadId, photoId: photo.id });
      if (!photo.hiddenAt && !late) await noteFirstTable(tx, { eventId, userIds: [userId] });
      return { ...photo, favoriteCount: 0 };
    });
  } catch (error) {
    if (isViolation(error, 'photos_user_position_unique')) {
      throw new DomainError('slot_taken', { cause: error });
    }
    if (isViolation(error, 'photos_user_id_users_id_fk')) {
      throw new DomainError('authentication_required', { cause: error });
    }
    throw error;
  }
}

/**
 * Puts photos into their owner's first empty slots, one after the other. Those after a refused one are still tried.
 * @param params.caption the first photo's
 * @param params.mission the mission of a member's open card is for the first photo only, any other is for all
 * @param params.position the first photo's slot; without it, any will do
 * @returns why the first refused photo was refused, and the mission that had lapsed for one of them, if any
 */
export async function addPhotos(
  deps: ImageDeps,
  params: {
    actor: Person;
    userId: number;
    files: readonly NonNullable<GivenFile>[];
    caption?: string | null;
    mission?: MissionKey;
    position?: number;
  },
): Promise<{ refused: DomainError | null; lapsed: MissionKey | null }> {
  const { actor, userId, files, caption, mission, position } = params;
  const { eventId } = actor;
  const isForAll = mission !== undefined && (await isForMany(deps.db, { eventId, mission }));
  let refused: DomainError | null = null;
  let lapsed: MissionKey | null = null;
  for (const [index, file] of files.entries()) {
    const isFirst = index === 0;
    const place = isFirst
      ? { caption, position: position ?? 1, anySlot: position === undefined }
      : { position: 1, anySlot: true };
    const played = isFirst || isForAll ? mission : undefined;
    try {
      const what = { actor, userId, eventId, file, mission: played, ...place };
      const photo = await addPhoto(deps, what);
      if (photo.missionId === null) lapsed ??= played ?? null;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused ??= error;
    }
  }
  return { refused, lapsed };
}

/**
 * Whether a new photo is hidden from the start (rule `demo.strangers`), or waits (rule `approval.what`). The
 * caller has locked the event and the owner, so neither the switch nor the owner's trust changes meanwhile.
 */
async function readVisibility(tx: Db, userId: number) {
  const [row] = await tx
    .select({ event: events, owner: users })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .where(eq(users.id, userId));
  const isPending = row !== undefined && needsApproval(row.event, row.owner);
  return { hiddenAt: isPending || row?.owner.isStranger ? sql`now()` : null, isPending };
}

/**
 * Chooses the slot for a photo: the requested one, or another free one if any slot will do.
 * @param options.lock locks the event's row (shared), so that its number of slots does not change and it does not end,
 *   then the owner's row, so that their next upload sees the slot that this one takes
 * @returns the slot, and whether the photo is late
 * @throws DomainError slot_unknown, slot_taken, authentication_required when the owner is gone, and what
 *   `assertTakesPhotos` throws
 */
async function chooseSlot(
  db: Db,
  params: { actor: Actor; userId: number; eventId: number; position: number; anySlot?: boolean },
  options: { lock?: boolean } = {},
): Promise<{ position: number; late: boolean }> {
  const { actor, userId, eventId, position, anySlot = false } = params;
  const isSlot = Number.isInteger(position) && position >= 1 && position <= PHOTOS_PER_USER.max;
  if (!isSlot) throw new DomainError('slot_unknown');
  const isOwner = and(eq(users.id, userId), eq(users.eventId, eventId));
  const query = db
    .select({ event: events })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .where(isOwner);
  const [found] = await (options.lock ? query.for('share', { of: events }) : query);
  if (!found) throw new DomainError('authentication_required');
  const { event } = found;
  const late = assertTakesPhotos(actor, event);
  if (options.lock) {
    await db.select({ id: users.id }).from(users).where(isOwner).for('no key update');
  }
  const taken = await db
    .select({ position: photos.position })
    .from(photos)
    .where(eq(photos.userId, userId));
  const free = freeSlots(taken, event.maxPhotosPerUser);
  if (free.includes(position)) return { position, late };
  const [other] = free;
  if (anySlot && other !== undefined) return { position: other, late };
  const figures = { position, slots: event.maxPhotosPerUser, free: free.length };
  throw new DomainError(
    position > event.maxPhotosPerUser && !anySlot ? 'slot_unknown' : 'slot_taken',
    {
      figures,
    },
  );
}

/** What deleting a photo needs. */
export interface DeletePhotoDeps {
  db: Db;
  /** Writes the message to its owner. */
  removalWords: RemovalWords;
}

/**
 * Writes the message to the owner of a photo that the organizer deleted, in the language they used last; null
 * if that is unknown.
 */
export type RemovalWords = (
  removal: { language: string | null; position: number } & RemovalReason,
) => string;

/**
 * Deletes a photo, by its owner or the organizer (rule `photos.deletion`). It disappears from ranking,
 * favourites and reports at once, and its files are queued for removal (rule `storage.removal`). If the
 * organizer deletes another member's photo, the same transaction notifies the owner (rule `notices.removal`).
 * @param params.reason what else the owner is told; ignored when owners delete their own photo
 * @throws DomainError photo_not_found, access_denied, event_closed; authentication_required when the
 *   organizer is gone, user_not_found when the owner is
 */
export async function deletePhoto(
  { db, removalWords }: DeletePhotoDeps,
  params: { photoId: number; actor: Person; reason?: RemovalReason },
): Promise<void> {
  const { photoId, actor, reason = { choice: null, details: null } } = params;
  const { eventId } = actor;
  const isEvent = eq(events.id, eventId);
  const photo = await getPhoto(db, { photoId, eventId, reader: actor });
  assertCan(actor, 'photo.delete', { eventId: photo.eventId, ownerId: photo.userId });
  await db.transaction(async (tx) => {
    // Locks the event, as its deletion does. Otherwise both at once could plan the removal of the same files.
    const [event] = await tx.select().from(events).where(isEvent).for('key share');
    if (!event) throw new DomainError('photo_not_found');
    // A guest can take back a late photo that was picked by mistake, as long as late photos may come.
    if (photo.late && actor.role !== 'organizer') assertTakesPhotos(actor, event);
    else assertRunning(actor, event);
    if (photo.userId !== actor.userId) {
      // Comes before the photo's lock: giving a star locks people, then photos.
      await writeNotice(tx, {
        actor,
        toUserId: photo.userId,
        words: (language) => removalWords({ language, position: photo.position, ...reason }),
      });
    }
    const [deleted] = await tx
      .delete(photos)
      .where(and(eq(photos.id, photoId), eq(photos.eventId, eventId)))
      .returning();
    if (!deleted) throw new DomainError('photo_not_found');
    if (photo.userId !== actor.userId) {
      const target = { id: photo.userId, name: photo.userName };
      await recordDeed(tx, { actor, deed: 'photo.removed', target, eventId });
    }
    await planRemoval(tx, { storage: deleted.imageStorage, key: deleted.imageKey });
  });
}
