import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { FtpLimits } from '~/services/storage/ftp-connection.server';
import {
  createFtpDriver,
  type FtpAccess,
  type FtpDriver,
} from '~/services/storage/ftp-driver.server';
import { startFtpServer, type FtpServer } from './ftp-server';
import { startRelay, type Relay } from './relay';

/** What `withFtpServer` returns, for use inside hooks and tests. */
export interface FtpBench {
  /** One for all tests of the file. */
  readonly server: FtpServer;
  /** The relay to it, a new one for each test. */
  readonly relay: Relay;
  /** A driver that talks to the server through the relay; it is disposed of after the test. */
  driverOf(more?: Partial<FtpAccess>, limits?: Partial<FtpLimits>): FtpDriver;
}

/** An FTP server for the tests of a file, behind a relay that can be cut. */
export function withFtpServer(): FtpBench {
  let server: FtpServer;
  let relay: Relay;
  const drivers: FtpDriver[] = [];
  beforeAll(async () => {
    server = await startFtpServer();
  });
  beforeEach(async () => {
    relay = await startRelay(server.port);
  });
  afterEach(async () => {
    for (const driver of drivers.splice(0)) driver.dispose();
    await relay.stop();
  });
  afterAll(() => server.clean());
  return {
    get server() {
      return server;
    },
    get relay() {
      return relay;
    },
    driverOf: (more = {}, limits) => {
      const driver = createFtpDriver(server.access({ port: relay.port, ...more }), limits);
      drivers.push(driver);
      return driver;
    },
  };
}
