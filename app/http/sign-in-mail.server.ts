import { translator } from '~/i18n/i18n.server';
import {
  createLinkMailer,
  type LinkMailer,
  type SignInMail,
} from '~/models/session/sign-in-link.server';
import { paths } from '~/paths';
import type { RequestArgs } from './context';
import { originOf } from './origin.server';
import { addressKey } from './address.server';

/** Writes the mail with a sign-in link, in the language of the request. */
export async function signInMailFor(args: RequestArgs): Promise<SignInMail> {
  const t = await translator(args.request);
  const origin = originOf(args);
  return ({ token, name, eventName: event, isConfirmed }) => {
    const link = origin + paths.loginLink(token);
    return {
      subject: t('mail:sign_in.subject'),
      text: isConfirmed
        ? t('mail:sign_in.text', { name, event, link })
        : t('mail:sign_in.text_unconfirmed', { link }),
    };
  };
}

/** The mailer of sign-in links; null if no mail server is configured. */
export function linkMailer(args: RequestArgs): LinkMailer | null {
  const { mail, attempts } = args.context.app;
  return mail && createLinkMailer({ mail, attempts, address: addressKey(args) });
}
