import { bigint, boolean, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns';
import { events } from './events';
import { users } from './users';

/** A message between an organizer and a participant of the same event. */
export const messages = pgTable(
  'messages',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    fromUserId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    toUserId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    message: text().notNull(),
    isRead: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_to_user_idx').on(table.toUserId, table.isRead),
    // A page of a conversation, and what goes with somebody who leaves.
    index('messages_pair_idx').on(table.fromUserId, table.toUserId, table.id),
  ],
);
