import { getTableColumns, sql, type Column, type SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { makePgArray, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.server';

// Every PostgreSQL connection keeps a prepared statement per distinct text (postgres.server.ts). A text that
// grows with a list would be a new one for each length, and is limited to 65,535 parameters. So a list is
// passed as one parameter.

/** With this many rows a parameter takes a few megabytes at most. */
const ROWS_AT_ONCE = 1000;

/** Whether a column's value is in a list of any length. */
export function isAmong(column: Column, values: readonly (number | string)[]): SQL {
  return sql`${column} = any(${makePgArray([...values])})`;
}

/**
 * Inserts any number of rows.
 * @param rows all with the same fields; other columns get their defaults
 */
export async function insertRows<Table extends PgTable>(
  db: Db,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table))
    .filter(([field]) => rows[0] && field in rows[0])
    .map(([field, column]) => ({
      field,
      name: column.keyAsName ? toSnakeCase(field) : column.name,
    }));
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map((row: Record<string, unknown>) =>
        Object.fromEntries(columns.map(({ field, name }) => [name, row[field]])),
      );
    const given = sql`json_populate_recordset(null::${table}, ${JSON.stringify(part)}::text::json)`;
    await db.execute(sql`insert into ${table} (${names}) select ${names} from ${given}`);
  }
}
