import type { BegunPayment, PublicPayment } from '~/models/payment';
import type { PaidPlanId, PlanId } from '~/models/plan';
import type { Answer } from '~/offline/answer';

// What loaders hand to the shop: finished texts for days, numbers and amounts.

/** What an event has, in words. */
export type ExtentView = { places: string; day: string };

/** The shop as an organizer sees it. */
export interface ShopView {
  eventName: string;
  current: PlanId;
  /** What the event has now, and what it would have with each plan. */
  now: ExtentView;
  after: Record<PaidPlanId, ExtentView>;
  isEnded: boolean;
  /** What each plan costs, as the reader's language writes it (rule `plans.free`). */
  prices: Record<PlanId, string>;
  /** Whether anything can be bought, and with whose money. */
  payments: 'closed' | 'test' | 'live';
  /** Null where one pays on Stripe's own page only. */
  publishableKey: string | null;
  /** The plan whose payment the address asks for. */
  asked: PaidPlanId | null;
  /** Where the shop leads back to; null where nobody said. */
  from: string | null;
  /** Where a payment elsewhere leads back to, but for its key. */
  origin: string;
  /** Who answers questions. */
  contactEmail: string;
  /** How long photos are kept; null while the event runs. */
  kept: { lastDay: string; isOver: boolean; hasAllPhotos: boolean } | null;
}

/** What the shop's action answers a script: a payment, where one was to begin. */
export type ShopAnswer = Answer<{ begun?: BegunPayment }>;

/** What has become of a payment, on the page where it leads back to. */
export interface ReturnView {
  status: PublicPayment['status'];
  receiptUrl: string | null;
  isTest: boolean;
  eventName: string;
  now: ExtentView;
  /** Whether Stripe could not be asked just now. */
  isUnreachable: boolean;
  /** The page that looks again, and after how many seconds it does so by itself; null where it stays. */
  again: { url: string; seconds: number | null } | null;
  from: string;
}
