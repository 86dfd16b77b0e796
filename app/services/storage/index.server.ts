import { join } from 'node:path';
import { createLocalStore } from './local.server';
import { createStorages, type Storages } from './storages.server';

/**
 * The application's storages: files below `<DATA_DIR>/media` (C§2), and FTP where the administrator
 * sets it up.
 */
export function createMediaStorage({ dataDir }: { dataDir: string }): Storages {
  return createStorages({
    base: { name: 'local', store: createLocalStore(join(dataDir, 'media')) },
  });
}
