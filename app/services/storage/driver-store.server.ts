import { randomBytes } from 'node:crypto';
import { createStorage, type Driver } from 'unstorage';
import { fileOf } from './keys.server';
import { IMAGE_VARIANTS, STORED_VARIANTS, type FileStore, type StorageName } from './types';

/** Where the small files of checks come and go. */
export const CHECKS_FOLDER = 'checks';

/**
 * A FileStore over one unstorage driver. Keys keep their form: unstorage turns `/` into `:`, and
 * drivers turn `:` back into a folder, so `1/ab-c_d.webp` is the file `ab-c_d.webp` in `1`.
 * @param name for error messages
 */
export function createDriverStore(name: StorageName, driver: Driver): FileStore {
  const files = createStorage({ driver });

  const readFile = async (file: string): Promise<Uint8Array | null> => {
    const found: unknown = await files.getItemRaw(file);
    // unstorage's file driver returns errors, but for "no such file", instead of throwing them.
    if (found instanceof Error) throw found;
    if (found instanceof ArrayBuffer) return new Uint8Array(found);
    return found instanceof Uint8Array ? found : null;
  };
  const removeFile = async (file: string): Promise<void> => {
    await files.removeItem(file);
    // For the same reason a failed removal shows only in the file still being there.
    if (await files.hasItem(file)) throw new Error(`${name} storage: ${file} cannot be removed`);
  };

  return {
    async write(key, image) {
      for (const variant of IMAGE_VARIANTS) {
        const bytes = image[variant];
        if (bytes) await files.setItemRaw(fileOf(key, variant), bytes);
      }
    },
    read: (key, variant) => readFile(fileOf(key, variant)),
    async remove(key) {
      for (const variant of STORED_VARIANTS) await removeFile(fileOf(key, variant));
    },
    async list() {
      const keys = await files.getKeys();
      return keys.map((key) => key.replaceAll(':', '/'));
    },
    async check() {
      const file = `${CHECKS_FOLDER}/${randomBytes(8).toString('hex')}`;
      const probe = randomBytes(32);
      await files.setItemRaw(file, probe);
      const read = await readFile(file);
      await removeFile(file);
      if (!read || !probe.equals(read))
        throw new Error(`${name} storage: reads what was not written`);
    },
  };
}
