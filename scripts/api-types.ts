import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import type { ApiDocument } from '~/http/openapi.server';

// Writes the types of the calls that the party's players make (bench/rush), from the description of the API that
// the built application gives. tests/api/contract.test.ts fails when they are not up to date.
// Usage, after a build: npx tsx scripts/api-types.ts

const FILE = fileURLToPath(new URL('../bench/rush/api.d.ts', import.meta.url));
const CALLS = [
  '/api/user',
  '/api/photos',
  '/api/photos/event/{eventId}',
  '/api/photos/user/{userId}',
  '/api/events/{eventId}/top-photos',
  '/api/favorites',
  '/api/missions/mine',
];
const HEADER = '// Made from the description of the API by scripts/api-types.ts.\n\n';

/** The types of a document's calls, as TypeScript. Refusals are left out: they all have the same shape. */
export async function typesOf(document: ApiDocument): Promise<string> {
  const { paths, ...rest } = structuredClone(document);
  const chosen = CALLS.map((path) => [path, paths[path]] as const);
  for (const { responses } of chosen.flatMap(([, calls]) => Object.values(calls ?? {}))) {
    for (const status of Object.keys(responses)) {
      if (!status.startsWith('2')) Reflect.deleteProperty(responses, status);
    }
  }
  const used = { ...rest, paths: Object.fromEntries(chosen) };
  const kept = JSON.stringify(used.paths);
  for (const name of Object.keys(used.components.schemas)) {
    if (!kept.includes(`/${name}"`)) Reflect.deleteProperty(used.components.schemas, name);
  }
  const text = HEADER + astToString(await openapiTS(JSON.stringify(used), { silent: true }));
  return format(text, { ...(await resolveConfig(FILE)), parser: 'typescript' });
}

async function main(): Promise<void> {
  const build = new URL('../build/server/index.js', import.meta.url).href;
  const { entry } = (await import(build)) as { entry: { module: { describe(): ApiDocument } } };
  writeFileSync(FILE, await typesOf(entry.module.describe()));
  process.exit(0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
