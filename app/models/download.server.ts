import { asc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { csvOf } from '~/services/csv.server';
import { openArchive, type Archive, type PackDeps, type PackedImage } from './archive.server';
import { withPlaces } from './favorite';
import { listTopPhotos } from './favorite.server';
import { createPhotoNamer } from './file-name';

/**
 * The photos of the ranking, in its order, named by their places.
 * @param params.missingNote the first line of the list of files that are not there
 * @throws DomainError busy when a storage does not answer
 */
export async function packTopPhotos(
  deps: PackDeps,
  { eventId, missingNote }: { eventId: number; missingNote: string },
): Promise<Archive> {
  const photos = await listRanking(deps.db, { eventId });
  const images = photos.map((photo) => ({ ...photo, modifiedAt: photo.createdAt }));
  return openArchive(deps, { eventId, images, missingNote });
}

/**
 * All photos of an event, by participant and slot, with running numbers.
 * @param params.missingNote the first line of the list of files that are not there
 * @throws DomainError busy when a storage does not answer
 */
export async function packAllPhotos(
  deps: PackDeps,
  { eventId, missingNote }: { eventId: number; missingNote: string },
): Promise<Archive> {
  const images = await listAllPhotos(deps.db, { eventId });
  return openArchive(deps, { eventId, images, missingNote });
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

async function listRanking(db: Db, { eventId }: { eventId: number }) {
  const photos = withPlaces(await listTopPhotos(db, { eventId }));
  const nameOf = createPhotoNamer({ count: photos.length });
  return photos.map((photo) => ({ ...photo, name: nameOf({ ...photo, number: photo.place }) }));
}

async function listAllPhotos(db: Db, { eventId }: { eventId: number }): Promise<PackedImage[]> {
  const { userId, position, imageStorage, imageKey, imageBytes, imageCrc, createdAt } = photos;
  const rows = await db
    .select({
      position,
      imageStorage,
      imageKey,
      imageBytes,
      imageCrc,
      modifiedAt: createdAt,
      userName: users.name,
    })
    .from(photos)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(photos.eventId, eventId))
    .orderBy(asc(userId), asc(position));
  const nameOf = createPhotoNamer({ count: rows.length });
  return rows.map((row, index) => ({ ...row, name: nameOf({ ...row, number: index + 1 }) }));
}
