import { SYSTEM } from '~/models/access';
import { countDueDuel, listDueDuels } from '~/models/duel/count.server';
import { countDueVotes, listUncounted } from '~/models/photo/result.server';
import type { JobDeps, JobPlan } from './job.server';

const EVERY_MS = 5 * 1000;

/**
 * Counts the votes of events whose voting has closed at its time (rule `result.frozen`), and of duels that have ended
 * (rule `duel.end`). An event whose votes cannot be counted does not hold up the others, and is tried again.
 */
export function voteCountsPlan({ db, log, now }: JobDeps): JobPlan {
  return {
    name: 'vote_counts',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      const counts = { counted: 0, failed: 0 };
      const due = { list: listUncounted, count: countDueVotes };
      for (const { list, count } of [due, { list: listDueDuels, count: countDueDuel }]) {
        for (const eventId of await list(db, { now: now() })) {
          if (!(await mayContinue())) return counts;
          try {
            if (await count(db, { actor: SYSTEM, eventId, now: now() })) counts.counted += 1;
          } catch (error) {
            log.error({ err: error, eventId }, 'the votes of an event could not be counted');
            counts.failed += 1;
          }
        }
      }
      return counts;
    },
  };
}
