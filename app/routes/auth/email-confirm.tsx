import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmEmail } from '~/components/auth/confirm-email';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired } from '~/components/auth/open-event';
import { identify } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { privatePageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { confirmEmail, findConfirming } from '~/models/user/email-confirmation.server';
import type { DomainError } from '~/models/errors';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/**
 * The link in a mail that asks its reader to confirm the address. Mail programs open links, so only the
 * button confirms.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const user = await findConfirming(context.app, { token: params.token ?? '' });
  if (!user) return data({ title: t('links:link.invalid'), email: null }, 404);
  return data({ title: t('links:confirm_email.title'), email: user.email });
}

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const says = {
    next: (await identify(args)) ? paths.home() : paths.auth(),
    done: { title: 'server:auth.confirm_email.done', text: 'server:auth.confirm_email.done_text' },
    // The address has changed in the meantime; the loader reports it.
    reply: (error: DomainError) => data(null, error.status),
  } as const;
  return outcome(args, says, () =>
    confirmEmail(app, { token: args.params.token ?? '', now: app.now() }),
  );
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function EmailConfirm() {
  const { email } = useLoaderData<typeof loader>();
  return <AuthPage>{email ? <ConfirmEmail email={email} /> : <LinkExpired />}</AuthPage>;
}
