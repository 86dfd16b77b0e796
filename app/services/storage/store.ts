/**
 * The files of one image, the largest first: the full one, and the widths that pages ask for (rule
 * `images.sizes`).
 */
export const IMAGE_VARIANTS = ['full', 1080, 720, 320] as const;
export type ImageVariant = (typeof IMAGE_VARIANTS)[number];

/** A width that older images have instead of 720 and 1080: nothing writes it any more. */
export const FORMER_WIDTH = 640;
/** What may lie there of an image. */
export type StoredVariant = ImageVariant | typeof FORMER_WIDTH;
export const STORED_VARIANTS = ['full', 1080, 720, FORMER_WIDTH, 320] as const;

/** One image, encoded: WebP bytes of each variant. */
export type ImageFiles = Record<ImageVariant, Uint8Array>;

/**
 * One place where files of photos, selfies and event images lie: a folder, an FTP server, a bucket.
 *
 * An image is addressed by its key, `<eventId>/<random>` (see keys.server.ts); its variants are
 * files beside each other. A key is written once and never changed, and the row that names it is
 * committed after the files: no reader gets half an image.
 *
 * Every store passes the same contract test, tests/storage-contract.ts.
 */
export interface FileStore {
  /**
   * Stores an image: all its variants, or those of them that got lost.
   * @throws what the storage throws; some variants may be there already, so plan a removal first
   */
  write(key: string, files: Partial<ImageFiles>): Promise<void>;
  /** The bytes of one variant; null when the file is not there. */
  read(key: string, variant: StoredVariant): Promise<Uint8Array | null>;
  /** Where a variant lies on this machine's disk, if it is there; stores elsewhere have none. */
  path?(key: string, variant: StoredVariant): string;
  /**
   * Reads a full file's bytes into memory that is there already.
   * @returns how many, fewer than fit where the file ends; null when the file is not there
   */
  readInto(key: string, target: Uint8Array): Promise<number | null>;
  /**
   * Which of these images have no full file here, found out in the way that costs this store least.
   * @param sizes how long each is, where that is known: a store that can tell at no cost takes another length
   *   for a missing file
   */
  findMissing(keys: readonly string[], sizes?: ReadonlyMap<string, number>): Promise<string[]>;
  /** Removes all variants. Files that are not there are fine; one that stays is an error. */
  remove(key: string): Promise<void>;
  /** The paths of all files there are, as `fileOf` writes them, and of whatever else lies there. */
  list(): Promise<string[]>;
  /** Writes, reads and removes a small file; throws when the storage does not answer rightly. */
  check(): Promise<void>;
  /** Whether it did not answer a moment ago and is left alone; a store without it is always asked. */
  isDown?(): boolean;
  /** Ends its connections, if it has any. */
  close?(): void;
}
