import type { Env } from '~/env.server';
import { confirmationMail, noticeMail } from '~/i18n/platform-texts.server';
import type { Day } from '~/models/day';
import type { AttemptCounter } from '~/models/session/attempts.server';
import { confirmationToken } from '~/models/user/email-confirmation.server';
import { DomainError } from '~/models/errors';
import {
  claimNotice,
  recordConfirmationRequest,
  releaseNotice,
  recordSent,
  type Notice,
} from '~/models/message/mail-notice.server';
import { listDueNotices } from '~/models/message/due-notices.server';
import { mailsTo } from '~/models/session/sign-in-link.server';
import { paths } from '~/paths';
import type { Mailer } from '~/services/mail.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';

const EVERY_MS = 60 * 1000;
/** After this many consecutive failures the mail server counts as unavailable. */
const FAILURES_MAX = 3;

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
  const { db, log, now, today, mail, env } = deps;
  return {
    name: 'notices',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      const counts = { mailed: 0, failed: 0 };
      if (!mail || !env.PUBLIC_ORIGIN) return counts;
      const site = { mail, origin: env.PUBLIC_ORIGIN };
      let failuresInARow = 0;
      for (const due of await listDueNotices(db, { now: now(), today: today() })) {
        if (failuresInARow === FAILURES_MAX || !(await mayContinue())) return counts;
        const notice = await claimNotice(db, due, { now: now() });
        if (!notice) continue;
        const isConfirmed = notice.to.emailConfirmedAt !== null;
        try {
          await (isConfirmed ? tell(notice, site) : askToConfirm(deps, notice, site));
        } catch (error) {
          log.warn({ err: error, userId: due.userId }, 'a mail about what is new was not taken');
          await releaseNotice(db, due, { now: now() });
          // A limit per address says nothing about the mail server.
          if (!(error instanceof DomainError)) failuresInARow += 1;
          counts.failed += 1;
          continue;
        }
        await (isConfirmed
          ? recordSent(db, due)
          : recordConfirmationRequest(db, due, { now: now() }));
        failuresInARow = 0;
        counts.mailed += 1;
      }
      return counts;
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
async function askToConfirm(
  { attempts, env }: NoticeDeps,
  { to }: Notice,
  { mail, origin }: Site,
): Promise<void> {
  const place = await attempts.take(...mailsTo(to));
  const link = origin + paths.emailConfirm(confirmationToken(to, env));
  try {
    await mail.send({ to: to.email, ...confirmationMail({ language: to.language, link }) });
  } catch (error) {
    await place.giveBack();
    throw error;
  }
}
