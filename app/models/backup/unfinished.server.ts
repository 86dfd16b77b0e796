import { sql } from 'drizzle-orm';
import { rowsOf, type Executor } from '~db/level.server';

// A table that exists while a restore runs. A restore that was interrupted leaves it, so that no server takes half
// of the rows or files for all of them.

/** What a server says about such a database. */
export const RESTORE_UNFINISHED = 'a restore into it was interrupted: empty it and restore again';

/** Whether a restore into this database has begun and not ended. */
export async function isRestoreUnfinished(db: Executor): Promise<boolean> {
  const query = sql`select to_regclass('drizzle.unfinished_restore') is not null as "isThere"`;
  const [found] = await rowsOf<{ isThere: boolean }>(db, query);
  return found?.isThere ?? false;
}

/** Marks an empty database before anything else is written. */
export async function beginRestore(db: Executor): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table drizzle.unfinished_restore ()`);
}

/** Removes the mark, in the transaction that completes the restore. */
export async function endRestore(tx: Executor): Promise<void> {
  await tx.execute(sql`drop table drizzle.unfinished_restore`);
}
