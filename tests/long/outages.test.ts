import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { StorageConfig } from '~/models/storage/shape';
import { expectStatus, signInAdministrator } from '../api/party';
import { startApart } from '../api/servers';
import { createPostgresDatabase } from '../setup/databases';
import { serveFolder } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer } from '../setup/ftp-server';
import { startRelay, type Relay } from '../setup/relay';
import { expectNothingLost, uploadThrough } from './upload-through';

// The database and the FTP server become unreachable again and again while guests upload.

const OUTAGES = 10;
const UP_MS = 700;
const DOWN_MS = 800;

/** Takes the relay down and up, once photos are being sent. */
async function breakWire(relay: Relay, firstStored: Promise<void>): Promise<void> {
  await firstStored;
  for (let outage = 0; outage < OUTAGES; outage += 1) {
    await sleep(UP_MS);
    await relay.down();
    await sleep(DOWN_MS);
    await relay.up();
  }
}

test('ten outages of PostgreSQL lose no acknowledged photo', async () => {
  const url = new URL(await createPostgresDatabase());
  const relay = await startRelay(Number(url.port));
  url.port = String(relay.port);
  const server = await startApart({ DATABASE_URL: url.href, DATABASE_WAIT_SECONDS: '1' });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await server.clean();
    await relay.stop();
  });
  const told = await uploadThrough(server.origin, (firstStored) => breakWire(relay, firstStored));
  expect(told.refused).toBeGreaterThan(0);
  await expectNothingLost(server.origin, told);
}, 600_000);

test('ten outages of the FTP server lose no acknowledged photo', async () => {
  const ftp = await startFtpServer();
  const relay = await startRelay(ftp.port);
  const web = await serveFolder(`${ftp.folder}/..`);
  const server = await startApart();
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await server.clean();
    await Promise.all([web.stop(), relay.stop(), ftp.clean()]);
  });
  const admin = await signInAdministrator(server.origin);
  expectStatus(
    await admin.post('/api/admin/storage-config', {
      ftpHost: `127.0.0.1:${relay.port}`,
      ftpUser: FTP_USER,
      ftpPassword: FTP_PASSWORD,
      ftpDirectory: 'upload/photos',
      ftpBaseUrl: web.origin,
    }),
    200,
  );
  expectStatus(await admin.post('/api/admin/storage-mode', { useFtp: true }), 200);
  const told = await uploadThrough(server.origin, (firstStored) => breakWire(relay, firstStored));
  await expectNothingLost(server.origin, told);
  // What does not reach the FTP server is on the disk instead (rule `storage.fallback`).
  const config = await admin.get<StorageConfig>('/api/admin/storage-config');
  const { localUploads, ftpUploads } = expectStatus(config, 200).json.uploadStats;
  expect(localUploads).toBeGreaterThan(0);
  expect(ftpUploads).toBeGreaterThan(0);
}, 600_000);
