/**
 * The files of one image, the largest first: the full one, and the widths that pages request (rule
 * `images.sizes`).
 */
export const IMAGE_VARIANTS = ['full', 1080, 720, 320] as const;
export type ImageVariant = (typeof IMAGE_VARIANTS)[number];

/** A width that older images have instead of 720 and 1080. Nothing writes it any more. */
const FORMER_WIDTH = 640;
/** The files that may exist for an image. */
export type StoredVariant = ImageVariant | typeof FORMER_WIDTH;
export const STORED_VARIANTS = ['full', 1080, 720, FORMER_WIDTH, 320] as const;

/** One encoded image: the WebP bytes of each variant. */
export type ImageFiles = Record<ImageVariant, Uint8Array>;

/** Some of an image's files, possibly of a width that only older images have. */
export type SomeFiles = Partial<Record<StoredVariant, Uint8Array>>;

/**
 * A place for the files of photos, selfies and event images: a folder, an FTP server or a bucket.
 *
 * An image is addressed by its key, `<eventId>/<random>` (see keys.server.ts); its variants are files beside
 * each other. A key is written once and never changed, and its row is committed after the files, so no reader
 * gets half an image.
 *
 * Every store passes the same contract test, tests/storage-contract.ts.
 */
export interface FileStore {
  /**
   * Stores an image: all its variants, or those that were lost.
   * @throws the storage's error; some variants may exist already, so plan a removal first
   */
  write(key: string, files: SomeFiles): Promise<void>;
  /** The bytes of one variant; null if the file does not exist. */
  read(key: string, variant: StoredVariant): Promise<Uint8Array | null>;
  /** The path of a variant on this machine's disk. Remote stores have none. */
  path?(key: string, variant: StoredVariant): string;
  /**
   * Reads a full file into existing memory.
   * @returns the number of bytes, less than fits at the end of the file; null if the file does not exist
   */
  readInto(key: string, target: Uint8Array): Promise<number | null>;
  /**
   * Which of these images have no full file, found in the cheapest way for this store.
   * @param sizes the known lengths; a store that can compare them at no cost treats another length as missing
   */
  findMissing(keys: readonly string[], sizes?: ReadonlyMap<string, number>): Promise<string[]>;
  /** Removes all variants. Missing files are fine; one that cannot be removed is an error. */
  remove(key: string): Promise<void>;
  /** The paths of all files, as `fileOf` writes them, and of any other files there. */
  list(): Promise<string[]>;
  /** Writes, reads and removes a small file. Throws if the storage does not work. */
  check(): Promise<void>;
  /** Whether it recently did not answer and is not asked now. A store without this method is always asked. */
  isDown?(): boolean;
  /** Closes its connections, if it has any. */
  close?(): void;
}
