import type { Db } from '~db/client.server';
import { can, type Person } from '../access';
import { listFavorites, listTopPhotos } from './star.server';
import { feedNeighbours } from './feed.server';
import { peopleNeighbours } from './people-feed.server';
import { neighboursOf, type Neighbours, type PhotoList } from './rules';
import { listPhotosById, listUserPhotos, type ListedPhoto } from './read.server';

/** A photo's neighbours with the data to render them. */
interface DrawnNeighbours extends Omit<Neighbours, 'previous' | 'next'> {
  previous: ListedPhoto | null;
  next: ListedPhoto | null;
}

/**
 * The photos before and after one, with the data to render them.
 * @param params like those of `photoNeighbours`
 */
export async function drawnNeighbours(
  db: Db,
  params: Parameters<typeof photoNeighbours>[1],
): Promise<DrawnNeighbours> {
  const { previous, next, place, count } = await photoNeighbours(db, params);
  const ids = [previous, next].filter((id) => id !== null);
  const found = await listPhotosById(db, ids);
  // A photo that was deleted in the meantime is left out.
  const of = (id: number | null) => found.find((photo) => photo.id === id) ?? null;
  return { previous: of(previous), next: of(next), place, count };
}

/**
 * The photos before and after one in the list it was opened from.
 * @param params.userId for the feed: the owner, if it shows one member's photos; for profile and favorites:
 *   the member they belong to
 * @param params.missionId the mission of a list of one mission's photos
 * @param params.reader who reads it (rule `photos.hidden`)
 * @param params.list for the feed: its photos, if it is not the newest first
 */
export async function photoNeighbours(
  db: Db,
  {
    photoId,
    eventId,
    from,
    userId,
    missionId,
    reader,
    list,
  }: {
    photoId: number;
    eventId: number;
    from: PhotoList;
    userId?: number;
    missionId?: number | null;
    reader?: Person;
    list?: readonly number[];
  },
): Promise<Neighbours> {
  // The order of the ranking would reveal who leads (rule `standings.hidden`).
  if (from === 'top' && !(reader && can(reader, 'stars.count', { eventId }))) {
    return feedNeighbours(db, { eventId, reader }, photoId);
  }
  if (from === 'feed' && list) return neighboursOf(list, photoId);
  if (from === 'mission') {
    return feedNeighbours(db, { eventId, missionId: missionId ?? 0, reader }, photoId);
  }
  if (from === 'person') return peopleNeighbours(db, { eventId, reader, photoId });
  if (from === 'feed' || from === 'newest' || (from !== 'top' && userId === undefined)) {
    return feedNeighbours(db, { eventId, userId, reader }, photoId);
  }
  const short = await listShort(db, { eventId, from, userId: userId ?? 0 });
  return neighboursOf(
    short.map((photo) => photo.id),
    photoId,
  );
}

/** A list of ten photos at most. */
function listShort(
  db: Db,
  { eventId, from, userId }: { eventId: number; from: PhotoList; userId: number },
): Promise<{ id: number }[]> {
  if (from === 'top') return listTopPhotos(db, { eventId });
  return from === 'profile'
    ? listUserPhotos(db, { eventId, userId })
    : listFavorites(db, { userId });
}
