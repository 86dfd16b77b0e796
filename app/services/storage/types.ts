import type { StorageName } from './drivers.server';
import type { SomeFiles, StoredVariant } from './store';

/** All storages of the application. Each row stores the name of its storage beside its key. */
export interface MediaStorage {
  /** Where new images belong, as the administrator has chosen. */
  readonly wanted: StorageName;
  /** Where a new image can be written now, the best place first, without servers that are down. */
  targets(): StorageName[];
  /** The storages that can be written and read. */
  reachable(): StorageName[];
  /** @throws the storage's error; some variants may exist already */
  write(storage: StorageName, key: string, files: SomeFiles): Promise<void>;
  /** The bytes of one variant; null if the file does not exist or its storage is not set up. */
  read(storage: StorageName, key: string, variant: StoredVariant): Promise<Uint8Array | null>;
  /** The path of a variant on this machine's disk, if it is there; null for remote storages. */
  path(storage: StorageName, key: string, variant: StoredVariant): string | null;
  /**
   * Reads a full file into existing memory.
   * @returns the number of bytes, less than fits at the end of the file; null if the file does not exist or
   *   its storage is not set up
   */
  readInto(storage: StorageName, key: string, target: Uint8Array): Promise<number | null>;
  /** Which of these images have no full file; all of them if the storage is not set up. */
  findMissing(
    storage: StorageName,
    keys: readonly string[],
    sizes?: ReadonlyMap<string, number>,
  ): Promise<string[]>;
  /** @throws also if the storage is not set up now */
  remove(storage: StorageName, key: string): Promise<void>;
  /** @throws also if the storage is not set up now */
  list(storage: StorageName): Promise<string[]>;
  /** The URL of the full file. Thumbnails are beside it (`thumbnailUrl`). */
  url(storage: StorageName, key: string): string;
  /** The same on this site, which serves the next larger file if a thumbnail is missing. */
  ownUrl(key: string): string;
  /** The origin besides this site from which browsers load images, for the Content-Security-Policy. */
  imageOrigin(): string | null;
  /** Checks a storage; by default the one that everything else falls back to. */
  check(storage?: StorageName): Promise<void>;
}
