import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** What the administrator has done of the first steps (rule `admin.first-run`): one row, or none. */
export const firstRun = pgTable(
  'first_run',
  {
    id: integer().primaryKey().default(1),
    /** When the administrator's first password was replaced. */
    passwordChosenAt: instant(),
    /** When the mail server accepted a test mail. */
    mailSentAt: instant(),
    /** Stripe accepted the key, or the administrator sells nothing. */
    payments: text({ enum: ['accepted', 'not_needed'] }),
    /** When the administrator closed the list. */
    closedAt: instant(),
  },
  (table) => [
    check('first_run_single_check', sql`${table.id} = 1`),
    check('first_run_payments_check', sql`${table.payments} in ('accepted', 'not_needed')`),
  ],
);
