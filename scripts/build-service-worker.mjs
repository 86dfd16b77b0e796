// Builds /sw.js with the names of the files that it keeps on a phone, and the script of the page that is
// shown offline.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './build-stamp.mjs';

const CLIENT = join(root, 'build/client');
/** Their names stay the same when their content changes. */
const NAMED = ['favicon.svg', 'icon-192.png', 'offline-page.js'];

/** The browser's build has to be there, with `build/guest-files.json` beside it. */
export async function buildServiceWorker() {
  await script('app/offline/offline-page.ts', 'offline-page.js');
  const manifest = readdirSync(join(CLIENT, 'assets')).find((name) =>
    /^manifest-[\da-f]+\.js$/.test(name),
  );
  const files = JSON.parse(readFileSync(join(root, 'build/guest-files.json'), 'utf8'));
  const precached = [
    // What the build names after its content is never another file.
    ...[...files, `assets/${manifest}`].map((name) => ({ url: `/${name}`, revision: null })),
    ...NAMED.map((name) => ({ url: `/${name}`, revision: hashOf(join(CLIENT, name)) })),
  ];
  await script('app/service-worker/worker.ts', 'sw.js', {
    PRECACHED: JSON.stringify(precached),
    PAGE_MARK: JSON.stringify(manifest),
    'process.env.NODE_ENV': '"production"',
  });
}

function script(source, target, define = {}) {
  return build({
    entryPoints: [join(root, source)],
    outfile: join(CLIENT, target),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define,
    alias: { '~': join(root, 'app') },
  });
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}
