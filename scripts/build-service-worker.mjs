// Builds /sw.js with the names of the files that it caches, and the script of the offline page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './build-stamp.mjs';

const CLIENT = join(root, 'build/client');
/** Files whose names stay the same when their content changes. */
const NAMED = ['favicon.svg', 'icon-192.png', 'offline-page.js', 'route-code.json'];

/**
 * The browser's build has to be there.
 * @param files the paths of those whose names come from their content
 */
export async function buildServiceWorker(files) {
  await script('offline-page.js');
  const manifest = readdirSync(join(CLIENT, 'assets')).find((name) =>
    /^manifest-[\da-f]+\.js$/.test(name),
  );
  const precached = [
    // Files named after their content never change.
    ...files.map((url) => ({ url, revision: null })),
    ...NAMED.map((name) => ({ url: `/${name}`, revision: hashOf(join(CLIENT, name)) })),
  ];
  await script('sw.js', {
    PRECACHED: JSON.stringify(precached),
    PAGE_MARK: JSON.stringify(manifest),
    'process.env.NODE_ENV': '"production"',
  });
}

const SOURCES = {
  'offline-page.js': 'app/browser/worker/offline-page.ts',
  'sw.js': 'app/browser/worker/worker.ts',
};

/**
 * The same scripts in development, built for each request. Without a build there are no files to cache.
 * @returns the script of a path, or null if it is not one of them
 */
export async function serviceWorkerScript(path) {
  const target = path.slice(1);
  if (!Object.hasOwn(SOURCES, target)) return null;
  const options = bundle(target, {
    PRECACHED: '[]',
    PAGE_MARK: '"/app/entry.client.tsx"',
    'process.env.NODE_ENV': '"development"',
  });
  const { outputFiles } = await build({ ...options, write: false });
  return outputFiles[0].text;
}

function script(target, define = {}) {
  return build({ ...bundle(target, define), minify: true });
}

function bundle(target, define) {
  return {
    entryPoints: [join(root, SOURCES[target])],
    outfile: join(CLIENT, target),
    bundle: true,
    format: 'iife',
    target: 'es2022',
    define,
    alias: { '~': join(root, 'app') },
  };
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
}
