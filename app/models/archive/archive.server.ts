import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import { photos } from '~db/schema';
import type { StorageName } from '~/services/storage/drivers.server';
import type { MediaStorage } from '~/services/storage/types';
import { zipOf, type ByteSource, type ZipEntry } from '~/services/zip.server';
import { DomainError } from '../errors';
import {
  findMedia,
  isWholeFile,
  listDamaged,
  recordDamage,
  readMedia,
  readMediaInto,
  recordFile,
} from '../photo/media.server';

export type { ByteSource } from '~/services/zip.server';

/** What the packer needs from the application. */
export interface PackDeps {
  db: Db;
  storage: MediaStorage;
  log?: Pick<Logger, 'error'>;
}

/** A zip of images. */
export interface Archive extends ByteSource {
  /** Two archives with the same identity have the same bytes. */
  identity: string;
  /** Whether every image was found. */
  isComplete: boolean;
}

/** A text file to be put into a zip. */
export interface PackedText {
  /** Its path in the zip. */
  name: string;
  bytes: Uint8Array;
  modifiedAt: Date;
}

/** A stored image to be put into a zip, full size. */
export interface PackedImage {
  /** Its path in the zip. */
  name: string;
  imageStorage: StorageName;
  imageKey: string;
  /** The size in its row; 0 if it was not measured yet. */
  imageBytes: number;
  /** Null if the file was never read. */
  imageCrc: number | null;
  modifiedAt: Date;
}

/** The contents of an archive. */
export interface Contents {
  eventId: number;
  /** Texts come before the images. */
  texts?: PackedText[];
  images: PackedImage[];
  /** The first line of the list of missing files. */
  missingNote: string;
}

type TextEntry = ZipEntry & { bytes: Uint8Array };
type ImageEntry = ZipEntry & { image: PackedImage };
type Entry = TextEntry | ImageEntry;

const MISSING = 'MISSING.txt';
/**
 * Part of every identity. Increase it when archives are written differently, including after an update of yazl that
 * changes their bytes.
 */
const FORMAT = 2;
const MEASURED_AT_ONCE = 4;
const BUSY_RETRY_S = 30;

/**
 * Opens a zip of images (rule `files.zip`). It checks now which files the storage lacks and lists them in a
 * text at the end. Once the archive's length is announced, a file that has disappeared or differs from its
 * row makes the read fail. The next archive then leaves it out.
 * @throws DomainError busy when a storage does not answer
 */
export async function openArchive(deps: PackDeps, contents: Contents): Promise<Archive> {
  const { texts = [], images, missingNote } = contents;
  const lost = await orBusy(deps, () => findLost(deps, contents));
  const entries: Entry[] = texts.map(textEntry);
  for (const image of images) {
    if (lost.has(image)) continue;
    const { name, imageBytes, modifiedAt } = image;
    entries.push({ name, size: imageBytes, modifiedAt, image });
  }
  if (lost.size > 0) entries.push(textEntry(missingFilesText([...lost], missingNote)));
  return {
    identity: identityOf(entries),
    isComplete: lost.size === 0,
    ...zipOf(entries, (entry, target) => readEntry(deps, entry, target)),
  };
}

function textEntry({ name, bytes, modifiedAt }: PackedText): TextEntry {
  return { name, size: bytes.length, modifiedAt, bytes };
}

/**
 * Queries the storages before an archive starts, and reports a failure as `busy`.
 * @throws DomainError busy when a storage does not answer
 */
export async function orBusy<T>({ log }: PackDeps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log?.error({ err: error }, 'a storage could not be asked for an archive’s files');
    throw new DomainError('busy', { retryAfter: BUSY_RETRY_S, cause: error });
  }
}

/** Dated by its newest image, so that the same list always has the same bytes. */
export function missingFilesText(lost: PackedImage[], note: string): PackedText {
  const names = lost.map(({ name }) => name);
  const bytes = Buffer.from([note, '', ...names, ''].join('\r\n'));
  const later = (one: Date, other: Date) => (one > other ? one : other);
  const modifiedAt = lost.map((image) => image.modifiedAt).reduce(later);
  return { name: MISSING, bytes, modifiedAt };
}

/** The file under a key never changes, so the key identifies its bytes, in whichever storage it is. */
function identityOf(entries: Entry[]): string {
  const lines = entries.map((entry) => {
    const content = 'bytes' in entry ? crc32(entry.bytes) : entry.image.imageKey;
    const seconds = Math.floor(entry.modifiedAt.getTime() / 1000);
    return `${entry.size} ${seconds} ${content} ${entry.name}`;
  });
  return createHash('sha256')
    .update([FORMAT, ...lines].join('\n'))
    .digest('base64url');
}

