import type { Place, StorageStatus } from '~/models/storage/rules';

/** How many photos lie in a storage, and the same with its share as the language writes them. */
interface Amount extends Place {
  photos: number;
  text: string;
}

/** What the Storage screen draws. */
export interface StorageView extends StorageStatus {
  places: Amount[];
}
