import { chmodSync, mkdirSync } from 'node:fs';
import { StartError } from '~/env.server';

/** Nobody but the owner may read, write or enter what is made from now on. */
const PRIVATE_UMASK = 0o077;
const PRIVATE_FOLDER = 0o700;

/**
 * Keeps the data folder to the user the server runs as: it holds e-mail addresses, photos and secrets.
 * @returns whether an existing folder could be closed; one of somebody else's cannot
 * @throws StartError when there is none and none can be made
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
