import { execFile } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Db } from '~db/client.server';
import { events, jobs, messages, photos } from '~db/schema';
import { isJobOff, JOB_NAMES } from '~/models/job/rules';
import { newImageKey } from '~/services/storage/keys.server';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { open } from '../api/pages';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  signInAdministrator,
  type Party,
} from '../api/party';
import { startApart } from '../api/servers';

/** Ended so long ago that its photos are deleted within days, or should have been. */
const WARNED = { startDate: day(-40), endDate: day(-28) };
const OVERDUE = { startDate: day(-40), endDate: day(-33) };

/** Servers that are stopped after the test, however it ends. */
function keepTrack() {
  const running = new Set<TestServer>();
  onTestFinished(async () => {
    await Promise.all([...running].map((server) => server.stop('SIGKILL')));
    await Promise.all([...running].map((server) => server.clean()));
  });
  return async (env: Record<string, string> = {}, again?: TestServer) => {
    const server = await startApart(env, again);
    running.add(server);
    return server;
  };
}

async function inDatabase<T>(
  where: { url?: string; dataDir?: string },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { db, close } = await connectDatabase({ url: where.url, dataDir: where.dataDir ?? '' });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Records every run that begins, and whether another one was in progress. */
async function recordRuns(db: Db): Promise<void> {
  await db.execute(sql`create table runs (name text, run_id text, was text)`);
  await db.execute(sql`
    create function note_run() returns trigger language plpgsql as $$
    begin
      insert into runs values (new.name, new.run_id, old.run_id);
      return new;
    end $$`);
  await db.execute(sql`
    create trigger runs after update on jobs for each row
    when (new.run_id is not null and new.run_id is distinct from old.run_id)
    execute function note_run()`);
}

const setDates = (db: Db, { event }: Party, dates: typeof WARNED) =>
  db.update(events).set(dates).where(eq(events.id, event.id));
const countPhotos = (db: Db, { event }: Party) => db.$count(photos, eq(photos.eventId, event.id));

/** Servers without mail run no job that only sends mails. */
const RUNNING = JOB_NAMES.filter((name) => !isJobOff(name, { mail: null }));

test('two servers on one PostgreSQL run each job once', async () => {
  const url = await createPostgresDatabase();
  const start = keepTrack();
  const first = await start({ DATABASE_URL: url });
  const parties = await Promise.all(Array.from({ length: 4 }, () => createParty(first.origin)));
  const [old, ...warned] = parties as [Party, ...Party[]];
  for (const party of parties) await addPhoto(party.organizer, 1);
  expect(await first.stop()).toBe(0);

  await inDatabase({ url }, async (db) => {
    await setDates(db, old, OVERDUE);
    for (const party of warned) await setDates(db, party, WARNED);
    // All are due, and the server that started them has died.
    const past = new Date(Date.now() - 60_000);
    const left = { dueAt: past, runId: 'dead', lockedUntil: past, lastFinishedAt: null };
    await db.update(jobs).set(left);
    await recordRuns(db);
  });
  const servers = await Promise.all([
    start({ DATABASE_URL: url }, first),
    start({ DATABASE_URL: url }),
  ]);
  await inDatabase({ url }, async (db) => {
    const finished = () => db.$count(jobs, sql`${jobs.lastFinishedAt} is not null`);
    await expect.poll(finished, { timeout: 60_000 }).toBe(RUNNING.length);
  });
  const [one] = servers as [TestServer, TestServer];
  const admin = await signInAdministrator(one.origin);
  const overview = await open(admin.speak('en'), '/admin');
  expect(overview.text).toMatch(/Deleting old photos All right .* 3 organizers warned, 1 photo/);
  // What was requested still runs to its end.
  for (const server of servers) expect(await server.stop()).toBe(0);

  await inDatabase({ url }, async (db) => {
    const runs = ((await db.execute(sql`select * from runs`)) as unknown as { rows: RunRow[] })
      .rows;
    const retention = runs.filter(({ name }) => name === 'retention');
    expect(retention).toEqual([{ name: 'retention', run_id: expect.any(String), was: 'dead' }]);
    for (const name of RUNNING) {
      const [begun, ...more] = runs.filter((run) => run.name === name);
      expect(begun?.was).toBe('dead');
      // On a busy machine the half minute may pass after which it is due again, but never both at once.
      for (const run of more) expect(run.was).toBeNull();
    }
    expect(await countPhotos(db, old)).toBe(0);
    for (const party of warned) {
      expect(await countPhotos(db, party)).toBe(1);
      const isTheirs = eq(messages.eventId, party.event.id);
      expect(await db.$count(messages, isTheirs)).toBe(1);
    }
  });
}, 600_000);

interface RunRow {
  name: string;
  run_id: string;
  was: string | null;
}

test('an organizer reads the warning, in the shop and among the messages of the ended event', async () => {
  const start = keepTrack();
  const url = await createPostgresDatabase();
  const first = await start({ DATABASE_URL: url });
  const party = await createParty(first.origin);
  const guest = await join(party);
  await addPhoto(guest, 1);
  expectStatus(await party.organizer.client.speak('nl').get('/?lang=nl'), 302);
  await first.stop();
  await inDatabase({ url }, async (db) => {
    await setDates(db, party, WARNED);
    await db.update(jobs).set({ dueAt: new Date(0) });
  });
  await start({ DATABASE_URL: url }, first);
  const { client } = party.organizer;
  const inbox = () => client.get<{ fromName: string; message: string }[]>('/api/messages');
  await expect.poll(async () => (await inbox()).json.length).toBe(1);
  const [warning] = (await inbox()).json;
  expect(warning).toMatchObject({ fromName: 'Snapodium', isRead: false });
  expect(warning?.message).toContain('blijven bewaard tot en met');
  const shop = await open(client.speak('en'), '/shop');
  expect(shop.text).toContain('Photos are kept until');
  expect(shop.html).toContain('href="/top/photos.zip?format=jpeg"');

  expect((await open(client, '/messages')).text).toMatch(/Snapodium .* 1 unread message/);
  const page = await open(client, '/messages?with=platform');
  expect(page.text).toContain('From the Snapodium team');
  expect(page.text).toContain('blijven bewaard tot en met');
  expect(page.html).not.toContain('<textarea');
  const answer = await client.submit('/messages?with=platform', { intent: 'send', message: 'Hi' });
  expect(answer.status).toBe(400);
  // Opening it marks it as read.
  expect((await client.get('/api/messages?unread=1')).json).toEqual({ count: 0, messages: [] });
}, 600_000);

/** Runs a command of the project. */
function run(script: string, args: string[], dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const command = ['--import', 'tsx', `scripts/${script}.ts`, ...args];
    execFile(process.execPath, command, { env }, (failure, out, error) => {
      resolve({ code: failure ? Number(failure.code) : 0, out, error });
    });
  });
}

