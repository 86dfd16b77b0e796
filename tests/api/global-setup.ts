import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '~db/client.server';
import { TEMPLATE } from '../setup/postgres-cluster';
import type { TestServer } from '../setup/server';
import { startApart } from './servers';

/** A built server that all call tests share; each test makes its own events. */
export interface SharedServer {
  origin: string;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** On the embedded database. */
    pgliteServer: SharedServer;
    /** On PostgreSQL, whose database tests may open too. */
    postgresServer: SharedServer & { databaseUrl: string };
  }
}

/**
 * Vitest's global setup, after that of PostgreSQL: one server on each database for all call tests.
 * @throws Error when there is no build of these sources, for old code would be tested
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (await isBuildStale()) {
    throw new Error('build/ is missing or older than its sources: run `npm run build` first.');
  }
  const databaseUrl = await createDatabase(project.getProvidedContext().postgresUrl);
  const starts = await Promise.allSettled([
    startApart(),
    startApart({ DATABASE_URL: databaseUrl }),
  ]);
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(servers.map((server) => server.clean()));
  };
  const [pglite, postgres] = servers;
  if (!pglite || !postgres) {
    await stop();
    throw starts.find((start) => start.status === 'rejected')?.reason;
  }
  project.provide('pgliteServer', placeOf(pglite));
  project.provide('postgresServer', { ...placeOf(postgres), databaseUrl });
  return stop;
}

async function isBuildStale(): Promise<boolean> {
  const url = new URL('../../scripts/build-stamp.mjs', import.meta.url);
  const stamp = (await import(url.href)) as { isBuildStale(): boolean };
  return stamp.isBuildStale();
}

async function createDatabase(base: string): Promise<string> {
  const name = `calls_${randomBytes(6).toString('hex')}`;
  const admin = await connectDatabase({ url: `${base}postgres`, dataDir: '' });
  await admin.db.execute(`create database ${name} template ${TEMPLATE}`);
  await admin.close();
  return `${base}${name}`;
}

function placeOf({ origin, dataDir }: TestServer): SharedServer {
  return { origin, dataDir };
}
