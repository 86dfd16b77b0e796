import fsDriver from 'unstorage/drivers/fs-lite';
import { createDriverStorage } from './driver-storage.server';
import type { MediaStorage } from './types';

/**
 * Files on this machine, one folder an event: `<folder>/<eventId>/<random>.webp`.
 * @param folder is made when the first file is written
 */
export function createLocalStorage(folder: string): MediaStorage {
  return createDriverStorage('local', fsDriver({ base: folder }));
}
