import { statfs } from 'node:fs/promises';

/** What a disk holds, in bytes. */
export interface DiskSpace {
  /** What this process may still write. */
  free: number;
  total: number;
}

/** The space of the disk that a folder lies on. @throws where there is no such folder */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
