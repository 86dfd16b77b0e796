// Builds the application into build/: the browser's files (with .br and .gz beside them), the server bundle,
// the PDF thread, the image process, the operator's commands, the service worker, the wall's program, an empty
// database, server.js, and a stamp by which later starts recognize the sources.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { build as esbuild } from 'esbuild';
import { buildServiceWorker } from './build-service-worker.mjs';
import { root, sourceStamp, STAMP_FILE } from './build-stamp.mjs';
import { buildWall } from './build-wall.mjs';
import { COMMANDS } from './commands.mjs';

const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest|xml)$/;
const WORTH_COMPRESSING_BYTES = 512;

const stamp = sourceStamp();
run('node_modules/@remix-run/dev/dist/cli.js', ['vite:build']);
await bundle('server.ts', 'build/server.js');
await bundle('app/services/pdf/pdf-worker.server.ts', 'build/server/pdf-worker.js');
await bundle('app/services/image-child.server.ts', 'build/server/image-child.js');
for (const command of COMMANDS) {
  await bundle(`scripts/${command}.ts`, `build/server/${command}.js`);
}
await listFiles();
await buildWall();
await makeEmptyDatabase();
compress(join(root, 'build/client'));
writeFileSync(join(root, STAMP_FILE), stamp);

/** One file of our code that runs in Node. Packages and the application's build stay outside. */
function bundle(source, target) {
  return esbuild({
    entryPoints: [join(root, source)],
    outfile: join(root, target),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['./server/index.js'],
  });
}

/** The embedded database's first files. Creating them takes more memory than a small server has. */
async function makeEmptyDatabase() {
  const folder = join(root, 'build/database');
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  );
  const made = join(folder, 'made-by-pglite');
  if (existsSync(made) && readFileSync(made, 'utf8') === version) return;
  rmSync(folder, { recursive: true, force: true });
  const database = await PGlite.create(folder);
  await database.close();
  // PostgreSQL closes its files to others, and the server may run as another user than the one who builds.
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(
      join(entry.parentPath ?? entry.path, entry.name),
      entry.isDirectory() ? 0o755 : 0o644,
    );
  }
  chmodSync(folder, 0o755);
  writeFileSync(made, version);
}

function run(script, args) {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** Lists the routes' files for pages and for the service worker. */
async function listFiles() {
  const { guestFiles, routeCode } = await import('./route-files.mjs');
  writeFileSync(join(root, 'build/client/route-code.json'), JSON.stringify(routeCode()));
  await buildServiceWorker(guestFiles());
}

function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    else if (COMPRESSIBLE.test(entry.name) && statSync(path).size >= WORTH_COMPRESSING_BYTES) {
      const bytes = readFileSync(path);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}
