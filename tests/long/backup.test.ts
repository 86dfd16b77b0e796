import { cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { listMigrations, readLevel } from '~db/level.server';
import type { PublicPhoto, ResultFile } from '~/models/photo/shape';
import { addPhoto, createParty, expectStatus, join as joinParty, type Party } from '../api/party';
import { startApart } from '../api/servers';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import {
  EARLIER_EVENT,
  EARLIER_VERSIONS,
  expectKept,
  goBack,
  MIGRATIONS,
  readAllRows,
} from '../setup/earlier-versions';
import { s3Variables, startS3Server } from '../setup/s3-server';
import { startServer, type TestServer } from '../setup/server';
import { runScript } from './tool';

// A party is backed up while guests upload and star, everything is destroyed, and a restored place has every figure of
// the moment of the backup, on the other database, too.

/** What a restore changes: files are where new ones go, no work on them waits, no job runs, and FTP is off. */
const SETTLED = [
  'file_work',
  'file_moves',
  'file_removals',
  'photos.image_storage',
  'storage_settings.ftp_storage_active',
];

/** With the organizer and a later guest they fit into a free event. */
const GUESTS = 7;

/** A new database without a table. */
async function createEmptyDatabase(): Promise<string> {
  const url = new URL(await createPostgresDatabase());
  const name = url.pathname.slice(1);
  const admin = await connectDatabase({ url: `${inject('postgresUrl')}postgres`, dataDir: '' });
  await admin.db.execute(`drop database ${name}`);
  await admin.db.execute(`create database ${name}`);
  await admin.close();
  return url.href;
}

/** A party whose votes are counted, with what its guests read and hold. */
interface Played {
  party: Party;
  photos: (PublicPhoto & { bytes: Buffer })[];
  cookies: string[];
  digest: string;
  stars: number[];
}

async function play(server: TestServer): Promise<Played> {
  const party = await createParty(server.origin);
  const guests = [];
  const photos: Played['photos'] = [];
  for (let n = 0; n < GUESTS; n += 1) {
    const guest = await joinParty(party);
    const photo = await addPhoto(guest, 1);
    photos.push({ ...photo, bytes: (await guest.client.get(photo.imageUrl)).bytes });
    guests.push(guest);
  }
  for (const [index, { client, user }] of guests.entries()) {
    for (const step of [1, 2, 3].slice(0, 1 + (index % 3))) {
      const photoId = photos[(index + step) % GUESTS]?.id;
      expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
    }
  }
  const { organizer, event } = party;
  expectStatus(await organizer.client.post(`/api/events/${event.id}/close-voting`), 200);
  const { digest, places } = await resultOf(organizer.client, event.id);
  const stars = places.map((place) => place.stars);
  const cookies = [organizer, ...guests].map(({ client }) => client.cookies.header() ?? '');
  return { party, photos, cookies, digest, stars };
}

async function resultOf(client: Client, eventId: number): Promise<ResultFile> {
  return expectStatus(await client.get<ResultFile>(`/api/events/${eventId}/result.json`), 200).json;
}

/** Expects all of a party on a restored server, with the sessions of before. */
async function expectPlayed(server: TestServer, played: Played): Promise<void> {
  const { party, photos, cookies, digest, stars } = played;
  const clients = cookies.map((cookie) => {
    const client = new Client(server.origin);
    client.cookies.take(cookie.split('; '));
    return client;
  });
  for (const client of clients) expectStatus(await client.get('/api/user'), 200);
  const [organizer = new Client(server.origin)] = clients;
  for (const { imageUrl, bytes } of photos) {
    const answer = await organizer.get(imageUrl);
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true]);
  }
  const result = await resultOf(organizer, party.event.id);
  expect([result.digest, result.places.map((place) => place.stars)]).toEqual([digest, stars]);
  // Numbers continue after those from before.
  const guest = await joinParty({ ...party, origin: server.origin });
  const newest = await addPhoto(guest, 1);
  expect(newest.id).toBeGreaterThan(Math.max(...photos.map(({ id }) => id)));
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapodium-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The variables of a place, which is empty. */
const emptyPlace = async (kind: string): Promise<Record<string, string> & { DATA_DIR: string }> => {
  const DATA_DIR = join(await mkdtemp(join(folder, 'place-')), 'data');
  return kind === 'pglite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await createEmptyDatabase() };
};

const backup = (path: string, env: Record<string, string>) =>
  runScript('scripts/backup.ts', [path], env);
const restore = (path: string, env: Record<string, string>) =>
  runScript('scripts/restore.ts', [path], env);

