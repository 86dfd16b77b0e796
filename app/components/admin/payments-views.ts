import type { ListPage } from '~/models/admin/list';
import type { AdminPayment, PaymentQuery } from '~/models/payment/admin-list';
import type { PaidPlanId } from '~/models/payment/plan';
import { adminPaths, type PaymentsAddress } from '~/admin-paths';
import { listAddress } from './list-controls';

/** A payment as a table row, with formatted date and amounts. */
export interface PaymentRowView extends Pick<
  AdminPayment,
  | 'id'
  | 'eventNumber'
  | 'eventName'
  | 'hasEvent'
  | 'plan'
  | 'status'
  | 'isTest'
  | 'paymentIntentId'
  | 'receiptUrl'
  | 'payer'
> {
  date: string;
  amount: string;
  /** Null if nothing was refunded. */
  refunded: string | null;
}

/** A month's total for one plan, formatted. */
export interface MonthTotalView {
  /** The month's name; `key` is the month as in `2026-07`. */
  month: string;
  key: string;
  plan: PaidPlanId;
  count: string;
  amount: string;
  refunded: string;
}

export interface PaymentsView {
  list: ListPage<PaymentRowView>;
  query: PaymentQuery;
  refundDueCount: number;
  totals: { isTest: boolean; months: MonthTotalView[] };
  /** The mode of Stripe's keys; null if payments are not set up. */
  keys: 'live' | 'test' | null;
}

/** The URL query for the state of the table of payments. */
export function paymentsAddress({ show, ...query }: PaymentQuery): PaymentsAddress {
  return { ...listAddress(query), show: show === 'all' ? undefined : show };
}

/** The props of the list's controls; their URLs keep the filter. */
export function listControlsOf(query: PaymentQuery) {
  const { show } = paymentsAddress(query);
  return {
    address: (address: PaymentsAddress = {}) => adminPaths.payments({ ...address, show }),
    query,
  };
}
