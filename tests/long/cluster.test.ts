import { join as joinPath } from 'node:path';
import { like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Db } from '~db/client.server';
import { fileWork, jobs } from '~db/schema';
import type { FeedPhoto, PublicPhoto } from '~/models/photo/shape';
import type { UserRecord } from '~/models/user/shape';
import { createS3Store } from '~/services/storage/s3.server';
import { open } from '../api/pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  sendPhoto,
  signInAdministrator,
  smallJpeg,
  unique,
  type Party,
  type Person,
} from '../api/party';
import { startApart } from '../api/servers';
import { findFaults } from '../consistency';
import { drawNoise } from '../images';
import { outlastCachedReads } from '../setup/cached-reads';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { serveFolder } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer } from '../setup/ftp-server';
import { startNginx, type Nginx } from '../setup/nginx';
import { startRelay, type Relay } from '../setup/relay';
import { s3Variables, startS3Server, type S3Server } from '../setup/s3-server';
import { freePort, type TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';
import { unzip } from '../unzip';

// Four built servers with one PostgreSQL and one bucket, behind nginx as docs/scaling.md describes.

const COUNT = 4;
let s3: S3Server;
/** The relay between the first server and the bucket. */
let relay: Relay;
let smtp: SmtpServer;
let env: Record<string, string>;
let servers: TestServer[] = [];
let nginx: Nginx;

beforeAll(async () => {
  s3 = await startS3Server();
  relay = await startRelay(Number(new URL(s3.access().endpoint).port));
  smtp = await startSmtpServer();
  const port = await freePort();
  env = {
    DATABASE_URL: await createPostgresDatabase(),
    ...s3Variables(s3.access()),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Snapodium <hello@photos.example>',
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  };
  servers = await Promise.all(
    Array.from({ length: COUNT }, (_, number) => startApart(envOf(number))),
  );
  nginx = await startNginx({ origins: servers.map(({ origin }) => origin), port });
});
afterAll(async () => {
  await nginx.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all(servers.map((server) => server.clean()));
  await smtp.stop();
  await relay.stop();
  await s3.clean();
});

/** The same for all servers, except how the first one reaches the bucket. */
const envOf = (number: number) =>
  number === 0 ? { ...env, S3_ENDPOINT: `http://127.0.0.1:${relay.port}` } : env;

/** The origin of a server. Any number works, because they start again after the last. */
const at = (number: number) => servers[number % COUNT]?.origin ?? '';

/** The same person, with the same cookies, on another server. */
function before<T extends Client | Person>(number: number, one: T): T {
  if (!(one instanceof Client)) return { ...one, client: before(number, one.client) };
  return Object.assign(new Client(at(number), one.address), { cookies: one.cookies }) as T;
}

async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await connectDatabase({ url: env.DATABASE_URL, dataDir: '' });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

const feedOf = async (client: Client, { event }: Party) =>
  expectStatus(await client.get<FeedPhoto[]>(`/api/photos/event/${event.id}`), 200).json;

test('any server answers any request', async () => {
  const party = await createParty(at(0));
  const ann = await join({ ...party, origin: at(1) });
  const photo = await addPhoto(before(2, ann), 1);
  const bea = await join({ ...party, origin: at(2) });
  const star = { userId: bea.user.id, photoId: photo.id };
  expectStatus(await before(3, bea).client.post('/api/favorites', star), 201);
  for (let number = 0; number < COUNT; number++) {
    const { client } = before(number, bea);
    const top = await client.get(`/api/events/${party.event.id}/top-photos`);
    expect(top.json).toEqual([expect.objectContaining({ id: photo.id, favoriteCount: 1 })]);
    await expect.poll(async () => (await feedOf(client, party))[0]?.favoriteCount).toBe(1);
    expect(expectStatus(await client.get(photo.imageUrl), 200).bytes.length).toBeGreaterThan(40);
    expect((await open(client, '/top')).html).toContain(photo.imageUrl.replace('.webp', ''));
  }
  // A user who was removed on one server is unknown on the others.
  const removed = await before(0, party.organizer).client.delete(`/api/users/${bea.user.id}`);
  expectStatus(removed, 200);
  await outlastCachedReads();
  for (let number = 0; number < COUNT; number++) {
    expectStatus(await before(number, bea).client.get(photo.imageUrl), 401);
  }
});

test('a notice waits for the page, whichever server renders it', async () => {
  const { organizer } = await createParty(at(0));
  const { client } = before(1, organizer);
  expectStatus(await client.speak('en').submit('/event/voting', { votingEnabled: 'false' }), 302);
  // The desk and the feed say it as well.
  expect((await open(before(2, client), '/messages')).text).toContain('Voting disabled');
  expect((await open(before(3, client), '/messages')).text).not.toContain('Voting disabled');
});

test('a link in a mail is requested on one server, opened on another, and used once', async () => {
  const party = await createParty(at(0));
  const { name, email } = party.organizer.user;
  const client = new Client(at(1));
  expectStatus(await client.post('/api/login', { ...party.names, name, email }), 401);
  const [link = ''] = /\/login\/link\/[\w-]+/.exec(smtp.mails.at(-1) ?? '') ?? [];
  expectStatus(await before(2, client).get(link), 200);
  expectStatus(await before(3, client).submit(link, {}), 302);
  const { json } = await before(0, client).get<UserRecord>('/api/user');
  expect(json).toMatchObject({ id: party.organizer.user.id, isOrganizer: true });
  const late = await new Client(at(1)).submit(link, {});
  expect(late.headers.get('Set-Cookie') ?? '').not.toContain('snapodium_session=ey');
  expectStatus(await new Client(at(1)).get('/api/user'), 401);
});

test('a zip that broke off on one server continues on another', async () => {
  const party = await createParty(at(0));
  const guests = await Promise.all(
    [1, 2, 3].map((number) => join({ ...party, origin: at(number) })),
  );
  for (const guest of guests) {
    const photo = await addPhoto(guest, 1);
    const star = { userId: party.organizer.user.id, photoId: photo.id };
    expectStatus(await party.organizer.client.post('/api/favorites', star), 201);
  }
  const path = `/api/events/${party.event.id}/download-top-photos`;
  const whole = expectStatus(await before(1, party.organizer).client.get(path), 200);
  const etag = whole.headers.get('ETag') ?? '';
  expect(etag).toMatch(/^"/);
  const half = Math.floor(whole.bytes.length / 2);
  const range = { Range: `bytes=${half}-`, 'If-Range': etag };
  const rest = expectStatus(await before(2, party.organizer).client.get(path, range), 206);
  expect(rest.headers.get('ETag')).toBe(etag);
  const joined = Buffer.concat([whole.bytes.subarray(0, half), rest.bytes]);
  expect(joined.equals(whole.bytes)).toBe(true);
  expect((await unzip(joined)).size).toBe(3);
});

test('attempts on one server count on the others', async () => {
  const party = await createParty(at(0), { organizerPassword: 'a secret of mine' });
  const { name, email } = party.organizer.user;
  const address = '198.51.100.77';
  const guess = (number: number) =>
    new Client(at(number), address).post('/api/login', {
      ...party.names,
      name,
      email,
      password: unique(),
    });
  for (let number = 0; number < 20; number++) expectStatus(await guess(number), 401);
  for (let number = 0; number < COUNT; number++) expectStatus(await guess(number), 429);
});

test.each([
  ['kept in the database', true],
  ['in memory', false],
])('the storage’s settings, %s, are known everywhere within five seconds', async (_what, keep) => {
  const ftp = await startFtpServer();
  const web = await serveFolder(joinPath(ftp.folder, '..'));
  const admin = await signInAdministrator(at(0));
  onTestFinished(async () => {
    await before(1, admin).post('/api/admin/storage-mode', { useFtp: false });
    await web.stop();
    await ftp.clean();
  });
  const party = await createParty(at(0));
  const uploaders = await Promise.all(servers.map(({ origin }) => join({ ...party, origin })));
  /** Where a new photo goes, according to each server. */
  const places = () =>
    Promise.all(
      uploaders.map(async (person) => {
        const { id, imageUrl } = await addPhoto(person, 1);
        expectStatus(await person.client.delete(`/api/photos/${id}`), 200);
        return imageUrl.startsWith(web.origin) ? 'ftp' : 's3';
      }),
    );
  const everywhere = (place: string) => Array.from(servers, () => place);
  const settings = {
    ftpHost: `127.0.0.1:${ftp.port}`,
    ftpUser: FTP_USER,
    ftpPassword: FTP_PASSWORD,
    ftpDirectory: 'upload/photos',
    ftpBaseUrl: web.origin,
    keep,
  };
  expectStatus(await admin.post('/api/admin/storage-config', settings), 200);
  expectStatus(await admin.post('/api/admin/storage-mode', { useFtp: true }), 200);
  await expect.poll(places, { timeout: 20_000 }).toEqual(everywhere('ftp'));
  expectStatus(await before(3, admin).post('/api/admin/storage-mode', { useFtp: false }), 200);
  await expect.poll(places, { timeout: 20_000 }).toEqual(everywhere('s3'));
  for (let number = 0; number < COUNT; number++) {
    const { json } = await before(number, admin).get('/api/admin/storage-config');
    expect(json).toMatchObject({ ftpConfigured: true, ftpStorageActive: false });
  }
});

test('one server after the other is restarted, and nobody notices', async () => {
  const party = await createParty(nginx.origin);
  const ann = await join(party);
  const { id } = await addPhoto(ann, 1);
  const bea = await join(party);
  let isOver = false;
  const statuses = new Set<number>();
  const jpeg = await smallJpeg();
  const guest = async (person: Person) => {
    const { client, user } = person;
    while (!isOver) {
      const star = await client.post('/api/favorites', { userId: user.id, photoId: id });
      const feed = await client.get(`/api/photos/event/${party.event.id}`);
      const back = await client.delete(`/api/favorites/${id}`);
      const photo = await sendPhoto(person, 1, jpeg);
      const removed = await client.delete(`/api/photos/${photo.json.id}`);
      for (const { status } of [star, feed, back, photo, removed]) statuses.add(status);
    }
  };
  const guests = [bea, await join(party), await join(party)].map(guest);
  for (const [number, server] of servers.slice(0, 2).entries()) {
    expect(await server.stop()).toBe(0);
    servers[number] = await startApart(envOf(number), server);
  }
  isOver = true;
  await Promise.all(guests);
  expect([...statuses].sort()).toEqual([200, 201]);
});

test('kill -9 of a server during uploads loses nothing, and the others serve its guests', async () => {
  const party = await createParty(nginx.origin);
  const guests = await Promise.all(Array.from({ length: 8 }, () => join(party)));
  const noise = await drawNoise(1200, 900).jpeg({ quality: 80 }).toBuffer();
  const [victim] = servers as [TestServer, ...TestServer[]];
  const acknowledged: PublicPhoto[] = [];
  let broken = 0;
  let killed: Promise<unknown> | undefined;
  const kill = async () => {
    await relay.hold(/^PUT \S+-\d+\.webp/m).said;
    victim.process.kill('SIGKILL');
  };
  const upload = async (guest: Person, slot: number): Promise<void> => {
    const answer = await sendPhoto(guest, slot, noise);
    if (answer.status === 201) {
      acknowledged.push(answer.json);
      // With as many more being sent, one of them between its first file and its second.
      if (acknowledged.length === 4) killed ??= kill();
    } else if (answer.status === 502) {
      broken += 1;
      await upload(guest, slot);
      // 409: it was stored, and the server died before it could say so.
    } else if (answer.status !== 409) {
      throw new Error(`${answer.status}: ${answer.text}`);
    }
  };
  await Promise.all([1, 2].flatMap((slot) => guests.map((guest) => upload(guest, slot))));
  await killed;
  expect(broken).toBeGreaterThan(0);

  const ann = guests[0] as Person;
  for (let asked = 0; asked < 20; asked++) {
    expectStatus(await ann.client.get('/api/user'), 200);
    expectStatus(await ann.client.post('/api/messages/read-all'), 200);
  }
  const feed = await feedOf(ann.client, party);
  expect(feed).toHaveLength(16);
  const stored = feed.map(({ id, imageUrl }) => ({ id, imageUrl }));
  for (const { id, imageUrl } of acknowledged) expect(stored).toContainEqual({ id, imageUrl });
  for (const { imageUrl } of stored) expectStatus(await ann.client.get(imageUrl), 200);

  await inDatabase(async (db) => {
    const ours = like(fileWork.imageKey, `${party.event.id}/%`);
    const left = () => db.$count(fileWork, ours);
    expect(await left()).toBeGreaterThan(0);
    // As if the time had passed after which others take over its work.
    const past = new Date(Date.now() - 60_000);
    await db.update(jobs).set({ dueAt: past, lockedUntil: past });
    await db.update(fileWork).set({ notBefore: past, claimedUntil: null });
    await expect.poll(left, { timeout: 60_000, interval: 500 }).toBe(0);
    const files = await createS3Store(s3.access()).list();
    const faults = await findFaults(db, files);
    expect(faults.filter((fault) => fault.includes(`${party.event.id}/`))).toEqual([]);
  });
  servers[0] = await startApart(envOf(0), victim);
}, 600_000);
