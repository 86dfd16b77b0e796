import type { Logger } from 'pino';
import type { DatabaseConnection } from '~db/client.server';
import { catchUp, hearNews, STORAGE_NEWS, type SettingsDeps } from '~/models/storage-choice.server';

/** Within this time a change is known to all servers, should its notice be lost (rule `storage.servers`). */
const PAUSE_MS = 5_000;

/**
 * Hears from other servers of the same database that the storages were set up anew, and looks by itself every
 * five seconds. Each server has to look for itself, so this takes no turns with others.
 */
export async function startStorageRefresh(
  deps: SettingsDeps & { log: Logger },
  { listen, pauseMs = PAUSE_MS }: Pick<DatabaseConnection, 'listen'> & { pauseMs?: number },
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let round = Promise.resolve();
  // One after the other: what was told first was chosen first.
  const then = (work: () => Promise<void>) => {
    round = round
      .then(() => (isStopped ? undefined : work()))
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'the storage settings could not be read');
      });
  };
  await listen(STORAGE_NEWS, (news) => then(() => hearNews(deps, news)));
  const timer = setInterval(() => then(() => catchUp(deps)), pauseMs);
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
      return round;
    },
  };
}
