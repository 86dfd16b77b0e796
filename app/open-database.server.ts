import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { DataInUseError } from '~db/data-lock.server';
import { StartError, type Env } from '~/env.server';
import { fillMatchKeys } from '~/models/event-names.server';
import { freeJobs } from '~/models/job-run.server';

/**
 * Opens the database of the environment and brings its tables up to date.
 * @throws StartError with one line for the person at the console
 */
export async function openDatabase(env: Env): Promise<DatabaseConnection> {
  const where = env.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
  try {
    const connection = await connectDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
    await connection.migrate(migrationsFolder());
    await fillMatchKeys(connection.db);
    // One process has the embedded database open: leases found now are left from a killed one.
    if (connection.kind === 'pglite') await freeJobs(connection.db);
    return connection;
  } catch (error) {
    if (error instanceof DataInUseError) {
      throw new StartError(`DATA_DIR: ${env.DATA_DIR} is in use by another running Snapodium`);
    }
    throw new StartError(`${where}: the database cannot be opened (${reasonOf(error)})`, {
      cause: error,
    });
  }
}

/** db/migrations, whether this runs from the sources or from build/server. */
function migrationsFolder(): string {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const candidates = ['..', '../..'].map((up) => join(here, up, 'db/migrations'));
  const found = candidates.find((path) => existsSync(path));
  if (!found) throw new Error('db/migrations is missing');
  return found;
}

/** What went wrong, in one line. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code, message } = cause as { code?: string; message?: string };
  return (message || code || String(cause)).split('\n')[0] ?? '';
}
