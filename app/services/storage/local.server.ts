import { close, existsSync, lstatSync, open, read } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import fsDriver from 'unstorage/drivers/fs-lite';
import { createDriverStore } from './driver-store.server';
import { fileOf } from './keys.server';
import type { FileStore } from './types';

// Without the file handles of `fs/promises`, which cost as much as reading a small photo.
const [openFile, readFile, closeFile] = [promisify(open), promisify(read), promisify(close)];

/** Looking is over before a question to another thread would be asked; others get their turn after so many. */
const LOOKS_AT_ONCE = 200;

/**
 * Files on this machine, one folder an event: `<folder>/<eventId>/<random>.webp`.
 * @param folder is made when the first file is written
 */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, fileOf(key, 'full'));
  return {
    ...createDriverStore('local', fsDriver({ base: folder })),
    path: (key, variant) => resolve(folder, fileOf(key, variant)),
    async readInto(key, target, position) {
      const file = await openFile(pathOf(key), 'r').catch(nullIfMissing);
      if (file === null) return null;
      try {
        let filled = 0;
        while (filled < target.length) {
          const left = target.length - filled;
          const { bytesRead } = await readFile(file, target, filled, left, position + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return filled;
      } finally {
        await closeFile(file);
      }
    },
    async findMissing(keys) {
      const missing: string[] = [];
      for (const [index, key] of keys.entries()) {
        if (index % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await setImmediate();
        if (!isThere(pathOf(key))) missing.push(key);
      }
      return missing;
    },
  };
}

/** The first question costs least, and says no as well to what may not be looked at: that throws here. */
function isThere(path: string): boolean {
  return existsSync(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