test('the commands run without a server, and refuse to run beside one', async () => {
  const start = keepTrack();
  const server = await start();
  const { dataDir } = server;
  const [old, soon] = [await createParty(server.origin), await createParty(server.origin)];
  for (const { organizer } of [old, soon]) await addPhoto(organizer, 1);
  const refused = await run('retention', [], dataDir);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.error).toMatch(/^DATA_DIR: .* is in use by another running Snapodium\n$/);
  expect(await server.stop()).toBe(0);

  await inDatabase({ dataDir }, async (db) => {
    await setDates(db, old, OVERDUE);
    await setDates(db, soon, WARNED);
  });
  const dry = await run('retention', ['--dry-run'], dataDir);
  const lineOf = ({ event }: Party) => dry.out.split('\n').find((one) => one.includes(event.name));
  expect(lineOf(old)).toMatch(
    /^to remove .*: ended \S+, kept until \S+, 1 photos, 0 selfies, 0 messages$/,
  );
  expect(lineOf(soon)).toMatch(/^to warn /);
  expect(dry.out).toContain(
    'To remove: 1 photos and 0 selfies of 1 events. To delete: 0 events with their people. To warn: 1 organizers',
  );
  const done = await run('retention', [], dataDir);
  expect(done.out).toMatch(
    /^Removed 1 photos and 0 selfies of 1 events.* Warned 1 organizers\.\n$/,
  );

  const folder = joinPath(dataDir, 'media', String(soon.event.id));
  const small = (await readdir(folder)).find((file) => file.includes('-320'));
  await rm(joinPath(folder, small ?? ''));
  await writeFile(joinPath(dataDir, 'media', `${newImageKey(soon.event.id)}.webp`), 'x');
  const check = await run('check-storage', [], dataDir);
  expect(check.code).toBe(1);
  expect(check.out).toMatch(/: the photo's thumbnails are missing or damaged: 320\n/);
  expect(check.out).toMatch(/: 1 files of no row\n/);
  const repaired = await run('check-storage', ['--repair'], dataDir);
  expect([repaired.code, repaired.out]).toEqual([
    0,
    expect.stringContaining('2 differences mended, 0 left'),
  ]);
  expect(await run('check-storage', [], dataDir)).toMatchObject({ code: 0 });
  expect(await readdir(folder)).toContain(small);
}, 600_000);
