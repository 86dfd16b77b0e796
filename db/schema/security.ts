import { bigint, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

/**
 * Events that concern sign-in and access (rule `admin.security`). It has no foreign keys: an entry outlives
 * its user. It contains no names, and only a keyed hash of the address.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: serial().primaryKey(),
    kind: text().notNull(),
    eventId: bigint({ mode: 'number' }),
    userId: integer(),
    address: text().notNull(),
    /** The administrator's request; null if the kind says everything. */
    detail: text(),
    createdAt: createdAt(),
  },
  (table) => [index('security_events_created_at_idx').on(table.createdAt)],
);
