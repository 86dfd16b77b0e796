import { listUnfinished } from '~/models/payment/write.server';
import { refreshPayment } from '~/models/payment/settlement.server';
import type { PaymentDeps } from '~/models/payment/provider.server';
import type { JobDeps, JobPlan } from './job.server';

const EVERY_MS = 60 * 60 * 1000;

/**
 * Reads unfinished payments from Stripe, in case a webhook was lost. A run ends at the first payment that Stripe does
 * not answer for, and is retried soon.
 */
export function reconciliationPlan(deps: JobDeps & PaymentDeps): JobPlan {
  return {
    name: 'reconciliation',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      const counts = { asked: 0, granted: 0 };
      if (!deps.payments) return counts;
      for (const payment of await listUnfinished(deps)) {
        if (!(await mayContinue())) return counts;
        counts.asked += 1;
        const { grantedAt } = await refreshPayment(deps, payment);
        if (grantedAt) counts.granted += 1;
      }
      return counts;
    },
  };
}
