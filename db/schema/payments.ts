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

/** How far a payment has come, as Stripe said last. A declined one stays open: one may try again. */
export const PAYMENT_STATES = ['open', 'processing', 'succeeded', 'canceled'] as const;

/**
 * A payment for a plan. It outlives its event and its payer, for the books; `grantedAt` is set once,
 * in the transaction that gives the event what was paid for.
 */
export const payments = pgTable(
  'payments',
  {
    id: serial().primaryKey(),
    /** Names the payment in addresses and at Stripe: random, so that nobody can count them. */
    key: text().notNull(),
    /** Null once the event is deleted; what it was called and its number stay. */
    eventId: bigint({ mode: 'number' }).references(() => events.id, { onDelete: 'set null' }),
    eventNumber: bigint({ mode: 'number' }).notNull(),
    eventName: text().notNull(),
    payerId: integer().references(() => users.id, { onDelete: 'set null' }),
    plan: text({ enum: ['basic', 'standard', 'premium'] }).notNull(),
    /** In euro cents. */
    amount: integer().notNull(),
    /** Where the payer pays: in the dialog of the shop, or on Stripe's own page. */
    place: text({ enum: ['dialog', 'hosted'] }).notNull(),
    /** Paid with Stripe's test keys: nobody has lost any money. */
    isTest: boolean().notNull(),
    /** Stripe's own numbers; of a hosted payment the second comes first. */
    paymentIntentId: text(),
    checkoutId: text(),
    state: text({ enum: [...PAYMENT_STATES] })
      .notNull()
      .default('open'),
    /** Whether the payer had to go on without an answer: then the grant is told by a message. */
    isDelayed: boolean().notNull().default(false),
    refundedAmount: integer().notNull().default(0),
    /** Stripe's word for the state of a dispute; null when there is none. */
    dispute: text(),
    receiptUrl: text(),
    paidAt: instant(),
    grantedAt: instant(),
    /** When the payer was told by the shop that the plan was given. */
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
