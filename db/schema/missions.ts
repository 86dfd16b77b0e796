import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  serial,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { MISSION_SETS, SET_SIZE } from '../../app/models/mission/rules';
import { CAPTION_UNITS_MAX } from '../../app/models/photo/caption';
import { createdAt, instant } from './columns';
import { events } from './events';
import { users } from './users';

/** The missions of an event (rules `missions.…`). */
export const missions = pgTable(
  'missions',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The set it comes from, and its number there, from 0; null for an own mission. */
    set: text({ enum: MISSION_SETS }),
    number: smallint(),
    /** The organizer's own words; null for a set's, which every reader gets in their language. */
    text: text(),
    /** Whether new cards may have it. */
    isEnabled: boolean().notNull().default(true),
    /** Its order in the event. */
    position: integer().notNull(),
    /**
     * What the links of its printed cards contain (rule `missions.printed`). Nobody can guess it, and it is no number.
     */
    cardCode: text()
      .notNull()
      .default(sql`'m' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`),
    createdAt: createdAt(),
  },
  (table) => [
    unique('missions_event_set_unique').on(table.eventId, table.set, table.number),
    index('missions_event_idx').on(table.eventId, table.position),
    check('missions_text_check', sql`${table.text} is not null or ${table.set} is not null`),
    check('missions_set_check', sql`(${table.set} is null) = (${table.number} is null)`),
    check(
      'missions_number_check',
      sql`${table.number} between 0 and ${sql.raw(String(SET_SIZE - 1))}`,
    ),
    check(
      'missions_length_check',
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(CAPTION_UNITS_MAX))}`,
    ),
  ],
);

/**
 * The cards that were dealt to members (rule `missions.cards`). One is open at a time. No trigger announces them:
 * nobody else learns of a card.
 */
export const missionCards = pgTable(
  'mission_cards',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the mission was removed. */
    missionId: integer().references(() => missions.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** When a photo was sent with it. */
    doneAt: instant(),
    /** When it was put back for another one. */
    swappedAt: instant(),
  },
  (table) => [
    index('mission_cards_user_idx').on(table.userId),
    index('mission_cards_mission_idx').on(table.missionId),
    uniqueIndex('mission_cards_open_unique')
      .on(table.userId)
      .where(sql`${table.doneAt} is null and ${table.swappedAt} is null`),
    check('mission_cards_end_check', sql`${table.doneAt} is null or ${table.swappedAt} is null`),
  ],
);

export type MissionRow = typeof missions.$inferSelect;
