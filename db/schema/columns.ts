import { text, timestamp } from 'drizzle-orm/pg-core';

/** When a row was written, to the millisecond, so that JavaScript dates order as the database does. */
export const createdAt = () =>
  timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow();

/** An instant that may not have come yet. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Which storage holds a file: one of `StorageName`; the compiler refuses a list that differs. */
export const storageName = () => text({ enum: ['local', 'ftp', 's3'] });
