import { confirmationMail, noticeMail } from '~/i18n/platform-texts.server';
import { mailConfirmation } from '~/models/user/email-confirmation.server';
import {
  claimNotice,
  recordConfirmationRequest,
  releaseNotice,
  recordSent,
  type Notice,
} from '~/models/message/mail-notice.server';
import { listDueNotices, type DueNotice } from '~/models/message/due-notices.server';
import { paths } from '~/paths';
import type { JobPlan } from './job.server';
import { mailPlan, type MailJobDeps, type Site } from './mail-round.server';

const EVERY_MS = 60 * 1000;

/** Sends one mail to each member with unread news (rule `notices.mail`). */
export function noticesPlan(deps: MailJobDeps): JobPlan {
  const { db, now, today } = deps;
  return mailPlan<DueNotice>(deps, {
    name: 'notices',
    everyMs: EVERY_MS,
    begin: async (site) => ({
      due: await listDueNotices(db, { now: now(), today: today() }),
      about: ({ userId }) => ({ userId }),
      async claim(due) {
        const notice = await claimNotice(db, due, { now: now() });
        if (!notice) return null;
        const release = () => releaseNotice(db, due, { now: now() });
        return notice.to.emailConfirmedAt !== null
          ? { send: () => tell(notice, site), record: () => recordSent(db, due), release }
          : {
              send: () => askToConfirm(deps, notice, site),
              record: () => recordConfirmationRequest(db, due, { now: now() }),
              release,
            };
      },
    }),
  });
}

async function tell(notice: Notice, { mail, origin }: Site): Promise<void> {
  await mail.send({ to: notice.to.email, ...noticeMail(notice, { origin }) });
}

/**
 * Asks the recipient to confirm the address, in a mail that contains no user's words (rule
 * `mails.unconfirmed`).
 */
function askToConfirm(deps: MailJobDeps, { to }: Notice, { mail, origin }: Site): Promise<void> {
  return mailConfirmation(
    { ...deps, mail },
    {
      to,
      write: (token) =>
        confirmationMail({ language: to.language, link: origin + paths.emailConfirm(token) }),
    },
  );
}
