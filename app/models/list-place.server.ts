import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ListPlace } from './list-place';

/** A table whose rows are listed by creation time. */
interface Listed {
  createdAt: AnyPgColumn;
  id: AnyPgColumn;
}

/** Matches the rows after a position in a newest-first list. */
export function isOlder({ createdAt, id }: Listed, place: ListPlace): SQL {
  return sql`(${createdAt}, ${id}) < ${rowOf(place)}`;
}

/** Matches the rows before a position in a newest-first list. */
export function isNewer({ createdAt, id }: Listed, place: ListPlace): SQL {
  return sql`(${createdAt}, ${id}) > ${rowOf(place)}`;
}

const rowOf = ({ createdAt, id }: ListPlace) =>
  sql`(${createdAt.toISOString()}::timestamptz, ${id}::int)`;

/**
 * Reads a page of a screen's list. If the page has become empty because its rows were deleted, it reads the
 * first page instead, so that the screen does not say the list is empty (rule `screens.pages`).
 * @param read reads the page after a position, or the first
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

/**
 * Splits the result of a query that asked for one row more than the page holds: the page, and the position to
 * go on from if more follow.
 */
export function pageOf<Row extends ListPlace>(
  rows: Row[],
  limit: number | undefined,
): { page: Row[]; next: ListPlace | null } {
  const page = rows.slice(0, limit);
  return { page, next: page.length < rows.length ? (page.at(-1) ?? null) : null };
}
