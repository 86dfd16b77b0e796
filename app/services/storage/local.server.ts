import fsDriver from 'unstorage/drivers/fs-lite';
import { createDriverStore } from './driver-store.server';
import type { FileStore } from './types';

/**
 * Files on this machine, one folder an event: `<folder>/<eventId>/<random>.webp`.
 * @param folder is made when the first file is written
 */
export function createLocalStore(folder: string): FileStore {
  return createDriverStore('local', fsDriver({ base: folder }));
}
