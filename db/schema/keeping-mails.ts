import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { KEEPING_WARNINGS } from '../../app/models/event/rules';
import { instant } from './columns';
import { users } from './users';

/**
 * The mails that warn before something is deleted (rule `retention.mail`). A row is written before its mail is sent, so
 * that nobody is told the same day twice.
 */
export const keepingMails = pgTable(
  'keeping_mails',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What is deleted. */
    warning: text({ enum: KEEPING_WARNINGS }).notNull(),
    /** The last day that the mail names. With another one there is another mail. */
    lastDay: date({ mode: 'string' }).notNull(),
    claimedAt: instant().notNull(),
    /** When it is tried again; null if it was sent, was given up, or was being sent when the server died. */
    retryAt: instant(),
    /** How often the mail server has refused it. */
    failures: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.warning] })],
);
