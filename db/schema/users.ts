import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, storageName } from './columns';
import { events } from './events';

/**
 * Someone who joined an event: a participant or its organizer. A visitor has no row (rule
 * `roles.visitor`).
 */
export const users = pgTable(
  'users',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    username: text().notNull(),
    name: text().notNull(),
    /** Name and e-mail as they are compared: trimmed, case-insensitive (rule `sign-in.names`). */
    nameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** scrypt; null when no password was ever chosen. */
    passwordHash: text(),
    isOrganizer: boolean().notNull().default(false),
    /** The language they used last; null when nobody knows. Messages of the platform are written in it. */
    language: text(),
    selfieStorage: storageName(),
    selfieKey: text(),
    /** Stands in every session of this user; a new one ends them all. */
    sessionMark: text()
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    /** SHA-256 of the organizer's private return link (rule `sign-in.return-link`). */
    returnTokenHash: text(),
    /** That link's token itself, encrypted, until its owner has seen it once. */
    returnTokenSealed: text(),
    /**
     * SHA-256 of the single-use sign-in link sent by mail, and until when it is good (rule
     * `sign-in.mail-link`).
     */
    signInTokenHash: text(),
    signInTokenExpiresAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('users_event_name_email_unique').on(table.eventId, table.nameKey, table.emailKey),
    unique('users_selfie_key_unique').on(table.selfieKey),
    unique('users_return_token_unique').on(table.returnTokenHash),
    unique('users_sign_in_token_unique').on(table.signInTokenHash),
    uniqueIndex('users_one_organizer_unique')
      .on(table.eventId)
      .where(sql`${table.isOrganizer}`),
    index('users_event_id_idx').on(table.eventId),
    check(
      'users_selfie_check',
      sql`(${table.selfieKey} is null) = (${table.selfieStorage} is null)`,
    ),
  ],
);

export type UserRow = typeof users.$inferSelect;
