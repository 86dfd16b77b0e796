import { removeDueFiles } from '~/models/file-removal.server';
import type { MediaStorage } from '~/services/storage/types';
import { startJob, type Job, type JobDeps } from './job.server';

const EVERY_MS = 30 * 1000;
const BATCH = 50;

/** Starts the job that removes files whose rows are gone (C§5). */
export function startFileRemoval(
  deps: JobDeps & { storage: MediaStorage },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): Job {
  return startJob(deps, {
    name: 'file_removal',
    everyMs,
    async work({ goOn }) {
      const counts = { removed: 0, failed: 0 };
      for (let isMore = true; isMore && (await goOn());) {
        const batch = await removeDueFiles(deps, { limit: BATCH, now: deps.now() });
        counts.removed += batch.removed;
        counts.failed += batch.failed;
        isMore = batch.removed + batch.failed === BATCH;
      }
      return counts;
    },
  });
}
