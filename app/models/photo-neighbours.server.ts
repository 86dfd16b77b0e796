import type { Db } from '~db/client.server';
import { listFavorites, listTopPhotos } from './favorite.server';
import { neighboursOf, type Neighbours, type PhotoList } from './photo';
import { listEventPhotos, listUserPhotos } from './photo.server';

/**
 * The photos before and after one in the list it was opened from.
 * @param params.userId the feed: whose photos it shows, if only one's; profile and favorites: whose
 *   they are
 */
export async function photoNeighbours(
  db: Db,
  params: { photoId: number; eventId: number; from: PhotoList; userId?: number },
): Promise<Neighbours> {
  const list = await listPhotos(db, params);
  return neighboursOf(
    list.map((photo) => photo.id),
    params.photoId,
  );
}

function listPhotos(
  db: Db,
  { eventId, from, userId }: { eventId: number; from: PhotoList; userId?: number },
): Promise<{ id: number }[]> {
  if (from === 'top') return listTopPhotos(db, { eventId });
  if (from === 'feed' || userId === undefined) return listEventPhotos(db, { eventId, userId });
  return from === 'profile'
    ? listUserPhotos(db, { eventId, userId })
    : listFavorites(db, { userId });
}
