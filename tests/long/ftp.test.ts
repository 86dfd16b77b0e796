import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectDatabase, type Db } from '~db/client.server';
import { fileWork, jobs, photos, storageSettings } from '~db/schema';
import type { StorageConfig } from '~/models/storage/shape';
import { IMAGE_VARIANTS } from '~/services/storage/store';
import type { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { serveFolder, type FileServer } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer, type FtpServer } from '../setup/ftp-server';
import { startRelay, type Relay } from '../setup/relay';
import type { TestServer } from '../setup/server';
import { unzip } from '../unzip';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  sendEventImage,
  sendSelfie,
  signInAdministrator,
  smallJpeg,
  type Party,
  type Person,
} from '../api/party';
import { startApart } from '../api/servers';

// Snapodium with a real FTP server, and a web server that serves its files.

let ftp: FtpServer;
let relay: Relay;
let web: FileServer;
beforeAll(async () => {
  ftp = await startFtpServer();
  relay = await startRelay(ftp.port);
  web = await serveFolder(joinPath(ftp.folder, '..'));
});
afterAll(async () => {
  await web.stop();
  await relay.stop();
  await ftp.clean();
});

const DIRECTORY = 'upload/photos';
/** Of one photo. */
const FILES = IMAGE_VARIANTS.length;
const settings = () => ({
  ftpHost: `127.0.0.1:${relay.port}`,
  ftpUser: FTP_USER,
  ftpPassword: FTP_PASSWORD,
  ftpDirectory: DIRECTORY,
  ftpBaseUrl: web.origin,
});
const filesOnFtp = async () =>
  existsSync(joinPath(ftp.folder, 'photos'))
    ? (await readdir(joinPath(ftp.folder, 'photos'), { recursive: true })).filter((name) =>
        name.endsWith('.webp'),
      )
    : [];
const configOf = async (admin: Client) =>
  expectStatus(await admin.get<StorageConfig>('/api/admin/storage-config'), 200).json;
const configure = (admin: Client, values: object = {}) =>
  admin.post<{ message: string }>('/api/admin/storage-config', { ...settings(), ...values });

/** Loads a photo's URL, following redirects. */
async function bytesAt(person: Client, url: string): Promise<{ status: number; bytes: number }> {
  if (url.startsWith('/')) {
    const answer = await person.get(url);
    return { status: answer.status, bytes: answer.bytes.byteLength };
  }
  const answer = await fetch(url);
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
}

describe('settings are tested before they are accepted', () => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startApart();
    admin = await signInAdministrator(server.origin);
  });
  afterAll(async () => {
    await server.stop();
    await server.clean();
  });

  test.each([
    [
      'a host that does not answer',
      { ftpHost: '127.0.0.1:1' },
      'The FTP server cannot be reached: ',
    ],
    [
      'a wrong password',
      { ftpPassword: 'wrong' },
      'The FTP server refuses this username or password: ',
    ],
    [
      'a directory that cannot be made',
      { ftpDirectory: 'nowhere/photos' },
      'The directory can be neither opened nor created: ',
    ],
    [
      'another address than that of the files',
      { ftpBaseUrl: 'http://127.0.0.1:1' },
      'The test file sent over FTP cannot be read at the base URL: ',
    ],
    ['no host', { ftpHost: ' ' }, 'FTP host is required'],
    ['no username', { ftpUser: '' }, 'FTP username is required'],
    ['no password', { ftpPassword: '' }, 'FTP password is required'],
    ['no base URL', { ftpBaseUrl: '' }, 'Base URL is required'],
    ['the untouched base URL', { ftpBaseUrl: 'https://' }, 'Must be a valid URL'],
    ['a script as base URL', { ftpBaseUrl: 'javascript:alert(1)' }, 'Must be a valid URL'],
    ['a way out of the directory', { ftpDirectory: '../elsewhere' }, 'Enter a folder'],
  ])('%s is refused with the reason', async (_name, values, message) => {
    const answer = await configure(admin, values);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(message);
    expect(answer.text).not.toContain(FTP_PASSWORD);
    expect(await configOf(admin)).toMatchObject({ ftpConfigured: false, ftpStorageActive: false });
  });

  test('nothing can be switched before', async () => {
    const answer = await admin.post('/api/admin/storage-mode', { useFtp: true });
    expect([answer.status, answer.json]).toEqual([409, { message: 'FTP is not configured' }]);
  });

  test('a page without scripts names the failing step at its field, and keeps what was typed', async () => {
    const values = { ...settings(), ftpPassword: 'wrong', intent: 'ftp', keep: 'on' };
    const page = (await admin.submit('/admin/storage', values)).text;
    expect(page).toContain(`value="127.0.0.1:${relay.port}"`);
    expect(page).toContain(`value="${DIRECTORY}"`);
    expect(page).toMatch(/530/);
    expect(page).not.toContain('value="wrong"');
  });
});

