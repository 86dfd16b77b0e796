import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { connectDatabase, type DatabaseConnection, type Db } from '~db/client.server';
import { pgliteTemplate } from './pglite-template';
import { copyPostgresDatabase } from './postgres-cluster';

/**
 * Declares a group of tests once for each of the two databases: the embedded PGlite, in memory, and a real
 * PostgreSQL. Each file has its own databases. Its tests share them, so they create their own events (see
 * tests/factories.ts) and look at nothing else.
 * @param declare gets functions that return the open database, and its connection, inside hooks and tests
 */
export function withDatabases(
  name: string,
  declare: (
    getDb: () => Db,
    kind: DatabaseConnection['kind'],
    getConnection: () => DatabaseConnection,
  ) => void,
): void {
  describe.each([
    { kind: 'pglite', open: openPglite },
    { kind: 'postgres', open: openPostgres },
  ] as const)(`${name} on $kind`, ({ kind, open }) => {
    let connection: DatabaseConnection | undefined;
    beforeAll(async () => {
      connection = await open();
    });
    afterAll(() => connection?.close());
    const getConnection = () => {
      if (!connection) throw new Error('the database is open inside hooks and tests only');
      return connection;
    };
    declare(() => getConnection().db, kind, getConnection);
  });
}

/** A migrated PGlite in memory. */
export async function openPglite(): Promise<DatabaseConnection> {
  const image = new Blob([await readFile(await pgliteTemplate())]);
  return connectDatabase({ dataDir: 'memory://', image });
}

/** A new migrated database on the tests' PostgreSQL. */
export async function openPostgres(): Promise<DatabaseConnection> {
  return connectDatabase({ url: await createPostgresDatabase(), dataDir: '' });
}

/**
 * Copies the template, in a test.
 * @returns the copy's URL
 */
export function createPostgresDatabase(): Promise<string> {
  return copyPostgresDatabase(inject('postgresUrl'), inject('postgresTemplate'));
}
