import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const env = { ...process.env, LC_ALL: 'C.UTF-8' };

/**
 * Unpacks a zip with Info-ZIP's `unzip`, which checks every file in it first.
 * @returns the files by name, in the archive's order
 * @throws Error with unzip's complaint
 */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-unzip-'));
  try {
    const path = join(folder, 'archive.zip');
    await writeFile(path, bytes);
    await run('unzip', ['-tq', path], { env });
    const { stdout } = await run('unzip', ['-Z1', path], { env });
    await run('unzip', ['-q', path, '-d', join(folder, 'files')], { env });
    const names = stdout.trim().split('\n');
    const files = names.map(async (name): Promise<[string, Buffer]> => {
      return [name, await readFile(join(folder, 'files', name))];
    });
    return new Map(await Promise.all(files));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What `unzip` lists for each file of a zip: permissions, sizes, method, time, name. */
export async function listZip(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-unzip-'));
  const path = join(folder, 'archive.zip');
  await writeFile(path, bytes);
  const { stdout } = await run('unzip', ['-Zl', path], { env });
  await rm(folder, { recursive: true });
  return stdout;
}
