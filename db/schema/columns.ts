import { text, timestamp } from 'drizzle-orm/pg-core';
import type { StorageName } from '../../app/services/storage/drivers.server';

/** When a row was created, to the millisecond, so that JavaScript dates sort like the database. */
export const createdAt = () =>
  timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull().defaultNow();

/** A timestamp that may be null. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Which storage holds a file. */
export const storageName = () => text().$type<StorageName>();
