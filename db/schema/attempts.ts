import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * Counts that slow down guessing and flooding, shared by all servers. rate-limiter-flexible defines the
 * columns.
 */
export const attempts = pgTable(
  'attempts',
  {
    /** A rule and the hash of its key. It contains no name, e-mail or address. */
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: instant(),
  },
  (table) => [index('attempts_expire_idx').on(table.expire)],
);
