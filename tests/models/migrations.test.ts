import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseConnection } from '~db/client.server';
import { listMigrations, readLevel, withMigrationsUntil } from '~db/level.server';
import { events, favorites, fileWork, messages, photos, users } from '~db/schema';
import { findEvent, findOrganizer } from '~/models/event/read.server';
import { beginJob } from '~/models/job/run.server';
import { openPglite, openPostgres } from '../setup/databases';

const MIGRATIONS = 'db/migrations';
const PARTY = 123_456_789_012;
const ORPHAN = 210_987_654_321;

/** Migrates a database to the state after this many migrations. */
const migrateOnly = (connection: DatabaseConnection, count: number) =>
  withMigrationsUntil(MIGRATIONS, count, (folder) => connection.migrate(folder));

describe.each([
  { kind: 'pglite', open: openPglite },
  { kind: 'postgres', open: openPostgres },
])('migrations on $kind', ({ open }) => {
  let connection: DatabaseConnection;
  beforeAll(async () => {
    connection = await open();
  });
  afterAll(() => connection.close());

  const wipe = async () => {
    const { db } = connection;
    await db.execute(sql`drop schema if exists drizzle cascade`);
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`create schema public`);
  };

  test('work on files is kept, and a server of the previous version continues it', async () => {
    const { db } = connection;
    await wipe();
    await migrateOnly(connection, 34);
    await db.execute(sql`
        insert into file_removals (id, storage, image_key, attempts, claimed_until, not_before)
        values (7, 'local', '1/a', 2, '2026-06-15', '2026-06-16')`);
    await db.execute(sql`insert into file_moves (image_key, target) values ('1/b', 'ftp')`);

    await connection.migrate(MIGRATIONS);

    const work = () =>
      db
        .select({ id: fileWork.id, state: fileWork.state, key: fileWork.imageKey })
        .from(fileWork)
        .orderBy(fileWork.id);
    expect(await work()).toEqual([
      { id: 7, state: 'remove', key: '1/a' },
      { id: 8, state: 'move', key: '1/b' },
    ]);
    const [claimed] = await db.select().from(fileWork).where(eq(fileWork.id, 7));
    expect(claimed).toMatchObject({ attempts: 2, notBefore: new Date('2026-06-16T00:00:00Z') });
    // What that server says: it plans both, claims the removal that is due, and settles both.
    await db.execute(sql`insert into file_removals (storage, image_key) values ('local', '1/c')`);
    await db.execute(sql`insert into file_moves (image_key, target) values ('1/d', 'ftp')`);
    expect((await work()).slice(2)).toEqual([
      { id: 9, state: 'remove', key: '1/c' },
      { id: 10, state: 'move', key: '1/d' },
    ]);
    await db.execute(sql`
        update file_removals set attempts = attempts + 1 where id = (select id from file_removals
          where not_before <= now() order by not_before desc limit 1 for update skip locked)`);
    await db.execute(sql`delete from file_removals where attempts = 1`);
    await db.execute(sql`delete from file_moves where image_key = '1/d'`);
    expect((await work()).map(({ id }) => id)).toEqual([7, 8]);
  }, 90_000);

  // On a busy machine PGlite is slow to run all of them.
  test('an older database keeps its events, their organizers and everything of theirs', async () => {
    const { db } = connection;
    await wipe();
    // After six of them, events still have their organizer's number, and jobs their start.
    await migrateOnly(connection, 6);
    await db.execute(sql`
        insert into events (id, name, name_key, organizer_name_key, description, start_date, end_date)
        values (${PARTY}, 'Party', 'party', 'ada', 'Ours', '2026-06-15', '2026-06-22'),
          (${ORPHAN}, 'Orphan', 'orphan', 'bob', 'Theirs', '2026-06-15', '2026-06-22')`);
    await db.execute(sql`
        insert into users (id, event_id, username, name, name_key, email, email_key, is_organizer)
        values (1, ${PARTY}, 'guest', 'Guest', 'guest', 'g@x.example', 'g@x.example', false),
          (2, ${PARTY}, 'ada', 'Ada', 'ada', 'a@x.example', 'a@x.example', true),
          (3, ${ORPHAN}, 'zoe', 'Zoe', 'zoe', 'z@x.example', 'z@x.example', false)`);
    await db.execute(sql`update events set organizer_id = 2 where id = ${PARTY}`);
    await db.execute(sql`
        insert into photos (id, user_id, event_id, position, image_storage, image_key, width, height, placeholder)
        values (1, 1, ${PARTY}, 1, 'local', 'key', 3, 2, 'data:')`);
    await db.execute(sql`insert into favorites (user_id, photo_id, star) values (2, 1, 1)`);
    await db.execute(sql`
        insert into jobs (name, due_at, last_started_at) values ('retention', '2026-06-15', '2026-06-14')`);
    await db.execute(sql`
        insert into messages (event_id, from_user_id, to_user_id, message, created_at)
        values (${PARTY}, 2, 1, 'To all', '2026-06-15 12:00:00.001'), (${PARTY}, 2, 3, 'To all', '2026-06-15 12:00:00.001'),
          (${PARTY}, 2, 1, 'To all', '2026-06-15 12:00:00.002')`);

    await connection.migrate(MIGRATIONS);

    expect(await findEvent(db, { eventId: PARTY })).toMatchObject({
      name: 'Party',
      organizerNameKey: 'ada',
      endDate: '2026-06-22',
      partyDate: null,
      votingOpensAt: null,
      votingClosesAt: null,
      // It had begun before there was a choice.
      standings: 'open',
      revealedAt: null,
      votingClosedAt: null,
    });
    expect(await findOrganizer(db, { eventId: PARTY })).toMatchObject({ id: 2, name: 'Ada' });
    expect(await findOrganizer(db, { eventId: ORPHAN })).toBeNull();
    expect([await db.$count(users), await db.$count(photos)]).toEqual([3, 1]);
    expect(await db.$count(favorites, eq(favorites.userId, 2))).toBe(1);
    // Messages written to several people at the same time went to all.
    const sent = await db.select().from(messages).orderBy(messages.id);
    const [first] = sent;
    expect(sent.map(({ broadcastId, audience }) => [broadcastId, audience])).toEqual([
      [first?.id, 'all'],
      [first?.id, 'all'],
      [null, null],
    ]);
    const now = new Date('2026-06-16');
    expect(await beginJob(db, { name: 'retention', now, everyMs: 60_000 })).not.toBeNull();

    await db.delete(users).where(eq(users.id, 2));
    expect(await findEvent(db, { eventId: PARTY })).not.toBeNull();
    await db.delete(events).where(eq(events.id, PARTY));
    expect([await db.$count(users), await db.$count(photos)]).toEqual([1, 0]);
  }, 90_000);

  test('one that breaks half-way leaves the database as it was', async () => {
    const { db } = connection;
    await wipe();
    const all = await listMigrations(MIGRATIONS);
    await migrateOnly(connection, all.length - 2);
    const before = await readLevel(db);
    await withMigrationsUntil(MIGRATIONS, all.length, async (folder) => {
      const last = (await readdir(folder))
        .filter((name) => name.endsWith('.sql'))
        .sort()
        .at(-1);
      // The two before it, and its own first statements, have been carried out by then.
      const broken = '\n--> statement-breakpoint\nalter table nowhere add column x int;';
      await appendFile(join(folder, last ?? ''), broken);
      await expect(connection.migrate(folder)).rejects.toThrow();
    });
    expect(await readLevel(db)).toBe(before);
    await connection.migrate(MIGRATIONS);
    expect(await readLevel(db)).toBe(all.at(-1)?.when);
  }, 90_000);
});
