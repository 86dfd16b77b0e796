import { index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { photos } from './photos';
import { users } from './users';

/**
 * An upload that was stored, under the name that the sender's device gave it: whoever sends it again,
 * because no answer came, is told what came of it (rule `uploads.once`).
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
  // What deleting a person or a photo looks for.
  (table) => [
    index('uploads_user_id_idx').on(table.userId),
    index('uploads_photo_id_idx').on(table.photoId),
  ],
);
