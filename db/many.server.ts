import { getTableColumns, sql, type Column, type SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { makePgArray, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.server';

// Every connection to PostgreSQL keeps each text of a statement prepared (client.server.ts). A text that
// grows with a list is a new one for each length, and takes 65,535 values at most. So a list is one value.

/** So many rows make a statement's value of at most a few megabytes. */
const ROWS_AT_ONCE = 1000;

/** Whether a column's value is in a list of any length. */
export function isAmong(column: Column, values: readonly (number | string)[]): SQL {
  // As text: postgres.js writes no arrays where it has not asked for their types (client.server.ts).
  return sql`${column} = any(${makePgArray([...values])})`;
}

/**
 * Inserts any number of rows.
 * @param rows all with the same fields; the others get their defaults
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
