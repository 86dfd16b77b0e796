import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepForm } from '~/browser/keep-form';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, OpenEvent } from '~/components/auth/open-event';
import { enter } from '~/http/authenticator.server';
import { identify } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { privatePageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { findByMorningLink } from '~/models/user/morning-link.server';
import { morningPaths } from '~/morning-paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/**
 * A guest's link in the mails after an event (rule `mails.morning-link`). Mail programs open links, so only its
 * button signs in. A guest who is signed in already is redirected without it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const found = await findByMorningLink(args.context.app, { token: args.params.token ?? '' });
  if (!found) return data({ title: t('links:link.invalid'), eventName: null }, 404);
  const identity = await identify(args);
  if (identity?.user?.id === found.user.id) throw redirect(targetOf(args));
  return data({ title: found.event.name, eventName: found.event.name });
}

export async function action(args: ActionFunctionArgs) {
  const says = {
    next: targetOf(args),
    done: { title: 'server:auth.toast.welcome_back', text: 'server:auth.toast.welcome_back_text' },
    // The link has ended meanwhile; the loader reports it.
    reply: (error: DomainError) => data(null, error.status),
  } as const;
  const token = args.params.token ?? '';
  return outcome(args, says, () => enter(args, 'mailed-link', { token, from: 'morning' }));
}

/** The part of the morning after that the link leads to: the top, or the photos to take home. */
function targetOf({ request }: LoaderFunctionArgs): string {
  const take = new URL(request.url).searchParams.get('take');
  return morningPaths.morning(take === 'mine' || take === 'all' ? take : undefined);
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function MorningLink() {
  const { eventName } = useLoaderData<typeof loader>();
  return (
    <AuthPage>{eventName ? <OpenEvent title={eventName} isGuest /> : <LinkExpired />}</AuthPage>
  );
}
