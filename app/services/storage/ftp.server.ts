import { withBreaker } from './breaker.server';
import { createDriverStore } from './driver-store.server';
import type { FtpAccess } from './ftp-connection.server';
import { createFtpDriver, isFtpOutage } from './ftp-driver.server';
import type { FileStore } from './store';

/** Files on an FTP server, which is not asked for a while after it did not answer. */
export function createFtpStore(access: FtpAccess, { now }: { now(): Date }): FileStore {
  const driver = createFtpDriver(access);
  const store = createDriverStore('ftp', driver, { isFar: true });
  return {
    ...withBreaker(store, { isOutage: isFtpOutage, now }),
    close: () => driver.dispose(),
  };
}
