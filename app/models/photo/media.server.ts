import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import { statement } from '~db/statement.server';
import { HEAD_BYTES, isWhole } from '~/services/webp.server';
import type { StorageName } from '~/services/storage/drivers.server';
import { STORED_VARIANTS, type StoredVariant } from '~/services/storage/store';
import type { MediaStorage } from '~/services/storage/types';

/** A stored image. What it shows decides who may see it (rule `images.audience`). */
export interface Media {
  kind: 'photo' | 'selfie' | 'event';
  storage: StorageName;
  eventId: number;
  /** The owner of the photo or selfie, and whether only they and the organizer see it. */
  ownerId: number | null;
  isHidden: boolean;
  /** Whether all widths are known to exist. Images stored by earlier versions may lack some. */
  hasAllWidths: boolean;
  /** The size of the full file; 0 if it was never measured. */
  bytes: number;
}

const photoCells = {
  storage: photos.imageStorage,
  eventId: photos.eventId,
  ownerId: photos.userId,
  hiddenAt: photos.hiddenAt,
  hasAllWidths: photos.hasAllWidths,
  bytes: photos.imageBytes,
};

function mediaOfPhoto({
  hiddenAt,
  ...photo
}: Omit<Media, 'kind' | 'isHidden'> & { hiddenAt: Date | null }): Media {
  return { kind: 'photo', ...photo, isHidden: hiddenAt !== null };
}

/** Values for event images, and defaults for selfies. */
const NO_PHOTO = { ownerId: null, isHidden: false, hasAllWidths: false, bytes: 0 };

/** What an image's key belongs to, or null. Photos come first because they are requested most. */
export async function findMedia(db: Db, { key }: { key: string }): Promise<Media | null> {
  const [photo] = await photoOfKey(db).execute({ key });
  if (photo) return mediaOfPhoto(photo);

  const [selfie] = await db
    .select({
      storage: users.selfieStorage,
      eventId: users.eventId,
      ownerId: users.id,
      isHidden: users.isStranger,
    })
    .from(users)
    .where(eq(users.selfieKey, key));
  if (selfie?.storage) {
    return { ...NO_PHOTO, kind: 'selfie', ...selfie, storage: selfie.storage };
  }

  const [event] = await db
    .select({ storage: events.imageStorage, eventId: events.id })
    .from(events)
    .where(eq(events.imageKey, key));
  if (!event?.storage) return null;
  return { kind: 'event', storage: event.storage, eventId: event.eventId, ...NO_PHOTO };
}

const photoOfKey = statement((db) =>
  db
    .select(photoCells)
    .from(photos)
    .where(eq(photos.imageKey, sql.placeholder('key')))
    .prepare('photo_of_key'),
);

type Place = { storage: StorageName; key: string };

/**
 * Reads an image whose row was read earlier. A long download reads rows minutes before files. If the file is
 * missing, the row is read again, because the image may have been moved.
 * @returns null if no storage has the file
 */
export async function readMedia(
  deps: { db: Db; storage: MediaStorage },
  image: Place & { variant: StoredVariant },
): Promise<Uint8Array | null> {
  return readFromCurrentStorage(deps, image, (storage) =>
    deps.storage.read(storage, image.key, image.variant),
  );
}

/**
 * The same for the full file, read into an existing buffer.
 * @returns the number of bytes, less than the buffer holds if the file is shorter; null if no storage has the
 *   file
 */
export async function readMediaInto(
  deps: { db: Db; storage: MediaStorage },
  image: Place,
  target: Uint8Array,
): Promise<number | null> {
  return readFromCurrentStorage(deps, image, (storage) =>
    deps.storage.readInto(storage, image.key, target),
  );
}

async function readFromCurrentStorage<T>(
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

/**
 * Records the size and checksum of a photo's full file if an earlier version stored it without them, so that
 * later damage can be detected. Other images have no such columns.
 */
export async function recordFile(
  db: Db,
  { key, bytes, crc }: { key: string; bytes: number; crc: number },
): Promise<void> {
  const isUnknown = or(eq(photos.imageBytes, 0), isNull(photos.imageCrc));
  await db
    .update(photos)
    .set({ imageBytes: bytes, imageCrc: crc })
    .where(and(eq(photos.imageKey, key), isUnknown));
}

/** Records whether the full files of photos are damaged (rule `storage.damage`). */
export async function recordDamage(
  db: Db,
  { keys, isDamaged }: { keys: string[]; isDamaged: boolean },
): Promise<void> {
  if (keys.length === 0) return;
  const isOther = isDamaged ? isNull(photos.damagedAt) : isNotNull(photos.damagedAt);
  await db
    .update(photos)
    .set({ damagedAt: isDamaged ? sql`now()` : null })
    .where(and(inArray(photos.imageKey, keys), isOther));
}

/** The keys of photos that are known to be damaged, of one event or of all. */
export async function listDamaged(
  db: Db,
  { eventId }: { eventId?: number } = {},
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ key: photos.imageKey })
    .from(photos)
    .where(isKnownDamaged(eventId));
  return new Set(rows.map(({ key }) => key));
}

/** The number of photos that are known to be damaged, of one event or of all. */
export function countDamaged(db: Db, { eventId }: { eventId?: number } = {}): Promise<number> {
  return db.$count(photos, isKnownDamaged(eventId));
}

function isKnownDamaged(eventId: number | undefined) {
  const isTheirs = eventId === undefined ? undefined : eq(photos.eventId, eventId);
  return and(isNotNull(photos.damagedAt), isTheirs);
}

/**
 * Whether bytes are those of a whole file.
 * @param stated as in `isWhole`
 */
export function isWholeFile(bytes: Uint8Array, stated: number): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.byteLength));
  return isWhole(head, bytes.byteLength, stated);
}

/** The file that was found for a requested width. */
export interface FoundWidth {
  bytes: Uint8Array | null;
  /** The damaged files among those that were read, including a missing full file. */
  damaged: StoredVariant[];
}

/**
 * Reads a width, or the next larger file if that width was never made: images of earlier versions lack some
 * until `npm run check:storage -- --repair` makes them. If the full file is missing or damaged, too, a
 * smaller file is returned.
 */
export async function readWidth(
  storage: MediaStorage,
  image: { storage: StorageName; key: string; variant: StoredVariant; bytes: number },
): Promise<FoundWidth> {
  const at = STORED_VARIANTS.indexOf(image.variant) + 1;
  const larger = STORED_VARIANTS.slice(0, at).reverse();
  const damaged: StoredVariant[] = [];
  for (const variant of [...larger, ...STORED_VARIANTS.slice(at)]) {
    const bytes = await storage.read(image.storage, image.key, variant);
    const isFull = variant === 'full';
    if (bytes && isWholeFile(bytes, isFull ? image.bytes : 0)) return { bytes, damaged };
    if (bytes || isFull) damaged.push(variant);
  }
  return { bytes: null, damaged };
}

/**
 * Updates the row that owns an image after its files were moved to another storage.
 * @returns false when no row says that it is in `from`: the image was deleted, or moved by another process
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
