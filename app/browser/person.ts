// What the server, the page and the service worker agree on, so that a device stores data for one person
// only.

/**
 * The response header that names whose answer this is: an id of their session on this device, or `NOBODY`.
 */
export const PERSON_HEADER = 'Snapodium-Person';
export const NOBODY = 'nobody';

/**
 * The response header of an answer that says something once, such as a notice. It must not be shown again
 * later.
 */
export const ONCE_HEADER = 'Snapodium-Once';

/**
 * The request header of a prefetch that nobody sees now. Notices that wait for the next page must go on
 * waiting.
 */
export const AHEAD_HEADER = 'Snapodium-Ahead';

/** The kinds of caches of a person: screens as documents, their data, and pictures. */
export type CacheKind = 'pages' | 'data' | 'media';

const PREFIX = 'snapodium-of-';

/** The name of the cache for a person's answers of one kind. */
export function cacheOf(person: string, kind: CacheKind): string {
  return `${PREFIX}${person}-${kind}`;
}

/** Whether a cache belongs to a person. */
export function isPersonal(cacheName: string): boolean {
  return cacheName.startsWith(PREFIX);
}

/** Whose pages a cache holds; null for every other cache. */
export function ownerOfPages(cacheName: string): string | null {
  return /^snapodium-of-(\w+)-pages$/.exec(cacheName)?.[1] ?? null;
}
