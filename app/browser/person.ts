// What server, page and service worker agree on, so that what is kept on a device is kept for one person.

/** Says whose answer this is: a name for their session on this device, or `NOBODY`. */
export const PERSON_HEADER = 'Snapodium-Person';
export const NOBODY = 'nobody';

/** On an answer that says something once, such as a notice: it is not to be shown again later. */
export const ONCE_HEADER = 'Snapodium-Once';

/** On a request that nobody sees the answer of now: what waits for the next page goes on waiting. */
export const AHEAD_HEADER = 'Snapodium-Ahead';

/** What is kept for a person: screens as documents, their data, and pictures. */
export type Kept = 'pages' | 'data' | 'media';

const PREFIX = 'snapodium-of-';

/** The cache that keeps a person's answers of one kind. */
export function cacheOf(person: string, kind: Kept): string {
  return `${PREFIX}${person}-${kind}`;
}

/** Whether a cache is somebody's own. */
export function isPersonal(cacheName: string): boolean {
  return cacheName.startsWith(PREFIX);
}

/** Whose pages a cache keeps; null for every other cache. */
export function ownerOfPages(cacheName: string): string | null {
  return /^snapodium-of-(\w+)-pages$/.exec(cacheName)?.[1] ?? null;
}