describe.each([
  { from: 'pglite', into: ['pglite', 'postgres'] },
  { from: 'postgres', into: ['postgres', 'pglite'] },
])('a party on $from', ({ from, into }) => {
  let played: Played;
  const path = () => join(folder, `${from}.tar`);

  beforeAll(async () => {
    const env: Record<string, string> =
      from === 'pglite' ? {} : { DATABASE_URL: await createPostgresDatabase() };
    const server = await startApart(env);
    played = await play(server);
    // Other parties go on while it is backed up.
    let isOver = false;
    const goOn = async () => {
      while (!isOver) await addPhoto(await joinParty(await createParty(server.origin)), 1);
    };
    const going = Promise.all([goOn(), goOn()]);
    const made = await backup(path(), { DATA_DIR: server.dataDir, ...env });
    isOver = true;
    await going;
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('images')]);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    await server.stop('SIGKILL');
    await server.clean();
  });

  test.each(into)('is all there on %s', async (kind) => {
    const env = await emptyPlace(kind);
    const restored = await restore(path(), env);
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('restored')]);
    expect(restored.out).not.toContain('SESSION_SECRET');
    const again = await restore(path(), env);
    expect([again.code, again.out]).toEqual([1, expect.stringMatching(/already/)]);

    const server = await startServer({ dataDir: env.DATA_DIR, env });
    onTestFinished(() => void server.stop('SIGKILL'));
    await expectPlayed(server, played);
    await server.stop();
    const check = await runScript('scripts/check-storage.ts', ['--deep'], env);
    expect([check.code, check.out]).toEqual([0, expect.stringContaining('0 differences')]);
  });
});

test('a party in a bucket is all there in another bucket, and on a disk', async () => {
  const [bucket, other] = await Promise.all([startS3Server(), startS3Server()]);
  onTestFinished(async () => {
    await Promise.all([bucket.clean(), other.clean()]);
  });
  // The demo event's photos are on the disk, from before there was a bucket.
  const env = { DATABASE_URL: await createPostgresDatabase(), ...s3Variables(bucket.access()) };
  const server = await startApart(env);
  const played = await play(server);
  const path = join(folder, 'bucket/');
  const made = await backup(path, { DATA_DIR: server.dataDir, ...env });
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('images')]);
  await server.stop('SIGKILL');
  await server.clean();

  for (const storage of [s3Variables(other.access()), {}]) {
    const place = { ...(await emptyPlace('postgres')), ...storage };
    const restored = await restore(path, place);
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('restored')]);
    const again = await startServer({ dataDir: place.DATA_DIR, env: place });
    onTestFinished(() => void again.stop('SIGKILL'));
    await expectPlayed(again, played);
    await again.stop();
    const check = await runScript('scripts/check-storage.ts', ['--deep'], place);
    expect([check.code, check.out]).toEqual([0, expect.stringContaining('0 differences')]);
  }
}, 300_000);

test('a backup of an earlier version is restored with all its rows, and its event is shown', async () => {
  const from = await emptyPlace('postgres');
  const earlier = await connectDatabase({ url: from.DATABASE_URL, dataDir: '' });
  const version = EARLIER_VERSIONS.at(-1);
  if (!version) throw new Error('No version');
  await goBack(earlier, version);
  const before = await readAllRows(earlier);
  await earlier.close();
  const path = join(folder, 'earlier.tar');
  const made = await backup(path, from);
  // Its rows name images that are nowhere.
  expect([made.code, made.out]).toEqual([3, expect.stringContaining('images are missing')]);

  const env = await emptyPlace('postgres');
  const restored = await restore(path, env);
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('restored')]);
  const connection = await connectDatabase({ url: env.DATABASE_URL, dataDir: '' });
  const known = await listMigrations(MIGRATIONS);
  expect(await readLevel(connection.db)).toBe(known.at(-1)?.when);
  expectKept(before, await readAllRows(connection), SETTLED);
  await connection.close();

  const server = await startServer({ dataDir: env.DATA_DIR, env });
  onTestFinished(() => void server.stop('SIGKILL'));
  const page = await fetch(`${server.origin}/e/${EARLIER_EVENT}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Été à Nîmes')]);
}, 300_000);

test('what cannot be restored leaves a place that no server takes for a whole one', async () => {
  const path = join(folder, 'pglite.tar');
  const cut = join(folder, 'cut.tar');
  await cp(path, cut);
  await truncate(cut, Math.floor((await readFile(path)).length / 2));
  const env = await emptyPlace('pglite');
  const refused = await restore(cut, env);
  expect([refused.code, refused.out.trim()]).toEqual([
    1,
    expect.stringMatching(/^\S+: .*cut off$/),
  ]);
  await expect(stat(env.DATA_DIR)).rejects.toThrow('ENOENT');

  // A folder for the files that cannot be written stops it half-way.
  const { DATA_DIR } = env;
  const half = restore(path, env);
  await expect
    .poll(() => stat(join(DATA_DIR, 'database')).catch(() => null), { timeout: 60_000 })
    .toBeTruthy();
  await writeFile(join(DATA_DIR, 'media'), 'a file in the way');
  expect((await half).code).toBe(1);
  await rm(join(DATA_DIR, 'media'));
  const start = await startServer({ dataDir: DATA_DIR }).catch((error: Error) => error.message);
  expect(start).toContain('a restore into it was interrupted: empty it and restore again');
});

test('another secret is reported', async () => {
  const env = {
    ...(await emptyPlace('pglite')),
    SESSION_SECRET: 'another secret of thirty-two letters',
  };
  const { code, out } = await restore(join(folder, 'pglite.tar'), env);
  expect([code, out]).toEqual([0, expect.stringContaining('SESSION_SECRET is another')]);
});
