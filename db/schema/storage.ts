import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, storageName } from './columns';

/** The platform's storage settings: one row, or none while nothing was set. */
export const storageSettings = pgTable(
  'storage_settings',
  {
    id: integer().primaryKey().default(1),
    ftpStorageActive: boolean().notNull().default(false),
    ftpHost: text(),
    /** Whether the connection is encrypted (explicit FTPS); null while no server is kept. */
    ftpSecure: boolean(),
    /** Where files can be read. They stay when the rest is not kept, or what lies there would be lost to sight. */
    ftpDirectory: text(),
    ftpBaseUrl: text(),
    /** User name and password, encrypted; never shown again. */
    ftpCredentials: text(),
    updatedAt: createdAt(),
  },
  (table) => [check('storage_settings_single_check', sql`${table.id} = 1`)],
);

/**
 * Files to be removed from a storage. A row is written before a file is, and taken back when the
 * row that owns the file is committed; so whatever a crash leaves behind is already on this list.
 */
export const fileRemovals = pgTable(
  'file_removals',
  {
    id: serial().primaryKey(),
    storage: storageName().notNull(),
    /** The image's key; all its widths go. */
    imageKey: text().notNull(),
    attempts: integer().notNull().default(0),
    /** While a server carries it out: until when it is that server's. */
    claimedUntil: instant(),
    lastError: text(),
    notBefore: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [index('file_removals_not_before_idx').on(table.notBefore)],
);

/**
 * Images that lie in another storage than they should, because that one did not answer (rule
 * `storage.fallback`). A row is committed with the row that owns the image, and goes when the image
 * has moved, or is gone.
 */
export const fileMoves = pgTable(
  'file_moves',
  {
    imageKey: text().primaryKey(),
    /** Where it shall lie. */
    target: storageName().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    notBefore: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [index('file_moves_not_before_idx').on(table.notBefore)],
);
