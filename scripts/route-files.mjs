// Which files of the browser's build belong to which routes, as Remix' manifest says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-stamp.mjs';

const { assets } = await import(join(root, 'build/server/index.js'));
/** Vite's own manifest: what a file imports later, and which pictures and style sheets it names. */
const chunks = JSON.parse(readFileSync(join(root, 'build/.vite/client-manifest.json'), 'utf8'));

/**
 * The file of code behind each address of a screen or form, for pages that load it ahead
 * (`app/browser/code-ahead.ts`).
 */
export function routeCode() {
  const pathOf = ({ parentId, path }) => {
    const above = parentId ? pathOf(assets.routes[parentId]) : '';
    return path ? `${above}/${path}` : above;
  };
  return Object.values(assets.routes)
    .filter(({ path, index }) => path || index)
    .map((route) => ({ path: pathOf(route) || '/', file: route.module }));
}

/** The areas of `routes/` and `components/` that have nothing for guests. */
const OTHER_AREAS = 'admin|organizer|shop|wall';
const OTHER_ROUTES = new RegExp(`^routes/(${OTHER_AREAS})/`);
const OTHER_COMPONENTS = new RegExp(`^app/components/(${OTHER_AREAS})/`);
/** Texts. The worker stores those in the reader's language when they are loaded. */
const TEXTS = /^app\/i18n\/locales\/|^_texts-/;
/** The pictures of the landing page are large. */
const PICTURE = /\.webp$/;

/** The files that the service worker stores on a guest's phone, so that all of a guest's pages work offline. */
export function guestFiles() {
  const keyOf = new Map(Object.entries(chunks).map(([key, { file }]) => [`/${file}`, key]));
  const files = new Set([assets.url]);
  function add(key) {
    const { file, imports = [], dynamicImports = [], assets: named = [] } = chunks[key];
    if (files.has(`/${file}`)) return;
    files.add(`/${file}`);
    for (const name of named) if (!PICTURE.test(name)) files.add(`/${name}`);
    for (const next of imports) add(next);
    for (const next of dynamicImports) {
      if (!OTHER_COMPONENTS.test(next) && !TEXTS.test(next)) add(next);
    }
  }
  add(keyOf.get(assets.entry.module));
  for (const { id, module } of Object.values(assets.routes)) {
    if (!OTHER_ROUTES.test(id)) add(keyOf.get(module));
  }
  return [...files].sort();
}
