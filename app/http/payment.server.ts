import { paths } from '~/paths';
import type { RequestArgs } from './context';
import { redirectWithToast } from './flash.server';
import { requireMainOrganizer, requireVisit, type Member } from './guards.server';

/**
 * Requires the organizer, who buys plans. Redirects visitors to Login/Register, participants and
 * co-organizers to their profile, with a notice that says why.
 */
export async function requireBuyer(args: RequestArgs): Promise<Member> {
  const { actor } = await requireVisit(args);
  if (actor.role === 'visitor') {
    throw await redirectWithToast(args, paths.login({ next: paths.shop() }), {
      tone: 'bad',
      title: 'shop:toast.authentication',
      text: 'shop:toast.authentication_text',
    });
  }
  if (actor.role === 'participant' || actor.isCoOrganizer) {
    throw await redirectWithToast(args, paths.home(), {
      tone: 'bad',
      title: 'shop:toast.organizer',
      text: 'shop:toast.organizer_text',
    });
  }
  return requireMainOrganizer(args);
}

/**
 * Runs work that sends requests to Stripe, with a limit per organizer (rule `throttle.payments`). Failures
 * count, too, because they also reached Stripe.
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
