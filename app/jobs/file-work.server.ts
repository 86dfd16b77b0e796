import { moveDueFiles } from '~/models/storage/file-move.server';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import type { MediaStorage } from '~/services/storage/types';
import type { JobDeps, JobPlan } from './job.server';

const EVERY_MS = 30 * 1000;

/**
 * Removes files whose rows are gone, and moves images to the storage that did not answer when they were uploaded.
 */
export function fileWorkPlan(deps: JobDeps & { storage: MediaStorage }): JobPlan {
  return {
    name: 'file_work',
    everyMs: EVERY_MS,
    work: async ({ mayContinue }) => {
      const run = { now: () => deps.now(), mayContinue };
      const { removed, failed } = await removeDueFiles(deps, run);
      const moves = await moveDueFiles(deps, run);
      return { removed, moved: moves.moved, failed: failed + moves.failed };
    },
  };
}
