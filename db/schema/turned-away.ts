import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { events } from './events';

/** People who found an event full, once each; without name and address (rule `event.turned-away`). */
export const turnedAway = pgTable(
  'turned_away',
  {
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** A hash of the event and their e-mail address. */
    personHash: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.personHash] })],
);
