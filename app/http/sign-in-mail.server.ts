import { translator } from '~/i18n/i18n.server';
import type { SignInMail } from '~/models/sign-in.server';
import { paths } from '~/paths';
import type { RequestArgs } from './context';

/** Words the mail with an organizer's sign-in link, in the language of the request (C§3). */
export async function signInMail({ request, context }: RequestArgs): Promise<SignInMail> {
  const t = await translator(request);
  const origin = context.app.env.PUBLIC_ORIGIN ?? new URL(request.url).origin;
  return ({ token, name, eventName }) => ({
    subject: t('auth:mail.subject', { event: eventName }),
    text: t('auth:mail.text', { name, event: eventName, link: origin + paths.loginLink(token) }),
  });
}
