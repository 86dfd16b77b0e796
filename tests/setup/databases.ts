import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { connectDatabase, type DatabaseConnection, type Db } from '~db/client.server';
import { pgliteTemplate } from './pglite-template';
import { copyPostgresDatabase } from './postgres-cluster';

type Kind = DatabaseConnection['kind'];

/**
 * Declares a group of tests once for each of the two databases: the embedded PGlite, in memory, and a real
 * PostgreSQL. Each file begins with empty ones. Its tests share them, so they create their own events (see
 * tests/factories.ts) and look at nothing else.
 * @param declare gets functions that return the open database, and its connection, inside hooks and tests
 */
export function withDatabases(
  name: string,
  declare: (getDb: () => Db, kind: Kind, getConnection: () => DatabaseConnection) => void,
): void {
  describe.each([
    { kind: 'pglite', borrow: borrowPglite },
    { kind: 'postgres', borrow: borrowPostgres },
  ] as const)(`${name} on $kind`, ({ kind, borrow }) => {
    let connection: DatabaseConnection | undefined;
    beforeAll(async () => {
      connection = await borrow();
    });
    afterAll(() => connection?.close());
    const getConnection = () => {
      if (!connection) throw new Error('the database is open inside hooks and tests only');
      return connection;
    };
    declare(() => getConnection().db, kind, getConnection);
  });
}

/** An empty PGlite in memory, for one file. */
export const borrowPglite = () => borrow('pglite', openPglite);
const borrowPostgres = () => borrow('postgres', openPostgres);

/** The open, empty databases of this worker that no file uses now. */
const free: Record<Kind, DatabaseConnection[]> = { pglite: [], postgres: [] };

/**
 * Takes a database that an earlier file of this worker has returned, because opening one takes seconds.
 * Closing it empties and returns it.
 */
async function borrow(
  kind: Kind,
  open: () => Promise<DatabaseConnection>,
): Promise<DatabaseConnection> {
  const connection = free[kind].pop() ?? (await open());
  let isReturned = false;
  return {
    ...connection,
    listen: (channel, onPayload) =>
      connection.listen(channel, (payload) => {
        if (!isReturned) onPayload(payload);
      }),
    close: async () => {
      isReturned = true;
      await empty(connection.db);
      free[kind].push(connection);
    },
  };
}

/**
 * Removes all rows of the product's tables, and starts their numbers again. Most tables are empty, and
 * truncating them all writes hundreds of files.
 */
function empty(db: Db): Promise<unknown> {
  return db.transaction(async (tx) => {
    // Without foreign keys, the order does not matter.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`do $$ declare name text; begin
      for name in select format('%I', tablename) from pg_tables where schemaname = 'public' loop
        execute 'delete from ' || name;
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
    end $$`);
  });
}

/** A migrated PGlite in memory. */
export async function openPglite(): Promise<DatabaseConnection> {
  const image = new Blob([await readFile(await pgliteTemplate())]);
  const connection = await connectDatabase({ dataDir: 'memory://', image });
  // As the tests' PostgreSQL: a commit does not wait for its log, which ends with the process anyway.
  await connection.db.execute(sql`set synchronous_commit = off`);
  return connection;
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
