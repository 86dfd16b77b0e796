import { bigint, index, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';

/**
 * What an administrator or organizer did to others, with everybody's name as it was then (rule
 * `admin.audit`). Nothing refers to other tables: an entry outlives what it is about, and whoever did it.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: serial().primaryKey(),
    actorId: bigint({ mode: 'number' }).notNull(),
    actorName: text().notNull(),
    actorRole: text({ enum: ['administrator', 'organizer'] }).notNull(),
    deed: text().notNull(),
    /** What it was done to, or whose it was; null where it was the event, or the platform. */
    targetId: bigint({ mode: 'number' }),
    targetName: text(),
    /** Null where it concerns no event. */
    eventId: bigint({ mode: 'number' }),
    eventName: text(),
    /** Values before and after, as far as they are short; null without any. */
    detail: text(),
    createdAt: createdAt(),
  },
  (table) => [
    // What the list is ordered by, and what a year is taken from.
    index('audit_entries_created_at_idx').on(table.createdAt),
  ],
);
