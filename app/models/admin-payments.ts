import { readListQuery, type ListQuery } from './admin-list';
import type { PaymentStatus } from './payment';
import type { PaidPlanId } from './plan';

/** By what the administrator's payments can be sorted; `created` is by their date. */
export const PAYMENT_SORTS = ['created', 'amount', 'event'] as const;

/** Which payments are listed; `all` leaves out orders that were begun and left. */
export const PAYMENT_SHOWS = ['all', 'refund_due', 'open', 'disputed'] as const;
export type PaymentShow = (typeof PAYMENT_SHOWS)[number];

/** What the administrator's table of payments shows. */
export interface PaymentQuery extends ListQuery<(typeof PAYMENT_SORTS)[number]> {
  show: PaymentShow;
}

/** A payment as the administrator sees it. */
export interface AdminPayment {
  id: number;
  /** When it was paid; until then, when it was begun. */
  date: Date;
  eventNumber: number;
  /** What the event was called when the payment began. */
  eventName: string;
  /** Whether the event still exists. */
  hasEvent: boolean;
  plan: PaidPlanId;
  /** Both in euro cents. */
  amount: number;
  refundedAmount: number;
  status: PaymentStatus;
  isTest: boolean;
  grantedAt: Date | null;
  paymentIntentId: string | null;
  receiptUrl: string | null;
  /** Null once the payer's account is deleted. */
  payer: { id: number; name: string; email: string } | null;
}

/** What was paid for one plan in one calendar month. */
export interface MonthTotal {
  /** As `2026-07`. */
  month: string;
  plan: PaidPlanId;
  count: number;
  /** In euro cents: all that was paid, and what of it was given back. */
  amount: number;
  refundedAmount: number;
}

/** The months' totals: of sales, or of test payments where there are no sales. */
export interface PaymentTotals {
  isTest: boolean;
  months: MonthTotal[];
}

/** Reads the table's address; the newest payments come first unless it says otherwise. */
export function readPaymentQuery(query: URLSearchParams): PaymentQuery {
  const list = readListQuery(query, PAYMENT_SORTS);
  const isTold = query.get('sort') === list.sort || list.isDescending;
  return {
    ...list,
    isDescending: list.isDescending || !isTold,
    show: PAYMENT_SHOWS.find((one) => one === query.get('show')) ?? 'all',
  };
}
