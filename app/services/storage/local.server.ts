import { resolve } from 'node:path';
import fsDriver from 'unstorage/drivers/fs-lite';
import { createDriverStore } from './driver-store.server';
import { fileOf } from './keys.server';
import type { FileStore } from './types';

/**
 * Files on this machine, one folder an event: `<folder>/<eventId>/<random>.webp`.
 * @param folder is made when the first file is written
 */
export function createLocalStore(folder: string): FileStore {
  const store = createDriverStore('local', fsDriver({ base: folder }));
  return { ...store, path: (key, variant) => resolve(folder, fileOf(key, variant)) };
}
