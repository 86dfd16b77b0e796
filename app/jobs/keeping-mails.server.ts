import type { Env } from '~/env.server';
import { keepingMail } from '~/i18n/keeping-mail.server';
import { readKeepingContent } from '~/models/event/keeping-mail.server';
import { runWithPlace } from '~/models/session/attempts.server';
import { mailsTo } from '~/models/session/sign-in-link.server';
import { morningToken } from '~/models/user/morning-link.server';
import {
  claimKeepingMail,
  listDueKeepingMails,
  releaseKeepingMail,
  type DueKeepingMail,
  type KeepingMail,
} from '~/models/user/keeping-mail.server';
import { morningPaths } from '~/morning-paths';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import type { JobPlan } from './job.server';
import { mailPlan, type MailJobDeps, type Site } from './mail-round.server';

const EVERY_MS = 15 * 1000;

type Deps = MailJobDeps & { env: Pick<Env, 'EVENT_TIME_ZONE' | 'EVENT_KEEP_MONTHS'> };

/** Warns by mail before photos and events are deleted (rule `retention.mail`), a batch in each run. */
export function keepingMailsPlan(deps: Deps): JobPlan {
  const { db, now, today, env } = deps;
  const { EVENT_TIME_ZONE: timeZone, EVENT_KEEP_MONTHS: keepMonths } = env;
  const moment = () => ({ now: now(), today: today(), timeZone, keepMonths });
  return mailPlan<DueKeepingMail>(deps, {
    name: 'keeping_mails',
    everyMs: EVERY_MS,
    begin: async (site) => ({
      due: await listDueKeepingMails(db, moment()),
      about: (due) => due,
      async claim(due) {
        const claimed = await claimKeepingMail(db, { ...due, ...moment() });
        return (
          claimed && {
            send: () => send(deps, claimed, site),
            release: () => releaseKeepingMail(db, { ...due, now: now() }),
          }
        );
      },
    }),
  });
}

async function send(deps: Deps, claimed: KeepingMail, { mail, origin }: Site): Promise<void> {
  const { db, env } = deps;
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
  // These mails count towards the limit of an address, which may be that of several guests, or a stranger's.
  await runWithPlace(await deps.attempts.take(...mailsTo(to)), () =>
    mail.send({ to: to.email, ...words, unsubscribe: stop }),
  );
}
