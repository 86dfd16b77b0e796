import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import { events, photos, users, type EventRow, type UserRow } from '~db/schema';
import { statement } from '~db/statement.server';
import {
  STORED_VARIANTS,
  type MediaStorage,
  type StorageName,
  type StoredVariant,
} from '~/services/storage/types';

/** A stored image: what it shows decides who may see it (rule `images.audience`). */
export interface Media {
  kind: 'photo' | 'selfie' | 'event';
  storage: StorageName;
  eventId: number;
  /** Of a photo: whose it is, and whether the organizer has hidden it. */
  ownerId: number | null;
  isHidden: boolean;
  /** Whether all widths are known to be there; images of earlier versions may lack some. */
  hasAllWidths: boolean;
}

const photoCells = {
  storage: photos.imageStorage,
  eventId: photos.eventId,
  ownerId: photos.userId,
  hiddenAt: photos.hiddenAt,
  hasAllWidths: photos.hasAllWidths,
};

function mediaOfPhoto({
  hiddenAt,
  ...photo
}: Omit<Media, 'kind' | 'isHidden'> & { hiddenAt: Date | null }): Media {
  return { kind: 'photo', ...photo, isHidden: hiddenAt !== null };
}

/** What a selfie and an event's image have of all that. */
const NO_PHOTO = { ownerId: null, isHidden: false, hasAllWidths: false };

/** What an image key belongs to; null when to nothing. Photos, the most asked for, come first. */
export async function findMedia(db: Db, { key }: { key: string }): Promise<Media | null> {
  const [photo] = await db.select(photoCells).from(photos).where(eq(photos.imageKey, key));
  if (photo) return mediaOfPhoto(photo);

  const [selfie] = await db
    .select({ storage: users.selfieStorage, eventId: users.eventId })
    .from(users)
    .where(eq(users.selfieKey, key));
  if (selfie?.storage) {
    return { kind: 'selfie', storage: selfie.storage, eventId: selfie.eventId, ...NO_PHOTO };
  }

  const [event] = await db
    .select({ storage: events.imageStorage, eventId: events.id })
    .from(events)
    .where(eq(events.imageKey, key));
  if (!event?.storage) return null;
  return { kind: 'event', storage: event.storage, eventId: event.eventId, ...NO_PHOTO };
}

/** An image, and whether whoever asks for it is still who their cookie says. */
export interface RequestedMedia {
  media: Media | null;
  user: Pick<UserRow, 'id' | 'eventId' | 'isOrganizer' | 'sessionMark'> | null;
  event: Pick<EventRow, 'id' | 'endDate' | 'endedAt'>;
}

/**
 * What `findMedia` and `findIdentity` tell, in one query: a screen asks for dozens of images at once.
 * Null when the event of the one who asks is gone; `user` is null for a visitor, and for who is gone.
 */
export async function findRequestedMedia(
  db: Db,
  params: { key: string; userId: number | null; eventId: number },
): Promise<RequestedMedia | null> {
  const [found] = await requestedMedia(db).execute(params);
  if (!found) return null;
  const { user, event, photo, selfie, picture } = found;
  const media: Media | null = photo
    ? mediaOfPhoto(photo)
    : selfie?.storage
      ? { kind: 'selfie', storage: selfie.storage, eventId: selfie.eventId, ...NO_PHOTO }
      : picture?.storage
        ? { kind: 'event', storage: picture.storage, eventId: picture.eventId, ...NO_PHOTO }
        : null;
  return { media, user, event };
}

