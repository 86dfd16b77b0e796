import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/**
 * The jobs that run beside the requests, one row each. The row is the lock: a server takes it for a
 * while, and when that server dies another one takes over once the while is up.
 */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  /** When it shall run next. */
  dueAt: instant().notNull().defaultNow(),
  /** Which run holds it, and until when nobody else may. */
  runId: text(),
  lockedUntil: instant(),
  lastFinishedAt: instant(),
  /** What the last run that succeeded did, as JSON of counts. */
  lastResult: text(),
  /** What went wrong with the last run; null when it succeeded. */
  lastError: text(),
  /** How many runs have failed one after the other. */
  failures: integer().notNull().default(0),
});
