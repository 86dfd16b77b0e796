import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { KEEPING_WARNINGS } from '../../app/models/event/rules';
import { createdAt } from './columns';
import { events } from './events';
import { users } from './users';

/**
 * A message between the organizer and a participant of the same event. The co-organizers read and write the
 * organizer's messages (rule `messages.organizers`).
 */
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
    /** The co-organizer who wrote it in the organizer's place; null if the sender did. */
    authorId: integer().references(() => users.id, { onDelete: 'cascade' }),
    message: text().notNull(),
    isRead: boolean().notNull().default(false),
    /**
     * Shared by all rows of one message to many, with its audience; null for a message to one person. It
     * comes from the sequence of this table's ids and is smaller than the ids of its rows.
     */
    broadcastId: integer(),
    audience: text({ enum: ['all', 'without_photo', 'without_star'] }),
    /** Which deletion the platform warns of (rule `retention.warning`); null for every other message. */
    keepingWarning: text({ enum: KEEPING_WARNINGS }),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_to_user_idx').on(table.toUserId, table.isRead),
    // For a page of a conversation, and for deleting a person's messages.
    index('messages_pair_idx').on(table.fromUserId, table.toUserId, table.id),
    // For an organizer's broadcasts.
    index('messages_broadcast_idx')
      .on(table.fromUserId, table.broadcastId)
      .where(sql`${table.broadcastId} is not null`),
    // For deleting a co-organizer's messages.
    index('messages_author_idx')
      .on(table.authorId)
      .where(sql`${table.authorId} is not null`),
    // For mails about news.
    index('messages_unread_idx')
      .on(table.createdAt)
      .where(sql`not ${table.isRead}`),
    check(
      'messages_broadcast_check',
      sql`(${table.broadcastId} is null) = (${table.audience} is null)`,
    ),
  ],
);
