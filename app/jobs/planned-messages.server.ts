import { SYSTEM } from '~/models/access';
import type { Day } from '~/models/day';
import { listDuePlanned, sendPlanned } from '~/models/message/planned-sending.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';

const EVERY_MS = 15 * 1000;

/** What the job needs from the application. */
export type PlannedDeps = JobDeps & { today(): Day };

/** Starts the job that sends the organizers' planned messages (rule `messages.planned`). */
export function startPlannedMessages(deps: PlannedDeps): Job {
  return startJob(deps, plannedMessagesPlan(deps));
}

/** One run. A message that cannot be sent now does not hold up the others, and is tried again. */
export function plannedMessagesPlan({ db, log, now, today }: PlannedDeps): JobPlan {
  return {
    name: 'planned_messages',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      const counts = { sent: 0, unsent: 0, failed: 0 };
      for (const id of await listDuePlanned(db, { now: now() })) {
        if (!(await mayContinue())) return counts;
        try {
          const end = await sendPlanned(db, { actor: SYSTEM, id, now: now(), today: today() });
          if (end !== null) counts[end] += 1;
        } catch (error) {
          log.error({ err: error, plannedMessageId: id }, 'a planned message could not be sent');
          counts.failed += 1;
        }
      }
      return counts;
    },
  };
}
