import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { events } from './events';

/**
 * Two names by which an event was found until one of them changed (rule `event.former-names`), in normalized
 * form. Several events may have had the same two.
 */
export const formerNames = pgTable(
  'former_names',
  {
    nameKey: text().notNull(),
    organizerNameKey: text().notNull(),
    /** As in `events`; null in the same case. */
    matchKey: text(),
    organizerMatchKey: text(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** When the event last gave them up. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({
      name: 'former_names_pk',
      columns: [table.nameKey, table.organizerNameKey, table.eventId],
    }),
    index('former_names_match_idx').on(table.matchKey, table.organizerMatchKey),
    // For deleting an event.
    index('former_names_event_id_idx').on(table.eventId),
  ],
);
