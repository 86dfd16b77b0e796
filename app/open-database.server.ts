import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { connectDatabase, type DatabaseConnection, type Db } from '~db/client.server';
import { DataInUseError } from '~db/data-lock.server';
import { NewerDatabaseError } from '~db/level.server';
import { StartError, type Env } from '~/env.server';
import { isAway } from '~/models/away.server';
import { isRestoreUnfinished, RESTORE_UNFINISHED } from '~/models/backup/unfinished.server';
import { fillMatchKeys } from '~/models/event/names.server';
import { freeJobs } from '~/models/job/run.server';

/** How often to try again if the database is not available at startup. */
const ASK_MS = 500;

/**
 * Opens the environment's database and migrates it. Waits for a database that does not answer yet: after a
 * power cut, servers and their database start together.
 * @param log is told about the wait
 * @throws StartError with one line for the operator
 */
export async function openDatabase(env: Env, log?: Logger): Promise<DatabaseConnection> {
  return namingThePlace(env, async () => {
    const connection = await connectTo(env, log);
    if (await isRestoreUnfinished(connection.db)) throw new Error(RESTORE_UNFINISHED);
    const migrate = () => connection.migrate(migrationsFolder());
    // All of them in one transaction, so a failure leaves nothing.
    await namingThePlace(env, migrate, 'cannot be migrated, and is as it was');
    await fillMatchKeys(connection.db);
    // Only one process opens the embedded database, so existing leases belong to a killed one.
    if (connection.kind === 'pglite') await freeJobs(connection.db);
    return connection;
  });
}

/**
 * Opens the environment's database without migrating it, and waits until it answers.
 * @throws DataInUseError, and the database's own errors
 */
export async function connectTo(env: Env, log?: Logger): Promise<DatabaseConnection> {
  const limits = {
    lockMs: env.DATABASE_LOCK_SECONDS,
    statementMs: env.DATABASE_STATEMENT_SECONDS,
    waitMs: env.DATABASE_WAIT_SECONDS,
  };
  const { DATABASE_URL: url, DATA_DIR: dataDir } = env;
  const connection = await connectDatabase({ url, dataDir, limits, empty: emptyDatabase() });
  await waitUntilAvailable(connection.db, { limitMs: env.DATABASE_START_SECONDS, log });
  return connection;
}

/**
 * Runs work on the database. If it fails, the error names the variable that configures the database.
 * @param failure the text about the database
 * @throws StartError with one line for the operator
 */
export async function namingThePlace<T>(
  env: Env,
  work: () => Promise<T>,
  failure = 'cannot be opened',
): Promise<T> {
  const where = env.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof DataInUseError) {
      throw new StartError(`DATA_DIR: ${env.DATA_DIR} is in use by another running Snapodium`);
    }
    if (error instanceof NewerDatabaseError) throw new StartError(`${where}: ${error.message}`);
    throw new StartError(`${where}: the database ${failure} (${reasonOf(error)})`, {
      cause: error,
    });
  }
}

/**
 * Waits until the database answers.
 * @throws the database's error after the time limit, or immediately if it refuses the connection
 */
async function waitUntilAvailable(
  db: Db,
  { limitMs, log }: { limitMs: number; log?: Logger },
): Promise<void> {
  const start = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      await db.execute(sql`select 1`);
      return;
    } catch (error) {
      if (!isAway(error) || performance.now() - start + ASK_MS > limitMs) throw error;
      if (tries === 1)
        log?.warn({ err: error }, 'the database does not answer yet; it is waited for');
      await sleep(ASK_MS);
    }
  }
}

/** db/migrations, from the sources or from build/server. */
export function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const candidates = ['..', '../..'].map((up) => join(here, up, 'db/migrations'));
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error('db/migrations is missing');
  return found;
}

/** The empty database that the build creates next to build/server; the sources have none. */
function emptyDatabase(): string | undefined {
  const path = fileURLToPath(new URL('../database', import.meta.url));
  return existsSync(join(path, 'PG_VERSION')) ? path : undefined;
}

/** The error in one line. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = cause as { code?: string; message?: string };
  return (message || code || String(cause)).split('\n')[0] ?? '';
}
