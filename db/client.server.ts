import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { claimDataDir } from './data-lock.server';
import { DATABASE_LIMITS, openPool, type DatabaseLimits, type OpenClient } from './pool.server';
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
  /** Asks whether the database answers, past all that waits for a connection. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

/** The advisory lock under which servers that start together migrate one after the other. */
const MIGRATION_LOCK = 7_234_501;
/** A server that does not take a connection in this time is not there, in seconds. */
const CONNECT_S = 5;
/** How soon one listens again, or asks how the database is, after the connection was lost, in seconds. */
const AGAIN_S = 1;

/**
 * Opens the database. Only the driver of the one that is opened is loaded: the embedded database alone
 * would be a fifth of an idle server's memory.
 * @param options.url a PostgreSQL address; empty means the embedded PGlite
 * @param options.dataDir where PGlite keeps its files (`<dataDir>/database`), or `memory://`
 * @param options.limits how long a PostgreSQL is waited for; the embedded database runs one statement after
 *   the other, in this process
 * @param options.empty a folder with an empty database to begin with; without one PGlite makes it
 * @param options.image files that a PGlite in memory begins with, as `dumpDataDir` gives them
 * @throws DataInUseError when another process has the embedded database open
 */
export async function connectDatabase(options: {
  url?: string;
  dataDir: string;
  limits?: DatabaseLimits;
  empty?: string;
  image?: Blob;
}): Promise<DatabaseConnection> {
  const { url, limits = DATABASE_LIMITS } = options;
  return url ? connectPostgres(url, limits) : connectPglite(options);
}

async function connectPglite({
  dataDir,
  empty,
  image,
}: {
  dataDir: string;
  empty?: string;
  image?: Blob;
}): Promise<DatabaseConnection> {
  const [{ PGlite }, { copyEmptyDatabase, embeddedOptions }, { drizzle }, { migrate }] =
    await Promise.all([
      import('@electric-sql/pglite'),
      import('./embedded.server'),
      import('drizzle-orm/pglite'),
      import('drizzle-orm/pglite/migrator'),
    ]);
  const inMemory = dataDir.startsWith('memory://');
  if (!inMemory) await mkdir(dataDir, { recursive: true });
  const release = inMemory ? undefined : await claimDataDir(dataDir);
  const folder = join(dataDir, 'database');
  if (!inMemory && empty && !existsSync(join(folder, 'PG_VERSION'))) {
    await copyEmptyDatabase(empty, folder);
  }
  const client = await PGlite.create(
    inMemory ? { dataDir, loadDataDir: image } : embeddedOptions(folder),
  );
  const db = drizzle(client, { schema, casing: 'snake_case' });
  return {
    db: db as unknown as Db,
    kind: 'pglite',
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    listen: async (channel, hear) => {
      await client.listen(channel, hear);
      hear(null);
    },
    ping: () => client.query('select 1'),
    close: async () => {
      await client.close();
      await release?.();
    },
  };
}

async function connectPostgres(url: string, limits: DatabaseLimits): Promise<DatabaseConnection> {
  const [{ default: postgres }, { drizzle }, { migrate }] = await Promise.all([
    import('postgres'),
    import('drizzle-orm/postgres-js'),
    import('drizzle-orm/postgres-js/migrator'),
  ]);
  // Types of arrays are not asked for: where the connection breaks over that question, postgres.js leaves its
  // failure unhandled, which ends the process. drizzle reads and writes arrays as text.
  const open: OpenClient = (options) =>
    postgres(url, {
      onnotice: () => {},
      connect_timeout: CONNECT_S,
      fetch_types: false,
      ...options,
    });
  const pool = openPool(open, limits);
  const db = drizzle(pool.client, { schema, casing: 'snake_case' });
  const apart = open({ max: 1, idle_timeout: 60, backoff: () => AGAIN_S });
  return {
    db: db as unknown as Db,
    kind: 'postgres',
    // A connection of its own: the lock belongs to the connection, not to a pool. It waits for as long as
    // another server migrates.
    migrate: async (migrationsFolder) => {
      const single = open({ max: 1 });
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
    listen: async (channel, hear) => void (await apart.listen(channel, hear, () => hear(null))),
    // On a connection of its own: all others may be busy, which does not mean that the database is away.
    ping: async () => apart`select 1`,
    close: async () => void (await Promise.all([pool.close(), apart.end({ timeout: 5 })])),
  };
}
