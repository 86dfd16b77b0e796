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
import { sendDue } from './mail-round.server';

const EVERY_MS = 15 * 1000;

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
  const { db, now, today, mail, env } = deps;
  return {
    name: 'guest_mails',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      if (!mail || !env.PUBLIC_ORIGIN) return { mailed: 0, failed: 0 };
      const site = { mail, origin: env.PUBLIC_ORIGIN };
      return sendDue(deps, {
        due: await listDueGuestMails(db, { now: now() }),
        mayContinue,
        about: (guestId) => ({ guestId }),
        async claim(id) {
          const claimed = await claimGuestMail(db, { id, now: now(), today: today() });
          return (
            claimed && {
              send: () => send(deps, claimed, site),
              record: () => recordGuestMailSent(db, { id }),
              release: (error) =>
                releaseGuestMail(db, { guest: claimed.guest, now: now(), waitS: waitOf(error) }),
            }
          );
        },
      });
    },
  };
}

/** The seconds that a limit makes a mail wait; undefined for any other error. */
const waitOf = (error: unknown) => (error instanceof DomainError ? error.retryAfter : undefined);

async function send(
  { attempts, env }: GuestMailDeps,
  claimed: GuestMail,
  { mail, origin }: { mail: Mailer; origin: string },
): Promise<void> {
  const { guest, organizerKey } = claimed;
  const place = await attempts.take(
    // Many events must not flood one address: it counts like any that nobody has confirmed.
    ...mailsTo({ ...guest, emailConfirmedAt: null }),
    ['invitation', organizerKey ?? `event ${guest.eventId}`],
  );
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
