import type { Logger } from 'pino';
import { refreshStorages, type SettingsDeps } from '~/models/storage-settings.server';

const PAUSE_MS = 30_000;

/**
 * Looks every half minute whether the storages were set up anew on another server of the same
 * database. Each server has to look for itself, so this takes no turns with others.
 */
export function startStorageRefresh(
  deps: SettingsDeps & { log: Logger },
  { pauseMs = PAUSE_MS }: { pauseMs?: number } = {},
): { stop(): Promise<void> } {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(() =>
      refreshStorages(deps).catch((error: unknown) => {
        deps.log.error({ err: error }, 'the storage settings could not be read');
      }),
    );
  }, pauseMs);
  return {
    stop() {
      clearInterval(timer);
      return round;
    },
  };
}
