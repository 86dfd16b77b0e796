import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { events } from './events';
import { users } from './users';

/** A session on a device. Without its row, the cookie is worthless (rule `session.end`). */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token in the cookie, in hexadecimal, so that reading the table gives no access. */
    id: text().primaryKey(),
    /** Null for a visitor. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The device and browser, in names that need no translation; null if the browser did not say. */
    device: text(),
    browser: text(),
    /**
     * Whether the user has proved more than a name and an address: by creating the event, by a link, or by a
     * password that is not in doubt (rule `sign-in.password-doubt`).
     */
    isProven: boolean().notNull().default(true),
    /** When the administrator's credentials were checked in it (rule `admin.check`). */
    adminCheckedAt: instant(),
    createdAt: instant().notNull(),
    /** When it was last used, to the hour. */
    seenAt: instant().notNull(),
    /**
     * The id of the browser's previous session, which ended with this one's start (rule `session.replaced`).
     */
    replaces: text(),
  },
  (table) => [
    // For a user's list, for ending an event's sessions, and for the job that deletes old ones.
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_event_id_idx').on(table.eventId),
    index('sessions_seen_at_idx').on(table.seenAt),
    index('sessions_replaces_idx').on(table.replaces),
  ],
);

export type SessionRow = typeof sessions.$inferSelect;
