import type { ThumbnailWidth } from '../photo/rules';
import type { StorageName } from '~/services/storage/drivers.server';

/** What an image is. */
export type Owner = 'photo' | 'selfie' | 'event';

/** A difference between rows and files. */
export type Difference =
  /** Files of an image that neither a row nor the list of removals knows. */
  | { kind: 'orphan'; storage: StorageName; key: string; files: number }
  /** Files of an image whose row names another storage, which has it as well. */
  | { kind: 'double'; storage: StorageName; key: string; files: number }
  /** A row whose full file is in another storage than it says. */
  | { kind: 'misplaced'; owner: Owner; storage: StorageName; key: string; foundIn: StorageName }
  /** A row whose full file is nowhere. */
  | { kind: 'missing'; owner: Owner; storage: StorageName; key: string }
  /** A photo whose full file is there, but differs from what was stored. */
  | { kind: 'damaged'; owner: Owner; storage: StorageName; key: string; crc: number | null }
  /** A row whose full file is there, but whose thumbnails are missing or damaged. */
  | {
      kind: 'thumbnails';
      owner: Owner;
      storage: StorageName;
      key: string;
      widths: ThumbnailWidth[];
    }
  /** A row that names a storage which is not set up here, so what it has is unknown. */
  | { kind: 'not_set_up'; owner: Owner; storage: StorageName; key: string }
  /** A planned move of an image that no row has any more. */
  | { kind: 'idle_move'; storage: StorageName; key: string }
  /** A storage that does not answer, so that its rows and files cannot be compared. */
  | { kind: 'silent'; storage: StorageName; error: string };

/** What a comparison found. */
export interface StorageReport {
  differences: Difference[];
  /** How much there is in all. */
  rows: number;
  files: number;
  /** Files that are not Snapodium's. They stay. */
  foreign: number;
}

/** The differences that a repair can mend; every other one is for a person to judge. */
export function isMendable({ kind }: Difference): boolean {
  return !['missing', 'damaged', 'not_set_up', 'silent'].includes(kind);
}
