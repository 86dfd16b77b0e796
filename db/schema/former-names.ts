import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { events } from './events';

/**
 * Two names that an event was found by until one of them changed (rule `event.former-names`), in their
 * compared forms. Several events may have had the same two.
 */
export const formerNames = pgTable(
  'former_names',
  {
    nameKey: text().notNull(),
    organizerNameKey: text().notNull(),
    /** As in an event, with the same gap. */
    matchKey: text(),
    organizerMatchKey: text(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** When it gave them up, last of all. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({
      name: 'former_names_pk',
      columns: [table.nameKey, table.organizerNameKey, table.eventId],
    }),
    index('former_names_match_idx').on(table.matchKey, table.organizerMatchKey),
    // What deleting an event looks for.
    index('former_names_event_id_idx').on(table.eventId),
  ],
);
