import { translator } from '~/i18n/i18n.server';
import type { SignInDeps, SignInMail } from '~/models/sign-in.server';
import { emailKey } from '~/models/user';
import { paths } from '~/paths';
import type { RequestArgs } from './context';
import { originOf } from './origin.server';
import { byAddress } from './throttle.server';

/** Words the mail with a sign-in link, in the language of the request. */
export async function signInMailFor(args: RequestArgs): Promise<SignInMail> {
  const t = await translator(args.request);
  const origin = originOf(args);
  return ({ token, name, eventName }) => ({
    subject: t('access:mail.subject', { event: eventName }),
    text: t('access:mail.text', { name, event: eventName, link: origin + paths.loginLink(token) }),
  });
}

/**
 * The mailer, used only so often for one inbox and from one address; null where no mail is sent.
 * It throws DomainError too_many_attempts.
 */
export function limitedMail(args: RequestArgs): SignInDeps['mail'] {
  const { mail, attempts } = args.context.app;
  return (
    mail && {
      async send(message) {
        await attempts.take(['mail_to', emailKey(message.to)], byAddress(args, 'mail_from'));
        await mail.send(message);
      },
    }
  );
}
