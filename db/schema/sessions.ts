import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { events } from './events';
import { users } from './users';

/** Somebody signed in on a device; without the row the cookie is nobody's (rule `session.end`). */
export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token in the cookie, in hexadecimal digits: who reads the table gets in nowhere. */
    id: text().primaryKey(),
    /** Null for a visitor. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** What it runs on, in names that need no translation; null where the browser did not say. */
    device: text(),
    browser: text(),
    /**
     * Whether its person proved more than a name and an address: by creating the event, by a link, or by a
     * password that nobody doubts (rule `sign-in.password-doubt`).
     */
    isProven: boolean().notNull().default(true),
    /** When the administrator's credentials were checked in it (rule `admin.check`). */
    adminCheckedAt: instant(),
    createdAt: instant().notNull(),
    /** When it was used last, to the hour. */
    seenAt: instant().notNull(),
    /** The id of the session that this browser had before, which ended with it (rule `session.replaced`). */
    replaces: text(),
  },
  (table) => [
    // What a person's list, an event's end and the job that removes old ones look for.
    index('sessions_user_id_idx').on(table.userId),
    index('sessions_event_id_idx').on(table.eventId),
    index('sessions_seen_at_idx').on(table.seenAt),
    index('sessions_replaces_idx').on(table.replaces),
  ],
);

export type SessionRow = typeof sessions.$inferSelect;
