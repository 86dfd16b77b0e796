import type { Page, Worker } from 'playwright/test';
import { expect } from './fixtures';

/** Waits until the service worker answers for a page, and has kept the screen that it shows. */
export async function untilCached(page: Page, path: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => cachedAddresses(page, 'pages')).toContain(path);
}

/** The paths of all that is kept of a kind, whosever it is. */
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

/** Has nothing answer the worker at one address; everything else goes on. */
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

/** How often it was refused. */
export function refusedByWorker(page: Page): Promise<number> {
  return workerOf(page).evaluate(() => (self as unknown as { refused: number }).refused);
}

export function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  return worker;
}

/** All that is left on a device of somebody: their caches, their entries, and what Workbox has of them. */
export function traces(page: Page) {
  return page.evaluate(async () => {
    const caches_ = (await caches.keys()).filter((name) => name.startsWith('snapodium-of-'));
    const entries = Object.keys(localStorage).filter((key) =>
      /^snapodium_(cache|expiry|person)/.test(key),
    );
    const addresses = await new Promise<string[]>((resolve) => {
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
