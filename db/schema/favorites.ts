import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, unique } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { photos } from './photos';
import { users } from './users';

/**
 * A star. Each participant owns three numbered stars; a number can be spent once, so the
 * database itself refuses a fourth (rule `stars.three`). Counting first and inserting then would let parallel
 * requests pass.
 */
export const favorites = pgTable(
  'favorites',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    photoId: integer()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    star: smallint().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'favorites_pk', columns: [table.userId, table.photoId] }),
    unique('favorites_user_star_unique').on(table.userId, table.star),
    index('favorites_photo_id_idx').on(table.photoId),
    check('favorites_star_check', sql`${table.star} between 1 and 3`),
  ],
);

/**
 * A star of a hidden photo: it counts nowhere and its giver may give another one, so it has no number (rule
 * `stars.hidden-photo`). The table of stars holds those alone that count, whoever reads it.
 */
export const restingStars = pgTable(
  'resting_stars',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    photoId: integer()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    /** When it was given. */
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'resting_stars_pk', columns: [table.userId, table.photoId] }),
    index('resting_stars_photo_id_idx').on(table.photoId),
  ],
);
