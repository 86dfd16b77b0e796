import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns';
import { events } from './events';
import { photos } from './photos';
import { users } from './users';

/** A report of a photo, one per person and photo (rule `reports.one`). */
export const flagReports = pgTable(
  'flag_reports',
  {
    id: serial().primaryKey(),
    photoId: integer()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    /** Null once the organizer has removed that person. */
    reportedById: integer().references(() => users.id, { onDelete: 'set null' }),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    reason: text(),
    status: text({ enum: ['pending', 'reviewed', 'dismissed'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
    reviewedAt: instant(),
  },
  (table) => [
    unique('flag_reports_photo_reporter_unique').on(table.photoId, table.reportedById),
    index('flag_reports_event_status_idx').on(table.eventId, table.status),
    // For mails about news.
    index('flag_reports_pending_idx')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
  ],
);
