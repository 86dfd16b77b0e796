/** The one row a statement must have returned. @throws Error when it returned none */
export function theRow<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
