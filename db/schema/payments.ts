import { bigint, check, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { createdAt, instant } from './columns';
import { events } from './events';

/** A payment for a plan. `grantedAt` is set once, when its upgrade was given (C§6). */
export const payments = pgTable(
  'payments',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    plan: text({ enum: ['basic', 'standard', 'premium'] }).notNull(),
    /** In euro cents. */
    amount: integer().notNull(),
    paymentIntentId: text().notNull(),
    grantedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('payments_payment_intent_unique').on(table.paymentIntentId),
    check('payments_amount_check', sql`${table.amount} > 0`),
  ],
);
