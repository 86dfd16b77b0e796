import type { RequestArgs } from './context';
import type { Member } from './guards.server';
import { withLimit } from './throttle.server';

/**
 * Runs what has Stripe do or tell something, as often as one organizer needs it.
 * @throws DomainError too_many_attempts, and whatever `work` throws
 */
export function withPaymentLimit<T>(
  args: RequestArgs,
  { user }: Member,
  work: () => Promise<T>,
): Promise<T> {
  return withLimit(args, ['payment', String(user.id)], work);
}
