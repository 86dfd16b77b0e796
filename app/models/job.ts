/** The jobs that run beside the requests, in the order in which they are shown. */
export const JOB_NAMES = [
  'retention',
  'file_removal',
  'file_move',
  'reconciliation',
  'notices',
  'clear_up',
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** Those that delete what is due: they wait while the clock is in doubt (rule `retention.clock`). */
export const DELETING_JOBS: readonly JobName[] = ['retention', 'file_removal'];

/** What a run did, counted. */
export type JobCounts = Record<string, number>;

/** How a job is doing, for the administrator's overview. */
export interface JobStatus {
  name: JobName;
  isRunning: boolean;
  /** Whether it waits until the clock can be believed again. */
  isHeld: boolean;
  /** When the last run ended; null when it never ran. */
  lastFinishedAt: Date | null;
  /** What the last run that succeeded did. */
  counts: JobCounts | null;
  /** What went wrong with the last run; null when it succeeded. */
  error: string | null;
  /** How many runs have failed one after the other. */
  failures: number;
}

/** Whether a run had anything to do. */
export function hasDone(counts: JobCounts): boolean {
  return Object.values(counts).some((count) => count > 0);
}
