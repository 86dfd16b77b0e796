import type { Page } from 'playwright/test';

/** The content of a device's store of uploads. It opens no database that the page has not made. */
export const pendingOn = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'snapodium')) return [];
    return new Promise<unknown[]>((resolve, reject) => {
      const opening = indexedDB.open('snapodium');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('uploads').objectStore('uploads').getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result);
        };
      };
    });
  });
