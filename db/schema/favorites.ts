import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, unique } from 'drizzle-orm/pg-core';
import { FAVORITES_MAX } from '../../app/models/photo/star';
import { createdAt, instant } from './columns';
import { photos } from './photos';
import { users } from './users';

/**
 * A star. Each participant has `FAVORITES_MAX` numbered stars, and each number can be spent once, so the
 * database itself refuses one more (rule `stars.number`). Counting before inserting would let parallel requests
 * through.
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
    /** The chance moment from which the photo's owner may be told (rule `notices.star-fell`); null: never. */
    tellAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'favorites_pk', columns: [table.userId, table.photoId] }),
    unique('favorites_user_star_unique').on(table.userId, table.star),
    index('favorites_photo_id_idx').on(table.photoId),
    check(
      'favorites_star_check',
      sql`${table.star} between 1 and ${sql.raw(String(FAVORITES_MAX))}`,
    ),
  ],
);

/**
 * A suspended star of a hidden photo. It counts nowhere, and its giver can spend it again, so it has no
 * number (rule `stars.hidden-photo`). The table of stars contains only those that count.
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
    /** As of the star (rule `notices.star-fell`). */
    tellAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'resting_stars_pk', columns: [table.userId, table.photoId] }),
    index('resting_stars_photo_id_idx').on(table.photoId),
  ],
);

/**
 * Photos whose bulb stays lit although the star may be gone (rule `notices.bulb`): when a star is taken back, its
 * owner must not see it. No trigger announces these rows.
 */
export const litPhotos = pgTable('lit_photos', {
  photoId: integer()
    .primaryKey()
    .references(() => photos.id, { onDelete: 'cascade' }),
});
