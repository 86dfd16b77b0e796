import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * The background jobs, one row each. The row is the lock: a server takes it with a lease, and if that server
 * dies, another one takes over when the lease expires.
 */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  /** When it runs next. */
  dueAt: instant().notNull().defaultNow(),
  /** The run that holds the lock, and when its lease expires. */
  runId: text(),
  lockedUntil: instant(),
  lastFinishedAt: instant(),
  /** The result of the last successful run, as JSON of counts. */
  lastResult: text(),
  /** The error of the last run; null when it succeeded. */
  lastError: text(),
  /** The number of consecutive failed runs. */
  failures: integer().notNull().default(0),
});
