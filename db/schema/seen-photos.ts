import { boolean, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant } from './columns';
import { photos } from './photos';
import { users } from './users';

/**
 * Which photos a member has seen (rule `seen.what`). When they did is not stored, because nothing needs it.
 */
export const seenPhotos = pgTable(
  'seen_photos',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    photoId: integer()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'seen_photos_pk', columns: [table.userId, table.photoId] }),
    // For counting a photo's views, and for deleting a photo.
    index('seen_photos_photo_id_idx').on(table.photoId),
  ],
);

/** What the pile knows about a member besides the photos they have seen. */
export const pileReaders = pgTable('pile_readers', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** When they last saw a photo that was new to them; null if they never did. */
  lookedAt: instant(),
  /** When they last did so before the current visit (rule `pile.new`); null on the first visit. */
  lookedBeforeAt: instant(),
  /** Whether they answered “Later” when asked for a photo (rule `pile.asks`). */
  hasDeclined: boolean().notNull().default(false),
});
