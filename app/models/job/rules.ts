/** The background jobs, in display order. */
export const JOB_NAMES = [
  'retention',
  'file_work',
  'reconciliation',
  'notices',
  'clear_up',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** Jobs that delete. They wait while the clock is in doubt (rule `retention.clock`). */
export const DELETING_JOBS: readonly JobName[] = ['retention', 'file_work'];

/** The numbers of things a run did. */
export type JobCounts = Record<string, number>;

/** The status of a job, for the administrator's overview. */
export interface JobStatus {
  name: JobName;
  isRunning: boolean;
  /** Whether it waits until the clock can be trusted. */
  isHeld: boolean;
  /** When the last run ended; null when it never ran. */
  lastFinishedAt: Date | null;
  /** The result of the last successful run. */
  counts: JobCounts | null;
  /** The error of the last run; null when it succeeded. */
  error: string | null;
  /** The number of consecutive failed runs. */
  failures: number;
}

/** Whether a run had anything to do. */
export function hasDone(counts: JobCounts): boolean {
  return Object.values(counts).some((count) => count > 0);
}
