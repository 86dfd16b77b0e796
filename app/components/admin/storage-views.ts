import type { StorageStatus } from '~/models/storage';

/** A count, and the count with its share as formatted text. */
interface Amount {
  count: number;
  text: string;
}

/** The data of the Storage screen. */
export interface StorageView extends Omit<StorageStatus, 'uploadStats'> {
  counts: { total: number; local: Amount; ftp: Amount; s3: Amount };
}
