import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/hero';
import { LinkExpired, OpenEvent } from '~/components/open-event';
import { redirectWithToast, signIn } from '~/http/session.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { consumeSignInLink } from '~/models/sign-in.server';
import { paths } from '~/paths';

/**
 * An organizer's sign-in link from a mail (C§3). Opening it spends nothing, because mail programs
 * open links to look at them; its button does.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const t = await translator(request);
  return { title: t('auth:link.title') };
}

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  try {
    const token = args.params.token ?? '';
    const user = await consumeSignInLink(app.db, { token, now: app.now() });
    await signIn(args, { user });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ isExpired: true }, error.status);
  }
  return redirectWithToast(args, paths.home(), {
    tone: 'ok',
    title: 'auth:toast.welcome_back',
    text: 'auth:toast.welcome_back_text',
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.title} · Snapodium` },
  { name: 'robots', content: 'noindex' },
];

export default function LoginLink() {
  const { title } = useLoaderData<typeof loader>();
  const isExpired = useActionData<{ isExpired: boolean }>()?.isExpired;
  return (
    <AuthPage>{isExpired ? <LinkExpired /> : <OpenEvent title={title} isSingleUse />}</AuthPage>
  );
}
