import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MANIFEST, MANIFEST_START, PARTS, type ArchiveReader, type ArchiveWriter } from './archive';

/** The folder holds something that is no backup, so nothing may be removed there. */
export class ForeignFolderError extends Error {
  override readonly name = 'ForeignFolderError';
}

/** What a first backup that is not complete has as its manifest. */
const BEGUN = '{}';

/**
 * Writes a backup into a folder, which may have an earlier one. Files that are there already are not touched. The
 * manifest replaces the earlier one in one step. Only then are the files that it does not name removed.
 * @throws ForeignFolderError
 */
export async function createFolder(path: string): Promise<ArchiveWriter> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const names = await readdir(path);
  const manifest = join(path, MANIFEST);
  const isFirst = names.length === 0;
  if (isFirst) await writeWhole(manifest, Buffer.from(BEGUN));
  const earlier = isFirst ? null : await readFile(manifest, 'utf8').catch(() => '');
  if (earlier !== null && earlier !== BEGUN && !earlier.startsWith(MANIFEST_START)) {
    throw new ForeignFolderError();
  }
  return {
    earlier: earlier === BEGUN ? null : earlier,
    has: async (name, { bytes }) => {
      const found = await lstat(join(path, name)).catch(() => null);
      return found !== null && found.isFile() && found.size === bytes;
    },
    add: async (name, bytes, mtime) => {
      const target = join(path, name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await writeWhole(target, bytes);
      await utimes(target, mtime, mtime);
    },
    finish: async (text, kept) => {
      await writeWhole(manifest, Buffer.from(text));
      for (const part of PARTS) await removeOthers(path, part, kept);
    },
    // What was added is used by the next backup, or removed by it.
    abandon: async () => undefined,
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.part`;
  await rm(beside, { force: true });
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}

/** Removes the files below a folder that are not among the names, and folders that are empty then. */
async function removeOthers(root: string, folder: string, kept: ReadonlySet<string>) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) await removeOthers(root, name, kept);
    else if (!kept.has(name)) await rm(join(root, name));
  }
  // Fails for a folder that is not empty.
  await rmdir(join(root, folder)).catch(() => undefined);
}

export function openFolder(path: string): ArchiveReader {
  return {
    async *files() {
      for (const part of PARTS) {
        for (const name of await listFiles(path, part)) {
          yield { name, read: () => readFile(join(path, name)) };
        }
      }
      const manifest = await readFile(join(path, MANIFEST)).catch(() => null);
      if (manifest) yield { name: MANIFEST, read: async () => manifest };
    },
  };
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) names.push(...(await listFiles(root, name)));
    else if (entry.isFile()) names.push(name);
  }
  return names;
}
