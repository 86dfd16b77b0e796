import { join } from 'node:path';
import { createLocalStore } from './local.server';
import { createS3Store, type S3Access } from './s3.server';
import { createStorages, type Storages } from './storages.server';

/**
 * The application's storages: files below `<DATA_DIR>/media`, or in an S3 bucket where one is
 * set up, and then what was stored locally before stays where it is; and FTP where the administrator
 * sets it up.
 */
export function createMediaStorage({ dataDir, s3 }: { dataDir: string; s3?: S3Access }): Storages {
  const local = { name: 'local', store: createLocalStore(join(dataDir, 'media')) } as const;
  return createStorages({
    base: s3 ? { name: 's3', store: createS3Store(s3), older: local } : local,
  });
}
