import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, LinkStep } from '~/components/auth/open-event';
import { emailChangeOf } from '~/http/email-change.server';
import { outcome } from '~/http/outcome.server';
import { privatePageMeta } from '~/http/page-meta';
import { aboutOneself, recordSecurity } from '~/http/security-log.server';
import { translator } from '~/i18n/i18n.server';
import { openEmailLink, readEmailLink } from '~/models/user/email-change.server';
import type { DomainError } from '~/models/errors';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/**
 * The link that confirms leaving an old address (rule `account.email`). Mail programs open links, so only its
 * button changes the address.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const change = await readEmailLink(context.app, { token: params.token ?? '' });
  if (!change) return data({ title: t('links:link.invalid'), email: null }, 404);
  return data({ title: t('links:email_link.title'), email: change.email });
}

export async function action(args: ActionFunctionArgs) {
  const { deps, words } = await emailChangeOf(args);
  const says = {
    next: paths.home(),
    back: paths.home(),
    done: 'links:email_link.done',
    refused: 'links:email_link.failed',
    // The link was used in the meantime; the loader reports it.
    reply: ({ code, status }: DomainError) =>
      code === 'link_expired' ? data(null, status) : undefined,
  } as const;
  return outcome(args, says, async () => {
    const user = await openEmailLink(deps, { token: args.params.token ?? '', words });
    await recordSecurity(args, 'email_changed', aboutOneself(user));
  });
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function EmailLink() {
  const { title, email } = useLoaderData<typeof loader>();
  const { t } = useTranslation(['auth', 'links']);
  return (
    <AuthPage>
      {email === null ? (
        <LinkExpired />
      ) : (
        <LinkStep
          title={title}
          label={t('links:email_link.change')}
          busyLabel={t('links:email_link.changing')}
        >
          {t('links:email_link.text', { email })}
        </LinkStep>
      )}
    </AuthPage>
  );
}
