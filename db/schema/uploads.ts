import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { photos } from './photos';
import { users } from './users';

/**
 * A stored upload, under the id that the sender's device gave it. A device that sends it again, because no
 * response arrived, gets the result of the first time (rule `uploads.once`).
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null for a selfie or an event's image, and for a photo that was deleted since. */
    photoId: integer().references(() => photos.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  // For deleting a user or a photo.
  (table) => [
    index('uploads_user_id_idx').on(table.userId),
    index('uploads_photo_id_idx').on(table.photoId),
  ],
);
