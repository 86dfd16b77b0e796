/** Where a backup is written to: one tar file, or a folder. */
export interface ArchiveWriter {
  /** The manifest of the earlier backup there; null without one. */
  readonly earlier: string | null;
  /**
   * Whether an earlier backup here has this file, so that it need not be written again. A name stands for one
   * content for ever.
   */
  has(name: string, known: { bytes: number }): Promise<boolean>;
  /** @param mtime the same in every backup, so that tools which compare files see no change */
  add(name: string, bytes: Uint8Array, mtime: Date): Promise<void>;
  /** Makes the backup valid: until then, the earlier one here is valid. */
  finish(manifest: string, names: ReadonlySet<string>): Promise<void>;
  /** Removes what was begun. */
  abandon(): Promise<void>;
}

/** A file of a backup. */
export interface ArchiveFile {
  name: string;
  read(): Promise<Buffer>;
}

/** A backup to read. Each call of `files` starts again; the files of `rows/` come first, in their order. */
export interface ArchiveReader {
  files(): AsyncIterable<ArchiveFile>;
}

/** It is the last file of a tar. */
export const MANIFEST = 'manifest.json';
/** How every manifest begins. */
export const MANIFEST_START = '{"snapodium":';

/** The folders of a backup. Nothing else in a backup's folder is ever removed. */
export const PARTS = ['rows', 'secrets', 'media'] as const;

/** No file of a backup is longer; a header that says so is damaged. */
export const FILE_MAX_BYTES = 512 * 1024 * 1024;
