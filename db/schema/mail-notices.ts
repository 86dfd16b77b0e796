import { boolean, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { users } from './users';

/**
 * Who wants mails about what is new, and what of it they were told (rule `notices.mail`). Whoever has never
 * chosen and was never told has no row.
 */
export const mailNotices = pgTable('mail_notices', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null for who has never chosen: then organizers want them, and guests do not. */
  isWanted: boolean(),
  /** The newest message and the newest report that a mail has told of; 0 for none. */
  toldMessageId: integer().notNull().default(0),
  toldReportId: integer().notNull().default(0),
  /** Until when no other mail is sent; null when none was. */
  restsUntil: instant(),
  /** How often the mail that is to be sent now could not be. */
  failures: integer().notNull().default(0),
});
