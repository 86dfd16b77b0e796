/** The database's version and server; the server is null for the embedded database. */
export interface DatabasePlace {
  version: string;
  server: string | null;
}

/**
 * A disk with less free space than this is almost full (rule `admin.overview`): bytes, and a share of the
 * total.
 */
const DISK_LOW = { bytes: 1_000_000_000, share: 0.1 } as const;

/**
 * Whether to warn the administrator of low disk space.
 * @param disk in bytes
 */
export function isDiskLow({ free, total }: { free: number; total: number }): boolean {
  return free < DISK_LOW.bytes || free < total * DISK_LOW.share;
}
