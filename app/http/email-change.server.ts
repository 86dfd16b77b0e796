import { translator } from '~/i18n/i18n.server';
import type { EmailChangeDeps, EmailChangeWords } from '~/models/user/email-change.server';
import { paths } from '~/paths';
import type { RequestArgs } from './context';
import { originOf } from './origin.server';
import { linkMailer } from './sign-in-mail.server';

/** The dependencies of an address change, with its mails in the language of the request. */
export async function emailChangeOf(
  args: RequestArgs,
): Promise<{ deps: EmailChangeDeps; words: EmailChangeWords }> {
  const { app, log } = args.context;
  const t = await translator(args.request);
  const origin = originOf(args);
  return {
    deps: { ...app, mail: linkMailer(args), log },
    words: {
      link: ({ token }) => ({
        subject: t('mail:address.link_subject'),
        text: t('mail:address.link', { link: origin + paths.emailLink(token) }),
      }),
      changed: () => ({
        subject: t('mail:address.changed_subject'),
        text: t('mail:address.changed', { link: origin }),
      }),
    },
  };
}
