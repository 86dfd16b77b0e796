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
import { partyTables } from './party-tables';

/**
 * A member of an event: a participant, its organizer or a co-organizer. A visitor has no row (rule
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
    /** The normalized name and e-mail: trimmed, case-insensitive (rule `sign-in.names`). */
    nameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    /** When a link that was mailed to the address was used, which proves that the user reads it. */
    emailConfirmedAt: instant(),
    /** When a mail asked to confirm the address; it is sent once (rule `mails.unconfirmed`). */
    emailAskedAt: instant(),
    /** A scrypt hash; null if no password was chosen. */
    passwordHash: text(),
    /**
     * When a first password was set from a session that had proved only a name and an address; null once the
     * owner has confirmed it (rule `sign-in.password-doubt`).
     */
    passwordDoubtedAt: instant(),
    /** The secret for an authenticator app, encrypted; null without one (rule `second-factor.what`). */
    secondFactorSealed: text(),
    /** The time step of the last code used, so that no code is used twice. */
    secondFactorStep: integer(),
    /** Keyed hashes of the unused recovery codes. */
    recoveryHashes: text().array(),
    /** Whether they run the event: the organizer and the co-organizers. */
    isOrganizer: boolean().notNull().default(false),
    /** Since when they are a co-organizer (rule `co-organizers.rights`); null for everybody else. */
    coOrganizerSince: instant(),
    /** In the demo event: a real person rather than one of the sample people (rule `demo.strangers`). */
    isStranger: boolean().notNull().default(false),
    /** Whether their new photos need no approval (rule `approval.trust`). */
    isTrusted: boolean().notNull().default(false),
    /** When they were last told that stars fell on their photos (rule `notices.star-fell`). */
    starsToldAt: instant(),
    /**
     * Whether their first name may appear on pictures of the podium that anybody may share (rule `share.names`); null
     * while they have not said.
     */
    mayBeNamed: boolean(),
    /** When they last answered whether they want notifications; null while they have not. */
    pushAnsweredAt: instant(),
    /** Whether they get the mail on the morning after (rule `mails.morning`): they ticked the box when they joined. */
    mailConsent: boolean().notNull().default(false),
    /** The language they used last; null if unknown. The platform's messages are written in it. */
    language: text(),
    /** The table they sit at (rule `tables.whose`); null for none. */
    tableId: integer().references(() => partyTables.id, { onDelete: 'set null' }),
    selfieStorage: storageName(),
    selfieKey: text(),
    /** SHA-256 of the organizer's private return link (rule `sign-in.return-link`). */
    returnTokenHash: text(),
    /** When that link expires. */
    returnTokenExpiresAt: instant(),
    /** That link's token, encrypted, until its owner has seen it once. */
    returnTokenSealed: text(),
    /**
     * SHA-256 of the single-use sign-in link sent by mail, and when it expires (rule `sign-in.mail-link`).
     */
    signInTokenHash: text(),
    signInTokenExpiresAt: instant(),
    /** When the organizer's removal deletes them, unless it is undone (rules `participants.clear-up`, `desk.undo`). */
    removeAt: instant(),
    /**
     * Whether they are deleted even if they have photos, because the organizer removed just them (rule `desk.undo`).
     */
    removeWithPhotos: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    unique('users_event_name_email_unique').on(table.eventId, table.nameKey, table.emailKey),
    unique('users_selfie_key_unique').on(table.selfieKey),
    unique('users_return_token_unique').on(table.returnTokenHash),
    unique('users_sign_in_token_unique').on(table.signInTokenHash),
    uniqueIndex('users_one_organizer_unique')
      .on(table.eventId)
      .where(sql`${table.isOrganizer} and ${table.coOrganizerSince} is null`),
    index('users_event_id_idx').on(table.eventId),
    index('users_table_id_idx')
      .on(table.tableId)
      .where(sql`${table.tableId} is not null`),
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
    check(
      'users_co_organizer_check',
      sql`${table.coOrganizerSince} is null or ${table.isOrganizer}`,
    ),
    // A second factor without a password would lock its owner out, so deleting the password must delete the
    // factor, too.
    check(
      'users_second_factor_check',
      sql`${table.secondFactorSealed} is null or ${table.passwordHash} is not null`,
    ),
  ],
);

export type UserRow = typeof users.$inferSelect;
