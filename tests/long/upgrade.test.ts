import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { listMigrations, readLevel, withMigrationsUntil } from '~db/level.server';
import { favorites, messages, photos, users } from '~db/schema';
import { fillMatchKeys } from '~/models/event/names.server';
import { findEvent, findOrganizer } from '~/models/event/read.server';
import { createPostgresDatabase, openPglite, openPostgres } from '../setup/databases';
import { startServer } from '../setup/server';

// The rows of an event as a version of that time had them, one file for every tenth migration.
const FOLDER = 'tests/fixtures/upgrade';
const MIGRATIONS = 'db/migrations';
const EVENT = 123_456_789_012;

const fixtures = readdirSync(FOLDER).map((file) => ({
  count: Number(/\d+/.exec(file)?.[0]),
  rows: readFileSync(`${FOLDER}/${file}`, 'utf8'),
}));

/** Replaces all of a database by the rows of a version with that many migrations. */
async function goBack(
  { db, migrate }: DatabaseConnection,
  { count, rows }: (typeof fixtures)[number],
): Promise<void> {
  await db.execute(sql`drop schema if exists drizzle cascade`);
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`create schema public`);
  await withMigrationsUntil(MIGRATIONS, count, migrate);
  for (const statement of rows.split(/;\n/).filter((text) => text.trim())) {
    await db.execute(sql.raw(statement));
  }
}

test('no ten migrations are without a fixture; if some are, add one', async () => {
  const newest = Math.max(...fixtures.map(({ count }) => count));
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

  test.each(fixtures)(
    'keeps an event of $count migrations',
    async ({ count, rows }) => {
      const { db } = connection;
      const known = await listMigrations(MIGRATIONS);
      await goBack(connection, { count, rows });
      expect(await readLevel(db)).toBe(known[count - 1]?.when);

      // Several servers may start at once after an update.
      await Promise.all([connection.migrate(MIGRATIONS), connection.migrate(MIGRATIONS)]);
      await fillMatchKeys(db);

      expect(await readLevel(db)).toBe(known.at(-1)?.when);
      expect(await findEvent(db, { eventId: EVENT })).toMatchObject({
        name: 'Été à Nîmes',
        matchKey: expect.stringMatching(/nimes/) as string,
        maxUsers: expect.any(Number) as number,
      });
      expect(await findOrganizer(db, { eventId: EVENT })).toMatchObject({ id: 21, name: 'Ada' });
      expect(await db.select({ id: users.id }).from(users).orderBy(users.id)).toHaveLength(2);
      const [photo] = await db.select().from(photos);
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

test('two servers that start at once on the oldest rows both show its event', async () => {
  const url = await createPostgresDatabase();
  const [oldest] = [...fixtures].sort((one, other) => one.count - other.count);
  if (!oldest) throw new Error('No fixture');
  const connection = await connectDatabase({ url, dataDir: '' });
  await goBack(connection, oldest).finally(() => connection.close());
  const servers = await Promise.all([1, 2].map(() => startServer({ env: { DATABASE_URL: url } })));
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all(servers.map((server) => server.clean()));
  });
  for (const { origin } of servers) {
    const page = await fetch(`${origin}/e/${EVENT}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Été à Nîmes')]);
  }
}, 120_000);
