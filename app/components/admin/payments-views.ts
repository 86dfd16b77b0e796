import type { ListPage } from '~/models/admin-list';
import type { AdminPayment, PaymentQuery } from '~/models/admin-payments';
import type { PaidPlanId } from '~/models/plan';
import { adminPaths, type PaymentsAddress } from '~/admin-paths';
import { listAddress } from './list-controls';

/** A payment as a row presents it, its date and amounts written in the reader's language. */
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
  /** Null where nothing was given back. */
  refunded: string | null;
}

/** A month's total of one plan, likewise. */
export interface MonthTotalView {
  /** Its name; `key` is the month as the calendar numbers it. */
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
  /** With which of Stripe's keys the server runs; null while payments are not set up. */
  keys: 'live' | 'test' | null;
}

/** The address's own words for what the table of payments shows. */
export function paymentsAddress({ show, ...query }: PaymentQuery): PaymentsAddress {
  return { ...listAddress(query), show: show === 'all' ? undefined : show };
}

/** What the controls of the list need; its addresses keep which payments are shown. */
export function listControlsOf(query: PaymentQuery) {
  const { show } = paymentsAddress(query);
  return {
    address: (address: PaymentsAddress = {}) => adminPaths.payments({ ...address, show }),
    query,
  };
}
