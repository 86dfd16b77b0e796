/** Which database it is: its version, and the server it runs on; null for the embedded one. */
export interface DatabasePlace {
  version: string;
  server: string | null;
}

/** A disk with less than this is almost full (rule `admin.overview`): bytes, and a share of the whole. */
export const DISK_LOW = { bytes: 1_000_000_000, share: 0.1 } as const;

/** Whether the administrator is warned of how little is free. @param disk in bytes */
export function isDiskLow({ free, total }: { free: number; total: number }): boolean {
  return free < DISK_LOW.bytes || free < total * DISK_LOW.share;
}
