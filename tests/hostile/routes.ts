import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { z } from 'zod';
import routeTable from '~/routes';

// The targets, read from the product itself: a new route, field or intent is covered without a line here.

const app = fileURLToPath(new URL('../../app', import.meta.url));

/** One URL of the product. */
export interface Target {
  /** Its path pattern, with a leading slash. */
  pattern: string;
  /** Names that its module reads from forms, JSON bodies or uploads. */
  fields: string[];
  /** Names that it reads from the query. */
  queries: string[];
}

/** Every URL of the product: its screens and forms, its calls and its files. */
export async function readTargets(): Promise<Target[]> {
  const schemas = await readSchemas();
  const screens = flatten(routeTable as RouteConfigEntry[], '').map(({ pattern, file }) => ({
    pattern,
    source: readFileSync(join(app, file), 'utf8'),
  }));
  return [...screens, ...readMounted('api'), ...readMounted('files')].map(({ pattern, source }) => {
    const named = [...schemas].filter(([name]) => new RegExp(`\\b${name}\\b`).test(source));
    const read = matches(source, /\bform\.(?:get|has)\(\s*'([\w-]+)'/g);
    const uploaded = matches(source, /\bupload\.fields\.(\w+)/g);
    return {
      pattern,
      fields: unique([...named.flatMap(([, names]) => names), ...read, ...uploaded]),
      queries: unique([
        ...matches(source, /\b(?:query|searchParams)\.(?:get|has)\(\s*'([\w-]+)'/g),
        ...matches(source, /\bquery: (\w+)/g).flatMap((name) => schemas.get(name) ?? []),
      ]),
    };
  });
}

/** The paths that a folder declares, each with the source of its handler. */
function readMounted(folder: 'api' | 'files'): { pattern: string; source: string }[] {
  return sourcesIn(join(app, folder)).flatMap((path) => {
    const whole = readFileSync(path, 'utf8');
    const declared = whole.split(/(?=\b(?:endpoint|savedFile)\()/).flatMap((source) => {
      const pattern = /^(?:endpoint|savedFile)\(\s*'([^']+)'/.exec(source)?.[1];
      return pattern ? [{ pattern, source }] : [];
    });
    const listed = matches(whole, /\bpath: '([^']+)'/g).map((pattern) => {
      return { pattern, source: whole };
    });
    return [...declared, ...listed];
  });
}

/** Every value that an intent is compared with or sent as, and a few invalid ones. */
export function readIntents(): string[] {
  const lines = ['routes', 'components'].flatMap((folder) =>
    sourcesIn(join(app, folder)).flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /intent|^\s*case '/i.test(line)),
    ),
  );
  return unique(lines.flatMap((line) => matches(line, /["']([a-z][a-z_-]{1,20})["']/g)));
}

function flatten(entries: RouteConfigEntry[], above: string): { pattern: string; file: string }[] {
  return entries.flatMap((entry) => {
    const pattern = [above, entry.path].filter(Boolean).join('/');
    if (entry.children) return flatten(entry.children, pattern);
    return [{ pattern: `/${pattern}`, file: entry.file }];
  });
}

/** The fields of each schema that a module of the models exports; some are created by functions. */
async function readSchemas(): Promise<Map<string, string[]>> {
  const schemas = new Map<string, string[]>();
  for (const path of sourcesIn(join(app, 'models'))) {
    if (!/[./]schema\.ts$/.test(path)) continue;
    for (const [name, value] of Object.entries((await import(path)) as object)) {
      const schema: unknown = /Schema$/.test(name) ? made(value) : value;
      if (schema instanceof z.ZodObject) schemas.set(name, Object.keys(schema.shape));
    }
  }
  return schemas;
}

function made(value: unknown): unknown {
  return typeof value === 'function'
    ? (value as (...args: string[]) => unknown)('UTC', '2026-01-01')
    : value;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(folder, name));
}

function matches(text: string, pattern: RegExp): string[] {
  return unique([...text.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)].sort();
}
