import type { PAYMENT_STATES } from '~db/schema';
import type { PaidPlanId } from './plan';

/** What a payment was for and how far it has come, as its payer may see it. */
export interface PublicPayment {
  key: string;
  plan: PaidPlanId;
  /** In euro cents. */
  amount: number;
  status: PaymentStatus;
  isTest: boolean;
  receiptUrl: string | null;
  createdAt: Date;
}

/** A payment that was begun: what the browser needs to pay it. */
export interface BegunPayment {
  key: string;
  plan: PaidPlanId;
  paymentIntentId: string;
  clientSecret: string;
}

/** What is said of a payment. */
export const PAYMENT_STATUSES = [
  'open',
  'processing',
  'paid',
  'refund_due',
  'partly_refunded',
  'refunded',
  'disputed',
  'canceled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** A dispute in one of these states is over. */
export const SETTLED_DISPUTES = ['won', 'warning_closed', 'prevented'];

/** What a row knows of a payment's fate. */
interface Fate {
  state: (typeof PAYMENT_STATES)[number];
  amount: number;
  refundedAmount: number;
  dispute: string | null;
  grantedAt: Date | null;
}

/**
 * The status of a payment. A refund or an open dispute outranks “paid”; a payment that succeeded and
 * granted nothing, because its event was deleted before, is `refund_due`.
 */
export function statusOf({
  state,
  amount,
  refundedAmount,
  dispute,
  grantedAt,
}: Fate): PaymentStatus {
  if (state !== 'succeeded') return state;
  if (refundedAmount >= amount) return 'refunded';
  if (dispute !== null && !SETTLED_DISPUTES.includes(dispute)) return 'disputed';
  if (grantedAt === null) return 'refund_due';
  return refundedAmount > 0 ? 'partly_refunded' : 'paid';
}
