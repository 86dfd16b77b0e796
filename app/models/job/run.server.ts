import { randomUUID } from 'node:crypto';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { jobs } from '~db/schema';
import { failureText } from '~/log.server';
import { isDue } from './clock-watch.server';
import { JOB_NAMES, type JobCounts, type JobName, type JobStatus } from './rules';

/** A run with an older heartbeat counts as dead, and another server may run the job. */
const LEASE_MS = 2 * 60 * 1000;
/** How often a running job renews its lease. */
export const HEARTBEAT_MS = 30 * 1000;
const ERROR_TEXT_MAX = 500;
/** Stored instead of an error while a job waits for the clock. */
const HELD = 'held: the clock has jumped';

/** A run that this server has started. Its lease keeps other servers from running the job. */
export interface JobRun {
  name: JobName;
  id: string;
}

/**
 * Starts a run if the job is due and no server runs it. Of several servers that try, only one succeeds.
 * @param params.everyMs how long after a run the next one is due, at the latest
 * @param params.evenEarly starts it even if it is not due yet
 * @returns null if there is nothing to do now
 */
export async function beginJob(
  db: Db,
  params: { name: JobName; now: Date; everyMs: number; evenEarly?: boolean },
): Promise<JobRun | null> {
  const { name, now, everyMs, evenEarly = false } = params;
  await db.insert(jobs).values({ name, dueAt: now }).onConflictDoNothing();
  const id = randomUUID();
  const begun = await db
    .update(jobs)
    .set({ runId: id, lockedUntil: leaseFrom(now) })
    .where(
      and(
        eq(jobs.name, name),
        evenEarly ? undefined : isDue(jobs.dueAt, now, everyMs),
        or(isNull(jobs.lockedUntil), isDue(jobs.lockedUntil, now, LEASE_MS)),
      ),
    )
    .returning({ name: jobs.name });
  return begun.length > 0 ? { name, id } : null;
}

/**
 * Extends the lease of a run.
 * @returns false when another server has taken it over
 */
export async function heartbeat(db: Db, run: JobRun, { now }: { now: Date }): Promise<boolean> {
  const held = await db
    .update(jobs)
    .set({ lockedUntil: leaseFrom(now) })
    .where(isRun(run))
    .returning({ name: jobs.name });
  return held.length > 0;
}

/**
 * Ends a run, stores its result or error, and sets when the next one is due. Does nothing if another server
 * has taken the run over.
 * @param outcome.finishedAt null while the clock is in doubt, because the time would count as that of the
 *   last run
 */
export async function endJob(
  db: Db,
  run: JobRun,
  outcome: { finishedAt: Date | null; nextAt: Date } & ({ counts: JobCounts } | { error: unknown }),
): Promise<void> {
  const { finishedAt, nextAt } = outcome;
  const said =
    'error' in outcome
      ? {
          lastError: failureText(outcome.error).slice(0, ERROR_TEXT_MAX),
          failures: sql`${jobs.failures} + 1`,
        }
      : { lastError: null, lastResult: JSON.stringify(outcome.counts), failures: 0 };
  await db
    .update(jobs)
    .set({
      ...said,
      runId: null,
      lockedUntil: null,
      lastFinishedAt: finishedAt ?? undefined,
      dueAt: nextAt,
    })
    .where(isRun(run));
}

/** Records that a job waits until the clock can be trusted. Its next run clears that. */
export async function recordHeld(db: Db, { name }: { name: JobName }): Promise<void> {
  const held = { lastError: HELD, failures: 0 };
  await db
    .insert(jobs)
    .values({ name, ...held })
    .onConflictDoUpdate({ target: jobs.name, set: held });
}

/**
 * Clears all leases. Only for the embedded database, which is open in one process at a time: a lease found at
 * startup was left by a process that was killed.
 */
export async function freeJobs(db: Db): Promise<void> {
  await db.update(jobs).set({ runId: null, lockedUntil: null });
}

/** The status of each job, including jobs that never ran. */
export async function listJobs(db: Db, { now }: { now: Date }): Promise<JobStatus[]> {
  const rows = new Map((await db.select().from(jobs)).map((row) => [row.name, row]));
  return JOB_NAMES.map((name) => {
    const row = rows.get(name);
    return {
      name,
      isRunning: !!row?.lockedUntil && row.lockedUntil > now,
      lastFinishedAt: row?.lastFinishedAt ?? null,
      counts: row?.lastResult ? (JSON.parse(row.lastResult) as JobCounts) : null,
      isHeld: row?.lastError === HELD,
      error: row?.lastError === HELD ? null : (row?.lastError ?? null),
      failures: row?.failures ?? 0,
    };
  });
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

function isRun(run: JobRun) {
  return and(eq(jobs.name, run.name), eq(jobs.runId, run.id));
}
