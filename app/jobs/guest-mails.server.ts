import { guestMail } from '~/i18n/platform-texts.server';
import { DomainError } from '~/models/errors';
import { runWithPlace } from '~/models/session/attempts.server';
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
import type { JobPlan } from './job.server';
import { mailPlan, type MailJobDeps, type Site } from './mail-round.server';

const EVERY_MS = 15 * 1000;

/** Mails invitations and reminders to the people on guest lists (rule `guest-list.mails`). */
export function guestMailsPlan(deps: MailJobDeps): JobPlan {
  const { db, now, today } = deps;
  return mailPlan<number>(deps, {
    name: 'guest_mails',
    everyMs: EVERY_MS,
    begin: async (site) => ({
      due: await listDueGuestMails(db, { now: now() }),
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
    }),
  });
}

/** The seconds that a limit makes a mail wait; undefined for any other error. */
const waitOf = (error: unknown) => (error instanceof DomainError ? error.retryAfter : undefined);

async function send(deps: MailJobDeps, claimed: GuestMail, { mail, origin }: Site): Promise<void> {
  const { guest, organizerKey } = claimed;
  const token = guestToken(guest, deps.env);
  const stop = origin + paths.guestStop(token);
  const words = guestMail(claimed, { open: origin + paths.guest(token), stop });
  const place = await deps.attempts.take(
    // Many events must not flood one address: it counts like any that nobody has confirmed.
    ...mailsTo({ ...guest, emailConfirmedAt: null }),
    ['invitation', organizerKey ?? `event ${guest.eventId}`],
  );
  await runWithPlace(place, () => mail.send({ to: guest.email, ...words, unsubscribe: stop }));
}
