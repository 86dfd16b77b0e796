import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseConnection } from '~db/client.server';
import { listMigrations, readLevel, withMigrationsUntil } from '~db/level.server';
import { favorites, messages, photos, users } from '~db/schema';
import { fillMatchKeys } from '~/models/event/names.server';
import { findEvent, findOrganizer } from '~/models/event/read.server';
import { openPglite, openPostgres } from '../setup/databases';

// The rows of an event as a version of that time had them, one file for every tenth migration.
const FOLDER = 'tests/fixtures/upgrade';
const MIGRATIONS = 'db/migrations';
const EVENT = 123_456_789_012;

const fixtures = readdirSync(FOLDER).map((file) => ({
  count: Number(/\d+/.exec(file)?.[0]),
  rows: readFileSync(`${FOLDER}/${file}`, 'utf8'),
}));

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
      await db.execute(sql`drop schema if exists drizzle cascade`);
      await db.execute(sql`drop schema public cascade`);
      await db.execute(sql`create schema public`);
      const known = await listMigrations(MIGRATIONS);
      await withMigrationsUntil(MIGRATIONS, count, (folder) => connection.migrate(folder));
      expect(await readLevel(db)).toBe(known[count - 1]?.when);
      for (const statement of rows.split(/;\n/).filter((text) => text.trim())) {
        await db.execute(sql.raw(statement));
      }

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
