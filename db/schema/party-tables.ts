import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, serial, smallint, text } from 'drizzle-orm/pg-core';
import { TABLES_MAX } from '../../app/models/table/rules';
import { instant } from './columns';
import { events } from './events';

/** The tables of a party (rules `tables.…`). An event without rows has none. */
export const partyTables = pgTable(
  'party_tables',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The place in the organizer's list, from 1. Printed cards contain it. */
    number: smallint().notNull(),
    name: text().notNull(),
    /** When its string was completely lit, if it was the first of its event (rule `tables.first`). */
    wholeAt: instant(),
  },
  (table) => [
    // Not unique: while the list is saved, two tables may have the same number. The event's lock guards it.
    index('party_tables_event_idx').on(table.eventId, table.number),
    check(
      'party_tables_number_check',
      sql`${table.number} between 1 and ${sql.raw(`${TABLES_MAX}`)}`,
    ),
  ],
);
