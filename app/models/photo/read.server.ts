import { and, asc, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { favorites, photos, users } from '~db/schema';
import { statement } from '~db/statement.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { MediaStorage } from '~/services/storage/types';
import { type Actor, can, type Person } from '../access';
import { DomainError } from '../errors';
import { bigintId } from '../id.server';
import { statusOf, type ScreenPhoto } from './rules';
import type { FeedPhoto, PublicPhoto } from './shape';
import type { ListPlace } from '../list-place';
import { isCountedStar, isVisibleIn, isSeenBy } from './scope.server';
import { isOlder } from '../list-place.server';
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

/** The photos of a newest-first list: an event's, or those of one member or mission. */
export interface PhotoRange {
  eventId: number;
  userId?: number;
  missionId?: number;
  /** The reader, because only owners and the organizer see hidden photos. */
  reader?: Person;
  /** Only photos after this position. */
  after?: ListPlace;
  /** The maximum number; all by default. */
  limit?: number;
}

/** An event's photos, or those of one of its members or missions, newest first. */
export async function listEventPhotos(
  db: Db,
  { after, limit, ...which }: PhotoRange,
): Promise<ListedPhoto[]> {
  const isWhole = which.userId === undefined && which.missionId === undefined;
  // Nearly all requests ask for the first page of the whole feed, so it has a prepared statement.
  if (isWhole && !which.reader && !after && limit !== undefined) {
    return newestPhotos(db).execute({ eventId: which.eventId, limit });
  }
  const query = selectPhotos(db)
    .where(and(isVisibleIn(which), after && isOlder(photos, after)))
    .orderBy(desc(photos.createdAt), desc(photos.id));
  return limit === undefined ? query : query.limit(limit);
}

/** The ids of all photos of an event that a reader sees, newest first. */
export async function listPhotoIds(
  db: Db,
  which: { eventId: number; reader?: Person },
): Promise<number[]> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(isVisibleIn(which))
    .orderBy(desc(photos.createdAt), desc(photos.id));
  return rows.map(({ id }) => id);
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

/** What only some readers are told about a photo. */
type Told = Pick<PublicPhoto, 'status' | 'views'> & {
  /** Whether they are told the number of its stars (rule `standings.hidden`). */
  stars?: boolean;
};

/** A photo's status for its owner and the organizers, and whether the reader may be told its stars. */
export function toldTo(reader: Person | undefined, photo: PhotoRow): Told {
  if (!reader) return {};
  const { eventId, userId: ownerId } = photo;
  const stars = can(reader, 'stars.count', { eventId });
  const isStatusTold = can(reader, 'photo.read', { eventId, ownerId, isHidden: true });
  return isStatusTold ? { stars, status: statusOf(photo) } : { stars };
}

/** The public fields of a photo. */
export function presentPhoto(
  photo: CountedPhoto,
  storage: MediaStorage,
  { status, views, stars = false }: Told = {},
): PublicPhoto {
  return {
    id: photo.id,
    imageUrl: photoUrl(photo, storage),
    userId: photo.userId,
    eventId: photo.eventId,
    position: photo.position,
    favoriteCount: stars ? photo.favoriteCount : null,
    createdAt: photo.createdAt.toISOString(),
    caption: photo.caption,
    missionId: photo.missionId,
    late: photo.late,
    ...(status !== undefined && { status }),
    ...(views !== undefined && { views }),
  };
}

/** A photo of the feed, with its owner's name and selfie. */
export function presentFeedPhoto(
  photo: ListedPhoto,
  storage: MediaStorage,
  told?: Told,
): FeedPhoto {
  return {
    ...presentPhoto(photo, storage, told),
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
