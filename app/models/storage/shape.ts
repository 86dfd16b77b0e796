import { z } from 'zod';
import { STORAGE_NAMES, type StorageName } from '~/services/storage/drivers.server';
import { count } from '../fields.shape';

const counts = Object.fromEntries(STORAGE_NAMES.map((name) => [`${name}Uploads`, count])) as Record<
  `${StorageName}Uploads`,
  typeof count
>;

/** Photos there are now, by the storage that their rows name (rule `storage.counts`). */
const uploadStats = z.object({ totalUploads: count, ...counts });
export type UploadStats = z.infer<typeof uploadStats>;

/** The state of the storages, as `GET /api/admin/storage-config` returns it. Never the credentials. */
export const storageShape = z
  .object({
    ftpStorageActive: z.boolean(),
    ftpConfigured: z.boolean(),
    ftpHost: z.string().nullable(),
    ftpDirectory: z.string().nullable(),
    ftpBaseUrl: z.string().nullable(),
    uploadStats,
  })
  .meta({ id: 'Storage' });
export type StorageConfig = z.infer<typeof storageShape>;

/** The same after a change, with what has changed in English words. */
export const storageChangedShape = z.object({ message: z.string(), ...storageShape.shape });
