import { chmodSync, mkdirSync } from 'node:fs';
import { StartError } from '~/env.server';

/** Denies others all access to files that are created from now on. */
const PRIVATE_UMASK = 0o077;
const PRIVATE_FOLDER = 0o700;

/**
 * Restricts the data folder to the user that the server runs as: it contains e-mail addresses, photos and
 * secrets.
 * @returns whether the folder's permissions could be set; they cannot if another user owns it
 * @throws StartError if it does not exist and cannot be created
 */
export function secureDataDir(dataDir: string): boolean {
  process.umask(PRIVATE_UMASK);
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot be made (${(error as Error).message})`);
  }
  try {
    chmodSync(dataDir, PRIVATE_FOLDER);
    return true;
  } catch {
    return false;
  }
}
