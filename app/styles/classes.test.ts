import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { compile } from 'tailwindcss';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import routes from '../routes';

const app = fileURLToPath(new URL('..', import.meta.url));
const { resolve } = createRequire(import.meta.url);

/** Of all sources, as paths in the folder. */
const texts = new Map(
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(app, file), 'utf8')]),
);

/** The style sheets that pages link to. They import all others. */
const STYLESHEETS = [
  ...new Set(
    [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/ from '([^']+\.css)\?url';/g)].map(([, from = '']) => pathOf(from, file)),
    ),
  ),
];
/** The screens outside an event: neither they nor the layouts around them link to event.css. */
const IN_FRONT = (function findInFront(entries: RouteConfigEntry[]): string[] {
  return entries
    .filter(({ file }) => !texts.get(file)?.includes('eventStyles'))
    .flatMap(({ file, children = [] }) => [file, ...findInFront(children)])
    .filter((file) => file.endsWith('.tsx'));
})(await routes);
/** Tailwind's words that others refer to (`group-open:`); they have no rule of their own. */
const MARKERS = new Set(['group', 'peer']);

/** A variable, property or attribute of this name holds class names and nothing else. */
const HOLDS_CLASSES = /^class(Name|es)?$|ClassName$|^CLASSES|_CLASS(ES)?$/;

const sources = [...texts]
  .filter(([file]) => file.endsWith('.tsx'))
  .map(([file, text]) => ({ file, uses: usesIn(file, text) }));
const used = new Set(sources.flatMap(({ uses }) => uses.flatMap(wordsOf)));

let own: Set<string>;
let known: Set<string>;

beforeAll(async () => {
  expect(STYLESHEETS).toContain('styles/app.css');
  const sheets = await Promise.all(STYLESHEETS.map((file) => build(file, [])));
  own = new Set(sheets.flatMap(classesIn));
  known = new Set([...own, ...classesIn(await build('styles/app.css', [...used])), ...MARKERS]);
});

it('has no class without a user', () => {
  expect([...own].filter((name) => !used.has(name))).toEqual([]);
});

it('uses no class that nothing defines', () => {
  const unknown = sources.flatMap(({ file, uses }) =>
    uses.flatMap(wordsOf).flatMap((name) => (known.has(name) ? [] : `${file}: ${name}`)),
  );
  expect(unknown).toEqual([]);
});

/** Screens outside an event link to app.css alone: without event.css, its classes would have no look. */
it('uses only classes of app.css in front of an event', async () => {
  expect(IN_FRONT.length).toBeGreaterThan(5);
  const inEvents = classesIn(adjustingNothing(await build('styles/event.css', [])));
  const everywhere = classesIn(adjustingNothing(await build('styles/app.css', [...used])));
  const foreign = new Set(inEvents.filter((name) => !everywhere.includes(name)));
  const wrong = filesBehind(IN_FRONT).flatMap((file) =>
    (sources.find((source) => source.file === file)?.uses ?? [])
      .flatMap(wordsOf)
      .flatMap((name) => (foreign.has(name) ? [`${file}: ${name}`] : [])),
  );
  expect(wrong).toEqual([]);
});

/** A stylesheet without the rules that only adjust for large texts with `:where(…)`. */
function adjustingNothing(css: string): string {
  return css.replace(/:where\([^)]*\)/g, '');
}

/** These files and all components that they import, as paths in the folder. */
function filesBehind(entries: string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    const text = texts.get(file);
    if (found.has(file) || text === undefined) return;
    found.add(file);
    for (const [, from = ''] of text.matchAll(/^(?:import|export) [^;]*? from '([^']+)';/gm)) {
      if (/^[~.]/.test(from)) visit(`${pathOf(from, file)}.tsx`);
    }
  };
  entries.forEach(visit);
  return [...found];
}

/** The path in the folder of what a file imports by `from`. */
function pathOf(from: string, file: string): string {
  return from.startsWith('~/') ? from.slice(2) : join(dirname(file), from);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** The strings that a component's source uses as class names. */
function usesIn(file: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  visit(source, false);
  return found;

  function visit(node: ts.Node, holdsClasses: boolean) {
    if (holdsClasses && ts.isTemplateExpression(node)) {
      found.push(node.head.text, ...node.templateSpans.map(({ literal }) => literal.text));
    } else if (holdsClasses && ts.isStringLiteralLike(node) && !isCompared(node))
      found.push(node.text);
    const isNamed =
      (ts.isJsxAttribute(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isPropertyAssignment(node) ||
        ts.isBindingElement(node)) &&
      HOLDS_CLASSES.test(node.name.getText());
    if (!isNamed) ts.forEachChild(node, (child) => visit(child, holdsClasses));
    else if (node.initializer) visit(node.initializer, true);
  }
}

/** `tone === 'bad'` and `join(' ')` contain no class name. */
function isCompared({ parent }: ts.Node): boolean {
  return (
    ts.isCallExpression(parent) ||
    (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText()))
  );
}

/** A stylesheet as it is served, with the utilities that `candidates` ask for. */
async function build(file: string, candidates: string[]): Promise<string> {
  const path = join(app, file);
  const { build } = await compile(readFileSync(path, 'utf8'), {
    base: dirname(path),
    loadStylesheet: async (id, base) => {
      const path = id.startsWith('.') ? join(base, id) : resolve(`${id}.css`);
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') };
    },
  });
  return build(candidates);
}

/** The class names in the selectors of a stylesheet. */
function classesIn(css: string): string[] {
  const plain = css.replace(/\/\*[^]*?\*\//g, '').replace(/(["'])(?:\\.|(?!\1).)*\1/g, '');
  const preludes = [...plain.matchAll(/([^{};]*)\{/g)].flatMap(([, prelude = '']) => prelude);
  return preludes
    .filter((prelude) => !prelude.trim().startsWith('@'))
    .flatMap((prelude) => [...prelude.matchAll(/\.((?:\\.|[\w-])+)/g)])
    .map(([, name = '']) => name.replace(/\\(.)/g, '$1'));
}
