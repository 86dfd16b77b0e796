import { boolean, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { users } from './users';

/**
 * Who wants mails about news, and which news they were told (rule `notices.mail`). A user without a choice
 * and without a mail has no row.
 */
export const mailNotices = pgTable('mail_notices', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null without a choice: yes for organizers, no for guests. */
  isWanted: boolean(),
  /** The newest message and the newest report that a mail has covered; 0 for none. */
  toldMessageId: integer().notNull().default(0),
  toldReportId: integer().notNull().default(0),
  /** No other mail is sent before this time; null if none was sent. */
  restsUntil: instant(),
  /** How often sending the current mail has failed. */
  failures: integer().notNull().default(0),
});
