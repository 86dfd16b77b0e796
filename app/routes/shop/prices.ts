import { formatAmount } from '~/i18n/format';
import type { Language } from '~/i18n/languages';
import { FREE_PRICE, PAID_PLANS, PLAN_TABLE, type PlanId } from '~/models/payment/plan';

/** The price of each plan, in the reader's language (rule `plans.free`). */
export function pricesIn(language: Language): Record<PlanId, string> {
  const prices = PLAN_TABLE.map(({ id, price }) => [
    id,
    price === 0 ? FREE_PRICE : formatAmount(price, language),
  ]);
  return Object.fromEntries(prices) as Record<PlanId, string>;
}

/** The price of the cheapest plan that is sold, in the reader's language. */
export function lowestPriceIn(language: Language): string {
  return formatAmount(Math.min(...PAID_PLANS.map(({ price }) => price)), language);
}
