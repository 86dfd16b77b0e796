import { createFtpStore } from './ftp.server';
import { createLocalStore } from './local.server';
import { createS3Store, type S3Access } from './s3.server';
import type { FileStore } from './store';

/** One kind of storage. */
interface StorageDriver<Access> {
  /** Its name, the same in all languages; null for this server, for which each language has its own name. */
  title: string | null;
  /** @param access complete settings, with nothing left to detect */
  open(access: Access, clock: { now(): Date }): FileStore;
}

/** All kinds of storage, in the order of the screen. A new one is a line here. */
const DRIVERS = {
  local: { title: null, open: createLocalStore },
  s3: { title: 'S3', open: (access: S3Access) => createS3Store(access) },
  ftp: { title: 'FTP', open: createFtpStore },
} satisfies Record<string, StorageDriver<never>>;

/** The storages that a file can be in. Every file is in exactly one. */
export type StorageName = keyof typeof DRIVERS;
export const STORAGE_NAMES = Object.keys(DRIVERS) as StorageName[];

/** The one that the administrator sets up on a screen. All others are set up by variables. */
export const CHOSEN = 'ftp' satisfies StorageName;

/** The settings of each kind. A kind without settings is not set up. */
type Accesses = { [Name in StorageName]: Parameters<(typeof DRIVERS)[Name]['open']>[0] };
export type StorageAccess = Partial<Accesses>;

const drivers: { [Name in StorageName]: StorageDriver<Accesses[Name]> } = DRIVERS;

/** A store for reading and writing. It connects when it is first needed. */
export function openStore<Name extends StorageName>(
  name: Name,
  access: Accesses[Name],
  clock: { now(): Date },
): FileStore {
  return drivers[name].open(access, clock);
}

/** A storage's name; null for this server. */
export const titleOf = (name: StorageName): string | null => DRIVERS[name].title;
