import memoryDriver from 'unstorage/drivers/memory';
import { createDriverStore } from './driver-store.server';
import { createStorages, type Storages } from './storages.server';
import type { FileStore } from './store';

/** Files in this process's memory, for tests. */
export function createMemoryStore(): FileStore {
  return createDriverStore('local', memoryDriver());
}

/** The application's storages with local files in memory, for tests. */
export function createMemoryStorage(): Storages {
  return createStorages({ base: 'local', always: { local: createMemoryStore() } });
}
