import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import type { ClockWatch } from '~/models/job/clock-watch.server';
import { TIMED_JOBS, hasDone, type JobCounts, type JobName } from '~/models/job/rules';
import {
  beginJob,
  endJob,
  HEARTBEAT_MS,
  heartbeat,
  recordHeld,
  type JobRun,
} from '~/models/job/run.server';

/** A background job that runs until it is stopped. */
export interface Job {
  /** Starts no further run, and resolves when the current one is done. */
  stop(): Promise<void>;
}

/** What a run can check while it works. */
interface RunControl {
  /** Call it between pieces of work. False means that the run must end here. */
  mayContinue(): Promise<boolean>;
}

/** The definition of a job. */
export interface JobPlan {
  name: JobName;
  /** How long after a run the next one is due, in ms. */
  everyMs: number;
  /** Whether the server lacks what the job needs. Then it never runs. */
  isOff?: boolean;
  /**
   * Does the work of one run, in idempotent pieces.
   * @returns the counts of what it did
   */
  work(control: RunControl): Promise<JobCounts>;
}

/** What every job needs from the application. */
export interface JobDeps {
  db: Db;
  log: Logger;
  now(): Date;
  clock: ClockWatch;
}

/** How often a server checks whether a job is due, because another server may have died during a run. */
const ASK_MS = 30 * 1000;
/** The longest delay before a failed run is retried. */
const RETRY_MS = 5 * 60 * 1000;

/**
 * Starts a job, which runs on one of a database's servers at a time. A run starts at once if it is due, so a
 * run that a stop interrupted continues after the restart. Failures are logged and retried.
 */
export function startJob(deps: JobDeps, plan: JobPlan): Job {
  if (plan.isOff) return { stop: () => Promise.resolve() };
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
 * Runs a job once, now, unless it is already running. Does not check the clock first.
 * @returns its counts; null if it is already running
 */
export async function runJobNow(deps: JobDeps, plan: JobPlan): Promise<JobCounts | null> {
  const { name, everyMs } = plan;
  const run = await beginJob(deps.db, { name, everyMs, now: deps.now(), evenEarly: true });
  return run && carryOut(deps, plan, run, () => false);
}

async function runWhenDue(deps: JobDeps, plan: JobPlan, isStopped: () => boolean): Promise<void> {
  const { name, everyMs } = plan;
  try {
    if (!(await mayWork(deps, plan))) return await recordHeld(deps.db, { name });
    const run = await beginJob(deps.db, { name, everyMs, now: deps.now() });
    if (run) await carryOut(deps, plan, run, isStopped);
  } catch (error) {
    deps.log.error({ err: error, job: name }, 'job failed');
  }
}

/** Whether a job may run with the current clock. Only jobs that delete or send at a certain time depend on it. */
async function mayWork({ clock }: JobDeps, { name }: JobPlan): Promise<boolean> {
  return !TIMED_JOBS.includes(name) || (await clock.isTrusted());
}

/**
 * Carries out a run.
 * @throws what the work threw, after recording it
 */
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
  // The lease is renewed during long pieces of work. It only lapses if this process dies.
  const heartbeatTimer = setInterval(() => {
    beat().catch((error: unknown) => {
      log.warn({ err: error, job: plan.name }, 'the run of a job could not be held');
    });
  }, HEARTBEAT_MS);
  let isCutShort = false;
  const mayContinue = async () => {
    isCutShort = isStopped() || !(await mayWork(deps, plan));
    return !isCutShort && (await beat());
  };
  try {
    const counts = await plan.work({ mayContinue });
    // An interrupted run is due again at once.
    await endJob(db, run, { ...(await after(isCutShort ? 0 : plan.everyMs)), counts });
    log[hasDone(counts) ? 'info' : 'debug']({ job: plan.name, ...counts }, 'job done');
    return counts;
  } catch (error) {
    await endJob(db, run, { ...(await after(Math.min(plan.everyMs, RETRY_MS))), error });
    throw error;
  } finally {
    clearInterval(heartbeatTimer);
  }
}
