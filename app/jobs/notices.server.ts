import type { Env } from '~/env.server';
import { confirmationMail, noticeMail } from '~/i18n/platform-texts.server';
import type { Day } from '~/models/day';
import type { AttemptCounter } from '~/models/session/attempts.server';
import { mailConfirmation } from '~/models/user/email-confirmation.server';
import {
  claimNotice,
  recordConfirmationRequest,
  releaseNotice,
  recordSent,
  type Notice,
} from '~/models/message/mail-notice.server';
import { listDueNotices } from '~/models/message/due-notices.server';
import { paths } from '~/paths';
import type { Mailer } from '~/services/mail.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';
import { sendDue } from './mail-round.server';

const EVERY_MS = 60 * 1000;

/** What mails about news need from the application. */
export type NoticeDeps = JobDeps & {
  mail: Mailer | null;
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'SESSION_SECRET'>;
  attempts: AttemptCounter;
  today(): Day;
};

/**
 * Starts the job that mails members their news (rule `notices.mail`). It does not run without a mail server:
 * a run without work would delay the first real one after mail is configured.
 */
export function startNotices(deps: NoticeDeps): Job {
  if (!deps.mail) return { stop: () => Promise.resolve() };
  return startJob(deps, noticesPlan(deps));
}

/** One run: sends one mail to each member with unread news. Does nothing if no mail is configured. */
export function noticesPlan(deps: NoticeDeps): JobPlan {
  const { db, now, today, mail, env } = deps;
  return {
    name: 'notices',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      if (!mail || !env.PUBLIC_ORIGIN) return { mailed: 0, failed: 0 };
      const site = { mail, origin: env.PUBLIC_ORIGIN };
      return sendDue(deps, {
        due: await listDueNotices(db, { now: now(), today: today() }),
        mayContinue,
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
      });
    },
  };
}

interface Site {
  mail: Mailer;
  origin: string;
}

async function tell(notice: Notice, { mail, origin }: Site): Promise<void> {
  await mail.send({ to: notice.to.email, ...noticeMail(notice, { origin }) });
}

/**
 * Asks the recipient to confirm the address, in a mail that contains no user's words (rule
 * `mails.unconfirmed`).
 */
function askToConfirm(deps: NoticeDeps, { to }: Notice, { mail, origin }: Site): Promise<void> {
  return mailConfirmation(
    { ...deps, mail },
    {
      to,
      write: (token) =>
        confirmationMail({ language: to.language, link: origin + paths.emailConfirm(token) }),
    },
  );
}
