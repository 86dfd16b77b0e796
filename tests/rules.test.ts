import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { api } from '~/api';
import { filesOfTree } from './setup/tree';

const rules = readFileSync('docs/rules.md', 'utf8');

/** A rule is defined where its name stands first in an item of a list, or in a row of a table. */
const defined = [...rules.matchAll(/^[-|] `([a-z-]+\.[a-z-]+)`/gm)].map(([, name]) => name);

/** The rules that a text names: “rule `a.b`”, “rules `a.b`, `c.d`”, also across the end of a line. */
function rulesNamedIn(text: string): string[] {
  const plain = text.replace(/\n\s*(?:\*|\/\/)\s*/g, ' ');
  return [...plain.matchAll(/\brules? ((?:(?:, | and )?`[a-z-]+\.[a-z-]+`)+)/g)].flatMap(
    ([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test('a comment can name one rule or several, on one line or two', () => {
  expect(rulesNamedIn('/** (rule `a.b`). */\n// see rules `c.d`, `e-f.g` and `h.i`')).toEqual([
    'a.b',
    'c.d',
    'e-f.g',
    'h.i',
  ]);
  expect(rulesNamedIn(' * before (rule\n * `a.b`) and `not.one`')).toEqual(['a.b']);
});

test('docs/rules.md defines each name once', () => {
  expect(defined.length).toBeGreaterThan(100);
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([]);
});

test('a rule that the code names is in docs/rules.md', () => {
  const isCode = (path: string) =>
    /\.(ts|tsx|js|mjs|css|sql|sh)$/.test(path) && path !== 'tests/rules.test.ts';
  const files = filesOfTree().filter(isCode);
  const named = files.flatMap((path) =>
    rulesNamedIn(readFileSync(path, 'utf8')).map((name) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name }) => !defined.includes(name))).toEqual([]);
});

test('docs/rules.md has a row for each method of each endpoint', () => {
  const endpoints = api
    .filter(({ path }) => path.startsWith('/api/') && path !== '/api/*')
    .flatMap(({ path, methods = [] }) => {
      const address = path.replace(/:(\w+)/g, '{$1}');
      return methods.map((method) => `${method} ${address}`);
    });
  expect(endpoints.length).toBeGreaterThan(40);
  const rows = [...rules.matchAll(/^\| `api\.[a-z-]+` +\| ([A-Z]+) `([^`?]+)/gm)].map(
    ([, method, address]) => `${method} ${address}`,
  );
  expect(rows.sort()).toEqual(endpoints.sort());
});
