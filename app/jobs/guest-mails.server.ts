import type { Env } from '~/env.server';
import { guestMail } from '~/i18n/platform-texts.server';
import type { Day } from '~/models/day';
import { DomainError } from '~/models/errors';
import type { AttemptCounter } from '~/models/session/attempts.server';
import { mailsTo } from '~/models/session/sign-in-link.server';
import {
  claimGuestMail,
  guestToken,
  listDueGuestMails,
  recordGuestMailSent,
  releaseGuestMail,
  type GuestMail,
} from '~/models/user/guest-mail.server';
import { paths } from '~/paths';
import type { Mailer } from '~/services/mail.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';

const EVERY_MS = 15 * 1000;
/** After this many consecutive failures the mail server counts as unavailable. */
const FAILURES_MAX = 3;

/** What the job needs from the application. */
export type GuestMailDeps = JobDeps & {
  mail: Mailer | null;
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'SESSION_SECRET'>;
  attempts: AttemptCounter;
  today(): Day;
};

/**
 * Starts the job that mails invitations and reminders to the people on guest lists (rule `guest-list.mails`).
 * It does not run without a mail server.
 */
export function startGuestMails(deps: GuestMailDeps): Job {
  if (!deps.mail) return { stop: () => Promise.resolve() };
  return startJob(deps, guestMailsPlan(deps));
}

/** One run. Does nothing if no mail is configured. */
export function guestMailsPlan(deps: GuestMailDeps): JobPlan {
  const { db, log, now, today, mail, env } = deps;
  return {
    name: 'guest_mails',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      const counts = { mailed: 0, failed: 0 };
      if (!mail || !env.PUBLIC_ORIGIN) return counts;
      const site = { mail, origin: env.PUBLIC_ORIGIN };
      let failuresInARow = 0;
      for (const id of await listDueGuestMails(db, { now: now() })) {
        if (failuresInARow === FAILURES_MAX || !(await mayContinue())) return counts;
        const claimed = await claimGuestMail(db, { id, now: now(), today: today() });
        if (!claimed) continue;
        try {
          await send(deps, claimed, site);
          await recordGuestMailSent(db, { id });
          failuresInARow = 0;
          counts.mailed += 1;
        } catch (error) {
          log.warn({ err: error, guestId: id }, 'a mail to a guest was not taken');
          await releaseGuestMail(db, { guest: claimed.guest, now: now() });
          // A limit per address says nothing about the mail server.
          if (!(error instanceof DomainError)) failuresInARow += 1;
          counts.failed += 1;
        }
      }
      return counts;
    },
  };
}

async function send(
  { attempts, env }: GuestMailDeps,
  claimed: GuestMail,
  { mail, origin }: { mail: Mailer; origin: string },
): Promise<void> {
  const { guest } = claimed;
  // Many events must not flood one address: it counts like any that nobody has confirmed.
  const place = await attempts.take(...mailsTo({ ...guest, emailConfirmedAt: null }));
  const token = guestToken(guest, env);
  const stop = origin + paths.guestStop(token);
  try {
    const words = guestMail(claimed, { open: origin + paths.guest(token), stop });
    await mail.send({ to: guest.email, ...words, unsubscribe: stop });
  } catch (error) {
    await place.giveBack();
    throw error;
  }
}
