import { randomBytes } from 'node:crypto';
import { createStorage, type Driver } from 'unstorage';
import { fileOf } from './keys.server';
import { STORED_VARIANTS, type FileStore } from './store';

/** The folder for the small files of checks. */
export const CHECKS_FOLDER = 'checks';

/** If requests are slow, up to this many files of a folder are looked up one by one. */
const FEW = 16;
const QUESTIONS_AT_ONCE = 8;

/**
 * A FileStore over an unstorage driver. Keys keep their form: unstorage turns `/` into `:`, and drivers turn
 * `:` back into a folder, so `1/ab-c_d.webp` is the file `ab-c_d.webp` in `1`.
 * @param name for error messages
 * @param options.isFar whether each request goes over the network; many files are then looked up in the lists
 *   of their folders
 */
export function createDriverStore(
  name: string,
  driver: Driver,
  { isFar = false }: { isFar?: boolean } = {},
): FileStore {
  const files = createStorage({ driver });
  const has = (key: string) => files.hasItem(fileOf(key, 'full'));

  const readFile = async (file: string): Promise<Uint8Array | null> => {
    const found: unknown = await files.getItemRaw(file);
    // unstorage's file driver returns errors other than "no such file" instead of throwing them.
    if (found instanceof Error) throw found;
    if (found instanceof ArrayBuffer) return new Uint8Array(found);
    return found instanceof Uint8Array ? found : null;
  };
  const removeFile = async (file: string): Promise<void> => {
    await files.removeItem(file);
    // For the same reason a failed removal shows only in the file that is still there.
    if (await files.hasItem(file)) throw new Error(`${name} storage: ${file} cannot be removed`);
  };
  /** The full files in an image's folder; null if the folder cannot be listed or does not exist. */
  const listFolder = async (folder: string): Promise<Set<string> | null> => {
    try {
      return new Set((await files.getKeys(folder)).map((file) => file.replaceAll(':', '/')));
    } catch {
      return null;
    }
  };
  const findMissingIn = async (folder: string, keys: readonly string[]): Promise<string[]> => {
    const list = isFar && keys.length > FEW ? await listFolder(folder) : null;
    if (list) return keys.filter((key) => !list.has(fileOf(key, 'full')));
    const missing: string[] = [];
    const waiting = keys.values();
    const look = async () => {
      for (const key of waiting) if (!(await has(key))) missing.push(key);
    };
    await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, look));
    return missing;
  };

  return {
    async write(key, image) {
      for (const variant of STORED_VARIANTS) {
        const bytes = image[variant];
        if (bytes) await files.setItemRaw(fileOf(key, variant), bytes);
      }
    },
    read: (key, variant) => readFile(fileOf(key, variant)),
    async readInto(key, target) {
      const bytes = await readFile(fileOf(key, 'full'));
      if (!bytes) return null;
      const piece = bytes.subarray(0, target.length);
      target.set(piece);
      return piece.length;
    },
    async findMissing(keys) {
      const missing: string[] = [];
      for (const [folder, own] of groupByFolder(keys)) {
        missing.push(...(await findMissingIn(folder, own)));
      }
      return missing;
    },
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

function groupByFolder(keys: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const key of keys) {
    const folder = key.slice(0, key.indexOf('/'));
    const own = folders.get(folder);
    if (own) own.push(key);
    else folders.set(folder, [key]);
  }
  return folders;
}
