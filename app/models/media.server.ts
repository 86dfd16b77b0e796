import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import { statement } from '~db/statement.server';
import { HEAD_BYTES, isWhole } from '~/services/webp.server';
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
  /** Whose photo or selfie it is, and whether only they and the organizer see it. */
  ownerId: number | null;
  isHidden: boolean;
  /** Whether all widths are known to be there; images of earlier versions may lack some. */
  hasAllWidths: boolean;
  /** How long the full file is; 0 where nobody has counted. */
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

/** What an event's image has of all that, and what of it a selfie has. */
const NO_PHOTO = { ownerId: null, isHidden: false, hasAllWidths: false, bytes: 0 };

/** What an image key belongs to; null when to nothing. Photos, the most asked for, come first. */
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
 * The same for the full file, read into memory that is there already.
 * @returns how many bytes, fewer than fit where the file ends; null when the file is nowhere
 */
export async function readMediaInto(
  deps: { db: Db; storage: MediaStorage },
  image: Place,
  target: Uint8Array,
): Promise<number | null> {
  return readWhereItLies(deps, image, (storage) =>
    deps.storage.readInto(storage, image.key, target),
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

/**
 * Writes down what a photo's full file is like, where an earlier version has not done so when it was stored: later
 * on the file may be damaged, and the row has to tell. Nothing is kept of other images' files.
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

/** Keeps of photos whether their full files are as they were stored (rule `storage.damage`). */
export async function noteDamage(
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

/** The keys of photos that are known to be damaged: of an event, or of all. */
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

/** How many photos are known to be damaged: of an event, or of all. */
export function countDamaged(db: Db, { eventId }: { eventId?: number } = {}): Promise<number> {
  return db.$count(photos, isKnownDamaged(eventId));
}

function isKnownDamaged(eventId: number | undefined) {
  const isTheirs = eventId === undefined ? undefined : eq(photos.eventId, eventId);
  return and(isNotNull(photos.damagedAt), isTheirs);
}

/** Whether bytes that were read are those of a whole file. @param stated as in `isWhole` */
export function isWholeFile(bytes: Uint8Array, stated: number): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.byteLength));
  return isWhole(head, bytes.byteLength, stated);
}

/** What there is of an image for a width that is asked for. */
export interface FoundWidth {
  bytes: Uint8Array | null;
  /** Which files are damaged, as far as they were looked at; also a full one that is not there. */
  damaged: StoredVariant[];
}

/**
 * The bytes of a width, or of the next larger file where that one was never made: an image of an earlier
 * version lacks some until `npm run check:storage -- --repair` has made them. Where the full file is gone or
 * damaged, too, a smaller one stands in.
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
