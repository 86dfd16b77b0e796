import { removeDueFiles } from '~/models/storage/file-removal-work.server';
import type { MediaStorage } from '~/services/storage/types';
import { startJob, type Job, type JobDeps } from './job.server';

const EVERY_MS = 30 * 1000;

/** Starts the job that removes files whose rows are gone. */
export function startFileRemoval(
  deps: JobDeps & { storage: MediaStorage },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): Job {
  return startJob(deps, {
    name: 'file_removal',
    everyMs,
    work: ({ mayContinue }) => removeDueFiles(deps, { now: () => deps.now(), mayContinue }),
  });
}
