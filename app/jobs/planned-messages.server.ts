import { SYSTEM } from '~/models/access';
import type { Day } from '~/models/day';
import { listDuePlanned, sendPlanned } from '~/models/message/planned-sending.server';
import type { JobDeps, JobPlan } from './job.server';

const EVERY_MS = 15 * 1000;

/**
 * Sends the organizers' planned messages (rule `messages.planned`). A message that cannot be sent now does not hold up
 * the others, and is tried again.
 */
export function plannedMessagesPlan({ db, log, now, today }: JobDeps & { today(): Day }): JobPlan {
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
