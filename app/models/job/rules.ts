/** The background jobs and what each counts, in display order. */
export const JOB_COUNTS = {
  retention: ['warned', 'photos', 'selfies', 'events', 'gone'],
  file_work: ['removed', 'moved', 'failed'],
  reconciliation: ['asked', 'granted'],
  notices: ['mailed', 'failed'],
  clear_up: ['people', 'photos'],
  planned_messages: ['sent', 'unsent', 'failed'],
  guest_mails: ['mailed', 'failed'],
  morning_mails: ['mailed', 'failed'],
  keeping_mails: ['mailed', 'failed'],
  vote_counts: ['counted', 'failed'],
  push: ['notified', 'failed', 'unsent', 'devices'],
} as const;
export type JobName = keyof typeof JOB_COUNTS;
export const JOB_NAMES = Object.keys(JOB_COUNTS) as JobName[];
export type JobCount = (typeof JOB_COUNTS)[JobName][number];

/**
 * Jobs that do something at a certain time that cannot be undone: they delete, send or count. They wait while the clock
 * is in doubt (rule `retention.clock`).
 */
export const TIMED_JOBS: readonly JobName[] = [
  'retention',
  'file_work',
  'planned_messages',
  'guest_mails',
  'morning_mails',
  'keeping_mails',
  'vote_counts',
  'push',
];

/** Jobs that only send mails. */
const MAIL_JOBS = [
  'notices',
  'guest_mails',
  'morning_mails',
  'keeping_mails',
] as const satisfies readonly JobName[];
export type MailJob = (typeof MAIL_JOBS)[number];

/**
 * Whether a job never runs on a server, because it only sends mails and there is no mail server. A run without work
 * would delay the first real one after mail is configured.
 */
export function isJobOff(name: JobName, { mail }: { mail: object | null }): boolean {
  const mailing: readonly JobName[] = MAIL_JOBS;
  return mail === null && mailing.includes(name);
}

/** The numbers of things a run did. */
export type JobCounts = Partial<Record<JobCount, number>>;

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
