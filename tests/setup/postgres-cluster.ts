import type { TestProject } from 'vitest/node';
import { connectDatabase } from '~db/client.server';
import { startPostgres } from './postgres';

/** The database every test file's own is copied from. */
export const TEMPLATE = 'snapodium_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tests' PostgreSQL, without a database. */
    postgresUrl: string;
  }
}

/** Vitest's global setup: one PostgreSQL for all test files, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  try {
    const admin = await connectDatabase({ url: cluster.url('postgres'), dataDir: '' });
    await admin.db.execute(`create database ${TEMPLATE}`);
    await admin.close();
    const template = await connectDatabase({ url: cluster.url(TEMPLATE), dataDir: '' });
    await template.migrate('db/migrations');
    await template.close();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('postgresUrl', cluster.url(''));
  return () => cluster.stop();
}
