import { bigint, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

/**
 * What concerns who gets in (rule `admin.security`). Nothing refers to other tables: an entry outlives whom it is
 * about. It holds no name, and of an address a keyed hash alone.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: serial().primaryKey(),
    kind: text().notNull(),
    eventId: bigint({ mode: 'number' }),
    userId: integer(),
    address: text().notNull(),
    /** What the administrator asked for; null where the kind says it all. */
    detail: text(),
    createdAt: createdAt(),
  },
  (table) => [index('security_events_created_at_idx').on(table.createdAt)],
);
