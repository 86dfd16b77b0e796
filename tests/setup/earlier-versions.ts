import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { DatabaseConnection } from '~db/client.server';
import { rowsOf, withMigrationsUntil } from '~db/level.server';

// The rows of an event as a version of that time had them, one file for every tenth migration; the newest one has a row
// in each table.

const FOLDER = 'tests/fixtures/upgrade';
export const MIGRATIONS = 'db/migrations';
/** The event of the rows. */
export const EARLIER_EVENT = 123_456_789_012;

/** The rows of a version with so many migrations. */
export interface EarlierVersion {
  count: number;
  rows: string;
}

/** The oldest first. */
export const EARLIER_VERSIONS: EarlierVersion[] = readdirSync(FOLDER)
  .map((file) => ({
    count: Number(/\d+/.exec(file)?.[0]),
    rows: readFileSync(`${FOLDER}/${file}`, 'utf8'),
  }))
  .sort((one, other) => one.count - other.count);

/** Replaces all of a database by the rows of an earlier version. */
export async function goBack(
  { db, migrate }: Pick<DatabaseConnection, 'db' | 'migrate'>,
  { count, rows }: EarlierVersion,
): Promise<void> {
  await db.execute(sql`drop schema if exists drizzle cascade`);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  await withMigrationsUntil(MIGRATIONS, count, migrate);
  for (const statement of rows.split(/;\n/).filter((text) => text.trim())) {
    await db.execute(sql.raw(statement));
  }
}

/** All rows of a database, by the names of their tables. */
export type AllRows = Map<string, Record<string, unknown>[]>;

export async function readAllRows({ db }: Pick<DatabaseConnection, 'db'>): Promise<AllRows> {
  const names = sql`select table_name as name from information_schema.tables where table_schema = 'public'`;
  const all: AllRows = new Map();
  for (const { name } of await rowsOf<{ name: string }>(db, names)) {
    const query = sql`select to_jsonb(one) as row from ${sql.identifier(name)} as one`;
    const rows = await rowsOf<{ row: Record<string, unknown> }>(db, query);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** Columns that a migration replaced. */
const REPLACED = ['events.organizer_id', 'users.session_mark'];

/**
 * Expects all rows to be there still, and none besides.
 * @param changed the tables, and the columns as `table.column`, that are not compared
 */
export function expectKept(before: AllRows, after: AllRows, changed: string[] = []): void {
  const ignored = [...REPLACED, ...changed];
  for (const [table, rows] of before) {
    if (ignored.includes(table)) continue;
    const names = Object.keys(rows[0] ?? {}).filter(
      (name) => !ignored.includes(`${table}.${name}`),
    );
    const told = (all: AllRows) =>
      (all.get(table) ?? []).map((row) => JSON.stringify(names.map((name) => row[name]))).sort();
    expect(told(after), `${table} (${names.join(', ')})`).toEqual(told(before));
  }
}
