import { retentionWarning } from '~/i18n/platform-texts.server';
import { SYSTEM } from '~/models/access';
import { removeOldEntries } from '~/models/audit.server';
import { removeExpiredAttempts } from '~/models/attempt.server';
import type { Day } from '~/models/day';
import {
  listEventsToWarn,
  listOverdueEvents,
  removeOverdueImages,
  warnOrganizer,
} from '~/models/retention.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';

const EVERY_MS = 60 * 60 * 1000;

/** What the retention job needs of the application. */
export type RetentionDeps = JobDeps & { today(): Day };

/**
 * Starts the job that removes photos and selfies a month after an event, and warns before (rules
 * `retention.month`, `retention.warning`).
 */
export function startRetention(deps: RetentionDeps): Job {
  return startJob(deps, retentionPlan(deps));
}

/**
 * What a run does: warnings first, for a large removal may take long. It also deletes expired counts of
 * the throttles, and what the list of deeds kept for a year.
 */
export function retentionPlan({ db, log, now, today }: RetentionDeps): JobPlan {
  return {
    name: 'retention',
    everyMs: EVERY_MS,
    async work({ goOn }) {
      await removeExpiredAttempts(db, { now: now() });
      await removeOldEntries(db, { actor: SYSTEM, now: now() });
      const counts = { warned: 0, events: 0, photos: 0, selfies: 0 };
      for (const { id: eventId } of await listEventsToWarn(db, { today: today() })) {
        if (!(await goOn())) return counts;
        const warning = { eventId, today: today(), words: retentionWarning };
        if (await warnOrganizer(db, { actor: SYSTEM, ...warning })) counts.warned += 1;
      }
      for (const { id: eventId } of await listOverdueEvents(db, { today: today() })) {
        if (!(await goOn())) return counts;
        const removed = await removeOverdueImages(db, { actor: SYSTEM, eventId, today: today() });
        if (removed.photos + removed.selfies === 0) continue;
        log.info({ eventId, ...removed }, 'an event’s images go');
        counts.events += 1;
        counts.photos += removed.photos;
        counts.selfies += removed.selfies;
      }
      return counts;
    },
  };
}
