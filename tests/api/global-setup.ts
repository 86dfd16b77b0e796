import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import type { ApiDocument } from '~/http/openapi.server';
import { copyFirstStart, copyOf, startOnce } from '../setup/first-start';
import { copyPostgresDatabase } from '../setup/postgres-cluster';
import { errorsIn, LONG_LIVED, type TestServer } from '../setup/server';
import { startIn } from './servers';

/** A built server that all API tests share. Each test creates its own events. */
export interface SharedServer {
  origin: string;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The description of the API. */
    apiDocument: ApiDocument;
    /** The data folders of servers that started once and ended. */
    firstStarts: { pglite: string; postgres: string };
    /** On the embedded database. */
    pgliteServer: SharedServer;
    /** On PostgreSQL, whose database tests may open too. */
    postgresServer: SharedServer & { databaseUrl: string };
  }
}

/**
 * Vitest's global setup, after that of PostgreSQL: on each database a first start, whose data all further
 * servers begin with, and one server for all API tests.
 * @throws Error if there is no build of these sources, because old code would be tested
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (await isBuildStale()) {
    throw new Error('build/ is missing or older than its sources: run `npm run build` first.');
  }
  const cluster = project.getProvidedContext();
  const seed = await copyPostgresDatabase(cluster.postgresUrl, cluster.postgresTemplate);
  const [pglite, postgres] = await Promise.all([
    copyFirstStart(),
    startOnce({ DATABASE_URL: seed }),
  ]);
  const template = new URL(seed).pathname.slice(1);
  project.provide('firstStarts', { pglite, postgres });
  project.provide('postgresTemplate', template);

  const databaseUrl = await copyPostgresDatabase(cluster.postgresUrl, template);
  const servers = await Promise.all([
    startIn(await copyOf(pglite), {}, { nodeFlags: LONG_LIVED }),
    startIn(await copyOf(postgres), { DATABASE_URL: databaseUrl }),
  ]);
  const described = await fetch(`${servers[0].origin}/api/openapi.json`);
  project.provide('apiDocument', (await described.json()) as ApiDocument);
  project.provide('pgliteServer', placeOf(servers[0]));
  project.provide('postgresServer', { ...placeOf(servers[1]), databaseUrl });
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    for (const server of servers) process.stderr.write(errorsIn(server.output()));
    await Promise.all(servers.map((server) => server.clean()));
    for (const folder of [pglite, postgres]) await rm(folder, { recursive: true, force: true });
  };
}

async function isBuildStale(): Promise<boolean> {
  const url = new URL('../../scripts/build-stamp.mjs', import.meta.url);
  const stamp = (await import(url.href)) as { isBuildStale(): boolean };
  return stamp.isBuildStale();
}

function placeOf({ origin, dataDir }: TestServer): SharedServer {
  return { origin, dataDir };
}
