import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, OpenEvent } from '~/components/auth/open-event';
import { enter } from '~/http/authenticator.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { getEvent } from '~/models/event/read.server';
import { findUserBySignInLink } from '~/models/session/sign-in-link.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { privatePageMeta } from '~/http/page-meta';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/**
 * A member's sign-in link from a mail (rule `sign-in.mail-link`). Mail programs open links, so only its
 * button spends it.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, now } = context.app;
  const t = await translator(request);
  const user = await findUserBySignInLink(db, { token: params.token ?? '', now: now() });
  if (!user) return data({ title: t('links:link.invalid'), eventName: null, isGuest: true }, 404);
  const event = await getEvent(db, { eventId: user.eventId });
  return data({ title: event.name, eventName: event.name, isGuest: !user.isOrganizer });
}

export async function action(args: ActionFunctionArgs) {
  const says = {
    next: paths.home(),
    done: { title: 'server:auth.toast.welcome_back', text: 'server:auth.toast.welcome_back_text' },
    // The link was spent in the meantime; the loader reports it.
    reply: (error: DomainError) => data(null, error.status),
  } as const;
  return outcome(args, says, () => enter(args, 'mailed-link', { token: args.params.token ?? '' }));
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function LoginLink() {
  const { eventName, isGuest } = useLoaderData<typeof loader>();
  return (
    <AuthPage>
      {eventName ? <OpenEvent title={eventName} isSingleUse isGuest={isGuest} /> : <LinkExpired />}
    </AuthPage>
  );
}
