import type { RequestArgs } from './context';
import type { Member } from './guards.server';

/**
 * Runs what sends requests to Stripe, so many times for one organizer (rule `throttle.payments`).
 * What is refused counts as well: Stripe was asked about it.
 * @throws DomainError too_many_attempts, and whatever `work` throws
 */
export async function withPaymentLimit<T>(
  args: RequestArgs,
  { user }: Member,
  work: () => Promise<T>,
): Promise<T> {
  await args.context.app.attempts.take(['payment', String(user.id)]);
  return work();
}
