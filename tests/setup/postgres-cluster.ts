import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '~db/client.server';
import { startPostgres } from './postgres';

/** A migrated, empty database. */
const TEMPLATE = 'snapodium_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the tests' PostgreSQL, without a database. */
    postgresUrl: string;
    /** The database that those of the test files are copied from. */
    postgresTemplate: string;
  }
}

/**
 * Copies a database, which nobody may have open.
 * @param base the URL of the cluster, without a database
 * @returns the URL of the copy
 */
export async function copyPostgresDatabase(base: string, template: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = await connectDatabase({ url: `${base}postgres`, dataDir: '' });
  try {
    await admin.db.execute(`create database ${name} template ${template}`);
  } finally {
    await admin.close();
  }
  return `${base}${name}`;
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
  project.provide('postgresTemplate', TEMPLATE);
  return () => cluster.stop();
}
