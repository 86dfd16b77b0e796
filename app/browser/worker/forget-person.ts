import { clearCache } from '~/browser/live/cache';
import { dropAllUploads } from '~/browser/uploads/pending-uploads';
import { isPersonal } from '../person';
import { endSubscription } from '../push/end-subscription';
import { forgetShared } from '~/browser/uploads/shared-files';
import { DUEL_KEY, PODIUM_KEY, REVEAL_KEY } from '~/browser/shown-once';
import { dropAllSeen } from '~/browser/seen/seen-store';
import { dropAllStars } from '~/browser/stars/star-store';

/**
 * Everything that a device stores about the person who is signed in. Each kind of stored data has its own
 * line here (rule `offline.person`).
 */
const PLACES: (() => Promise<void> | void)[] = [
  forgetAnswers,
  clearCache,
  forgetShared,
  dropAllUploads,
  dropAllStars,
  dropAllSeen,
  () => localStorage.removeItem(PODIUM_KEY),
  () => localStorage.removeItem(REVEAL_KEY),
  () => sessionStorage.removeItem(DUEL_KEY),
  endSubscription,
];

/**
 * Deletes everything that this device stores about a person. Pages and the service worker call it. If one
 * step fails, the others still run: the worker has no local storage.
 */
export async function clearPerson(): Promise<void> {
  await Promise.allSettled(PLACES.map(async (forget) => forget()));
}

/** Deletes screens, data and pictures, and Workbox's list of their URLs. */
async function forgetAnswers(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = (await caches.keys()).filter(isPersonal);
  await Promise.all(names.map((name) => caches.delete(name)));
  if (names.length === 0) return;
  // Imported here because the server, which renders pages with this module, cannot load it.
  const { CacheExpiration } = await import('workbox-expiration/CacheExpiration.js');
  await Promise.all(names.map((name) => new CacheExpiration(name, { maxEntries: 1 }).delete()));
}
