import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, serial, smallint, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns';
import { events } from './events';

/** The people on an organizer's guest list (rules `guest-list.…`). */
export const invitedGuests = pgTable(
  'invited_guests',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Empty once they want no more mails. */
    name: text().notNull(),
    email: text().notNull(),
    /** Their normalized address, or its hash once they want no more mails. */
    emailKey: text().notNull(),
    /** When the next mail is due; null if none is. */
    mailDueAt: instant(),
    /** How many mails were sent: the invitation, and one reminder. */
    mails: smallint().notNull().default(0),
    mailedAt: instant(),
    /** How often the mail server has refused the mail that is due. */
    failures: smallint().notNull().default(0),
    /** When they asked for no more mails. */
    stoppedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('invited_guests_event_email_unique').on(table.eventId, table.emailKey),
    // For an event's list.
    index('invited_guests_event_idx').on(table.eventId, table.id),
    // For the mails that are due.
    index('invited_guests_due_idx')
      .on(table.mailDueAt)
      .where(sql`${table.mailDueAt} is not null`),
    check('invited_guests_mails_check', sql`${table.mails} between 0 and 2`),
  ],
);

export type InvitedGuestRow = typeof invitedGuests.$inferSelect;
