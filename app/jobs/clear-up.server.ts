import { SYSTEM } from '~/models/access';
import { carryOutClearUps } from '~/models/photo/clear-up.server';
import { startJob, type Job, type JobDeps, type JobPlan } from './job.server';

const EVERY_MS = 15 * 1000;

/** Starts the job that carries out the organizers' bulk removals (rule `participants.clear-up`). */
export function startClearUp(deps: JobDeps): Job {
  return startJob(deps, clearUpPlan(deps));
}

/** One run of the job. */
export function clearUpPlan({ db, now }: JobDeps): JobPlan {
  return {
    name: 'clear_up',
    everyMs: EVERY_MS,
    work: async () => ({ people: await carryOutClearUps(db, { actor: SYSTEM, now: now() }) }),
  };
}
