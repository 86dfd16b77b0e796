import { moveDueFiles } from '~/models/storage/file-move.server';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import type { MediaStorage } from '~/services/storage/types';
import { startJob, type Job, type JobDeps } from './job.server';

const EVERY_MS = 30 * 1000;

/**
 * Starts the job that works on files: it removes those whose rows are gone, and moves images to the storage
 * that did not answer when they were uploaded.
 */
export function startFileWork(
  deps: JobDeps & { storage: MediaStorage },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): Job {
  return startJob(deps, {
    name: 'file_work',
    everyMs,
    work: async ({ mayContinue }) => {
      const run = { now: () => deps.now(), mayContinue };
      const { removed, failed } = await removeDueFiles(deps, run);
      const moves = await moveDueFiles(deps, run);
      return { removed, moved: moves.moved, failed: failed + moves.failed };
    },
  });
}
