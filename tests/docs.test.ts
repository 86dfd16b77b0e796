import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLES } from '~/env.server';
import { waitingImages } from '~/services/images.server';
import { filesOfTree } from './setup/tree';

const files = filesOfTree();
const folders = new Set(files.map(dirname));

const isThere = (path: string) =>
  path.endsWith('/')
    ? [...folders].some((folder) => `${folder}/`.startsWith(path))
    : files.includes(path);

const README = readFileSync('README.md', 'utf8');

/** The paths at the beginning of the tree's lines. An indented path is in the folder above. */
function pathsOfTree(readme: string): string[] {
  const tree = /## The tree[^]*?```\n([^]*?)```/.exec(readme)?.[1] ?? '';
  let folder = '';
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', name] = /^( {0,2})([\w./-]+)(?: |$)/.exec(line) ?? [];
    if (!name) return [];
    if (indent === '') folder = name.endsWith('/') ? name : '';
    return [indent === '' ? name : folder + name];
  });
}

/** Names of files in a text, such as `app/paths.ts` or `use-star.ts`, but not those with `<noun>` in them. */
function filesNamedIn(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|svg|json))`/g)].map(
    ([, name = '']) => name,
  );
}

test('every path of the tree in README.md exists', () => {
  const paths = pathsOfTree(README);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths).toContain('app/routes/');
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('every file named in docs/walk.md exists', () => {
  const named = filesNamedIn(readFileSync('docs/walk.md', 'utf8'));
  expect(named.length).toBeGreaterThan(40);
  const isKnown = (name: string) =>
    name.includes('/')
      ? isThere(`app/${name}`) || isThere(name)
      : isThere(name) || files.some((file) => file.endsWith(`/${name}`));
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});

test('every file and picture named in the other documents exists', () => {
  const documents = files.filter((file) =>
    /^(README|SECURITY|docs\/.*)\.md$|^(README|SECURITY)\.md$/.test(file),
  );
  const missing = documents
    .filter((path) => path !== 'docs/walk.md')
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)|src="([^"]+)"/g)]
        .map(([, link, source]) => join(dirname(path), link ?? source ?? ''))
        .filter((target) => !isThere(target));
      const named = filesNamedIn(text).filter(
        (name) =>
          name !== 'data.json' &&
          // The address of a call.
          !name.startsWith('/api/') &&
          !files.some((file) => `/${file}`.endsWith(`/${name}`)),
      );
      return [...links, ...named].map((name) => `${path}: ${name}`);
    });
  expect(missing).toEqual([]);
});

test('docs/running.md has every variable, and no other', () => {
  // This one is Node's own.
  const known = VARIABLES.filter((name) => name !== 'NODE_ENV');
  const rows = readFileSync('docs/running.md', 'utf8').matchAll(/^\| (`[A-Z][^|]*)\|/gm);
  const written = [...rows].flatMap(([, cell = '']) => cell.match(/[A-Z][A-Z\d_]+/g) ?? []);
  expect(written.sort()).toEqual(known.sort());
});

test('the documents state the right number of images that may wait', () => {
  const limit = String(waitingImages(2));
  const sentences = {
    'docs/rules.md': /(\d+) may wait on two cores/,
    'SECURITY.md': /images waiting to be decoded[^\n]*?\| \d+ \/ (\d+) on two cores/,
    'docs/scaling.md': /guests wait: (\d+)\s+images may wait on a server of two cores/,
  };
  const written = Object.entries(sentences).map(([path, sentence]) => {
    const [, count] = sentence.exec(readFileSync(path, 'utf8')) ?? [];
    return [path, count];
  });
  expect(written).toEqual(Object.keys(sentences).map((path) => [path, limit]));
});
