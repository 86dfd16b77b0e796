import { join } from 'node:path';
import {
  openStore,
  STORAGE_NAMES,
  type CHOSEN,
  type StorageAccess,
  type StorageName,
} from './drivers.server';
import { createStorages, type Storages, type Stores } from './storages.server';

/** The storage settings in variables: the data folder, and the settings of other storages. */
export type StorageVariables = { dataDir: string } & Omit<StorageAccess, 'local' | typeof CHOSEN>;

/**
 * Creates the application's storages: files below `<DATA_DIR>/media`, or in the storage that the variables
 * set up, in which case files that were stored locally before stay there; and FTP if the administrator sets
 * it up. If variables set up several, the last one in `STORAGE_NAMES` takes new images.
 */
export function createMediaStorage({ dataDir, ...elsewhere }: StorageVariables): Storages {
  const access: StorageAccess = { local: join(dataDir, 'media'), ...elsewhere };
  const now = () => new Date();
  const always: Stores = {};
  let base: StorageName = 'local';
  for (const name of STORAGE_NAMES) {
    const given = access[name];
    if (!given) continue;
    always[name] = openStore(name, given, { now });
    base = name;
  }
  return createStorages({ base, always, now });
}
