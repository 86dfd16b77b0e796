import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openStore,
  STORAGE_NAMES,
  type StorageAccess,
  type StorageName,
} from '~/services/storage/drivers.server';
import { createLocalStore } from '~/services/storage/local.server';
import { createMemoryStore } from '~/services/storage/memory.server';
import type { FileStore } from '~/services/storage/store';
import { startFtpServer, type FtpServer } from './setup/ftp-server';
import { startS3Server, type S3Server } from './setup/s3-server';
import { describeStore } from './storage-contract';

const folder = await fs.mkdtemp(join(tmpdir(), 'snapodium-storage-'));
const stores: FileStore[] = [];
let plain: FtpServer;
let secure: FtpServer;
let s3: S3Server;
beforeAll(async () => {
  plain = await startFtpServer();
  secure = await startFtpServer({ tls: 'required' });
  s3 = await startS3Server();
});
afterAll(async () => {
  for (const store of stores) store.close?.();
  await Promise.all([plain.clean(), secure.clean(), s3.clean()]);
  await fs.rm(folder, { recursive: true, force: true });
});

type Accesses = Required<StorageAccess>;
/** How to reach one storage of each kind. A new kind needs a line here, or this does not compile. */
const ACCESS: { [Name in StorageName]: () => Accesses[Name] } = {
  local: () => join(folder, 'contract'),
  s3: () => s3.access(),
  ftp: () => plain.access({ directory: '/upload/photos' }),
};
function open<Name extends StorageName>(name: Name, access: Accesses[Name]): FileStore {
  const store = openStore(name, access, { now: () => new Date() });
  stores.push(store);
  return store;
}

for (const name of STORAGE_NAMES) describeStore(name, () => open(name, ACCESS[name]()));
describeStore('memory', createMemoryStore);
describeStore('ftp over TLS', () => open('ftp', secure.access({ directory: '/upload/photos' })));
describeStore('s3 below a prefix', () => open('s3', s3.access({ prefix: 'snapodium/photos' })));

it('a local file with another length than known counts as missing', async () => {
  const store = createLocalStore(join(folder, 'lengths'));
  const key = '1/bbbbbbbbbbbbbbbbbbbbbb';
  await store.write(key, { full: new Uint8Array(100) });
  expect(await store.findMissing([key], new Map([[key, 100]]))).toEqual([]);
  expect(await store.findMissing([key], new Map([[key, 101]]))).toEqual([key]);
  // Its length is not known yet.
  expect(await store.findMissing([key], new Map([[key, 0]]))).toEqual([]);
});

it('a local file appears complete, and a partial one is removed with its image', async () => {
  const base = join(folder, 'whole');
  const store = createLocalStore(base);
  const key = '1/aaaaaaaaaaaaaaaaaaaaaa';
  // Reading meanwhile gives nothing, or everything.
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
  // A power cut leaves a part beside it. The removal that was planned before deletes it too.
  await fs.writeFile(join(base, `${key}-720.webp.part`), 'half');
  await store.remove(key);
  expect(await fs.readdir(join(base, '1'))).toEqual([]);
});
