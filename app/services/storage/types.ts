import type { StorageName } from './drivers.server';
import type { ImageFiles, StoredVariant } from './store';

/** All storages of the application; each row keeps beside its key the name of its own. */
export interface MediaStorage {
  /** Where new images belong: what the administrator has chosen. */
  readonly wanted: StorageName;
  /** Where to write a new image now, the best place first: a server that is down is left out. */
  targets(): StorageName[];
  /** The storages that can be written to and read from. */
  reachable(): StorageName[];
  /** @throws what the storage throws; some variants may be there already */
  write(storage: StorageName, key: string, files: Partial<ImageFiles>): Promise<void>;
  /** The bytes of one variant; null when the file is not there, or its storage is not set up. */
  read(storage: StorageName, key: string, variant: StoredVariant): Promise<Uint8Array | null>;
  /** Where a variant lies on this machine's disk, if it is there; null for storages elsewhere. */
  path(storage: StorageName, key: string, variant: StoredVariant): string | null;
  /**
   * Reads a full file's bytes into memory that is there already.
   * @returns how many, fewer than fit where the file ends; null when the file is not there, or its
   *   storage is not set up
   */
  readInto(storage: StorageName, key: string, target: Uint8Array): Promise<number | null>;
  /** Which of these images have no full file there: all of them where the storage is not set up. */
  findMissing(
    storage: StorageName,
    keys: readonly string[],
    sizes?: ReadonlyMap<string, number>,
  ): Promise<string[]>;
  /** @throws also when the storage is not set up (now) */
  remove(storage: StorageName, key: string): Promise<void>;
  /** @throws also when the storage is not set up (now) */
  list(storage: StorageName): Promise<string[]>;
  /** The address of the full file; thumbnails stand beside it (`thumbnailUrl`). */
  url(storage: StorageName, key: string): string;
  /** The same on this site, which gives the next larger file where a thumbnail is missing. */
  ownUrl(key: string): string;
  /** Where browsers load images from besides this site, for the Content-Security-Policy. */
  imageOrigin(): string | null;
  /** Checks the storage that everything else falls back to. */
  check(): Promise<void>;
}
