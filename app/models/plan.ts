import { DEFAULT_EVENT_DAYS, DEFAULT_MAX_USERS, type PLANS } from './event';

export type PlanId = (typeof PLANS)[number];

/** What a plan costs and gives (§9); the free one is where every event begins. */
export interface Plan {
  id: PlanId;
  /** In euro cents. */
  price: number;
  participants: number;
  validity: { days: number } | { months: number };
}

/** The plans by price; paid ones add to what an event has (decision 6). */
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
