import type { Readable } from 'node:stream';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { csvOf } from '~/services/csv.server';
import type { MediaStorage, StorageName } from '~/services/storage/types';
import { zipStream, type ZipEntry } from '~/services/zip.server';
import { withPlaces } from './favorite';
import { listTopPhotos } from './favorite.server';
import { createPhotoNamer } from './file-name';
import { readMedia } from './media.server';
import { theRow } from './row.server';

/** What packing takes of the application. */
export interface PackDeps {
  db: Db;
  storage: MediaStorage;
}

/** A zip of photos. */
export interface Archive {
  /** Nothing is read from the storage before this is. */
  stream: Readable;
  /** About how long it will be, as far as the photos' sizes are known. */
  expectedBytes: number;
}

/** An image on its way into a zip. */
export interface PackedImage {
  /** Its path in the zip. */
  name: string;
  imageStorage: StorageName;
  imageKey: string;
  modifiedAt: Date;
}

const MISSING = 'MISSING.txt';
/** So many rows are read at a time. */
const PAGE_ROWS = 100;

/**
 * The photos of the ranking, in its order, named by their places.
 * @param params.missingNote the first line of the list of files that are not there
 */
export async function packTopPhotos(
  deps: PackDeps,
  { eventId, missingNote }: { eventId: number; missingNote: string },
): Promise<Archive> {
  const photos = await listRanking(deps.db, { eventId });
  const images = photos.map((photo) => ({ ...photo, modifiedAt: photo.createdAt }));
  return {
    stream: zipStream(readImages(deps, images, missingNote)),
    expectedBytes: photos.reduce((sum, { imageBytes }) => sum + imageBytes, 0),
  };
}

/**
 * All photos of an event, by participant and slot, with running numbers.
 * @param params.missingNote the first line of the list of files that are not there
 */
export async function packAllPhotos(
  deps: PackDeps,
  { eventId, missingNote }: { eventId: number; missingNote: string },
): Promise<Archive> {
  const rows = await deps.db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${photos.imageBytes}), 0)::float8`,
    })
    .from(photos)
    .where(eq(photos.eventId, eventId));
  const { count, bytes } = theRow(rows);
  const images = nameEventPhotos(deps.db, { eventId, count });
  return {
    stream: zipStream(readImages(deps, images, missingNote)),
    expectedBytes: bytes,
  };
}

/** The ranking's columns, each with its heading. */
export type RankingHeadings = Record<
  'place' | 'stars' | 'name' | 'slot' | 'uploaded' | 'file',
  string
>;

/** The ranking as CSV; photos are named as in their zip. */
export async function rankingCsv(
  db: Db,
  { eventId, headings }: { eventId: number; headings: RankingHeadings },
): Promise<string> {
  const { place, stars, name, slot, uploaded, file } = headings;
  const photos = await listRanking(db, { eventId });
  return csvOf(
    [place, stars, name, slot, uploaded, file],
    photos.map((photo) => [
      photo.place,
      photo.favoriteCount,
      photo.userName,
      photo.position,
      photo.createdAt.toISOString(),
      photo.name,
    ]),
  );
}

/**
 * Reads images one at a time, full size. What is not in the storage is listed in a text at the end;
 * a storage that does not answer is an error.
 */
export async function* readImages(
  deps: PackDeps,
  images: Iterable<PackedImage> | AsyncIterable<PackedImage>,
  missingNote: string,
): AsyncGenerator<ZipEntry> {
  const missing: string[] = [];
  for await (const { name, imageStorage, imageKey, modifiedAt } of images) {
    const image = { storage: imageStorage, key: imageKey, variant: 'full' } as const;
    const bytes = await readMedia(deps, image);
    if (bytes) yield { name, bytes, modifiedAt };
    else missing.push(name);
  }
  if (missing.length > 0) {
    const lines = [missingNote, '', ...missing, ''];
    yield { name: MISSING, bytes: Buffer.from(lines.join('\r\n')), modifiedAt: new Date() };
  }
}

async function listRanking(db: Db, { eventId }: { eventId: number }) {
  const photos = withPlaces(await listTopPhotos(db, { eventId }));
  const nameOf = createPhotoNamer({ count: photos.length });
  return photos.map((photo) => ({ ...photo, name: nameOf({ ...photo, number: photo.place }) }));
}

async function* nameEventPhotos(
  db: Db,
  { eventId, count }: { eventId: number; count: number },
): AsyncGenerator<PackedImage> {
  const nameOf = createPhotoNamer({ count });
  let number = 0;
  let last = { userId: 0, position: 0 };
  for (;;) {
    const page = await listPhotosAfter(db, { eventId, ...last });
    for (const photo of page) {
      number += 1;
      yield { ...photo, name: nameOf({ ...photo, number }), modifiedAt: photo.createdAt };
    }
    const end = page.at(-1);
    if (!end || page.length < PAGE_ROWS) return;
    last = end;
  }
}

/** The photos that follow one, by participant and slot. */
function listPhotosAfter(db: Db, after: { eventId: number; userId: number; position: number }) {
  const { userId, position, imageStorage, imageKey, createdAt } = photos;
  return db
    .select({ userId, position, imageStorage, imageKey, createdAt, userName: users.name })
    .from(photos)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(photos.eventId, after.eventId),
        sql`(${userId}, ${position}) > (${after.userId}::int, ${after.position}::int)`,
      ),
    )
    .orderBy(asc(userId), asc(position))
    .limit(PAGE_ROWS);
}
