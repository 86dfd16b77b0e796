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
} from 'drizzle-orm/pg-core';
import {
  DEFAULT_WALL,
  WALL_DECISIONS,
  WALL_PACES,
  WALL_PROGRAMMES,
} from '../../app/models/wall/rules';
import { createdAt, instant } from './columns';
import { events } from './events';
import { photos } from './photos';

const eventId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });

/** What an event's screens show (rule `wall.programmes`). An event without a row shows the defaults. */
export const walls = pgTable(
  'walls',
  {
    eventId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    programme: text({ enum: WALL_PROGRAMMES }).notNull().default(DEFAULT_WALL.programme),
    /** When that was chosen: after a reveal the podium is shown until another choice (rule `wall.reveal`). */
    chosenAt: instant(),
    isPaused: boolean().notNull().default(DEFAULT_WALL.isPaused),
    /** How often the organizers have pressed “Next”. */
    nextCount: integer().notNull().default(DEFAULT_WALL.nextCount),
    /** Seconds that a photo is shown. */
    pace: smallint().notNull().default(DEFAULT_WALL.pace),
    /** Seconds until a new photo is shown (rule `wall.delay`); null: only what an organizer lets through. */
    delay: smallint().default(DEFAULT_WALL.delay),
    /** While nothing comes by itself: photos that came until then were on the wall already and stay. */
    letThroughUntil: instant(),
  },
  (table) => [
    check('walls_pace_check', sql`${table.pace} in (${sql.raw(WALL_PACES.join(', '))})`),
    check('walls_delay_check', sql`${table.delay} between 0 and 60`),
  ],
);

/** What an organizer decided about a photo on the wall (rule `wall.skip`). Most photos have no row. */
export const wallDecisions = pgTable(
  'wall_decisions',
  {
    photoId: integer()
      .primaryKey()
      .references(() => photos.id, { onDelete: 'cascade' }),
    eventId: eventId(),
    decision: text({ enum: WALL_DECISIONS }).notNull(),
    decidedAt: instant().notNull(),
  },
  (table) => [index('wall_decisions_event_id_idx').on(table.eventId)],
);

/** A screen that shows the wall, and its key (rule `wall.key`). */
export const wallScreens = pgTable(
  'wall_screens',
  {
    id: serial().primaryKey(),
    eventId: eventId(),
    /** SHA-256 of the key in its URL. */
    keyHash: text().notNull().unique('wall_screens_key_unique'),
    /** When it last asked for the state, to half a minute. */
    seenAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('wall_screens_event_id_idx').on(table.eventId)],
);

/** A short code that opens the wall on one screen (rule `wall.code`). */
export const wallCodes = pgTable(
  'wall_codes',
  {
    id: serial().primaryKey(),
    eventId: eventId(),
    /** A keyed hash. The key is not in the database, because all codes could be tried. */
    codeHash: text().notNull().unique('wall_codes_code_unique'),
    expiresAt: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('wall_codes_event_id_idx').on(table.eventId)],
);
