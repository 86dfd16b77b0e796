import type { Env } from '~/env.server';
import type { Day } from '~/models/day';
import { DomainError } from '~/models/errors';
import { isJobOff, type MailJob } from '~/models/job/rules';
import type { AttemptCounter } from '~/models/session/attempts.server';
import type { Mailer } from '~/services/mail.server';
import type { JobDeps, JobPlan } from './job.server';

/** After this many consecutive failures the mail server counts as unavailable. */
const FAILURES_MAX = 3;

/** What every job that sends mails needs from the application. */
export type MailJobDeps = JobDeps & {
  mail: Mailer | null;
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'SESSION_SECRET'>;
  attempts: AttemptCounter;
  today(): Day;
};

/** The mail server, and the origin of the links in mails. */
export interface Site {
  mail: Mailer;
  origin: string;
}

/** A mail that only this server sends now. */
interface ClaimedMail {
  /** @throws DomainError for a limit, or what the mail server throws */
  send(): Promise<void>;
  /** Records that it was sent, if the claim has not done so. */
  record?(): Promise<void>;
  /** Returns it, to be tried again. */
  release(error: unknown): Promise<void>;
}

/** The mails of one run. */
interface Round<Due> {
  due: readonly Due[];
  /** Claims a mail before it is sent; null if there is nothing to send any more. */
  claim: (due: Due) => Promise<ClaimedMail | null>;
  /** What the log says about a mail that could not be sent. */
  about: (due: Due) => object;
}

/**
 * Plans a job that sends the mails that are due, one after the other, until the mail server counts as unavailable.
 */
export function mailPlan<Due>(
  { mail, env, log }: MailJobDeps,
  {
    begin,
    ...plan
  }: Pick<JobPlan, 'everyMs'> & { name: MailJob; begin(site: Site): Promise<Round<Due>> },
): JobPlan {
  return {
    ...plan,
    isOff: isJobOff(plan.name, { mail }),
    async work({ mayContinue }) {
      const counts = { mailed: 0, failed: 0 };
      if (!mail || !env.PUBLIC_ORIGIN) return counts;
      const round = await begin({ mail, origin: env.PUBLIC_ORIGIN });
      let failuresInARow = 0;
      for (const due of round.due) {
        if (failuresInARow === FAILURES_MAX || !(await mayContinue())) break;
        const claimed = await round.claim(due);
        if (!claimed) continue;
        try {
          await claimed.send();
        } catch (error) {
          log.warn({ err: error, ...round.about(due) }, 'a mail could not be sent');
          await claimed.release(error);
          // A limit per address says nothing about the mail server.
          if (!(error instanceof DomainError)) failuresInARow += 1;
          counts.failed += 1;
          continue;
        }
        await claimed.record?.();
        failuresInARow = 0;
        counts.mailed += 1;
      }
      return counts;
    },
  };
}
