/**
 * Returns the row of a statement that must return one.
 * @throws Error if it returned none
 */
export function singleRow<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
