import { join } from 'node:path';
import {
  openStore,
  STORAGE_NAMES,
  type CHOSEN,
  type StorageAccess,
  type StorageName,
} from './drivers.server';
import { createStorages, type Storages, type Stores } from './storages.server';

/** What variables say of storages: the folder of all data, and how to get into others. */
export type StorageVariables = { dataDir: string } & Omit<StorageAccess, 'local' | typeof CHOSEN>;

/**
 * The application's storages: files below `<DATA_DIR>/media`, or where else variables say, and then what was
 * stored locally before stays where it is; and FTP where the administrator sets it up. Of several that variables
 * set up, the last one in `STORAGE_NAMES` takes new images.
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
