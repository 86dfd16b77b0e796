import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepForm } from '~/browser/keep-form';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, LinkStep } from '~/components/auth/open-event';
import { readForm } from '~/http/forms.server';
import { identify } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { privatePageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { isStopLink, stopMemberMails } from '~/models/user/morning-link.server';
import { paths } from '~/paths';
import { ONE_CLICK } from './one-click';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/**
 * Ends the mails about an event to a member (rule `mails.morning-link`). Mail programs open links, so only the button
 * ends them, or the mail program's own button, which posts here as well.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const isGood = await isStopLink(context.app, { token: params.token ?? '' });
  if (!isGood) return data({ title: t('links:link.invalid'), view: null }, 404);
  const view = {
    text: t('server:morning_mail.stop_text'),
    label: t('server:auth.guest_stop.confirm'),
    busyLabel: t('server:auth.guest_stop.busy'),
  };
  return data({ title: t('server:auth.guest_stop.title'), view });
}

export async function action(args: ActionFunctionArgs) {
  const isOneClick = (await readForm(args)).has(ONE_CLICK);
  const says = {
    // A signed-in reader would be led on from there, and not see the notice.
    next: (await identify(args))?.user ? paths.settings() : paths.auth(),
    done: 'server:auth.guest_stop.done',
    answers: async () => (isOneClick ? data(null, 200) : null),
    // The link has ended meanwhile; the loader reports it.
    reply: (error: DomainError) => data(null, error.status),
  } as const;
  return outcome(args, says, () =>
    stopMemberMails(args.context.app, { token: args.params.token ?? '' }),
  );
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function MorningStop() {
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
