import { count, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { seenPhotos } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import type { Person } from '../access';
import { bigintIds } from '../id.server';
import { presentPhoto, toldTo, type CountedPhoto } from './read.server';
import type { PublicPhoto } from './shape';

/**
 * Reads by how many members photos were seen. Only an organizer reads that, and nobody by whom (rule
 * `seen.secret`).
 * @returns the views of each photo; undefined for every other reader
 */
export async function readViews(
  db: Db,
  { reader, photos }: { reader: Person | undefined; photos: readonly { id: number }[] },
): Promise<(photo: { id: number }) => number | undefined> {
  if (reader?.role !== 'organizer') return () => undefined;
  const ids = bigintIds(photos.map(({ id }) => id));
  const rows = await db
    .select({ photoId: seenPhotos.photoId, views: count() })
    .from(seenPhotos)
    .where(sql`${seenPhotos.photoId} = any(${ids})`)
    .groupBy(seenPhotos.photoId);
  const views = new Map(rows.map((row) => [row.photoId, row.views]));
  return ({ id }) => views.get(id) ?? 0;
}

/** The public fields of photos, as this reader gets them. */
export async function presentPhotosTo(
  reader: Person,
  photos: readonly CountedPhoto[],
  { db, storage }: { db: Db; storage: MediaStorage },
): Promise<PublicPhoto[]> {
  const viewsOf = await readViews(db, { reader, photos });
  return photos.map((photo) =>
    presentPhoto(photo, storage, { ...toldTo(reader, photo), views: viewsOf(photo) }),
  );
}

/** The public fields of a photo, as this reader gets it. */
export async function presentPhotoTo(
  reader: Person,
  photo: CountedPhoto,
  { db, storage }: { db: Db; storage: MediaStorage },
): Promise<PublicPhoto> {
  const viewsOf = await readViews(db, { reader, photos: [photo] });
  return presentPhoto(photo, storage, { ...toldTo(reader, photo), views: viewsOf(photo) });
}
