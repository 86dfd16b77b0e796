import { sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { listMigrations, readLabel } from '~db/level.server';
import { found, type Finding } from './doctor';

/**
 * Compares the program's migrations with those that the database knows.
 * @param folder the folder with the program's migrations
 */
export async function checkMigrations(db: Db, { folder }: { folder: string }): Promise<Finding> {
  const entries = await listMigrations(folder);
  const applied = await appliedAt(db);
  const known = new Set(entries.map(({ when }) => when));
  const newer = applied.filter((when) => !known.has(when));
  if (newer.length > 0) {
    // A program from before these notes existed leaves only the times at which its migrations were made.
    const made = newer.map((when) => new Date(when).toISOString()).join(', ');
    return found('migrations_newer', { by: (await readLabel(db)) ?? `Snapodium, ${made}` });
  }
  const pending = entries.filter(({ when }) => !applied.includes(when)).map(({ tag }) => tag);
  return pending.length > 0
    ? found('migrations_pending', { names: pending.join(', ') })
    : found('migrations_fine', { last: entries.at(-1)?.tag ?? '' });
}

/** When the applied migrations were made, in ms: the database knows no other name for them. */
async function appliedAt(db: Db): Promise<number[]> {
  const table = sql`to_regclass('drizzle.__drizzle_migrations')`;
  const [{ isThere } = { isThere: false }] = await db
    .select({ isThere: sql<boolean>`${table} is not null` })
    .from(sql`(select 1) as one`);
  if (!isThere) return [];
  const rows = await db
    .select({ when: sql<string>`created_at` })
    .from(sql`drizzle.__drizzle_migrations`);
  return rows.map(({ when }) => Number(when));
}
