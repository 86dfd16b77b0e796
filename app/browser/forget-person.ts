import { clearEntries } from '~/browser/live/browser-cache';
import { dropAllUploads } from '~/browser/uploads/pending-uploads';
import { isPersonal } from './person';
import { forgetShared } from '~/browser/uploads/shared-files';
import { dropAllStars } from '~/browser/stars/star-store';

/**
 * Everything that a device keeps of the person who is signed in. Whatever keeps more of them has its
 * own line here (rule `offline.person`).
 */
const PLACES: (() => Promise<void> | void)[] = [
  forgetAnswers,
  clearCache,
  forgetShared,
  dropAllUploads,
  dropAllStars,
];

/**
 * Forgets all that this device keeps of a person; for pages and for the service worker. A place that
 * fails keeps no other from being cleared.
 */
export async function clearPerson(): Promise<void> {
  await Promise.allSettled(PLACES.map(async (forget) => forget()));
}

/** Screens, data and pictures, and Workbox' list of their addresses. */
async function forgetAnswers(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter(isPersonal);
  await Promise.all(names.map((name) => caches.delete(name)));
  if (names.length === 0) return;
  // Not with this module: a server, which draws pages with the same code, cannot load it.
  const { CacheExpiration } = await import('workbox-expiration/CacheExpiration.js');
  await Promise.all(names.map((name) => new CacheExpiration(name, { maxEntries: 1 }).delete()));
}
