import { randomBytes } from 'node:crypto';
import { createStorage, type Driver } from 'unstorage';
import { fileOf } from './keys.server';
import { IMAGE_VARIANTS, type MediaStorage, type StorageName } from './types';

/**
 * A MediaStorage over one unstorage driver. Keys keep their form: unstorage turns `/` into `:`,
 * and drivers turn `:` back into a folder, so `1/ab-c_d.webp` is the file `ab-c_d.webp` in `1`.
 * @param name the storage that this driver is; asking it for another one's files is an error
 */
export function createDriverStorage(name: StorageName, driver: Driver): MediaStorage {
  const files = createStorage({ driver });

  const readFile = async (file: string): Promise<Uint8Array | null> => {
    const found: unknown = await files.getItemRaw(file);
    // unstorage's file driver hands back, instead of throwing, what is not "no such file".
    if (found instanceof Error) throw found;
    return found instanceof Uint8Array ? found : null;
  };
  const removeFile = async (file: string): Promise<void> => {
    await files.removeItem(file);
    // For the same reason a failed removal shows only in the file still being there.
    if (await files.hasItem(file)) throw new Error(`${name} storage: ${file} cannot be removed`);
  };
  const assertOwn = (storage: StorageName) => {
    if (storage !== name) throw new Error(`${storage} storage: not set up`);
  };

  return {
    async write(key, image) {
      for (const variant of IMAGE_VARIANTS) {
        await files.setItemRaw(fileOf(key, variant), image[variant]);
      }
      return name;
    },
    async read(storage, key, variant) {
      assertOwn(storage);
      return readFile(fileOf(key, variant));
    },
    async remove(storage, key) {
      assertOwn(storage);
      for (const variant of IMAGE_VARIANTS) await removeFile(fileOf(key, variant));
    },
    url: (_storage, key) => `/media/${fileOf(key, 'full')}`,
    async check() {
      const file = `checks/${randomBytes(8).toString('hex')}`;
      const probe = randomBytes(32);
      await files.setItemRaw(file, probe);
      const read = await readFile(file);
      await removeFile(file);
      if (!read || !probe.equals(read))
        throw new Error(`${name} storage: reads what was not written`);
    },
  };
}
