import { text, timestamp } from 'drizzle-orm/pg-core';

/** The storages a file can lie in; every file belongs to exactly one (rule `storage.one-place`). */
export const STORAGE_NAMES = ['local', 'ftp', 's3'] as const;
export type StorageName = (typeof STORAGE_NAMES)[number];

/** When a row was written, to the millisecond, so that JavaScript dates order as the database does. */
export const createdAt = () =>
  timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow();

/** An instant that may not have come yet. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Which storage holds a file. */
export const storageName = () => text({ enum: [...STORAGE_NAMES] });
