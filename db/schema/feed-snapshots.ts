import { bigint, index, integer, pgTable, serial, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { events } from './events';

/**
 * How often an event's photos had been seen at one moment, in steps (rule `feed.balanced`). The orders of guests
 * who began to look then are made of it, on every server and after a restart. It is stored for half a day.
 */
export const feedSnapshots = pgTable(
  'feed_snapshots',
  {
    number: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    madeAt: instant().notNull(),
    /** 16 random bytes in hexadecimal, without which nobody can compute an order. */
    salt: text().notNull(),
    photoIds: integer().array().notNull(),
    /** The step of each of these photos. */
    levels: smallint().array().notNull(),
  },
  (table) => [
    // For the newest one of an event, and for deleting old ones.
    index('feed_snapshots_event_id_idx').on(table.eventId, table.number),
    index('feed_snapshots_made_at_idx').on(table.madeAt),
  ],
);
