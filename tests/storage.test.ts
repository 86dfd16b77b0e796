import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createDriverStore } from '~/services/storage/driver-store.server';
import { createFtpDriver, type FtpDriver } from '~/services/storage/ftp-driver.server';
import { createLocalStore } from '~/services/storage/local.server';
import { createMemoryStore } from '~/services/storage/memory.server';
import { createS3Store } from '~/services/storage/s3.server';
import { startFtpServer, type FtpServer } from './setup/ftp-server';
import { startS3Server, type S3Server } from './setup/s3-server';
import { describeStore } from './storage-contract';

const folder = await mkdtemp(join(tmpdir(), 'snapodium-storage-'));
const drivers: FtpDriver[] = [];
let plain: FtpServer;
let secure: FtpServer;
let s3: S3Server;
beforeAll(async () => {
  plain = await startFtpServer();
  secure = await startFtpServer({ tls: 'required' });
  s3 = await startS3Server();
});
afterAll(async () => {
  for (const driver of drivers) driver.dispose();
  await Promise.all([plain.clean(), secure.clean(), s3.clean()]);
  await rm(folder, { recursive: true, force: true });
});

async function ftpStore(server: FtpServer) {
  const driver = createFtpDriver(server.access({ directory: `/upload/photos/${drivers.length}` }));
  drivers.push(driver);
  await driver.makeFolder();
  return createDriverStore('ftp', driver, { isFar: true });
}

describeStore('memory', createMemoryStore);
describeStore('local', () => createLocalStore(join(folder, 'contract')));
describeStore('FTP', () => ftpStore(plain));
describeStore('FTP over TLS', () => ftpStore(secure));
describeStore('S3', () => createS3Store(s3.access()));
describeStore('S3 below a prefix', () => createS3Store(s3.access({ prefix: 'snapodium/photos' })));
