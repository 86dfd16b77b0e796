import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
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
    /** When a link that was mailed to the address was used: whoever did reads it. */
    emailConfirmedAt: instant(),
    /** When a mail asked for that; another one asks nobody (rule `mails.unconfirmed`). */
    emailAskedAt: instant(),
    /** scrypt; null when no password was ever chosen. */
    passwordHash: text(),
    /**
     * When a first password was chosen by somebody who had proved nothing but a name and an address; null once its
     * owner has agreed (rule `sign-in.password-doubt`).
     */
    passwordDoubtedAt: instant(),
    /** The secret of an authenticator app, encrypted; null without one (rule `second-factor.what`). */
    secondFactorSealed: text(),
    /** The half minute of the last code that was used: no code is used twice. */
    secondFactorStep: integer(),
    /** Keyed hashes of the recovery codes that are left. */
    recoveryHashes: text().array(),
    isOrganizer: boolean().notNull().default(false),
    /** Of the demo event: somebody real, not one of the people it was made with (rule `demo.strangers`). */
    isStranger: boolean().notNull().default(false),
    /** The language they used last; null when nobody knows. Messages of the platform are written in it. */
    language: text(),
    selfieStorage: storageName(),
    selfieKey: text(),
    /** SHA-256 of the organizer's private return link (rule `sign-in.return-link`). */
    returnTokenHash: text(),
    /** Until when that link is good. */
    returnTokenExpiresAt: instant(),
    /** That link's token itself, encrypted, until its owner has seen it once. */
    returnTokenSealed: text(),
    /**
     * SHA-256 of the single-use sign-in link sent by mail, and until when it is good (rule
     * `sign-in.mail-link`).
     */
    signInTokenHash: text(),
    signInTokenExpiresAt: instant(),
    /** When the organizer's clear-up removes them, unless it is undone (rule `participants.clear-up`). */
    removeAt: instant(),
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
    index('users_remove_at_idx')
      .on(table.removeAt)
      .where(sql`${table.removeAt} is not null`),
    index('users_stranger_idx')
      .on(table.createdAt)
      .where(sql`${table.isStranger}`),
    check(
      'users_selfie_check',
      sql`(${table.selfieKey} is null) = (${table.selfieStorage} is null)`,
    ),
    // Whoever takes a password away takes the second factor with it, or its owner would stand before a closed door.
    check(
      'users_second_factor_check',
      sql`${table.secondFactorSealed} is null or ${table.passwordHash} is not null`,
    ),
  ],
);

export type UserRow = typeof users.$inferSelect;
