import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { events, favorites, photos, users } from '~db/schema';
import { statement } from '~db/statement.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { MediaStorage } from '~/services/storage/types';
import { type Actor, assertCan, assertRunning, can, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { isViolation } from '../constraint.server';
import { DomainError } from '../errors';
import { PHOTOS_PER_USER } from '../event/rules';
import { planRemoval } from '../storage/file-removal.server';
import { bigintId } from '../id.server';
import { requireFile, storeImage, type GivenFile, type ImageDeps } from './image-file.server';
import { writeNotice } from '../message/write.server';
import { freeSlots, type FeedPhoto, type PublicPhoto, type ScreenPhoto } from './rules';
import type { RemovalReason } from './removal';
import type { ListPlace } from '../list-place';
import { isCountedStar, isVisibleIn, isSeenBy } from './scope.server';
import { isOlder } from '../list-place.server';
import { singleRow } from '../row.server';
import { recordUpload, storeOnce } from './upload.server';
import { selfieUrl } from '../user/read.server';

export type PhotoRow = typeof photos.$inferSelect;

/** A photo with its number of stars, which is always computed and never stored. */
export type CountedPhoto = PhotoRow & { favoriteCount: number };

/** A photo with its number of stars and its owner. */
export type ListedPhoto = CountedPhoto & {
  userName: string;
  userSelfieStorage: StorageName | null;
  userSelfieKey: string | null;
};

/** The columns of a `ListedPhoto` without the stars, for queries that join photos with users. */
export const photoColumns = {
  ...getTableColumns(photos),
  userName: users.name,
  userSelfieStorage: users.selfieStorage,
  userSelfieKey: users.selfieKey,
};

/** Joins photos and users and counts each photo's stars. The caller adds the `where`. */
export function selectPhotos(db: Db) {
  const stars = sql<number>`(
    select count(*)::int from ${favorites} where ${favorites.photoId} = ${photos.id} and ${isCountedStar}
  )`;
  return db
    .select({ ...photoColumns, favoriteCount: stars })
    .from(photos)
    .innerJoin(users, eq(users.id, photos.userId));
}

/** The photos of a newest-first list: an event's, or one member's. */
export interface PhotoRange {
  eventId: number;
  userId?: number;
  /** The reader, because only owners and the organizer see hidden photos. */
  reader?: Person;
  /** Only photos after this position. */
  after?: ListPlace;
  /** The maximum number; all by default. */
  limit?: number;
}

/** An event's photos, or those of one of its members, newest first. */
export async function listEventPhotos(
  db: Db,
  { after, limit, ...which }: PhotoRange,
): Promise<ListedPhoto[]> {
  // Nearly all requests ask for the first page of the whole feed, so it has a prepared statement.
  if (which.userId === undefined && !which.reader && !after && limit !== undefined) {
    return newestPhotos(db).execute({ eventId: which.eventId, limit });
  }
  const query = selectPhotos(db)
    .where(and(isVisibleIn(which), after && isOlder(photos, after)))
    .orderBy(desc(photos.createdAt), desc(photos.id));
  return limit === undefined ? query : query.limit(limit);
}

const newestPhotos = statement((db) =>
  selectPhotos(db)
    .where(and(eq(photos.eventId, sql.placeholder('eventId')), isSeenBy()))
    .orderBy(desc(photos.createdAt), desc(photos.id))
    .limit(sql.placeholder('limit'))
    .prepare('newest_photos'),
);

/**
 * A member's photos by slot, including hidden ones, as their owner sees them.
 * @param params.reader the reader, if it may be another person
 */
export function listUserPhotos(
  db: Db,
  { eventId, userId, reader }: { eventId: number; userId: number; reader?: Person },
): Promise<ListedPhoto[]> {
  const isSeen = reader && isSeenBy(reader);
  return selectPhotos(db)
    .where(and(eq(photos.eventId, eventId), eq(photos.userId, userId), isSeen))
    .orderBy(asc(photos.position));
}

/** The photos with these ids, in no particular order. Deleted ones are missing. */
export function listPhotosById(db: Db, ids: number[]): Promise<ListedPhoto[]> {
  return selectPhotos(db).where(isAmong(photos.id, ids));
}

/**
 * One photo of an event.
 * @param params.reader who reads it; without one, a hidden photo is not found
 * @throws DomainError photo_not_found, also for a photo that is hidden from the reader, or access_denied for
 *   one of another event (rule `access.own-event`)
 */
export async function getPhoto(
  db: Db,
  { photoId, eventId, reader }: { photoId: number; eventId: number; reader?: Actor },
): Promise<ListedPhoto> {
  const [photo] = await selectPhotos(db).where(eq(photos.id, bigintId(photoId)));
  if (!photo) throw new DomainError('photo_not_found');
  if (photo.eventId !== eventId) throw new DomainError('access_denied');
  const target = { eventId, ownerId: photo.userId, isHidden: true };
  if (photo.hiddenAt && !(reader && can(reader, 'photo.read', target))) {
    throw new DomainError('photo_not_found');
  }
  return photo;
}

/**
 * Puts a photo into one of its owner's empty slots. The slot is checked before the file is decoded, and again
 * in the transaction that takes it; a unique constraint decides between concurrent uploads. If the same
 * upload is sent again, the photo it has become is returned, in whatever slot (rule `uploads.once`).
 * @param params.anySlot use the first free slot if `position` is taken or no longer exists
 * @throws DomainError access_denied for another user's slot, event_closed, file_required, slot_unknown,
 *   slot_taken, photo_not_found when the upload's photo was deleted since, authentication_required when the
 *   owner is gone, and what `storeImage` throws
 */
export async function addPhoto(
  deps: ImageDeps,
  params: {
    actor: Actor;
    userId: number;
    eventId: number;
    position: number;
    anySlot?: boolean;
    file: GivenFile;
    uploadId?: string;
  },
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
  params: {
    actor: Actor;
    userId: number;
    eventId: number;
    position: number;
    anySlot?: boolean;
    file: { path: string };
    uploadId?: string;
  },
): Promise<CountedPhoto> {
  const { userId, eventId, file, uploadId } = params;
  await chooseSlot(deps.db, params);
  try {
    return await storeImage(deps, { eventId, userId, file }, async (tx, image) => {
      const position = await chooseSlot(tx, params, { lock: true });
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
          hiddenAt: hiddenIfStranger(userId),
          ...files,
          ...picture,
        })
        .returning();
      const photo = singleRow(rows);
      await recordUpload(tx, { userId, uploadId, photoId: photo.id });
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

/** Photos of strangers in the demo event are hidden from the start (rule `demo.strangers`). */
function hiddenIfStranger(userId: number) {
  return sql`(select now() from ${users} where ${users.id} = ${userId} and ${users.isStranger})`;
}

/**
 * Chooses the slot for a photo: the requested one, or another free one if any slot will do.
 * @param options.lock locks the event's row (shared), so that its number of slots does not change, then the
 *   owner's row, so that their next upload sees the slot that this one takes
 * @throws DomainError slot_unknown, slot_taken, authentication_required when the owner is gone
 */
async function chooseSlot(
  db: Db,
  params: { actor: Actor; userId: number; eventId: number; position: number; anySlot?: boolean },
  options: { lock?: boolean } = {},
): Promise<number> {
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
  assertRunning(actor, event, 'everybody');
  if (options.lock) {
    await db.select({ id: users.id }).from(users).where(isOwner).for('no key update');
  }
  const taken = await db
    .select({ position: photos.position })
    .from(photos)
    .where(eq(photos.userId, userId));
  const free = freeSlots(taken, event.maxPhotosPerUser);
  if (free.includes(position)) return position;
  const [other] = free;
  if (anySlot && other !== undefined) return other;
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
    assertRunning(actor, event);
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

/**
 * The URL of a photo's full file, with its thumbnails next to it. A photo that lacks some widths is served by
 * this site, in whichever storage it is.
 */
export function photoUrl(
  photo: Pick<PhotoRow, 'imageStorage' | 'imageKey' | 'hasAllWidths'>,
  storage: MediaStorage,
): string {
  const { imageStorage, imageKey, hasAllWidths } = photo;
  return hasAllWidths ? storage.url(imageStorage, imageKey) : storage.ownUrl(imageKey);
}

/** The public fields of a photo. */
export function presentPhoto(photo: CountedPhoto, storage: MediaStorage): PublicPhoto {
  return {
    id: photo.id,
    imageUrl: photoUrl(photo, storage),
    userId: photo.userId,
    eventId: photo.eventId,
    position: photo.position,
    favoriteCount: photo.favoriteCount,
    createdAt: photo.createdAt.toISOString(),
    ...(photo.hiddenAt && { isHidden: true as const }),
  };
}

/** A photo of the feed, with its owner's name and selfie. */
export function presentFeedPhoto(photo: ListedPhoto, storage: MediaStorage): FeedPhoto {
  return {
    ...presentPhoto(photo, storage),
    userName: photo.userName,
    userSelfie: selfieUrl(
      { selfieStorage: photo.userSelfieStorage, selfieKey: photo.userSelfieKey },
      storage,
    ),
  };
}

/** A photo with the data a screen needs to render it. */
export function presentScreenPhoto(photo: ListedPhoto, storage: MediaStorage): ScreenPhoto {
  return {
    ...presentFeedPhoto(photo, storage),
    width: photo.width,
    height: photo.height,
    placeholder: photo.placeholder,
  };
}