const owners = alias(users, 'owners');
const pictured = alias(events, 'pictured');
const requestedMedia = statement((db) => {
  const key = sql.placeholder('key');
  return db
    .select({
      user: {
        id: users.id,
        eventId: users.eventId,
        isOrganizer: users.isOrganizer,
        sessionMark: users.sessionMark,
      },
      event: { id: events.id, endDate: events.endDate, endedAt: events.endedAt },
      photo: photoCells,
      selfie: { storage: owners.selfieStorage, eventId: owners.eventId },
      picture: { storage: pictured.imageStorage, eventId: pictured.id },
    })
    .from(events)
    .leftJoin(users, and(eq(users.id, sql.placeholder('userId')), eq(users.eventId, events.id)))
    .leftJoin(photos, eq(photos.imageKey, key))
    .leftJoin(owners, eq(owners.selfieKey, key))
    .leftJoin(pictured, eq(pictured.imageKey, key))
    .where(eq(events.id, sql.placeholder('eventId')))
    .prepare('requested_media');
});
type Place = { storage: StorageName; key: string };

/**
 * The bytes of an image that a row was read for earlier. A long download reads rows minutes before
 * files; where the file is missing, the row is read again, for the image may have been moved.
 * @returns null when the file is nowhere
 */
export async function readMedia(
  deps: { db: Db; storage: MediaStorage },
  image: Place & { variant: StoredVariant },
): Promise<Uint8Array | null> {
  return readWhereItLies(deps, image, (storage) =>
    deps.storage.read(storage, image.key, image.variant),
  );
}

/**
 * The same for a piece of the full file, read into memory that is there already.
 * @returns how many bytes, fewer than fit where the file ends; null when the file is nowhere
 */
export async function readMediaInto(
  deps: { db: Db; storage: MediaStorage },
  image: Place,
  target: Uint8Array,
  position: number,
): Promise<number | null> {
  return readWhereItLies(deps, image, (storage) =>
    deps.storage.readInto(storage, image.key, target, position),
  );
}

async function readWhereItLies<T>(
  { db }: { db: Db },
  image: Place,
  read: (storage: StorageName) => Promise<T | null>,
): Promise<T | null> {
  const found = await read(image.storage);
  if (found !== null) return found;
  const media = await findMedia(db, image);
  if (!media || media.storage === image.storage) return null;
  return read(media.storage);
}

/** Writes down of a photo's full file what reading it has shown. Nothing is kept of other images' files. */
export async function recordFile(
  db: Db,
  { key, bytes, crc }: { key: string; bytes: number; crc: number },
): Promise<void> {
  await db.update(photos).set({ imageBytes: bytes, imageCrc: crc }).where(eq(photos.imageKey, key));
}

/**
 * The bytes of a width, or of the next larger file where that one was never made: an image of an earlier
 * version lacks some until `npm run check:storage -- --repair` has made them.
 * @returns null when there is no larger one either
 */
export async function readAtLeast(
  storage: MediaStorage,
  image: { storage: StorageName; key: string; variant: StoredVariant },
): Promise<Uint8Array | null> {
  const largest = STORED_VARIANTS.indexOf(image.variant);
  for (const variant of STORED_VARIANTS.slice(0, largest + 1).reverse()) {
    const bytes = await storage.read(image.storage, image.key, variant);
    if (bytes) return bytes;
  }
  return null;
}

/**
 * Says in the row that owns an image that its files now lie in another storage.
 * @returns false when no row says that it lies in `from`: it is gone, or moved by others
 */
export async function relocateMedia(
  db: Db,
  { key, from, to }: { key: string; from: StorageName; to: StorageName },
): Promise<boolean> {
  const moved = [
    await db
      .update(photos)
      .set({ imageStorage: to })
      .where(and(eq(photos.imageKey, key), eq(photos.imageStorage, from)))
      .returning({ id: photos.id }),
    await db
      .update(users)
      .set({ selfieStorage: to })
      .where(and(eq(users.selfieKey, key), eq(users.selfieStorage, from)))
      .returning({ id: users.id }),
    await db
      .update(events)
      .set({ imageStorage: to })
      .where(and(eq(events.imageKey, key), eq(events.imageStorage, from)))
      .returning({ id: events.id }),
  ];
  return moved.some((rows) => rows.length > 0);
}
