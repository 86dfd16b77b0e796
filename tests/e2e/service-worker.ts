import type { Page, Worker } from 'playwright/test';
import { expect } from './fixtures';

/** Waits until the service worker controls a page, and has cached its screen. */
export async function untilCached(page: Page, path: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => cachedAddresses(page, 'pages')).toContain(path);
}

/** The paths of all cached answers of a kind, for any person. */
export function cachedAddresses(page: Page, kind: 'pages' | 'data' | 'media'): Promise<string[]> {
  return page.evaluate(async (of) => {
    const names = (await caches.keys()).filter((name) => name.endsWith(`-${of}`));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => {
      const { pathname, search } = new URL(url);
      return pathname + search;
    });
  }, kind);
}

/** Cuts the worker off from the server at one URL; everything else works. */
export async function cutWorkerFrom(page: Page, path: string): Promise<void> {
  await workerOf(page).evaluate((refused) => {
    const scope = self as unknown as { fetch: typeof fetch; refused: number };
    const send = scope.fetch.bind(self);
    scope.refused = 0;
    scope.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, self.location.href);
      if (url.pathname !== refused) return send(input, init);
      scope.refused += 1;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
  }, path);
}

/** How often the worker was refused there. */
export function refusedByWorker(page: Page): Promise<number> {
  return workerOf(page).evaluate(() => (self as unknown as { refused: number }).refused);
}

export function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  return worker;
}

/** Everything that is stored on a device about a person: their caches, their entries, and Workbox's lists. */
export function traces(page: Page) {
  return page.evaluate(async () => {
    const caches_ = (await caches.keys()).filter((name) => name.startsWith('snapodium-of-'));
    const entries = Object.keys(localStorage).filter((key) =>
      /^snapodium_(cache|expiry|person)/.test(key),
    );
    // A database that is opened before the worker has created it would stay empty.
    const databases = await indexedDB.databases();
    const isMade = databases.some(({ name }) => name === 'workbox-expiration');
    const addresses = await new Promise<string[]>((resolve) => {
      if (!isMade) return resolve([]);
      const opening = indexedDB.open('workbox-expiration');
      opening.onerror = () => resolve([]);
      opening.onsuccess = () => {
        const database = opening.result;
        const close = (urls: string[]) => {
          database.close();
          resolve(urls);
        };
        if (!database.objectStoreNames.contains('cache-entries')) return close([]);
        const reading = database.transaction('cache-entries').objectStore('cache-entries').getAll();
        reading.onsuccess = () => {
          const rows = reading.result as { url: string; cacheName: string }[];
          close(
            rows
              .filter(({ cacheName }) => cacheName.startsWith('snapodium-of-'))
              .map(({ url }) => url),
          );
        };
      };
    });
    return { caches: caches_, entries, addresses };
  });
}
