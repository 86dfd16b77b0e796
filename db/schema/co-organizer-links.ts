import { bigint, index, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns';
import { events } from './events';

/** An unused link that makes the person who uses it a co-organizer (rule `co-organizers.link`). */
export const coOrganizerLinks = pgTable(
  'co_organizer_links',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link. */
    tokenHash: text().notNull().unique('co_organizer_links_token_unique'),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('co_organizer_links_event_id_idx').on(table.eventId)],
);
