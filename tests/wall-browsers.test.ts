import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { wallFile } from '../scripts/build-wall.mjs';

/** The limit of script and style sheet with brotli, before they are minified. */
const MAX_BYTES = 150_000;
const root = fileURLToPath(new URL('..', import.meta.url));

it('the wall’s script uses the library of a browser of 2017 only', () => {
  const program = ts.createProgram([`${root}app/browser/wall/wall.ts`], {
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    resolveJsonModule: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2017.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    paths: { '~/*': [`${root}app/*`] },
  });
  const problems = ts
    .getPreEmitDiagnostics(program)
    // What the wall takes from a module is bundled; the rest of it is not.
    .filter(({ file }) => file?.fileName.includes('/app/browser/wall/'))
    .map(({ file, start = 0, messageText }) => {
      const { line = 0 } = file?.getLineAndCharacterOfPosition(start) ?? {};
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      return `${file?.fileName}:${line + 1} ${text}`;
    });
  expect(problems).toEqual([]);
});

it('the wall’s script and style sheet are small, and have nothing newer than their browsers', async () => {
  const read = async (path: string) => Buffer.from((await wallFile(path)) ?? '').toString();
  const [script, style] = [await read('/wall.js'), await read('/wall.css')];
  expect(script.length).toBeGreaterThan(10_000);
  expect(brotliCompressSync(script + style).byteLength).toBeLessThan(MAX_BYTES);
  // Calls that no compiler replaces, including those in what is bundled with it.
  expect(script).not.toMatch(
    /\.(at|flat|flatMap|replaceAll|matchAll|allSettled|fromEntries|replaceChildren|finally)\(/,
  );
  expect(script).not.toMatch(/\?\.|\?\?|\\p\{/);
  expect(style).not.toMatch(
    /@layer|oklch|color-mix|:has\(|:is\(|:where\(|[^-]aspect-ratio:|[^-]inset:|\bgap:|clamp\(|\bmin\(|\bmax\(/,
  );
  // Each value of the theme that is used is there.
  const used = [...style.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name);
  expect(used.filter((name) => !style.includes(`${name}:`))).toEqual([]);
});
