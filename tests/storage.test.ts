import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDriverStore } from '~/services/storage/driver-store.server';
import { createFtpDriver, type FtpDriver } from '~/services/storage/ftp-driver.server';
import { createLocalStore } from '~/services/storage/local.server';
import { createMemoryStore } from '~/services/storage/memory.server';
import { createS3Store } from '~/services/storage/s3.server';
import { startFtpServer, type FtpServer } from './setup/ftp-server';
import { startS3Server, type S3Server } from './setup/s3-server';
import { describeStore } from './storage-contract';

const folder = await fs.mkdtemp(join(tmpdir(), 'snapodium-storage-'));
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
  await fs.rm(folder, { recursive: true, force: true });
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

it('a local file of another length than is known counts as missing', async () => {
  const store = createLocalStore(join(folder, 'lengths'));
  const key = '1/bbbbbbbbbbbbbbbbbbbbbb';
  await store.write(key, { full: new Uint8Array(100) });
  expect(await store.findMissing([key], new Map([[key, 100]]))).toEqual([]);
  expect(await store.findMissing([key], new Map([[key, 101]]))).toEqual([key]);
  // Nobody has counted it yet.
  expect(await store.findMissing([key], new Map([[key, 0]]))).toEqual([]);
});

it('a local file comes to its place whole, and half a one goes with its image', async () => {
  const base = join(folder, 'whole');
  const store = createLocalStore(base);
  const key = '1/aaaaaaaaaaaaaaaaaaaaaa';
  // What is read meanwhile is nothing, or all of it.
  const full = new Uint8Array(8_000_000).fill(7);
  const written = store.write(key, { full, 320: new Uint8Array(10) });
  let isOver = false;
  void written.finally(() => (isOver = true));
  while (!isOver)
    expect([undefined, full.length]).toContain((await store.read(key, 'full'))?.length);
  expect((await fs.readdir(join(base, '1'))).sort()).toEqual([
    'aaaaaaaaaaaaaaaaaaaaaa-320.webp',
    'aaaaaaaaaaaaaaaaaaaaaa.webp',
  ]);
  // A power cut leaves a piece beside; the removal that was planned before takes it along.
  await fs.writeFile(join(base, `${key}-720.webp.part`), 'half');
  await store.remove(key);
  expect(await fs.readdir(join(base, '1'))).toEqual([]);
});
