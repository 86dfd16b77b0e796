import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, LinkStep } from '~/components/auth/open-event';
import { readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { privatePageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { findGuest, stopGuestMails } from '~/models/user/guest-mail.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { ONE_CLICK } from './one-click';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/**
 * Ends the mails about an event to a guest who was invited by mail (rule `guest-list.stop`). Mail programs open
 * links, so only the button ends them, or the mail program's own button, which posts here as well.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const found = await findGuest(context.app, { token: params.token ?? '' });
  if (!found) return data({ title: t('links:link.invalid'), view: null }, 404);
  const view = {
    text: t('server:auth.guest_stop.text'),
    label: t('server:auth.guest_stop.confirm'),
    busyLabel: t('server:auth.guest_stop.busy'),
  };
  return data({ title: t('server:auth.guest_stop.title'), view });
}

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const isOneClick = (await readForm(args)).has(ONE_CLICK);
  const says = {
    next: paths.auth(),
    done: 'server:auth.guest_stop.done',
    answers: async () => (isOneClick ? data(null, 200) : null),
    // They have ended already; the loader reports it.
    reply: (error: DomainError) => data(null, error.status),
  } as const;
  return outcome(args, says, () =>
    stopGuestMails(app, { token: args.params.token ?? '', now: app.now() }),
  );
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function GuestStop() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <AuthPage>
      {view ? (
        <LinkStep title={title} label={view.label} busyLabel={view.busyLabel}>
          {view.text}
        </LinkStep>
      ) : (
        <LinkExpired />
      )}
    </AuthPage>
  );
}
