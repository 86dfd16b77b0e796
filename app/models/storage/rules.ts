import type { StorageName } from '~/services/storage/drivers.server';
import type { StorageConfig } from './shape';

/** One storage on the administrator's screens. */
export interface Place {
  name: StorageName;
  /** Its own name, the same in all languages; null for this server. */
  title: string | null;
}

/** What the administrator reads beyond that. */
export interface StorageStatus extends StorageConfig {
  /** The storages that are set up, can be set up, or still have photos, and how many photos each has. */
  places: (Place & { photos: number })[];
  /** The storage besides FTP. */
  base: Place;
  /** Where new images belong. */
  wanted: Place;
  /** Whether the connection to the FTP server is encrypted. */
  isEncrypted: boolean;
  /** Whether the settings outlast a restart. */
  isStored: boolean;
  /** FTP is wanted, but did not answer a moment ago. */
  isFtpDown: boolean;
  /** Images that are stored elsewhere until FTP is back. */
  waitingMoves: number;
  /** Files that are still to be removed. */
  waitingRemovals: number;
  /** Photos whose full files are gone or damaged. */
  damagedPhotos: number;
}

/** The percentage of all uploads, rounded, from 0 to 100. */
export function shareOf(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 100);
}
