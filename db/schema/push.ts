import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { PUSH_TOPICS } from '../../app/models/push/rules';
import { createdAt, instant } from './columns';
import { events } from './events';
import { sessions } from './sessions';

/** The keys by which push services know this product, one row at most. */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: smallint().primaryKey().default(1),
    /** The public key as browsers get it, in base64url. */
    publicKey: text().notNull(),
    /** The private key, encrypted. */
    privateKeySealed: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('push_keys_one_check', sql`${table.id} = 1`)],
);

/**
 * Where a device gets its notifications, and about what. It is deleted with its session, so also when its person logs
 * out, leaves or is removed, and with the event.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    sessionId: text()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** The address at the push service. Anyone who knows it and the keys could write to the device. */
    endpoint: text().notNull(),
    /** The device's public key and its secret, in base64url. Only it can read what is encrypted for them. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    topics: text({ enum: PUSH_TOPICS }).array().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [unique('push_subscriptions_endpoint_unique').on(table.endpoint)],
);

/** What an event's devices are, or were, notified of. The row is the mark that it is sent once. */
export const pushNotices = pgTable(
  'push_notices',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    topic: text({ enum: PUSH_TOPICS }).notNull(),
    /** The moment that it is about, such as the closing of the vote. Another moment is another notice. */
    about: instant().notNull(),
  },
  (table) => [unique('push_notices_once_unique').on(table.eventId, table.topic, table.about)],
);

/** A notice on its way to a device. The row is deleted before it is sent. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    noticeId: integer()
      .notNull()
      .references(() => pushNotices.id, { onDelete: 'cascade' }),
    sessionId: text()
      .notNull()
      .references(() => pushSubscriptions.sessionId, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** How often the push service has temporarily refused it. */
    failures: smallint().notNull().default(0),
    dueAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: 'push_deliveries_pk', columns: [table.noticeId, table.sessionId] }),
    index('push_deliveries_due_at_idx').on(table.dueAt),
    // For a session that ends.
    index('push_deliveries_session_id_idx').on(table.sessionId),
  ],
);
