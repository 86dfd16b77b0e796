import { readId } from '~/models/id';
import type { PhotoList } from '~/models/photo/rules';
import type { Role } from '~/models/user/rules';
import { missionPaths } from '~/mission-paths';
import { paths } from '~/paths';

/** The list a photo was opened from, as given in its URL. */
export interface OpenedFrom {
  from: PhotoList;
  /** For the feed of one participant only. */
  userId?: number;
}

const LISTS: readonly string[] = [
  'feed',
  'newest',
  'person',
  'mission',
  'top',
  'profile',
  'favorites',
] satisfies PhotoList[];

/** Reads `?from=` and `?userId=`; the whole feed by default, and for a photo that is not for a mission any more. */
export function readList(query: URLSearchParams, { missionId }: Tagged): OpenedFrom {
  const from = query.get('from') ?? '';
  const isList = LISTS.includes(from) && !(from === 'mission' && missionId === null);
  return {
    from: isList ? (from as PhotoList) : 'feed',
    userId: readId(query.get('userId')),
  };
}

/** A photo that is for a mission, or for none. */
interface Tagged {
  missionId: number | null;
}

/** The URL of the list's screen, scrolled to a photo if one is given. */
export function listAddress(
  { from, userId }: OpenedFrom,
  { role, photoId, missionId }: { role: Role; photoId?: number } & Tagged,
): string {
  const anchor = from === 'favorites' ? 'favorite' : 'photo';
  const place = photoId === undefined ? '' : `#${anchor}-${photoId}`;
  if (from === 'feed') return `${paths.feed({ userId, at: photoId })}${place}`;
  if (from === 'mission' && missionId !== null) {
    return `${missionPaths.photos(missionId, { at: photoId })}${place}`;
  }
  if (from === 'newest' || from === 'person') {
    return `${paths.feed({ sort: from, at: photoId })}${place}`;
  }
  return `${from === 'top' ? paths.top() : paths.ownPhotos(role)}${place}`;
}
