import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import type { ClockWatch } from '~/models/clock-watch.server';
import { DELETING_JOBS, hasDone, type JobCounts, type JobName } from '~/models/job';
import {
  beginJob,
  endJob,
  HEARTBEAT_MS,
  heartbeat,
  noteHeld,
  type JobRun,
} from '~/models/job-run.server';

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
  clock: ClockWatch;
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

/**
 * Runs a job once, now, unless somebody runs it. The clock is not asked before.
 * @returns what it did; null when it is running
 */
export async function runJobNow(deps: JobDeps, plan: JobPlan): Promise<JobCounts | null> {
  const { name, everyMs } = plan;
  const run = await beginJob(deps.db, { name, everyMs, now: deps.now(), evenEarly: true });
  return run && carryOut(deps, plan, run, () => false);
}

async function runWhenDue(deps: JobDeps, plan: JobPlan, isStopped: () => boolean): Promise<void> {
  const { name, everyMs } = plan;
  try {
    if (!(await mayWork(deps, plan))) return await noteHeld(deps.db, { name });
    const run = await beginJob(deps.db, { name, everyMs, now: deps.now() });
    if (run) await carryOut(deps, plan, run, isStopped);
  } catch (error) {
    deps.log.error({ err: error, job: name }, 'job failed');
  }
}

/** Whether a job may go to work by this clock: those that delete nothing always may. */
async function mayWork({ clock }: JobDeps, { name }: JobPlan): Promise<boolean> {
  return !DELETING_JOBS.includes(name) || (await clock.isTrusted());
}

/** @throws what the work threw, once that is written down */
async function carryOut(
  deps: JobDeps,
  plan: JobPlan,
  run: JobRun,
  isStopped: () => boolean,
): Promise<JobCounts> {
  const { db, log, now } = deps;
  const after = async (ms: number) => {
    const finishedAt = (await mayWork(deps, plan)) ? now() : null;
    return { finishedAt, nextAt: new Date(now().getTime() + ms) };
  };
  const beat = () => heartbeat(db, run, { now: now() });
  // The lease is renewed while a piece of work takes long; it lapses only with this process.
  const heart = setInterval(() => {
    beat().catch((error: unknown) => {
      log.warn({ err: error, job: plan.name }, 'the run of a job could not be held');
    });
  }, HEARTBEAT_MS);
  let isCutShort = false;
  const goOn = async () => {
    isCutShort = isStopped() || !(await mayWork(deps, plan));
    return !isCutShort && (await beat());
  };
  try {
    const counts = await plan.work({ goOn });
    // What was cut short is due again at once.
    await endJob(db, run, { ...(await after(isCutShort ? 0 : plan.everyMs)), counts });
    log[hasDone(counts) ? 'info' : 'debug']({ job: plan.name, ...counts }, 'job done');
    return counts;
  } catch (error) {
    await endJob(db, run, { ...(await after(Math.min(plan.everyMs, RETRY_MS))), error });
    throw error;
  } finally {
    clearInterval(heart);
  }
}
