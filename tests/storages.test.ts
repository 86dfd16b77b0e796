import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BREAK_MS } from '~/services/storage/breaker.server';
import { createMediaStorage } from '~/services/storage/index.server';
import { photoUrl } from '~/models/photo/read.server';
import { newImageKey } from '~/services/storage/keys.server';
import { createMemoryStore } from '~/services/storage/memory.server';
import {
  createStorages,
  NO_CHOICE,
  type StorageChoice,
  type Storages,
} from '~/services/storage/storages.server';
import { serveFolder, type FileServer } from './setup/file-server';
import { startFtpServer, type FtpServer } from './setup/ftp-server';
import { startRelay, type Relay } from './setup/relay';
import { startS3Server, type S3Server } from './setup/s3-server';

const files = {
  full: Buffer.from('f'),
  1080: Buffer.from('10'),
  720: Buffer.from('7'),
  320: Buffer.from('3'),
};

describe('with an FTP server', () => {
  let server: FtpServer;
  let web: FileServer;
  let relay: Relay;
  let storages: Storages;
  let now: Date;
  beforeAll(async () => {
    server = await startFtpServer();
    web = await serveFolder(server.folder);
  });
  beforeEach(async () => {
    relay = await startRelay(server.port);
    now = new Date('2030-06-15T12:00:00Z');
    const always = { local: createMemoryStore() };
    storages = createStorages({ base: 'local', always, now: () => now });
  });
  afterEach(async () => {
    storages.close();
    await relay.stop();
  });
  afterAll(async () => {
    await web.stop();
    await server.clean();
  });

  const choose = (more: Partial<StorageChoice> = {}) =>
    storages.choose({
      ...NO_CHOICE,
      access: server.access({ port: relay.port, directory: '/upload/photos' }),
      address: { baseUrl: web.origin, directory: 'photos' },
      isFtpActive: true,
      ...more,
    });

  it('writes go there once it is chosen, and browsers find the files', async () => {
    const key = newImageKey(7);
    expect([storages.wanted, storages.targets()]).toEqual(['local', ['local']]);
    choose();
    expect([storages.wanted, storages.targets()]).toEqual(['ftp', ['ftp', 'local']]);
    await storages.write('ftp', key, files);
    const answer = await fetch(storages.url('ftp', key));
    expect(await answer.text()).toBe('f');
    expect(storages.imageOrigin()).toBe(web.origin);
    expect(storages.url('local', key)).toBe(`/media/${key}.webp`);
  });

  it('a photo without all widths is read through this site, which has a larger file', () => {
    const imageKey = newImageKey(7);
    choose();
    const photo = { imageStorage: 'ftp', imageKey } as const;
    const at = (hasAllWidths: boolean) => photoUrl({ ...photo, hasAllWidths }, storages);
    expect(at(true)).toBe(`${web.origin}/photos/${imageKey}.webp`);
    expect(at(false)).toBe(`/media/${imageKey}.webp`);
  });

  it('its files can be read and removed when new images go elsewhere', async () => {
    const key = newImageKey(7);
    choose();
    await storages.write('ftp', key, files);
    choose({ isFtpActive: false });
    expect([storages.wanted, storages.targets()]).toEqual(['local', ['local']]);
    expect(storages.reachable()).toEqual(expect.arrayContaining(['local', 'ftp']));
    expect(Buffer.from((await storages.read('ftp', key, 720)) ?? [])).toEqual(files[720]);
    await storages.remove('ftp', key);
    expect(await storages.read('ftp', key, 720)).toBeNull();
  });

  it('its images can be seen when its credentials are unknown', async () => {
    choose({ access: null });
    expect(storages.wanted).toBe('local');
    expect(storages.reachable()).toEqual(['local']);
    expect(storages.url('ftp', '7/a')).toBe(`${web.origin}/photos/7/a.webp`);
    expect(storages.imageOrigin()).toBe(web.origin);
    await expect(storages.remove('ftp', '7/a')).rejects.toThrow('not set up');
  });

  it('it is left out for half a minute after an outage, and stays the chosen one', async () => {
    choose({ access: server.access({ port: relay.port, password: 'wrong' }) });
    await expect(storages.write('ftp', newImageKey(7), files)).rejects.toThrow('530');
    expect([storages.wanted, storages.targets()]).toEqual(['ftp', ['local']]);
    now = new Date(now.getTime() + BREAK_MS);
    expect(storages.targets()).toEqual(['ftp', 'local']);
  });

  it('a refusal to read or remove a file is no outage', async () => {
    choose({ access: server.access({ directory: '/upload/never-made' }) });
    await expect(storages.list('ftp')).rejects.toThrow('550');
    expect(storages.targets()).toEqual(['ftp', 'local']);
  });

  it('the same choice keeps the connection, another one ends it', async () => {
    choose();
    await storages.write('ftp', newImageKey(7), files);
    choose();
    await storages.write('ftp', newImageKey(7), files);
    expect(relay.connections).toBe(1);
    choose({ access: server.access({ port: relay.port, directory: '/upload/other' }) });
    await relay.untilUnused();
    await storages.write('ftp', newImageKey(7), files);
    storages.close();
    await relay.untilUnused();
    expect(relay.connections).toBe(2);
  });

  it('does not affect the check, because everything falls back from it', async () => {
    choose({ access: server.access({ password: 'wrong' }) });
    await expect(storages.check()).resolves.toBeUndefined();
  });
});

describe('with S3', () => {
  let s3: S3Server;
  let dataDir: string;
  beforeAll(async () => {
    s3 = await startS3Server();
    dataDir = await mkdtemp(join(tmpdir(), 'snapodium-storages-'));
  });
  afterAll(async () => {
    await s3.clean();
    await rm(dataDir, { recursive: true });
  });

  it('new images go there, and earlier local ones stay readable and removable', async () => {
    const key = newImageKey(7);
    await createMediaStorage({ dataDir }).write('local', key, files);
    const storages = createMediaStorage({ dataDir, s3: s3.access() });
    expect([storages.wanted, storages.targets()]).toEqual(['s3', ['s3']]);
    expect(storages.reachable().sort()).toEqual(['local', 's3']);
    await storages.write('s3', key, files);
    await storages.remove('local', key);
    expect(await storages.read('local', key, 'full')).toBeNull();
    expect(Buffer.from((await storages.read('s3', key, 'full')) ?? [])).toEqual(files.full);
    expect(storages.url('s3', key)).toBe(`/media/${key}.webp`);
    expect(storages.imageOrigin()).toBeNull();
  });

  it('it is what the check tests', async () => {
    await createMediaStorage({ dataDir, s3: s3.access() }).check();
    const wrong = createMediaStorage({ dataDir, s3: s3.access({ secretAccessKey: 'wrong' }) });
    await expect(wrong.check()).rejects.toThrow('s3 storage: PUT 403 SignatureDoesNotMatch');
  });
});
