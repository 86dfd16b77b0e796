// Checks whether build/ matches the sources, by a hash of everything that goes into it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from './commands.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const STAMP_FILE = 'build/stamp';

const SOURCES = [
  'app',
  'db',
  'public',
  'server',
  'server.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build-service-worker.mjs',
  'scripts/build-wall.mjs',
  'scripts/route-files.mjs',
  'scripts/commands.mjs',
  'scripts/run-tool.ts',
  ...COMMANDS.map((command) => `scripts/${command}.ts`),
];

/** A hash of all sources but the tests. */
export function sourceStamp() {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, source);
  return hash.digest('hex');
}

/** Whether the build is missing or older than its sources. A copy without sources counts as up to date. */
export function isBuildStale() {
  if (!existsSync(join(root, STAMP_FILE))) return true;
  if (!existsSync(join(root, 'app'))) return false;
  return readFileSync(join(root, STAMP_FILE), 'utf8') !== sourceStamp();
}

function addTo(hash, path) {
  const full = join(root, path);
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!/\.test\.tsx?$/.test(entry.name)) addTo(hash, `${path}/${entry.name}`);
  }
}
