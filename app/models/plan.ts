import { addDays, addMonths, daysBetween, type Day } from './day';
import { DEFAULT_EVENT_DAYS, DEFAULT_MAX_USERS, type PLANS } from './event';

export type PlanId = (typeof PLANS)[number];

/** What a plan costs and gives (rule `plans.table`); the free one is where every event begins. */
export interface Plan {
  id: PlanId;
  /** In euro cents. */
  price: number;
  participants: number;
  validity: { days: number } | { months: number };
}

/** How the free plan's price is labelled, in every language (rule `plans.free`). */
export const FREE_PRICE = '0 EUR';

/** The plans by price; paid ones add to what an event has and never replace it (rule `plans.upgrade`). */
export const PLAN_TABLE = [
  {
    id: 'free',
    price: 0,
    participants: DEFAULT_MAX_USERS,
    validity: { days: DEFAULT_EVENT_DAYS },
  },
  { id: 'basic', price: 300, participants: 50, validity: { months: 1 } },
  { id: 'standard', price: 900, participants: 250, validity: { months: 3 } },
  { id: 'premium', price: 2900, participants: 1000, validity: { months: 6 } },
] as const satisfies readonly Plan[];

/** A plan that is paid for. */
export type PaidPlan = Exclude<(typeof PLAN_TABLE)[number], { id: 'free' }>;
export type PaidPlanId = PaidPlan['id'];

/** The plans that are sold. */
export const PAID_PLANS = PLAN_TABLE.filter((plan): plan is PaidPlan => plan.id !== 'free');

/** The most places that a row can hold. */
const MAX_USERS_LIMIT = 2_147_483_647;

/** The plan of this name, if it is one that is sold. */
export function findPaidPlan(id: unknown): PaidPlan | undefined {
  return PAID_PLANS.find((plan) => plan.id === id);
}

/** What an event has of its plan. */
interface Extent {
  plan: PlanId;
  maxUsers: number;
  endDate: Day;
}

/**
 * What an event has once a plan is paid: its places on top of those there are, its months after the
 * last day or, where that is over, after today (rule `plans.upgrade`). It never goes by a smaller plan's name
 * than before.
 */
export function upgraded(event: Extent, plan: PaidPlan, today: Day): Extent {
  const from = event.endDate > today ? event.endDate : today;
  return {
    plan: rankOf(plan.id) > rankOf(event.plan) ? plan.id : event.plan,
    maxUsers: Math.min(event.maxUsers + plan.participants, MAX_USERS_LIMIT),
    endDate: addMonths(from, plan.validity.months),
  };
}

/** An event's first and last day. */
export interface Span {
  startDate: Day;
  endDate: Day;
}

/**
 * The last day that an event may have (rule `plans.length`): a new one, or one of the free plan, lasts 7 days;
 * one that lasts longer already may be moved as it is.
 * @param before what it spans now; null for a new one
 */
export function latestEnd(startDate: Day, before: Span | null): Day {
  const days = before ? daysBetween(before.startDate, before.endDate) : 0;
  return addDays(startDate, Math.max(days, DEFAULT_EVENT_DAYS));
}

function rankOf(id: PlanId): number {
  return PLAN_TABLE.findIndex((plan) => plan.id === id);
}
