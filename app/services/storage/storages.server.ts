import { CHOSEN, openStore, type StorageName } from './drivers.server';
import type { FtpAccess } from './ftp-connection.server';
import { fileOf } from './keys.server';
import { fileUrl, type PublicAddress } from './public-address.server';
import type { FileStore } from './store';
import type { MediaStorage } from './types';

/** What the administrator has set up besides the base storage. */
export interface StorageChoice {
  /** How to reach the FTP server; null if none is configured. Contains the password: never send it. */
  access: FtpAccess | null;
  /** The server's name as it was entered. */
  host: string | null;
  /** Where files on FTP can be read. It stays known as long as there may be such files. */
  address: PublicAddress | null;
  /** Whether new images go to FTP. */
  isFtpActive: boolean;
  /** Whether the settings are stored in the database. Otherwise they end with the last running server. */
  isStored: boolean;
  /** The version of the database's row, in ms, to notice changes by other servers. */
  version: number;
}

/** The state before anything was set up. */
export const NO_CHOICE: StorageChoice = {
  access: null,
  host: null,
  address: null,
  isFtpActive: false,
  isStored: false,
  version: 0,
};

/** All storages, with the means to change them while the server runs. */
export interface Storages extends MediaStorage {
  readonly choice: StorageChoice;
  /** The storage that is always there. */
  readonly base: StorageName;
  choose(choice: StorageChoice): void;
  /** Whether a storage did not answer a moment ago, so that it is not asked for a while. */
  isDown(storage: StorageName): boolean;
  /** Closes connections. */
  close(): void;
}

/** The stores that are set up, by the names in the rows. */
export type Stores = Partial<Record<StorageName, FileStore>>;

/**
 * Creates the application's storages: those that are always there, and the one that the administrator sets
 * up. Reads go to the storage that the row names, so all images are found after a change.
 * @param options.base the one of `always` that takes new images; the others contain older files
 */
export function createStorages({
  base,
  always,
  now = () => new Date(),
}: {
  base: StorageName;
  always: Stores;
  now?: () => Date;
}): Storages {
  let chosen: FileStore | null = null;
  let choice = NO_CHOICE;

  const stores = (): Stores => ({ ...always, ...(chosen && { [CHOSEN]: chosen }) });
  function storeOf(storage: StorageName): FileStore {
    const store = stores()[storage];
    if (!store) throw new Error(`${storage} storage: not set up`);
    return store;
  }
  const isDown = (storage: StorageName) => stores()[storage]?.isDown?.() ?? false;
  const isChosenWanted = () => choice.isFtpActive && chosen !== null;

  return {
    base,
    get choice() {
      return choice;
    },
    choose(next) {
      if (JSON.stringify(next.access) !== JSON.stringify(choice.access)) {
        chosen?.close?.();
        chosen = next.access && openStore(CHOSEN, next.access, { now });
      }
      choice = next;
    },
    isDown,
    close: () => Object.values(stores()).forEach((store) => store.close?.()),
    get wanted() {
      return isChosenWanted() ? CHOSEN : base;
    },
    targets: () => (isChosenWanted() && !isDown(CHOSEN) ? [CHOSEN, base] : [base]),
    reachable: () => Object.keys(stores()) as StorageName[],
    write: async (storage, key, files) => storeOf(storage).write(key, files),
    read: async (storage, key, variant) => (await stores()[storage]?.read(key, variant)) ?? null,
    path: (storage, key, variant) => stores()[storage]?.path?.(key, variant) ?? null,
    readInto: async (storage, key, target) =>
      (await stores()[storage]?.readInto(key, target)) ?? null,
    findMissing: async (storage, keys, sizes) =>
      (await stores()[storage]?.findMissing(keys, sizes)) ?? [...keys],
    remove: async (storage, key) => storeOf(storage).remove(key),
    list: async (storage) => storeOf(storage).list(),
    url(storage, key) {
      if (storage !== CHOSEN || !choice.address) return ownUrl(key);
      return fileUrl(choice.address, fileOf(key, 'full'));
    },
    ownUrl,
    imageOrigin: () => (choice.address ? new URL(choice.address.baseUrl).origin : null),
    check: async (storage = base) => storeOf(storage).check(),
  };
}

const ownUrl = (key: string) => `/media/${fileOf(key, 'full')}`;