describe('photos on FTP', () => {
  let server: TestServer;
  let admin: Client;
  let party: Party;
  let guest: Person;
  let url: string;
  beforeAll(async () => {
    url = await createPostgresDatabase();
    server = await startApart({ DATABASE_URL: url });
    admin = await signInAdministrator(server.origin);
    party = await createParty(server.origin);
    guest = await join(party);
  });
  afterAll(async () => {
    await server.stop();
    await server.clean();
  });
  const restart = async () => {
    await server.stop();
    server = await startApart({ DATABASE_URL: url }, server);
    admin = await signInAdministrator(server.origin);
  };
  const withDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const { db, close } = await connectDatabase({ url, dataDir: '' });
    try {
      return await work(db);
    } finally {
      await close();
    }
  };

  test('unstored settings work at once, and end with the server; photos stay visible', async () => {
    expectStatus(await configure(admin), 200);
    expect(await configOf(admin)).toMatchObject({
      ftpStorageActive: true,
      ftpConfigured: true,
      ftpHost: `127.0.0.1:${relay.port}`,
      ftpDirectory: DIRECTORY,
      ftpBaseUrl: web.origin,
    });
    const photo = await addPhoto(guest, 1);
    expect(photo.imageUrl.startsWith(`${web.origin}/${DIRECTORY}/${party.event.id}/`)).toBe(true);
    expect(await bytesAt(guest.client, photo.imageUrl)).toMatchObject({ status: 200 });
    expect(await filesOnFtp()).toHaveLength(FILES);

    await restart();
    expect(await configOf(admin)).toMatchObject({
      ftpStorageActive: false,
      ftpConfigured: false,
      ftpHost: null,
      ftpBaseUrl: null,
      uploadStats: { ftpUploads: 1 },
    });
    const page = await guest.client.get('/feed');
    expect(page.text).toContain(photo.imageUrl);
    expect(page.headers.get('Content-Security-Policy')).toContain(`img-src 'self' ${web.origin} `);
  });

  test('stored settings survive a restart; the database does not reveal them', async () => {
    expectStatus(await configure(admin, { keep: true }), 200);
    const [row] = await withDatabase((db) => db.select().from(storageSettings));
    await restart();
    expect(row).toMatchObject({ ftpStorageActive: true, ftpBaseUrl: web.origin });
    for (const secret of [FTP_PASSWORD, FTP_USER, settings().ftpHost]) {
      expect(JSON.stringify(row)).not.toContain(secret);
    }
    expect(await configOf(admin)).toMatchObject({ ftpStorageActive: true, ftpConfigured: true });
    expect((await admin.get('/admin/storage')).text).not.toContain(FTP_PASSWORD);
  });

  test('selfies, event images, thumbnails, zips and the PDF come from there', async () => {
    const picture = await smallJpeg();
    const { selfieUrl } = expectStatus(await sendSelfie(guest, picture), 200).json;
    const event = await sendEventImage(party.organizer.client, party.event.id, picture);
    const { imageUrl } = expectStatus(event, 200).json;
    for (const url of [selfieUrl, imageUrl]) {
      expect(url?.startsWith(web.origin)).toBe(true);
      expect(await bytesAt(guest.client, (url ?? '').replace('.webp', '-320.webp'))).toMatchObject({
        status: 200,
      });
    }
    const zip = await party.organizer.client.get(
      `/api/events/${party.event.id}/download-all-photos`,
    );
    const names = [...(await unzip(expectStatus(zip, 200).bytes)).keys()];
    expect(names).toHaveLength(1);
    expect(names).not.toContain('MISSING.txt');
    const pdf = await party.organizer.client.get(`/invitation-pdf/${party.event.id}/pdf`);
    expect(expectStatus(pdf, 200).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('switching loses nothing: each photo stays where its row says', async () => {
    const local = await admin.post('/api/admin/storage-mode', { useFtp: false });
    expect(expectStatus(local, 200).json).toMatchObject({ ftpStorageActive: false });
    const photo = await addPhoto(guest, 2);
    expect(photo.imageUrl.startsWith('/media/')).toBe(true);
    expectStatus(await admin.post('/api/admin/storage-mode', { useFtp: true }), 200);
    expect((await configOf(admin)).uploadStats).toMatchObject({ ftpUploads: 1 });
    for (const { imageUrl } of expectStatus(
      await guest.client.get<{ imageUrl: string }[]>(`/api/photos/user/${guest.user.id}`),
      200,
    ).json) {
      expect(await bytesAt(guest.client, imageUrl)).toMatchObject({ status: 200 });
    }
    expectStatus(await guest.client.delete(`/api/photos/${photo.id}`), 200);
  });

  test('a server killed during an upload costs no photo: it falls back, and catches up', async () => {
    const before = await filesOnFtp();
    // The first of the files is there, the second one is being sent.
    let killed: Promise<void> | undefined;
    let transfers = 0;
    relay.tamper = (said) => {
      // A server takes a moment to die: what it still sends meanwhile is dropped.
      if (killed) return '421 Service not available\r\n';
      if (said.startsWith('150') && ++transfers === 2) killed = ftp.kill();
      return said;
    };
    const photo = await addPhoto(guest, 2);
    relay.tamper = undefined;
    await killed;
    expect(transfers).toBe(2);
    expect((await filesOnFtp()).length).toBeGreaterThan(before.length);
    expect(photo.imageUrl.startsWith('/media/')).toBe(true);
    expect(await bytesAt(guest.client, photo.imageUrl)).toMatchObject({ status: 200 });
    expect((await admin.get('/admin/storage')).text).toContain('class="note error"');
    const planned = await withDatabase((db) =>
      db.select().from(fileWork).where(eq(fileWork.state, 'move')),
    );
    expect(planned).toHaveLength(1);

    await ftp.start();
    // It may have been tried, and put off, while the server was still down.
    await withDatabase(async (db) => {
      await db
        .update(fileWork)
        .set({ notBefore: new Date(0) })
        .where(eq(fileWork.state, 'move'));
      await db.update(jobs).set({ dueAt: new Date(0) });
    });
    // A starting server handles at once what is due; a running one does every half minute.
    await restart();
    await vi.waitFor(async () => {
      const [row] = expectStatus(
        await guest.client.get<{ id: number; imageUrl: string }[]>(
          `/api/photos/user/${guest.user.id}`,
        ),
        200,
      ).json.filter(({ id }) => id === photo.id);
      expect(row?.imageUrl.startsWith(web.origin)).toBe(true);
      expect(await bytesAt(guest.client, row?.imageUrl ?? '')).toMatchObject({ status: 200 });
    }, 60_000);
    expect(await filesOnFtp()).toHaveLength(before.length + FILES);
    // A client with the old URL finds it, too.
    expect(await bytesAt(guest.client, photo.imageUrl)).toMatchObject({ status: 200 });
  });

  test('a deletion reaches the server, even after an outage', async () => {
    const before = (await filesOnFtp()).length;
    await ftp.kill();
    const [photo] = expectStatus(
      await guest.client.get<{ id: number }[]>(`/api/photos/user/${guest.user.id}`),
      200,
    ).json;
    expectStatus(await guest.client.delete(`/api/photos/${photo?.id}`), 200);
    await ftp.start();
    await withDatabase(async (db) => {
      await db.update(fileWork).set({ notBefore: new Date(0) });
      await db.update(jobs).set({ dueAt: new Date(0) });
    });
    await restart();
    await vi.waitFor(async () => expect(await filesOnFtp()).toHaveLength(before - FILES), 60_000);
  });

  test('a folder that somebody removed is created again', async () => {
    await rm(joinPath(ftp.folder, 'photos'), { recursive: true });
    const other = await join(party);
    const photo = await addPhoto(other, 1);
    expect(await bytesAt(other.client, photo.imageUrl)).toMatchObject({ status: 200 });
    const rows = await withDatabase((db) => db.select().from(photos));
    expect(rows.find(({ id }) => id === photo.id)?.imageStorage).toBe('ftp');
  });
});
