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

/**
 * A page of a screen's list. One that has become empty, for all of its rows were deleted, gives way to the
 * first: there may well be others, and nobody is to read that there are none (rule `screens.pages`).
 * @param read reads the page after a place, or the first
 */
export async function pageOrFirst<After, Page>(
  read: (after: After | undefined) => Promise<Page>,
  after: After | undefined,
  isEmpty: (page: Page) => boolean,
): Promise<Page & { after: After | undefined }> {
  const page = await read(after);
  if (after === undefined || !isEmpty(page)) return { ...page, after };
  return { ...(await read(undefined)), after: undefined };
}

/** What a query gave that asked for one row more than the page holds: the page, and whether more follow. */
export function pageOf<Row extends ListPlace>(
  rows: Row[],
  limit: number | undefined,
): { page: Row[]; next: ListPlace | null } {
  const page = rows.slice(0, limit);
  return { page, next: page.length < rows.length ? (page.at(-1) ?? null) : null };
}
