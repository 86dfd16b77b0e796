import { moveDueFiles } from '~/models/storage/file-move.server';
import type { MediaStorage } from '~/services/storage/types';
import { startJob, type Job, type JobDeps } from './job.server';

const EVERY_MS = 30 * 1000;

/** Starts the catch-up job: it moves images to the storage that did not answer when they were uploaded. */
export function startFileMove(
  deps: JobDeps & { storage: MediaStorage },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): Job {
  return startJob(deps, {
    name: 'file_move',
    everyMs,
    work: ({ mayContinue }) => moveDueFiles(deps, { now: () => deps.now(), mayContinue }),
  });
}
