import { bigint, index, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { events } from './events';

/** People an organizer has removed and banned (rule `participants.kept-out`). */
export const keptOut = pgTable(
  'kept_out',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** A keyed hash of the event and their e-mail address. The key is not in the database. */
    personHash: text().notNull(),
    /** Their name, for the organizer's list. */
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('kept_out_event_person_unique').on(table.eventId, table.personHash),
    index('kept_out_event_id_idx').on(table.eventId, table.createdAt),
  ],
);

export type BanRow = typeof keptOut.$inferSelect;
