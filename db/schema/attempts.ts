import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * What is counted to slow down whoever guesses or floods, for all servers together. The columns are
 * those that rate-limiter-flexible reads and writes.
 */
export const attempts = pgTable(
  'attempts',
  {
    /** A rule and the hash of what it counts by: no name, e-mail or address stands here. */
    key: text().primaryKey(),
    points: integer().notNull(),
    expire: instant(),
  },
  (table) => [index('attempts_expire_idx').on(table.expire)],
);
