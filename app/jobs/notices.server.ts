import type { Env } from '~/env.server';
import { noticeMail } from '~/i18n/platform-texts.server';
import type { Day } from '~/models/day';
import { claimNotice, listDueNotices, noteFailed, noteSent } from '~/models/mail-notice.server';
import type { Mailer } from '~/services/mail.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';

const EVERY_MS = 60 * 1000;
/** After so many failures one after the other it is the server that does not answer. */
const FAILURES_MAX = 3;

/** What the mails about what is new need of the application. */
export type NoticeDeps = JobDeps & {
  mail: Mailer | null;
  env: Pick<Env, 'PUBLIC_ORIGIN'>;
  today(): Day;
};

/**
 * Starts the job that mails members what is new (rule `notices.mail`). Without mail there is none: a run
 * with nothing to do would only put off the first one after mail is set up.
 */
export function startNotices(deps: NoticeDeps): Job {
  if (!deps.mail) return { stop: () => Promise.resolve() };
  return startJob(deps, noticesPlan(deps));
}

/** What a run does: one mail for each who has not heard yet, and none where no mail is set up. */
export function noticesPlan({ db, log, now, today, mail, env }: NoticeDeps): JobPlan {
  return {
    name: 'notices',
    everyMs: EVERY_MS,
    async work({ goOn }) {
      const counts = { mailed: 0, failed: 0 };
      if (!mail || !env.PUBLIC_ORIGIN) return counts;
      let failuresInARow = 0;
      for (const due of await listDueNotices(db, { now: now(), today: today() })) {
        if (failuresInARow === FAILURES_MAX || !(await goOn())) return counts;
        const notice = await claimNotice(db, due, { now: now() });
        if (!notice) continue;
        try {
          const words = noticeMail(notice, { origin: env.PUBLIC_ORIGIN });
          await mail.send({ to: notice.to.email, ...words });
        } catch (error) {
          log.warn({ err: error, userId: due.userId }, 'a mail about what is new was not taken');
          await noteFailed(db, due, { now: now() });
          failuresInARow += 1;
          counts.failed += 1;
          continue;
        }
        await noteSent(db, due);
        failuresInARow = 0;
        counts.mailed += 1;
      }
      return counts;
    },
  };
}
