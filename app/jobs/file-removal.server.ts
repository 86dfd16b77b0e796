import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import { removeDueFiles } from '~/models/file-removal.server';
import type { MediaStorage } from '~/services/storage/types';

const PAUSE_MS = 30_000;
const BATCH = 50;

/** A job that runs beside the requests until it is stopped. */
export interface Job {
  /** Begins no further round, and resolves when the running one is done. */
  stop(): Promise<void>;
}

/**
 * Starts the job that removes files whose rows are gone (C§5): a round at once, then one every 30
 * seconds, never two at a time. Servers that share a database share the work, because each removal
 * is claimed by one of them. What fails is logged and tried again later.
 */
export function startFileRemoval(
  deps: { db: Db; storage: MediaStorage; log: Logger; now(): Date },
  { pauseMs = PAUSE_MS }: { pauseMs?: number } = {},
): Job {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  const begin = () => {
    round = removeAllDue(deps, () => isStopped).then(() => {
      if (!isStopped) timer = setTimeout(begin, pauseMs);
    });
  };
  begin();

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return round;
    },
  };
}

async function removeAllDue(
  deps: { db: Db; storage: MediaStorage; log: Logger; now(): Date },
  isStopped: () => boolean,
): Promise<void> {
  try {
    for (let isMore = true; isMore && !isStopped();) {
      const { removed, failed } = await removeDueFiles(deps, { limit: BATCH, now: deps.now() });
      isMore = removed + failed === BATCH;
    }
  } catch (error) {
    deps.log.error({ err: error }, 'file removal failed');
  }
}
