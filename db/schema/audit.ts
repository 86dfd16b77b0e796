import { bigint, index, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

/**
 * The log of what an administrator or organizer did to others, with the names at that time (rule
 * `admin.audit`). It has no foreign keys: an entry outlives its actor and its target.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: serial().primaryKey(),
    actorId: bigint({ mode: 'number' }).notNull(),
    actorName: text().notNull(),
    actorRole: text({ enum: ['administrator', 'organizer'] }).notNull(),
    deed: text().notNull(),
    /** The person it was done to, or whose data it was; null if the target was the event or the platform. */
    targetId: bigint({ mode: 'number' }),
    targetName: text(),
    /** Null if it concerns no event. */
    eventId: bigint({ mode: 'number' }),
    eventName: text(),
    /** The values before and after, if they are short; null without any. */
    detail: text(),
    createdAt: createdAt(),
  },
  (table) => [
    // For the order of the list, and for deleting entries after a year.
    index('audit_entries_created_at_idx').on(table.createdAt),
  ],
);
