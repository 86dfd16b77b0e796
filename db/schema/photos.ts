import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { PHOTOS_PER_USER } from '../../app/models/event/rules';
import { CAPTION_UNITS_MAX } from '../../app/models/photo/caption';
import type { PlannedRemoval } from '../../app/models/photo/removal';
import { createdAt, instant, storageName } from './columns';
import { events } from './events';
import { missions } from './missions';
import { users } from './users';

/**
 * A photo in one of its owner's numbered slots (rule `photos.slot`). Its files are stored under `imageKey`.
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
    /** The size of the full file; 0 if it was never measured. */
    imageBytes: integer().notNull().default(0),
    /**
     * CRC-32 of the full file (rule `storage.damage`); null for an earlier version's photo until its file is
     * read.
     */
    imageCrc: bigint({ mode: 'number' }),
    /**
     * Whether thumbnails of all current widths exist. Photos of earlier versions lack some, including those
     * that an old server adds during a rolling update.
     */
    hasAllWidths: boolean().notNull().default(false),
    /** Since when the full file is known to be missing or damaged (rule `storage.damage`). */
    damagedAt: instant(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** A tiny preview as a data URI, shown until the file is loaded. */
    placeholder: text().notNull(),
    /** Its owner's words (rule `photos.caption`), never empty. */
    caption: text(),
    /** The mission it was taken for (rule `missions.photo`). */
    missionId: integer().references(() => missions.id, { onDelete: 'set null' }),
    /** Whether it came after the contest (rule `photos.late`), by the server's clock. */
    late: boolean().notNull().default(false),
    /**
     * Since when only its owner and the organizer see it: the organizer has hidden it (rule `photos.hidden`), or
     * it waits (`isPending`). Null while everybody sees it. Every read asks this column alone.
     */
    hiddenAt: instant(),
    /** When the organizer's removal deletes it, unless it is undone (rule `desk.undo`). */
    removeAt: instant(),
    /** What that removal needs; null without one. */
    removal: jsonb().$type<PlannedRemoval>(),
    /** Whether it waits for the organizer (rule `approval.what`). */
    isPending: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    unique('photos_user_position_unique').on(table.userId, table.position),
    unique('photos_image_key_unique').on(table.imageKey),
    index('photos_event_id_idx').on(table.eventId, table.createdAt),
    index('photos_mission_idx')
      .on(table.missionId)
      .where(sql`${table.missionId} is not null`),
    index('photos_remove_at_idx')
      .on(table.removeAt)
      .where(sql`${table.removeAt} is not null`),
    index('photos_pending_idx')
      .on(table.eventId, table.id)
      .where(sql`${table.isPending}`),
    // A photo that waits is hidden, so a read that leaves out hidden photos leaves it out, too.
    check('photos_pending_check', sql`not ${table.isPending} or ${table.hiddenAt} is not null`),
    check(
      'photos_position_check',
      sql`${table.position} between 1 and ${sql.raw(String(PHOTOS_PER_USER.max))}`,
    ),
    check(
      'photos_caption_check',
      sql`char_length(${table.caption}) between 1 and ${sql.raw(String(CAPTION_UNITS_MAX))}`,
    ),
  ],
);
