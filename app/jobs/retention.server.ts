import type { Env } from '~/env.server';
import { deletionWarning, retentionWarning } from '~/i18n/platform-texts.server';
import { SYSTEM } from '~/models/access';
import { removeOldEntries } from '~/models/admin/audit.server';
import { removeExpiredAttempts } from '~/models/session/attempts.server';
import type { Day } from '~/models/day';
import {
  warnOfDeletion,
  listEventsToWarnOfDeletion,
  listEventsToDelete,
  deleteExpiredEvent,
} from '~/models/event/deletion.server';
import {
  listEventsToWarn,
  listOverdueEvents,
  removeOverdue,
  warnOrganizer,
} from '~/models/event/retention.server';
import { removeOldSecurityEvents } from '~/models/admin/security-event.server';
import { removeExpiredSessions } from '~/models/session/write.server';
import { removeOldStrangers } from '~/models/user/remove.server';
import type { JobDeps, JobPlan } from './job.server';

const EVERY_MS = 60 * 60 * 1000;

/** What the retention job needs from the application. */
export type RetentionDeps = JobDeps & {
  today(): Day;
  env: Pick<Env, 'EVENT_KEEP_MONTHS'>;
};

/**
 * Deletes pictures and messages a month after an event, and later the event itself, with a warning before each (rules
 * `retention.month`, `retention.event`, `retention.warning`). Warnings come first, because a large removal may take
 * long. It also deletes expired throttle counts, expired sessions, strangers in the demo event, and log entries that
 * are a year old.
 */
export function retentionPlan({ db, log, now, today, env }: RetentionDeps): JobPlan {
  return {
    name: 'retention',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      await removeExpiredAttempts(db, { now: now() });
      await removeOldEntries(db, { actor: SYSTEM, now: now() });
      await removeOldSecurityEvents(db, { actor: SYSTEM, now: now() });
      await removeExpiredSessions(db, { actor: SYSTEM, now: now() });
      await removeOldStrangers(db, { actor: SYSTEM, now: now() });
      const counts = { warned: 0, events: 0, photos: 0, selfies: 0, gone: 0 };
      const keeping = () => ({ today: today(), keepMonths: env.EVENT_KEEP_MONTHS });
      for (const { id: eventId } of await listEventsToWarn(db, { today: today() })) {
        if (!(await mayContinue())) return counts;
        const warning = { eventId, today: today(), words: retentionWarning };
        if (await warnOrganizer(db, { actor: SYSTEM, ...warning })) counts.warned += 1;
      }
      for (const { id: eventId } of await listEventsToWarnOfDeletion(db, keeping())) {
        if (!(await mayContinue())) return counts;
        const warning = { eventId, ...keeping(), words: deletionWarning };
        if (await warnOfDeletion(db, { actor: SYSTEM, ...warning })) counts.warned += 1;
      }
      for (const { id: eventId } of await listOverdueEvents(db, { today: today() })) {
        if (!(await mayContinue())) return counts;
        const removed = await removeOverdue(db, { actor: SYSTEM, eventId, today: today() });
        if (!Object.values(removed).some((count) => count > 0)) continue;
        log.info({ eventId, ...removed }, 'the pictures and messages of an event are deleted');
        counts.events += 1;
        counts.photos += removed.photos;
        counts.selfies += removed.selfies;
      }
      for (const { id: eventId } of await listEventsToDelete(db, keeping())) {
        if (!(await mayContinue())) return counts;
        if (!(await deleteExpiredEvent(db, { actor: SYSTEM, eventId, ...keeping() }))) continue;
        log.info({ eventId }, 'an event goes with its people');
        counts.gone += 1;
      }
      return counts;
    },
  };
}
