import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { claimDataDir } from './data-lock.server';
import { migrateKnown } from './level.server';
import type { DatabaseLimits } from './postgres.server';
import * as schema from './schema';

/** The default time-outs of PostgreSQL. */
export const DATABASE_LIMITS: DatabaseLimits = { lockMs: 5000, statementMs: 20_000, waitMs: 5000 };

/** Built-in types with larger numbers are rows of tables. */
const LAST_TYPE_OF_VALUES = 9999;

/** The database as models see it: embedded or remote, or a transaction of either. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open database, with operations for its owner only. */
export interface DatabaseConnection {
  db: Db;
  /** Which of the two databases this is. */
  kind: 'pglite' | 'postgres';
  /**
   * Migrates the tables. Safe when several servers start at once.
   * @throws NewerDatabaseError
   */
  migrate(migrationsFolder: string): Promise<void>;
  /**
   * Listens to notifications on a channel, from any server, sent on commit.
   * @param onPayload gets the payload; null at the start and whenever notifications may have been missed
   */
  listen(channel: string, onPayload: (payload: string | null) => void): Promise<void>;
  /** How many connections the pool has, and how many requests wait for one; the embedded database has none. */
  connections?(): { total: number; idle: number; waiting: number };
  /** Checks whether the database answers, bypassing the queue for connections. */
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Opens the database. It loads only the driver it needs, because the embedded database alone takes a fifth of
 * an idle server's memory.
 * @param options.url a PostgreSQL URL; empty means the embedded PGlite
 * @param options.dataDir where PGlite stores its files (`<dataDir>/database`), or `memory://`
 * @param options.limits time-outs for PostgreSQL; the embedded database runs statements one after the other,
 *   in this process
 * @param options.empty a folder with an empty database to start from; without one PGlite creates it
 * @param options.image files that an in-memory PGlite starts from, as `dumpDataDir` returns them
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
  if (!url) return connectPglite(options);
  const { connectPostgres } = await import('./postgres.server');
  const opened = connectPostgres(url, limits);
  return { ...opened, db: opened.db as unknown as Db, kind: 'postgres' };
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
  // PGlite copies all of them for every statement, a third of its time. Most are for lists of rows, which nobody
  // reads.
  client.parsers = Object.fromEntries(
    Object.entries(client.parsers).filter(([type]) => Number(type) <= LAST_TYPE_OF_VALUES),
  );
  const db = drizzle(client, { schema, casing: 'snake_case' });
  return {
    db: db as unknown as Db,
    kind: 'pglite',
    migrate: (migrationsFolder) =>
      migrateKnown(db, migrationsFolder, () => migrate(db, { migrationsFolder })),
    listen: async (channel, onPayload) => {
      await client.listen(channel, onPayload);
      onPayload(null);
    },
    ping: () => client.query('select 1'),
    close: async () => {
      await client.close();
      await release?.();
    },
  };
}
