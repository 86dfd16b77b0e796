import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const root = fileURLToPath(new URL('../..', import.meta.url));
const migrations = join(root, 'db/migrations');
const cache = join(root, '.cache');

/**
 * A migrated, empty PGlite as a tar. Starting from a copy takes a second, from nothing many. Made once for
 * each set of migrations, and kept.
 * @returns its path
 */
export async function pgliteTemplate(): Promise<string> {
  const path = join(cache, `pglite-${await fingerprint()}.tar`);
  if (existsSync(path)) return path;
  const client = await PGlite.create('memory://');
  await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder: migrations });
  const image = await client.dumpDataDir('none');
  await client.close();
  await mkdir(cache, { recursive: true });
  // Renamed at the end, so that others find all of it or nothing.
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(beside, Buffer.from(await image.arrayBuffer()));
  await rename(beside, path);
  return path;
}

/** Copies the template to where a server on the embedded database looks for its own. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await promisify(execFile)('tar', ['-xf', await pgliteTemplate(), '-C', folder]);
}

/** Vitest's global setup: makes the template before several tests need it at once. */
export default async function setup(): Promise<void> {
  await pgliteTemplate();
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(file).update(await readFile(join(migrations, file)));
  }
  const lock = await readFile(join(root, 'node_modules/@electric-sql/pglite/package.json'));
  return hash.update(lock).digest('hex').slice(0, 16);
}
