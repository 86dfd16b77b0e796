import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { prepareDataDir } from './pglite-template';
import { startServer } from './server';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PREFIX = 'first-start-';

/**
 * The data folder of a built server on the embedded database that has started once, with its administrator
 * and the demo event, and stopped. Made once for each build and day, because the demo's photos are from
 * yesterday.
 * @returns the path of a copy
 */
export async function copyFirstStart(): Promise<string> {
  const stamp = (await readFile(join(root, 'build/stamp'), 'utf8')).slice(0, 16);
  const day = new Date().toISOString().slice(0, 10);
  const made = join(root, '.cache', `${PREFIX}${stamp}-${day}`);
  if (!existsSync(made)) {
    await removeOlder(made);
    const folder = await startOnce();
    const part = await mkdtemp(join(dirname(made), 'part-of-first-start-'));
    await copy(folder, part);
    // Two suites may make it at the same time; the first one wins.
    await rename(part, made).catch(() => rm(part, { recursive: true }));
    await rm(folder, { recursive: true });
  }
  return copyOf(made);
}

/**
 * Starts a server on an empty folder, and stops it when it is ready.
 * @returns its data folder
 */
export async function startOnce(env: Record<string, string> = {}): Promise<string> {
  const dataDir = await newFolder();
  if (!env.DATABASE_URL) await prepareDataDir(dataDir);
  const server = await startServer({ dataDir, env: { ...env, TMPDIR: dataDir } });
  await server.stop();
  return dataDir;
}

/**
 * Copies the data folder of a stopped server.
 * @returns the copy's path
 */
export async function copyOf(dataDir: string): Promise<string> {
  const folder = await newFolder();
  await copy(dataDir, folder);
  return folder;
}

/** For a thousand files, `cp` takes half the time of Node. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** An empty folder for a server's data. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'snapodium-test-'));
}

async function removeOlder(made: string): Promise<void> {
  const cache = dirname(made);
  await mkdir(cache, { recursive: true });
  const others = (await readdir(cache)).filter((name) => name.startsWith(PREFIX));
  await Promise.all(
    others
      .filter((name) => name !== basename(made))
      .map((name) => rm(join(cache, name), { recursive: true, force: true })),
  );
}
