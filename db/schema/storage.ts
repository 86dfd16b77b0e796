import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, storageName } from './columns';

/** The platform's storage settings: one row, or none while nothing was set (§3, C§5). */
export const storageSettings = pgTable(
  'storage_settings',
  {
    id: integer().primaryKey().default(1),
    ftpStorageActive: boolean().notNull().default(false),
    ftpHost: text(),
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
    lastError: text(),
    notBefore: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [index('file_removals_not_before_idx').on(table.notBefore)],
);