/**
 * Finds images whose file is missing or damaged. It measures files that were never measured and rechecks
 * those that were damaged last time.
 */
async function findLost(deps: PackDeps, contents: Contents): Promise<Set<PackedImage>> {
  const { eventId, images } = contents;
  const lost = await findMissing(deps, contents);
  const known = await listDamaged(deps.db, { eventId });
  const isInDoubt = (image: PackedImage) => image.imageBytes === 0 || known.has(image.imageKey);
  const inDoubt = images.filter((image) => isInDoubt(image) && !lost.has(image)).values();
  const measure = async () => {
    for (const image of inDoubt) if (!(await measureImage(deps, image))) lost.add(image);
  };
  await Promise.all(Array.from({ length: MEASURED_AT_ONCE }, measure));
  const keysOf = (isLost: boolean) =>
    images
      .filter((image) => lost.has(image) === isLost && known.has(image.imageKey) !== isLost)
      .map(({ imageKey }) => imageKey);
  await recordDamage(deps.db, { keys: keysOf(true), isDamaged: true });
  await recordDamage(deps.db, { keys: keysOf(false), isDamaged: false });
  return lost;
}

/** Finds images whose file is missing in every storage. The place of images that were moved is updated. */
export async function findMissing(
  deps: PackDeps,
  { eventId, images }: Pick<Contents, 'eventId' | 'images'>,
): Promise<Set<PackedImage>> {
  const first = await findAbsent(deps, images);
  if (first.length === 0) return new Set();
  await followMoves(deps, eventId, first);
  return new Set(await findAbsent(deps, first));
}

async function findAbsent({ storage }: PackDeps, images: PackedImage[]): Promise<PackedImage[]> {
  const missing = new Set<string>();
  for (const name of new Set(images.map(({ imageStorage }) => imageStorage))) {
    const own = images.filter(({ imageStorage }) => imageStorage === name);
    const keys = own.map(({ imageKey }) => imageKey);
    const sizes = new Map(own.map(({ imageKey, imageBytes }) => [imageKey, imageBytes]));
    for (const key of await storage.findMissing(name, keys, sizes)) missing.add(key);
  }
  return images.filter(({ imageKey }) => missing.has(imageKey));
}

/** Reads again where images are stored, because they may have been moved after their rows were read. */
async function followMoves({ db }: PackDeps, eventId: number, images: PackedImage[]) {
  const rows = await db
    .select({ key: photos.imageKey, storage: photos.imageStorage })
    .from(photos)
    .where(eq(photos.eventId, eventId));
  const places = new Map(rows.map(({ key, storage }) => [key, storage]));
  for (const image of images) {
    const place =
      places.get(image.imageKey) ?? (await findMedia(db, { key: image.imageKey }))?.storage;
    if (place) image.imageStorage = place;
  }
}

/**
 * Reads a whole file, and records its size and checksum if they are not known yet.
 * @returns null if the file is missing or damaged
 */
async function measureImage(deps: PackDeps, image: PackedImage): Promise<Uint8Array | null> {
  const { imageStorage: storage, imageKey: key } = image;
  const bytes = await readMedia(deps, { storage, key, variant: 'full' });
  if (!bytes || !isWholeFile(bytes, image.imageBytes)) return null;
  const crc = crc32(bytes);
  if (image.imageCrc !== null && image.imageBytes > 0) return crc === image.imageCrc ? bytes : null;
  image.imageBytes = bytes.length;
  image.imageCrc = crc;
  await recordFile(deps.db, { key, bytes: bytes.length, crc });
  return bytes;
}

/**
 * The zip's checksums are computed from the bytes read here, so other bytes than the stored ones must not get
 * through.
 * @throws when the file is gone or has other bytes than expected
 */
async function readEntry(deps: PackDeps, entry: Entry, target: Uint8Array): Promise<void> {
  if ('bytes' in entry) return target.set(entry.bytes);
  const { image } = entry;
  const { imageStorage: storage, imageKey: key, imageCrc } = image;
  if (imageCrc !== null) {
    const count = await readMediaInto(deps, { storage, key }, target);
    if (count === target.length && crc32(target) === imageCrc) return;
  }
  const bytes = await measureImage(deps, image);
  if (bytes?.length === target.length) return target.set(bytes);
  await recordDamage(deps.db, { keys: [key], isDamaged: true });
  throw new Error(`${key}: not the file that the archive was begun for`);
}
