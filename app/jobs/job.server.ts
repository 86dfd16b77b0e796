import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import { hasDone, type JobCounts, type JobName } from '~/models/job';
import { beginJob, endJob, HEARTBEAT_MS, heartbeat, type JobRun } from '~/models/job-run.server';

/** A job that runs beside the requests until it is stopped. */
export interface Job {
  /** Begins no further run, and resolves when the running one is done. */
  stop(): Promise<void>;
}

/** What a run may ask while it works. */
export interface RunControl {
  /** Call it between pieces of work: false when the run shall end here. */
  goOn(): Promise<boolean>;
}

/** What a job is. */
export interface JobPlan {
  name: JobName;
  /** How long after a run the next one is due, in ms. */
  everyMs: number;
  /** Does the work of one run, in pieces that may be done twice. @returns what it did */
  work(control: RunControl): Promise<JobCounts>;
}

/** What every job needs of the application. */
export interface JobDeps {
  db: Db;
  log: Logger;
  now(): Date;
}

/** How often a server asks, at least, whether a job is due: another server may have died over it. */
const ASK_MS = 30 * 1000;
/** What failed is tried again after so long, at the latest. */
const RETRY_MS = 5 * 60 * 1000;

/**
 * Starts a job: one run at a time among all servers of a database. A run is begun at once when it is
 * due, so what a stop interrupted goes on after the start. What fails is logged and tried again.
 */
export function startJob(deps: JobDeps, plan: JobPlan): Job {
  const pauseMs = Math.min(plan.everyMs, ASK_MS);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const begin = () => {
    round = runWhenDue(deps, plan, () => isStopped).then(() => {
      if (!isStopped) timer = setTimeout(begin, pauseMs);
    });
  };
  begin();

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return round;
    },
  };
}

/** Runs a job once, now, unless somebody runs it. @returns what it did; null when it is running */
export async function runJobNow(deps: JobDeps, plan: JobPlan): Promise<JobCounts | null> {
  const run = await beginJob(deps.db, { name: plan.name, now: deps.now(), evenEarly: true });
  return run && carryOut(deps, plan, run, () => false);
}

async function runWhenDue(deps: JobDeps, plan: JobPlan, isStopped: () => boolean): Promise<void> {
  try {
    const run = await beginJob(deps.db, { name: plan.name, now: deps.now() });
    if (run) await carryOut(deps, plan, run, isStopped);
  } catch (error) {
    deps.log.error({ err: error, job: plan.name }, 'job failed');
  }
}

/** @throws what the work threw, once that is written down */
async function carryOut(
  { db, log, now }: JobDeps,
  plan: JobPlan,
  run: JobRun,
  isStopped: () => boolean,
): Promise<JobCounts> {
  const after = (ms: number) => ({ now: now(), nextAt: new Date(now().getTime() + ms) });
  const beat = () => heartbeat(db, run, { now: now() });
  // The lease is renewed while a piece of work takes long; it lapses only with this process.
  const heart = setInterval(() => {
    beat().catch((error: unknown) => {
      log.warn({ err: error, job: plan.name }, 'the run of a job could not be held');
    });
  }, HEARTBEAT_MS);
  let isCutShort = false;
  const goOn = async () => {
    isCutShort = isStopped();
    return !isCutShort && (await beat());
  };
  try {
    const counts = await plan.work({ goOn });
    // What a stop has cut short is due again at once.
    await endJob(db, run, { ...after(isCutShort ? 0 : plan.everyMs), counts });
    log[hasDone(counts) ? 'info' : 'debug']({ job: plan.name, ...counts }, 'job done');
    return counts;
  } catch (error) {
    await endJob(db, run, { ...after(Math.min(plan.everyMs, RETRY_MS)), error });
    throw error;
  } finally {
    clearInterval(heart);
  }
}
