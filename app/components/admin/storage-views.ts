import type { StorageStatus } from '~/models/storage';

/** A count, and the same with its share as the language writes them. */
interface Amount {
  count: number;
  text: string;
}

/** What the Storage screen draws. */
export interface StorageView extends Omit<StorageStatus, 'uploadStats'> {
  counts: { total: number; local: Amount; ftp: Amount; s3: Amount };
}
