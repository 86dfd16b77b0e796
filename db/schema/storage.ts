import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, storageName } from './columns';

/** The platform's storage settings: one row, or none before the first change. */
export const storageSettings = pgTable(
  'storage_settings',
  {
    id: integer().primaryKey().default(1),
    ftpStorageActive: boolean().notNull().default(false),
    /** Of settings that an earlier version kept; they are sealed with the rest at the next start. */
    ftpHost: text(),
    ftpSecure: boolean(),
    /**
     * Where files are read from. They stay when the other settings are deleted, otherwise stored files would
     * become unreachable.
     */
    ftpDirectory: text(),
    ftpBaseUrl: text(),
    /** How to get in, sealed: host, encryption, user name and password; null while it is not kept. */
    ftpCredentials: text(),
    updatedAt: createdAt(),
  },
  (table) => [check('storage_settings_single_check', sql`${table.id} = 1`)],
);

/**
 * Files to remove from a storage. A row is inserted before a file is written, and deleted when the row that
 * owns the file is committed, so files left by a crash are already listed.
 */
export const fileRemovals = pgTable(
  'file_removals',
  {
    id: serial().primaryKey(),
    storage: storageName().notNull(),
    /** The image's key. The files of all its widths are removed. */
    imageKey: text().notNull(),
    attempts: integer().notNull().default(0),
    /** While a server carries it out: when its claim expires. */
    claimedUntil: instant(),
    lastError: text(),
    notBefore: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [index('file_removals_not_before_idx').on(table.notBefore)],
);

/**
 * Images in another storage than intended, because that one did not answer (rule `storage.fallback`). A row
 * is committed with the row that owns the image, and deleted once the image is moved or gone.
 */
export const fileMoves = pgTable(
  'file_moves',
  {
    imageKey: text().primaryKey(),
    /** The intended storage. */
    target: storageName().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    notBefore: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [index('file_moves_not_before_idx').on(table.notBefore)],
);
