/** The storages a file can lie in; every file belongs to exactly one (C§5). */
export type StorageName = 'local' | 'ftp' | 's3';

/** The three files of one image: the full one, and the widths that lists ask for (C§5). */
export type ImageVariant = 'full' | 640 | 320;
export const IMAGE_VARIANTS = ['full', 640, 320] as const satisfies readonly ImageVariant[];

/** One image, encoded: WebP bytes of each variant. */
export type ImageFiles = Record<ImageVariant, Uint8Array>;

/**
 * Where the files of photos, selfies and event images lie.
 *
 * An image is addressed by its key, `<eventId>/<random>` (see keys.server.ts); its variants are
 * files beside each other. A key is written once and never changed, so whoever reads one never sees
 * half of it: the row that names it is committed after the files.
 *
 * Every driver passes the same contract test, tests/storage-contract.ts.
 */
export interface MediaStorage {
  /**
   * Stores all variants of a new image.
   * @returns the storage they lie in, for the row that owns them
   * @throws what the storage throws; some variants may be there already, so plan a removal first
   */
  write(key: string, files: ImageFiles): Promise<StorageName>;
  /** The bytes of one variant; null when the file is not there. */
  read(storage: StorageName, key: string, variant: ImageVariant): Promise<Uint8Array | null>;
  /** Removes all variants. Files that are not there are fine; one that stays is an error. */
  remove(storage: StorageName, key: string): Promise<void>;
  /** The address of the full file; thumbnails stand beside it (`thumbnailUrl`). */
  url(storage: StorageName, key: string): string;
  /** Writes, reads and removes a small file; throws when the storage does not answer rightly. */
  check(): Promise<void>;
}
