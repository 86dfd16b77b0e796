import { withQuery } from './paths';

/** The URLs of the wall's screens (rule `wall.key`). */
export const wallPaths = {
  /** The page where a code is typed; `code` fills it in. */
  enter: (query?: { code?: string }) => withQuery('/wall', query),
  screen: (key: string) => `/wall/${key}`,
  state: (key: string) => `/wall/${key}/state`,
  changes: (key: string) => `/wall/${key}/changes`,
  /** A photo's full file, with its thumbnails next to it. `imageKey` is its key in the storage. */
  photo: (key: string, imageKey: string) =>
    `/wall/${key}/photos/${imageKey.split('/').pop() ?? ''}.webp`,
} as const;
