import { sql, type SQL } from 'drizzle-orm';

/**
 * An id that came from outside, to compare with a serial one. Compared wide, a number past the
 * column's range matches nothing instead of failing; the index is used all the same.
 */
export function bigintId(id: number): SQL {
  return sql`${id}::bigint`;
}
