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
} from 'drizzle-orm/pg-core';
import { createdAt, instant, storageName } from './columns';
import { events } from './events';
import { users } from './users';

/**
 * A photo in one of its owner's numbered slots (rule `photos.slot`). Its files lie under `imageKey`.
 */
export const photos = pgTable(
  'photos',
  {
    id: serial().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    imageStorage: storageName().notNull(),
    imageKey: text().notNull(),
    /** Of the full file; 0 where nobody counted them yet. */
    imageBytes: integer().notNull().default(0),
    /** CRC-32 of the full file (rule `storage.damage`); null until somebody has read an earlier version's file. */
    imageCrc: bigint({ mode: 'number' }),
    /**
     * Whether all thumbnails of today's widths are there. Photos of earlier versions lack some, also those
     * that a server of such a version adds while this one is being put in its place.
     */
    hasAllWidths: boolean().notNull().default(false),
    /** Since when the full file is known to be gone, or not to be what was stored (rule `storage.damage`). */
    damagedAt: instant(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** A picture of a few pixels as a data URI, drawn until the file is there. */
    placeholder: text().notNull(),
    /** Since when the organizer has it hidden (rule `photos.hidden`); null while everybody sees it. */
    hiddenAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('photos_user_position_unique').on(table.userId, table.position),
    unique('photos_image_key_unique').on(table.imageKey),
    index('photos_event_id_idx').on(table.eventId, table.createdAt),
    check('photos_position_check', sql`${table.position} between 1 and 5`),
  ],
);
