import { join } from 'node:path';
import { createLocalStorage } from './local.server';
import type { MediaStorage } from './types';

/**
 * The application's storage: files below `<DATA_DIR>/media` (C§2). A further storage joins here,
 * chosen by the name that each row keeps beside its key.
 */
export function createMediaStorage({ dataDir }: { dataDir: string }): MediaStorage {
  return createLocalStorage(join(dataDir, 'media'));
}
