import type { PublicPayment } from '~/models/payment/rules';
import type { BegunPayment } from '~/models/payment/shape';
import type { PaidPlanId, PlanId } from '~/models/payment/plan';
import type { Answer } from '~/browser/answer';

// The data that loaders return to the shop, with formatted days, numbers and amounts.

/** The places and last day of an event, formatted. */
export type ExtentView = { places: string; day: string };

/** The shop as an organizer sees it. */
export interface ShopView {
  eventName: string;
  current: PlanId;
  /** What the event has now, and with each plan. */
  now: ExtentView;
  /** The last day that is paid for, if the event ends earlier; otherwise null. */
  paidUntil: string | null;
  after: Record<PaidPlanId, ExtentView>;
  isEnded: boolean;
  /** The price of each plan, in the reader's language (rule `plans.free`). */
  prices: Record<PlanId, string>;
  /** Whether anything can be bought, and whether with test or real money. */
  payments: 'closed' | 'test' | 'live';
  /** Null if payments are only possible on Stripe's own page. */
  publishableKey: string | null;
  /** The plan in the URL whose payment should start. */
  asked: PaidPlanId | null;
  /** The URL that the shop leads back to; null if not given. */
  from: string | null;
  /** The return URL of an external payment, without its key. */
  origin: string;
  /** The address for questions. */
  contactEmail: string;
  /** How long photos are stored; null while the event runs. */
  retention: { lastDay: string; isOver: boolean } | null;
}

/** The shop's answer to a script, with the payment if one was started. */
export type ShopAnswer = Answer<{ begun?: BegunPayment }>;

/** The outcome of a payment, on the page it returns to. */
export interface ReturnView {
  status: PublicPayment['status'];
  receiptUrl: string | null;
  isTest: boolean;
  eventName: string;
  now: ExtentView;
  /** Whether Stripe could not be reached. */
  isUnreachable: boolean;
  /**
   * The URL that refreshes the page, and after how many seconds it does so by itself; null if it does not.
   */
  again: { url: string; seconds: number | null } | null;
  from: string;
}
