import { readListQuery, type ListQuery } from '../admin/list';
import type { PaymentStatus } from './rules';
import type { PaidPlanId } from './plan';

/** Sort orders of the administrator's payments. `created` sorts by their date. */
const PAYMENT_SORTS = ['created', 'amount', 'event'] as const;

/** Filters of the list of payments. `all` leaves out orders that were started and abandoned. */
export const PAYMENT_SHOWS = ['all', 'refund_due', 'open', 'disputed'] as const;
export type PaymentShow = (typeof PAYMENT_SHOWS)[number];

/** What the administrator's table of payments shows. */
export interface PaymentQuery extends ListQuery<(typeof PAYMENT_SORTS)[number]> {
  show: PaymentShow;
}

/** A payment as the administrator sees it. */
export interface AdminPayment {
  id: number;
  /** When it was paid; before that, when it was started. */
  date: Date;
  eventNumber: number;
  /** The event's name when the payment started. */
  eventName: string;
  /** Whether the event still exists. */
  hasEvent: boolean;
  plan: PaidPlanId;
  /** Amounts in euro cents. */
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

/** The payments for one plan in one calendar month. */
export interface MonthTotal {
  /** As `2026-07`. */
  month: string;
  plan: PaidPlanId;
  count: number;
  /** In euro cents: the amount paid, and how much of it was refunded. */
  amount: number;
  refundedAmount: number;
}

/** Monthly totals of sales, or of test payments while there are no sales. */
export interface PaymentTotals {
  isTest: boolean;
  months: MonthTotal[];
}

/** Reads the query parameters of the table of payments. The default is newest first. */
export function readPaymentQuery(query: URLSearchParams): PaymentQuery {
  const list = readListQuery(query, PAYMENT_SORTS);
  const isSortGiven = query.get('sort') === list.sort || list.isDescending;
  return {
    ...list,
    isDescending: list.isDescending || !isSortGiven,
    show: PAYMENT_SHOWS.find((one) => one === query.get('show')) ?? 'all',
  };
}
