import { withBreaker, type BreakableStore } from './breaker.server';
import { createFtpDriver, isFtpOutage, type FtpAccess, type FtpDriver } from './ftp-driver.server';
import { createDriverStore } from './driver-store.server';
import { fileOf } from './keys.server';
import { fileUrl, type PublicAddress } from './public-address.server';
import type { FileStore, MediaStorage, StorageName } from './types';

/** What the administrator has set up beside the base storage. */
export interface StorageChoice {
  /** How to reach the FTP server; null while none is configured. Holds the password: never send it. */
  access: FtpAccess | null;
  /** The server's name as it was typed. */
  host: string | null;
  /** Where files on FTP can be read; known as long as there may be some. */
  address: PublicAddress | null;
  /** Whether new images go to FTP. */
  isFtpActive: boolean;
  /** Whether the settings stand in the database; otherwise they end with this process. */
  isKept: boolean;
  /** Which state of the database this is, in ms; to notice that another server changed it. */
  version: number;
}

/** Before anything was set up. */
export const NO_CHOICE: StorageChoice = {
  access: null,
  host: null,
  address: null,
  isFtpActive: false,
  isKept: false,
  version: 0,
};

/** All storages, and the means to change which ones there are while the server runs. */
export interface Storages extends MediaStorage {
  readonly choice: StorageChoice;
  /** The storage that is always there. */
  readonly base: StorageName;
  choose(choice: StorageChoice): void;
  /** Closes connections. */
  close(): void;
}

/** The storage that is always there, and its name in the rows. */
interface BaseStorage {
  name: Exclude<StorageName, 'ftp'>;
  store: FileStore;
  /** A second one that only holds what was stored earlier: local files of a server that now uses S3. */
  older?: { name: Exclude<StorageName, 'ftp'>; store: FileStore };
}

interface Ftp {
  driver: FtpDriver;
  store: BreakableStore;
}

/**
 * The application's storages: one that is always there, and FTP as the administrator sets it up.
 * Reads go to the storage that the row names, so after a change of the choice all images are found.
 */
export function createStorages({
  base,
  now = () => new Date(),
}: {
  base: BaseStorage;
  now?: () => Date;
}): Storages {
  let ftp: Ftp | null = null;
  let choice = NO_CHOICE;

  const stores = (): Partial<Record<StorageName, FileStore>> => ({
    ...(base.older && { [base.older.name]: base.older.store }),
    [base.name]: base.store,
    ...(ftp && { ftp: ftp.store }),
  });
  function storeOf(storage: StorageName): FileStore {
    const store = stores()[storage];
    if (!store) throw new Error(`${storage} storage: not set up`);
    return store;
  }
  const isFtpWanted = () => choice.isFtpActive && ftp !== null;

  return {
    base: base.name,
    get choice() {
      return choice;
    },
    choose(next) {
      if (JSON.stringify(next.access) !== JSON.stringify(choice.access)) {
        ftp?.driver.dispose();
        ftp = next.access ? openFtp(next.access, now) : null;
      }
      choice = next;
    },
    close: () => ftp?.driver.dispose(),
    get wanted() {
      return isFtpWanted() ? 'ftp' : base.name;
    },
    targets: () => (isFtpWanted() && !ftp?.store.isDown() ? ['ftp', base.name] : [base.name]),
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
      if (storage !== 'ftp' || !choice.address) return ownUrl(key);
      return fileUrl(choice.address, fileOf(key, 'full'));
    },
    ownUrl,
    imageOrigin: () => (choice.address ? new URL(choice.address.baseUrl).origin : null),
    check: () => base.store.check(),
  };
}

const ownUrl = (key: string) => `/media/${fileOf(key, 'full')}`;

function openFtp(access: FtpAccess, now: () => Date): Ftp {
  const driver = createFtpDriver(access);
  const store = withBreaker(createDriverStore('ftp', driver, { isFar: true }), {
    isOutage: isFtpOutage,
    now,
  });
  return { driver, store };
}
