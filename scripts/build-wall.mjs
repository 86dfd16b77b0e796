// Builds /wall.js and /wall.css, the wall's program for televisions' browsers from 2018 on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './build-stamp.mjs';

const CLIENT = join(root, 'build/client');
const STYLES = join(root, 'app/browser/wall/styles');
/** Names of values of the theme: “--color-night: #0f2f3a;”. */
const VALUE = /^\s*(--[\w-]+):\s*([^;{}]+);/gm;

const options = {
  entryPoints: ['ts', 'css'].map((ending) => ({
    in: join(root, `app/browser/wall/wall.${ending}`),
    out: 'wall',
  })),
  entryNames: '[name]',
  assetNames: 'assets/[name]-[hash]',
  outdir: CLIENT,
  publicPath: '/',
  bundle: true,
  format: 'iife',
  target: ['es2017', 'chrome58', 'safari11'],
  loader: { '.svg': 'file', '.woff2': 'file' },
  alias: { '~': join(root, 'app') },
  plugins: [{ name: 'plain-theme', setup: plainTheme }],
};

/** Writes them into the browser's build. */
export async function buildWall() {
  await build({ ...options, minify: true });
}

/**
 * The same files in development, built for each request.
 * @returns the content of a path, or null if it is not one of them
 */
export async function wallFile(path) {
  if (!/^\/(?:wall\.(?:js|css)|assets\/(?:caprasimo|lights)[\w-]*\.\w+)$/.test(path)) return null;
  const { outputFiles } = await build({ ...options, write: false });
  return outputFiles.find((file) => file.path === join(CLIENT, path))?.contents ?? null;
}

/** The theme as plain CSS: its values by day, as far as the wall names them. */
function plainTheme({ onLoad }) {
  onLoad({ filter: /\/styles\/theme\.css$/ }, ({ path }) => {
    const used = readdirSync(STYLES)
      .map((name) => readFileSync(join(STYLES, name), 'utf8'))
      .join();
    const [byDay = ''] = readFileSync(path, 'utf8').split('@media');
    const values = [...byDay.matchAll(VALUE)].filter(([, name]) => used.includes(`var(${name})`));
    const lines = values.map(([, name, value]) => `${name}: ${value.trim()};`);
    return { contents: `:root { ${lines.join('\n')} }`, loader: 'css' };
  });
}
