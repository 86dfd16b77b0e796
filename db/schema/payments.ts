import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns';
import { events } from './events';
import { users } from './users';

/**
 * The state of a payment as last read from Stripe. A declined payment stays open, because the payer may try
 * again.
 */
export const PAYMENT_STATES = ['open', 'processing', 'succeeded', 'canceled'] as const;

/**
 * A payment for a plan. It outlives its event and its payer, for bookkeeping. `grantedAt` is set once, in the
 * transaction that grants the plan to the event.
 */
export const payments = pgTable(
  'payments',
  {
    id: serial().primaryKey(),
    /** Identifies the payment in URLs and at Stripe. It is random, so that payments cannot be counted. */
    key: text().notNull(),
    /** Null once the event is deleted; the event's name and number stay. */
    eventId: bigint({ mode: 'number' }).references(() => events.id, { onDelete: 'set null' }),
    eventNumber: bigint({ mode: 'number' }).notNull(),
    eventName: text().notNull(),
    payerId: integer().references(() => users.id, { onDelete: 'set null' }),
    plan: text({ enum: ['basic', 'standard', 'premium'] }).notNull(),
    /** In euro cents. */
    amount: integer().notNull(),
    /** Where the payer pays: in the shop's dialog, or on Stripe's own page. */
    place: text({ enum: ['dialog', 'hosted'] }).notNull(),
    /** Whether it was paid with Stripe's test keys, without real money. */
    isTest: boolean().notNull(),
    /** Stripe's ids. A hosted payment has the second one first. */
    paymentIntentId: text(),
    checkoutId: text(),
    state: text({ enum: [...PAYMENT_STATES] })
      .notNull()
      .default('open'),
    /** Whether the payer had to leave without a result. The grant is then announced by a message. */
    isDelayed: boolean().notNull().default(false),
    refundedAmount: integer().notNull().default(0),
    /** Stripe's state of a dispute; null if there is none. */
    dispute: text(),
    receiptUrl: text(),
    paidAt: instant(),
    grantedAt: instant(),
    /** When the shop told the payer that the plan was granted. */
    toldAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('payments_key_unique').on(table.key),
    unique('payments_payment_intent_unique').on(table.paymentIntentId),
    unique('payments_checkout_unique').on(table.checkoutId),
    index('payments_event_id_idx').on(table.eventId),
    index('payments_payer_id_idx').on(table.payerId),
    index('payments_unfinished_idx')
      .on(table.createdAt)
      .where(sql`${table.state} in ('open', 'processing')`),
    check('payments_amount_check', sql`${table.amount} > 0`),
    check(
      'payments_granted_check',
      sql`${table.grantedAt} is null or ${table.state} = 'succeeded'`,
    ),
  ],
);
