import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { events } from './events';
import { users } from './users';

/**
 * A message that an organizer has planned (rule `messages.planned`). Sending it deletes the row and writes the
 * messages, in one transaction.
 */
export const plannedMessages = pgTable(
  'planned_messages',
  {
    /** From the sequence of messages, so that no message has the same id. */
    id: integer()
      .primaryKey()
      .default(sql`nextval('messages_id_seq')`),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** The organizer who planned it, or changed it last. */
    authorId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its one recipient; null for a message to many. */
    toUserId: integer().references(() => users.id, { onDelete: 'cascade' }),
    audience: text({ enum: ['all', 'without_photo', 'without_star'] }),
    message: text().notNull(),
    sendAt: timestamp({ withTimezone: true, precision: 3, mode: 'date' }).notNull(),
    /** Why it was not sent at its time; null until then. */
    unsentReason: text({ enum: ['ended', 'late', 'author', 'nobody'] }),
    createdAt: createdAt(),
  },
  (table) => [
    // For an event's list, and for deleting an event.
    index('planned_messages_event_idx').on(table.eventId, table.sendAt),
    // For deleting a person.
    index('planned_messages_author_idx').on(table.authorId),
    index('planned_messages_to_user_idx').on(table.toUserId),
    // For those that are due.
    index('planned_messages_due_idx')
      .on(table.sendAt)
      .where(sql`${table.unsentReason} is null`),
    check(
      'planned_messages_to_check',
      sql`(${table.toUserId} is null) <> (${table.audience} is null)`,
    ),
  ],
);

export type PlannedMessageRow = typeof plannedMessages.$inferSelect;
