import { withQuery } from './paths';

/** The URLs of the morning after, which guests' pages need not load to hydrate. */
export const morningPaths = {
  morning: () => '/morning',
  /** The user's own photos; with `format` as JPEG, WebP otherwise. */
  ownPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/mine.zip', query),
};
