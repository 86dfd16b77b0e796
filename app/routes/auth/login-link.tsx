import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, OpenEvent } from '~/components/auth/open-event';
import { signIn } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { getEvent } from '~/models/event.server';
import { consumeSignInLink, findUserBySignInLink } from '~/models/sign-in.server';
import { paths } from '~/paths';
import { privatePageMeta } from '~/http/page-meta';

/**
 * An organizer's sign-in link from a mail (rule `sign-in.mail-link`). Opening it spends nothing,
 * because mail programs open links to look at them; its button does.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, now } = context.app;
  const t = await translator(request);
  const user = await findUserBySignInLink(db, { token: params.token ?? '', now: now() });
  if (!user) return data({ title: t('auth:link.invalid'), eventName: null }, 404);
  const event = await getEvent(db, { eventId: user.eventId });
  return data({ title: event.name, eventName: event.name });
}

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  try {
    const token = args.params.token ?? '';
    const user = await consumeSignInLink(app.db, { token, now: app.now() });
    await signIn(args, { user });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Spent meanwhile: the loader says so.
    return data(null, error.status);
  }
  return redirectWithToast(args, paths.home(), {
    tone: 'ok',
    title: 'auth:toast.welcome_back',
    text: 'auth:toast.welcome_back_text',
  });
}

export const meta = privatePageMeta;

export default function LoginLink() {
  const { eventName } = useLoaderData<typeof loader>();
  return (
    <AuthPage>{eventName ? <OpenEvent title={eventName} isSingleUse /> : <LinkExpired />}</AuthPage>
  );
}
