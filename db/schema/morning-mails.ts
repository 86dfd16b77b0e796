import { integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { users } from './users';

/**
 * The mails on the morning after (rule `mails.morning`). A row is written before its mail is sent, so that nobody gets
 * a second one: a member with a row gets none, unless the mail server has refused it and it is to be tried again.
 */
export const morningMails = pgTable('morning_mails', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  claimedAt: instant().notNull(),
  /** When it is tried again; null if it was sent, was given up, or was being sent when the server died. */
  retryAt: instant(),
  /** How often the mail server has refused it. */
  failures: integer().notNull().default(0),
});
