/** How many tables an event may have (rule `tables.list`). */
export const TABLES_MAX = 60;
/** The longest name of a table, in UTF-16 units. */
export const TABLE_NAME_MAX = 30;

/** A table as guests read it. */
export interface NamedTable {
  id: number;
  number: number;
  name: string;
}

/** The tables of a list that is saved over another, by the id that each keeps; null for a new one. */
interface SavedTable {
  id: number | null;
  number: number;
  name: string;
}

/**
 * Finds the table of the old list for each name in the new one, so that people keep their table (rule
 * `tables.renamed`): the one with the same name, wherever it was in the list, else the one that was at the same place
 * and whose name is gone.
 */
export function matchTables(before: readonly NamedTable[], names: readonly string[]): SavedTable[] {
  const byName = new Map(before.map((table) => [tableKey(table.name), table]));
  const kept = new Set(names.map(tableKey));
  const byNumber = new Map(before.map((table) => [table.number, table]));
  return names.map((name, index) => {
    const number = index + 1;
    const same = byName.get(tableKey(name));
    const there = byNumber.get(number);
    const renamed = there && !kept.has(tableKey(there.name)) ? there : undefined;
    return { id: (same ?? renamed)?.id ?? null, number, name };
  });
}

/** The form in which names of tables are compared. */
export function tableKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/**
 * The names in what an organizer typed: one on each line, or a number of tables, which are then named by their
 * numbers.
 */
export function readTableNames(typed: string): string[] {
  const lines = typed.split(/[\r\n]+/u).flatMap((line) => line.trim() || []);
  const [only = ''] = lines;
  const isCount = lines.length === 1 && /^[1-9]\d?$/.test(only);
  return isCount ? Array.from({ length: Number(only) }, (_, index) => String(index + 1)) : lines;
}
