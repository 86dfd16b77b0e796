import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, OpenEvent } from '~/components/auth/open-event';
import { enter } from '~/http/authenticator.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import { getEvent } from '~/models/event.server';
import { findUserByReturnToken } from '~/models/sign-in.server';
import { keepForm } from '~/offline/keep-form';
import { paths } from '~/paths';
import { privatePageMeta } from '~/http/page-meta';

/**
 * An organizer's private return link (rule `sign-in.return-link`): opening it changes nothing, its
 * button signs in.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db } = context.app;
  const t = await translator(request);
  const user = await findUserByReturnToken(db, { token: params.token ?? '' });
  if (!user) return data({ title: t('access:link.invalid'), eventName: null }, 404);
  const event = await getEvent(db, { eventId: user.eventId });
  return data({ title: event.name, eventName: event.name });
}

export async function action(args: ActionFunctionArgs) {
  const says = {
    next: paths.home(),
    done: { title: 'access:toast.welcome_back', text: 'access:toast.welcome_back_text' },
    // Made anew meanwhile: the loader says so.
    reply: () => null,
  } as const;
  return outcome(args, says, () => enter(args, 'return-link', { token: args.params.token ?? '' }));
}

export const clientAction = keepForm;

export const handle = { i18n: ['access'] };

export const meta = privatePageMeta;

export default function ReturnLink() {
  const { eventName } = useLoaderData<typeof loader>();
  return <AuthPage>{eventName ? <OpenEvent title={eventName} /> : <LinkExpired />}</AuthPage>;
}
