import { addDays, addMonths, daysBetween, type Day } from '../day';
import { DEFAULT_EVENT_DAYS, DEFAULT_MAX_USERS, type PLANS } from '../event/rules';

export type PlanId = (typeof PLANS)[number];

/** A plan's price and effects (rule `plans.table`). Every event starts with the free one. */
export interface Plan {
  id: PlanId;
  /** In euro cents. */
  price: number;
  participants: number;
  validity: { days: number } | { months: number };
}

/** The label of the free plan's price, in every language (rule `plans.free`). */
export const FREE_PRICE = '0 EUR';

/** The plans by price. Paid plans add to what an event has and never replace it (rule `plans.upgrade`). */
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

/** A plan that costs money. */
export type PaidPlan = Exclude<(typeof PLAN_TABLE)[number], { id: 'free' }>;
export type PaidPlanId = PaidPlan['id'];

/** The plans that are sold. */
export const PAID_PLANS = PLAN_TABLE.filter((plan): plan is PaidPlan => plan.id !== 'free');

/** The largest number that the column can store. */
const MAX_USERS_LIMIT = 2_147_483_647;

/** The paid plan with this id, if there is one. */
export function findPaidPlan(id: unknown): PaidPlan | undefined {
  return PAID_PLANS.find((plan) => plan.id === id);
}

/** The parts of an event that its plan decides. */
interface Extent {
  plan: PlanId;
  maxUsers: number;
  endDate: Day;
  /** The last day that is paid for; null if none is. */
  paidUntil: Day | null;
}

/**
 * An event after a plan is paid: the places are added to the existing ones, the months to the last day, to the
 * last day that is paid for, or to today, whichever is latest (rule `plans.upgrade`). The plan's name never
 * changes to a smaller one.
 */
export function upgraded(event: Extent, plan: PaidPlan, today: Day): Extent {
  const from = latestOf(today, event.endDate, event.paidUntil ?? today);
  const endDate = addMonths(from, plan.validity.months);
  return {
    plan: rankOf(plan.id) > rankOf(event.plan) ? plan.id : event.plan,
    maxUsers: Math.min(event.maxUsers + plan.participants, MAX_USERS_LIMIT),
    endDate,
    paidUntil: endDate,
  };
}

/** An event's first and last day. */
export interface Span {
  startDate: Day;
  endDate: Day;
}

/**
 * The latest last day that an event may have (rule `plans.length`). A new event, or one of the free plan,
 * lasts 7 days; a longer one may be moved but not extended, except up to the day until which it is paid.
 * @param before its current days; null for a new event
 */
export function latestEnd(startDate: Day, before: (Span & Pick<Extent, 'paidUntil'>) | null): Day {
  const days = before ? daysBetween(before.startDate, before.endDate) : 0;
  const end = addDays(startDate, Math.max(days, DEFAULT_EVENT_DAYS));
  return latestOf(end, before?.paidUntil ?? end);
}

function latestOf(first: Day, ...others: Day[]): Day {
  return others.reduce((latest, day) => (day > latest ? day : latest), first);
}

function rankOf(id: PlanId): number {
  return PLAN_TABLE.findIndex((plan) => plan.id === id);
}
