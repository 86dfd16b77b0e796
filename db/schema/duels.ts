import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { createdAt, instant } from './columns';
import { photos } from './photos';
import { results } from './results';
import { users } from './users';

/**
 * The duel for the first place of a result (rule `duel.what`). There is one at most, and it is deleted with its result.
 * While it runs, `events.duelEndsAt` is set.
 */
export const duels = pgTable(
  'duels',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .unique('duels_event_unique')
      .references(() => results.eventId, { onDelete: 'cascade' }),
    startedAt: createdAt(),
    endsAt: instant().notNull(),
    /** When the taps were counted; null until then. */
    countedAt: instant(),
    /** The photo that won; null if none did. No reference: the photo may be gone since. */
    winnerId: integer(),
    /** How many taps each photo got; null until they are counted. */
    tally: jsonb().$type<{ photoId: number; votes: number }[]>(),
  },
  (table) => [
    index('duels_uncounted_idx')
      .on(table.endsAt)
      .where(sql`${table.countedAt} is null`),
    check('duels_winner_check', sql`${table.winnerId} is null or ${table.countedAt} is not null`),
  ],
);

/** The photos of a duel. One that is deleted drops out. */
export const duelPhotos = pgTable(
  'duel_photos',
  {
    duelId: integer()
      .notNull()
      .references(() => duels.id, { onDelete: 'cascade' }),
    photoId: integer()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'duel_photos_pk', columns: [table.duelId, table.photoId] }),
    index('duel_photos_photo_id_idx').on(table.photoId),
  ],
);

/** A member's tap in a duel (rule `duel.vote`). No trigger announces it: nobody learns of one before the end. */
export const duelVotes = pgTable(
  'duel_votes',
  {
    duelId: integer()
      .notNull()
      .references(() => duels.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    photoId: integer()
      .notNull()
      .references(() => photos.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: 'duel_votes_pk', columns: [table.duelId, table.userId] }),
    index('duel_votes_user_id_idx').on(table.userId),
    index('duel_votes_photo_id_idx').on(table.photoId),
  ],
);

export type DuelRow = typeof duels.$inferSelect;
