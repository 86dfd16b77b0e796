import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { listMigrations, readLevel } from '~db/level.server';
import { favorites, messages, photos } from '~db/schema';
import { fillMatchKeys } from '~/models/event/names.server';
import { findEvent, findOrganizer } from '~/models/event/read.server';
import { createPostgresDatabase, openPglite, openPostgres } from '../setup/databases';
import {
  EARLIER_EVENT,
  EARLIER_VERSIONS,
  expectKept,
  goBack,
  MIGRATIONS,
  readAllRows,
} from '../setup/earlier-versions';
import { newFolder } from '../setup/first-start';
import { SESSION_SECRET, startServer } from '../setup/server';
import { startUntilEnd } from './tool';

const newest = Math.max(...EARLIER_VERSIONS.map(({ count }) => count));

test('no ten migrations are without a fixture; if some are, add one', async () => {
  expect((await listMigrations(MIGRATIONS)).length - newest).toBeLessThan(10);
});

describe.each([
  { kind: 'pglite', open: openPglite },
  { kind: 'postgres', open: openPostgres },
])('an upgrade on $kind', ({ open }) => {
  let connection: DatabaseConnection;
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  test.each(EARLIER_VERSIONS)(
    'keeps an event of $count migrations',
    async ({ count, rows }) => {
      const { db } = connection;
      const known = await listMigrations(MIGRATIONS);
      await goBack(connection, { count, rows });
      expect(await readLevel(db)).toBe(known[count - 1]?.when);
      const before = await readAllRows(connection);
      if (count === newest) {
        const empty = [...before].filter(([, rows]) => rows.length === 0);
        expect(empty.map(([table]) => table)).toEqual([]);
      }

      // Several servers may start at once after an update.
      await Promise.all([connection.migrate(MIGRATIONS), connection.migrate(MIGRATIONS)]);
      expectKept(before, await readAllRows(connection));
      await fillMatchKeys(db);

      expect(await readLevel(db)).toBe(known.at(-1)?.when);
      expect(await findEvent(db, { eventId: EARLIER_EVENT })).toMatchObject({
        name: 'Été à Nîmes',
        matchKey: expect.stringMatching(/nimes/) as string,
        maxUsers: expect.any(Number) as number,
      });
      expect(await findOrganizer(db, { eventId: EARLIER_EVENT })).toMatchObject({
        id: 21,
        name: 'Ada',
      });
      const [photo] = await db.select().from(photos).orderBy(photos.id);
      expect(photo).toMatchObject({ id: 31, userId: 22, imageStorage: 'local', hiddenAt: null });
      expect(await db.select().from(favorites)).toMatchObject([
        { userId: 21, photoId: 31, star: 1 },
      ]);
      expect(await db.select().from(messages)).toMatchObject([
        { message: 'Bonjour', audience: null },
      ]);
    },
    90_000,
  );
});

test('a start whose migrations break half-way says so in one line, and leaves the database as it was', async () => {
  const url = await createPostgresDatabase();
  const version = EARLIER_VERSIONS.at(-1);
  if (!version) throw new Error('No version');
  const connection = await connectDatabase({ url, dataDir: '' });
  onTestFinished(() => connection.close());
  const { db } = connection;
  await goBack(connection, version);
  // Two of those that it lacks are carried out, and noted, before.
  const most = sql.raw(String(version.count + 2));
  await db.execute(sql`create function drizzle.break_off() returns trigger language plpgsql as $$
    begin
      if (select count(*) from drizzle.__drizzle_migrations) >= ${most} then
        raise exception 'no room left';
      end if;
      return new;
    end $$`);
  await db.execute(sql`create trigger break_off before insert on drizzle.__drizzle_migrations
    for each row execute function drizzle.break_off()`);
  const before = await readAllRows(connection);
  const level = await readLevel(db);

  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: await newFolder(), SESSION_SECRET };
  onTestFinished(() => rm(env.DATA_DIR, { recursive: true }));
  const { code, output } = await startUntilEnd({ ...env, DATABASE_URL: url });
  expect(output.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /DATABASE_URL: the database cannot be migrated, and is as it was \(no room left\)$/,
    ),
  ]);
  expect(code).toBe(1);
  expect(await readLevel(db)).toBe(level);
  expect(await readAllRows(connection)).toEqual(before);

  await db.execute(sql`drop function drizzle.break_off cascade`);
  await connection.migrate(MIGRATIONS);
  expectKept(before, await readAllRows(connection));
});

test('two servers that start at once on the oldest rows both show its event', async () => {
  const url = await createPostgresDatabase();
  const [oldest] = EARLIER_VERSIONS;
  if (!oldest) throw new Error('No fixture');
  const connection = await connectDatabase({ url, dataDir: '' });
  await goBack(connection, oldest).finally(() => connection.close());
  const servers = await Promise.all([1, 2].map(() => startServer({ env: { DATABASE_URL: url } })));
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(servers.map((server) => server.clean()));
  });
  for (const { origin } of servers) {
    const page = await fetch(`${origin}/e/${EARLIER_EVENT}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Été à Nîmes')]);
  }
});
