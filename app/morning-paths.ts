import { withQuery } from './paths';

/** The URLs of the morning after, which guests' pages need not load to hydrate. */
export const morningPaths = {
  morning: () => '/morning',
  /** All photos of the event, where members may take them home; with `format` as JPEG, WebP otherwise. */
  allPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/all.zip', query),
  /** The user's own photos, likewise. */
  ownPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/mine.zip', query),
};
