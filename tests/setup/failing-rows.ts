import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';

/** The statement that fails, and for which rows, in SQL. */
export interface Failing {
  table: string;
  /** `insert`, `update`, `delete` or `update of` a column. */
  statement: string;
  /** Says of a row, `new` or `old`, whether it is meant. */
  when: string;
  /** What is raised, by SQL's name; with a constraint, as `unique_violation using constraint = '…'`. */
  error?: string;
}

/**
 * Makes a statement on some rows fail in the database, as no rule of the product would.
 * @returns what lets it succeed again
 */
export async function failOn(
  db: Db,
  { table, statement, when, error = 'raise_exception' }: Failing,
): Promise<() => Promise<void>> {
  const name = `trap_${randomUUID().replaceAll('-', '_')}`;
  const body = `begin raise ${error}; end`;
  await db.execute(
    sql.raw(`create function ${name}() returns trigger language plpgsql as $$ ${body} $$`),
  );
  const trigger = `create trigger ${name} before ${statement} on ${table} for each row`;
  await db.execute(sql.raw(`${trigger} when (${when}) execute function ${name}()`));
  return async () => {
    await db.execute(sql.raw(`drop trigger if exists ${name} on ${table}`));
  };
}
