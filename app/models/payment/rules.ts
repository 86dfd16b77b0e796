import type { PAYMENT_STATES } from '~db/schema';
import type { PaidPlanId } from './plan';

/** A payment and its status, as its payer sees it. */
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

/** The statuses that users see. */
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

/** States in which a dispute is closed. */
export const SETTLED_DISPUTES = ['won', 'warning_closed', 'prevented'];

/** The columns that decide the status. */
interface Fate {
  state: (typeof PAYMENT_STATES)[number];
  amount: number;
  refundedAmount: number;
  dispute: string | null;
  grantedAt: Date | null;
}

/**
 * The status of a payment. A refund or an open dispute takes precedence over “paid”. A payment that succeeded
 * but granted nothing, because its event had been deleted, is `refund_due`.
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
