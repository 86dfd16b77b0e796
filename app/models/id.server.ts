import { sql, type SQL } from 'drizzle-orm';

/**
 * An id from outside, for comparing with a serial column. As a bigint, a number beyond the column's range
 * matches nothing instead of failing. The index is still used.
 */
export function bigintId(id: number): SQL {
  return sql`${id}::bigint`;
}
