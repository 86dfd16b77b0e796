import type { Env } from '~/env.server';
import { keepingMail } from '~/i18n/keeping-mail.server';
import type { Day } from '~/models/day';
import { readKeepingContent } from '~/models/event/keeping-mail.server';
import type { AttemptCounter } from '~/models/session/attempts.server';
import { mailsTo } from '~/models/session/sign-in-link.server';
import { morningToken } from '~/models/user/morning-link.server';
import {
  claimKeepingMail,
  listDueKeepingMails,
  releaseKeepingMail,
  type KeepingMail,
} from '~/models/user/keeping-mail.server';
import { morningPaths } from '~/morning-paths';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import type { Mailer } from '~/services/mail.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';
import { sendDue } from './mail-round.server';

const EVERY_MS = 15 * 1000;

/** What the job needs from the application. */
export type KeepingMailDeps = JobDeps & {
  mail: Mailer | null;
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'SESSION_SECRET' | 'EVENT_TIME_ZONE' | 'EVENT_KEEP_MONTHS'>;
  attempts: AttemptCounter;
  today(): Day;
};

/**
 * Starts the job that warns by mail before photos and events are deleted (rule `retention.mail`). It does not run
 * without a mail server.
 */
export function startKeepingMails(deps: KeepingMailDeps): Job {
  if (!deps.mail) return { stop: () => Promise.resolve() };
  return startJob(deps, keepingMailsPlan(deps));
}

/** One run: a batch of mails, one after the other. Does nothing if no mail is configured. */
export function keepingMailsPlan(deps: KeepingMailDeps): JobPlan {
  const { db, now, today, mail, env } = deps;
  const { EVENT_TIME_ZONE: timeZone, EVENT_KEEP_MONTHS: keepMonths } = env;
  const moment = () => ({ now: now(), today: today(), timeZone, keepMonths });
  return {
    name: 'keeping_mails',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      if (!mail || !env.PUBLIC_ORIGIN) return { mailed: 0, failed: 0 };
      const site = { mail, origin: env.PUBLIC_ORIGIN };
      return sendDue(deps, {
        due: await listDueKeepingMails(db, moment()),
        mayContinue,
        about: (due) => due,
        async claim(due) {
          const claimed = await claimKeepingMail(db, { ...due, ...moment() });
          return (
            claimed && {
              send: () => send(deps, claimed, site),
              // The claim has said it already.
              record: () => Promise.resolve(),
              release: () => releaseKeepingMail(db, { ...due, now: now() }),
            }
          );
        },
      });
    },
  };
}

async function send(
  { db, env, attempts }: KeepingMailDeps,
  claimed: KeepingMail,
  { mail, origin }: { mail: Mailer; origin: string },
): Promise<void> {
  const { to } = claimed;
  const token = morningToken(to, 'morning', env);
  const stop = origin + morningPaths.stop(morningToken(to, 'morning stop', env));
  const words = keepingMail(await readKeepingContent(db, claimed), {
    open: origin + (to.isOrganizer ? paths.home() : morningPaths.enter(token)),
    stop,
    zip: origin + organizerPaths.allPhotosZip({ format: 'jpeg' }),
    album: origin + organizerPaths.album(),
    guests: origin + organizerPaths.guestsCsv(),
    mine: origin + morningPaths.enter(token, { take: 'mine' }),
    all: origin + morningPaths.enter(token, { take: 'all' }),
  });
  // The address of several guests, or of a stranger, gets no more than any other mails.
  const place = await attempts.take(...mailsTo(to));
  try {
    await mail.send({ to: to.email, ...words, unsubscribe: stop });
  } catch (error) {
    await place.giveBack();
    throw error;
  }
}
