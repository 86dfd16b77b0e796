import { statfs } from 'node:fs/promises';

/** What a disk holds, in bytes. */
export interface DiskSpace {
  /** What this process may still write. */
  free: number;
  total: number;
}

/** Whether a disk has room for uploads. */
export interface DiskWatch {
  isFull(): Promise<boolean>;
}

/** An answer holds for this long: every upload asks. */
const FRESH_MS = 1000;

/** The space of the disk that a folder lies on. @throws where there is no such folder */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Watches the disk that a folder lies on: with less than `reserve` bytes free it counts as full, so that the
 * database and the log have room left. A disk that cannot be asked is not full.
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
