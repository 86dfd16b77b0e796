import { statfs } from 'node:fs/promises';

/** The space of a disk, in bytes. */
export interface DiskSpace {
  /** What this process may still write. */
  free: number;
  total: number;
}

/** Whether a disk has room for uploads. */
export interface DiskWatch {
  isFull(): Promise<boolean>;
}

/** How long a result is reused, because every upload checks it. */
const FRESH_MS = 1000;

/**
 * Reads the space of the disk with a folder.
 * @throws if the folder does not exist
 */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Watches the disk with a folder. It counts as full with less than `reserve` bytes free, so that the database
 * and the log have room. If its space cannot be read, it counts as not full.
 */
export function watchDisk({ folder, reserve }: { folder: string; reserve: number }): DiskWatch {
  let asked: { at: number; answer: Promise<boolean> } | null = null;
  const ask = () =>
    readDiskSpace(folder).then(
      ({ free }) => free < reserve,
      () => false,
    );
  return {
    isFull() {
      const at = performance.now();
      if (!asked || at - asked.at >= FRESH_MS) asked = { at, answer: ask() };
      return asked.answer;
    },
  };
}
