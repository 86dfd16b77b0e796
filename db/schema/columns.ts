import { text, timestamp } from 'drizzle-orm/pg-core';

/** When a row was created, to the millisecond, so that JavaScript dates sort like the database. */
export const createdAt = () =>
  timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow();

/** A timestamp that may be null. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** The storage of a file: one of `StorageName`; the compiler checks that the lists match. */
export const storageName = () => text({ enum: ['local', 'ftp', 's3'] });
