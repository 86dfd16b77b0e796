import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { claimDataDir } from './data-lock.server';
import * as schema from './schema';

/** The database as every model sees it: embedded or remote, or a transaction of either. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database, with what only its owner may do. */
export interface DatabaseConnection {
  db: Db;
  /** Which of the two databases this is. */
  kind: 'pglite' | 'postgres';
  /** Brings the tables up to date; safe when several servers start at once. */
  migrate(migrationsFolder: string): Promise<void>;
  /**
   * Hears what is told on a channel (`notify`) by whichever server, once it is committed.
   * @param hear gets what was told; null when something may have been missed, and at the beginning
   */
  listen(channel: string, hear: (told: string | null) => void): Promise<void>;
  close(): Promise<void>;
}

/** The advisory lock under which servers that start together migrate one after the other. */
const MIGRATION_LOCK = 7_234_501;

/**
 * Opens the database. Only the driver of the one that is opened is loaded: the embedded database alone
 * would be a fifth of an idle server's memory.
 * @param options.url a PostgreSQL address; empty means the embedded PGlite
 * @param options.dataDir where PGlite keeps its files (`<dataDir>/database`), or `memory://`
 * @param options.image files that a PGlite in memory begins with, as `dumpDataDir` gives them
 * @throws DataInUseError when another process has the embedded database open
 */
export async function connectDatabase(options: {
  url?: string;
  dataDir: string;
  image?: Blob;
}): Promise<DatabaseConnection> {
  return options.url ? connectPostgres(options.url) : connectPglite(options);
}

async function connectPglite({
  dataDir,
  image,
}: {
  dataDir: string;
  image?: Blob;
}): Promise<DatabaseConnection> {
  const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const inMemory = dataDir.startsWith('memory://');
  if (!inMemory) await mkdir(dataDir, { recursive: true });
  const release = inMemory ? undefined : await claimDataDir(dataDir);
  const client = await PGlite.create({
    dataDir: inMemory ? dataDir : join(dataDir, 'database'),
    loadDataDir: image,
  });
  const db = drizzle(client, { schema, casing: 'snake_case' });
  return {
    db: db as unknown as Db,
    kind: 'pglite',
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    listen: async (channel, hear) => {
      await client.listen(channel, hear);
      hear(null);
    },
    close: async () => {
      await client.close();
      await release?.();
    },
  };
}

async function connectPostgres(url: string): Promise<DatabaseConnection> {
  const [{ default: postgres }, { drizzle }, { migrate }] = await Promise.all([
    import('postgres'),
    import('drizzle-orm/postgres-js'),
    import('drizzle-orm/postgres-js/migrator'),
  ]);
  const options = { onnotice: () => {}, connect_timeout: 5 };
  const client = prepared(postgres(url, { ...options, max: 20 }));
  const db = drizzle(client, { schema, casing: 'snake_case' });
  return {
    db: db as unknown as Db,
    kind: 'postgres',
    // A connection of its own: the lock belongs to the connection, not to a pool.
    migrate: async (migrationsFolder) => {
      const single = postgres(url, { ...options, max: 1 });
      try {
        await single`select pg_advisory_lock(${MIGRATION_LOCK})`;
        await migrate(drizzle(single, { casing: 'snake_case' }), {
          migrationsFolder,
        });
      } finally {
        await single.end();
      }
    },
    // On a connection of its own, which is made anew when it is lost.
    listen: async (channel, hear) => void (await client.listen(channel, hear, () => hear(null))),
    close: () => client.end({ timeout: 5 }),
  };
}

/**
 * Has every statement with parameters prepared once on each connection. drizzle sends its SQL through
 * `unsafe`, and has only named ones prepared; PostgreSQL then spends more time on parsing and planning a
 * statement than on carrying it out. They stay prepared, so no text may grow with a list (many.server.ts).
 */
function prepared<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (name === 'unsafe') {
        const unsafe = value as (sql: string, values: unknown[], options?: object) => unknown;
        return (sql: string, values: unknown[] = [], options?: object) =>
          unsafe(sql, values, { ...options, prepare: values.length > 0 });
      }
      if (name === 'begin' || name === 'savepoint') {
        const begin = value as (...args: unknown[]) => unknown;
        return (...args: unknown[]) =>
          begin(
            ...args.map((arg) =>
              typeof arg === 'function' ? (scope: object) => arg(prepared(scope)) : arg,
            ),
          );
      }
      return value;
    },
  });
}
