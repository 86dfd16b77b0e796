import { z } from 'zod';
import type { ErrorCode } from '../errors';
import { nameText, wholeNumber } from '../fields.schema';
import { readTableNames, TABLE_NAME_MAX, TABLES_MAX, tableKey } from './rules';

const WRONG = 'invalid_event_data' satisfies ErrorCode;

/** The names of all tables, all different; none for an event without tables (rule `tables.list`). */
const tableNames = z
  .array(nameText(1, WRONG).max(TABLE_NAME_MAX, WRONG), { error: WRONG })
  .max(TABLES_MAX, WRONG)
  .refine((names) => new Set(names.map(tableKey)).size === names.length, WRONG);

/** The body that sets an event's tables. */
export const tablesSchema = z.object({ names: tableNames });

/** The organizer's form: a name on each line, or their number. */
export const tablesFormSchema = z.object({
  names: z.string({ error: WRONG }).transform(readTableNames).pipe(tableNames),
});

/** The form in the settings: a table's id, or nothing for none. */
export const ownTableSchema = z.object({
  table: z.union([z.literal('').transform(() => null), wholeNumber('invalid_request')], {
    error: 'invalid_request' satisfies ErrorCode,
  }),
});

/** The number of a table in a link (rule `tables.link`); null if there is none. */
export function readTableNumber(query: URLSearchParams): number | null {
  return wholeNumber('invalid_request').safeParse(query.get('table')).data ?? null;
}
