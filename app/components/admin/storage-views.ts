import type { Place, StorageStatus } from '~/models/storage/rules';

/** How many photos a storage holds, and the same number with its share as formatted text. */
interface Amount extends Place {
  photos: number;
  text: string;
}

/** What the Storage screen shows. */
export interface StorageView extends StorageStatus {
  places: Amount[];
}
