import type { Logger } from 'pino';
import type { DatabaseConnection } from '~db/client.server';
import {
  refreshAndAsk,
  handleNotice,
  STORAGE_CHANNEL,
  type SettingsDeps,
} from '~/models/storage/choice.server';

/** All servers apply a change within this time, even if its notification is lost (rule `storage.servers`). */
const PAUSE_MS = 5_000;

/**
 * Applies changes to the storage settings: on a notification from another server of the same database, and by
 * polling every five seconds. Every server polls for itself, so this is not a job that servers share.
 */
export async function startStorageRefresh(
  deps: SettingsDeps & { log: Logger },
  { listen, pauseMs = PAUSE_MS }: Pick<DatabaseConnection, 'listen'> & { pauseMs?: number },
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false;
  let round = Promise.resolve();
  // Changes are applied one after the other, in order of notification.
  const then = (work: () => Promise<void>) => {
    round = round
      .then(() => (isStopped ? undefined : work()))
      .catch((error: unknown) => {
        deps.log.error({ err: error }, 'the storage settings could not be read');
      });
  };
  await listen(STORAGE_CHANNEL, (news) => then(() => handleNotice(deps, news)));
  const timer = setInterval(() => then(() => refreshAndAsk(deps)), pauseMs);
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
      return round;
    },
  };
}
