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
 * Work on the files of images.
 *
 * `remove`: the files are to be removed. The row is inserted before a file is written, and deleted when the row
 * that owns the file is committed, so files left by a crash are already listed.
 *
 * `move`: the image is in another storage than intended, because that one did not answer (rule
 * `storage.fallback`). The row is committed with the row that owns the image, and deleted once the image is
 * moved or gone.
 */
export const fileWork = pgTable(
  'file_work',
  {
    id: serial().primaryKey(),
    state: text({ enum: ['remove', 'move'] })
      .notNull()
      .default('remove'),
    /** Where the files are to be removed, or where the image is to be moved to. */
    storage: storageName().notNull(),
    /** The image's key. It stands for the files of all its widths. */
    imageKey: text().notNull(),
    attempts: integer().notNull().default(0),
    /** While a server works on it: when its claim expires. */
    claimedUntil: instant(),
    lastError: text(),
    notBefore: instant().notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    index('file_work_not_before_idx').on(table.notBefore),
    check('file_work_state_check', sql`${table.state} in ('remove', 'move')`),
  ],
);
