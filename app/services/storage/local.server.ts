import { close, fstatSync, lstatSync, open, openSync, closeSync, read, readSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import fsDriver from 'unstorage/drivers/fs-lite';
import { HEAD_BYTES, isWhole } from '../webp.server';
import { createDriverStore } from './driver-store.server';
import { fileOf } from './keys.server';
import { STORED_VARIANTS, type FileStore, type StoredVariant } from './store';

// Without the file handles of `fs/promises`, which cost as much as reading a small photo.
const [openFile, readFile, closeFile] = [promisify(open), promisify(read), promisify(close)];

/**
 * Checking a file synchronously is faster than asking another thread. Other requests get their turn after
 * this many.
 */
const LOOKS_AT_ONCE = 200;

/**
 * Files on this machine, one folder per event: `<folder>/<eventId>/<random>.webp`.
 * @param folder is created with the first file
 */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, fileOf(key, 'full'));
  /** @throws if a key leads outside the folder */
  const placeOf = (key: string, variant: StoredVariant) => {
    const path = resolve(folder, fileOf(key, variant));
    if (key.split('/').includes('..')) throw new Error('local storage: a key that leads elsewhere');
    return path;
  };
  const store = createDriverStore('local', fsDriver({ base: folder }));
  return {
    ...store,
    async write(key, files) {
      const written = STORED_VARIANTS.flatMap((variant) => {
        const bytes = files[variant];
        return bytes ? [writeWhole(placeOf(key, variant), bytes)] : [];
      });
      const all = await Promise.allSettled(written);
      for (const one of all) if (one.status === 'rejected') throw one.reason;
      await flushFolder(dirname(pathOf(key)));
    },
    async remove(key) {
      for (const variant of STORED_VARIANTS) {
        await fs.rm(besideOf(placeOf(key, variant)), { force: true });
      }
      await store.remove(key);
    },
    path: placeOf,
    async readInto(key, target) {
      const file = await openFile(pathOf(key), 'r').catch(nullIfMissing);
      if (file === null) return null;
      try {
        let filled = 0;
        while (filled < target.length) {
          const left = target.length - filled;
          const { bytesRead } = await readFile(file, target, filled, left, filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return filled;
      } finally {
        await closeFile(file);
      }
    },
    async findMissing(keys, sizes) {
      const missing: string[] = [];
      for (const [index, key] of keys.entries()) {
        if (index % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await setImmediate();
        const found = lstatSync(pathOf(key), { throwIfNoEntry: false });
        const size = sizes?.get(key) ?? 0;
        if (!found || (size > 0 && found.isFile() && found.size !== size)) missing.push(key);
      }
      return missing;
    },
  };
}

/** Where a file is until it is completely on the disk. `remove` deletes it, too. */
const besideOf = (path: string) => `${path}.part`;

/** Writes a file beside its place and renames it once it is flushed, so that nobody ever finds half of it. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const made = await fs.mkdir(dirname(path), { recursive: true });
  if (made) await flushFolder(dirname(made));
  await fs.writeFile(besideOf(path), bytes, { flush: true });
  await fs.rename(besideOf(path), path);
}

/** The names in a folder are flushed through the folder. */
async function flushFolder(path: string): Promise<void> {
  const folder = await fs.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Whether a file is there and complete (`isWhole`). Every picture that is sent is checked, so this is
 * synchronous, which is faster than asking another thread.
 * @param stated the length in its row; 0 if it is unknown
 */
export function isWholeAt(path: string, stated: number): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return false;
  }
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const count = readSync(file, head, 0, HEAD_BYTES, 0);
    return isWhole(head.subarray(0, count), fstatSync(file).size, stated);
  } finally {
    closeSync(file);
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
