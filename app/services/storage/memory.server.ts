import memoryDriver from 'unstorage/drivers/memory';
import { createDriverStorage } from './driver-storage.server';
import type { MediaStorage } from './types';

/** Files in this process' memory, for tests; to everybody else it is the local storage. */
export function createMemoryStorage(): MediaStorage {
  return createDriverStorage('local', memoryDriver());
}
