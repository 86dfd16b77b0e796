import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ListPlace } from './list-place';

/** A table whose rows stand in a list by when they were written. */
interface Listed {
  createdAt: AnyPgColumn;
  id: AnyPgColumn;
}

/** The rows that come after a place in a list from the newest to the oldest. */
export function isOlder({ createdAt, id }: Listed, place: ListPlace): SQL {
  return sql`(${createdAt}, ${id}) < ${rowOf(place)}`;
}

/** The rows that come before it. */
export function isNewer({ createdAt, id }: Listed, place: ListPlace): SQL {
  return sql`(${createdAt}, ${id}) > ${rowOf(place)}`;
}

const rowOf = ({ createdAt, id }: ListPlace) =>
  sql`(${createdAt.toISOString()}::timestamptz, ${id}::int)`;

/** What a query gave that asked for one row more than the page holds: the page, and whether more follow. */
export function pageOf<Row extends ListPlace>(
  rows: Row[],
  limit: number | undefined,
): { page: Row[]; next: ListPlace | null } {
  const page = rows.slice(0, limit);
  return { page, next: page.length < rows.length ? (page.at(-1) ?? null) : null };
}
