import { sql, type SQL } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';

/**
 * An id from outside, for comparing with a serial column. As a bigint, a number beyond the column's range
 * matches nothing instead of failing. The index is still used.
 */
export function bigintId(id: number): SQL {
  return sql`${id}::bigint`;
}

/** The same for a list of ids of any length, for `= any(…)`. */
export function bigintIds(ids: readonly number[]): SQL {
  return sql`${makePgArray([...ids])}::bigint[]`;
}
