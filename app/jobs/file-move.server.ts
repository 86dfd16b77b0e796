import { moveDueFiles } from '~/models/file-move.server';
import type { MediaStorage } from '~/services/storage/types';
import { startJob, type Job, type JobDeps } from './job.server';

const EVERY_MS = 30 * 1000;
const BATCH = 10;

/** Starts the catch-up: images go to the storage that did not answer when they came (C§5). */
export function startFileMove(
  deps: JobDeps & { storage: MediaStorage },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): Job {
  return startJob(deps, {
    name: 'file_move',
    everyMs,
    async work({ goOn }) {
      const counts = { moved: 0, failed: 0 };
      for (let isMore = true; isMore && (await goOn());) {
        const batch = await moveDueFiles(deps, { limit: BATCH, now: deps.now() });
        counts.moved += batch.moved;
        counts.failed += batch.failed;
        isMore = batch.moved === BATCH;
      }
      return counts;
    },
  });
}
