import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
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
    /**
     * The same in all rows that were sent together, and to whom these went; null for what was written to one
     * person. It is a number of this table's ids, and no row's is smaller.
     */
    broadcastId: integer(),
    audience: text({ enum: ['all', 'without_photo'] }),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_to_user_idx').on(table.toUserId, table.isRead),
    // A page of a conversation, and what goes with somebody who leaves.
    index('messages_pair_idx').on(table.fromUserId, table.toUserId, table.id),
    // What an organizer has sent to many, each once.
    index('messages_broadcast_idx')
      .on(table.fromUserId, table.broadcastId)
      .where(sql`${table.broadcastId} is not null`),
    // What mails may have to tell of.
    index('messages_unread_idx')
      .on(table.createdAt)
      .where(sql`not ${table.isRead}`),
    check(
      'messages_broadcast_check',
      sql`(${table.broadcastId} is null) = (${table.audience} is null)`,
    ),
  ],
);
