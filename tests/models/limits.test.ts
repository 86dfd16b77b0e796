import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase, DATABASE_LIMITS, type DatabaseConnection } from '~db/client.server';
import type { DatabaseLimits } from '~db/postgres.server';
import { events } from '~db/schema';
import { isAway } from '~/models/away.server';
import { createTestEvent } from '../factories';
import { createPostgresDatabase } from '../setup/databases';
import { startRelay, type Relay } from '../setup/relay';

// A PostgreSQL that makes requests wait (docs/running.md, `DATABASE_…_SECONDS`).

let url: string;
let other: DatabaseConnection;
const opened: DatabaseConnection[] = [];

beforeAll(async () => {
  url = await createPostgresDatabase();
  other = await connectDatabase({ url, dataDir: '' });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((connection) => connection.close()));
});
afterAll(() => other.close());

async function limited(limits: Partial<DatabaseLimits>, at = url) {
  const connection = await connectDatabase({
    url: at,
    dataDir: '',
    limits: { ...DATABASE_LIMITS, ...limits },
  });
  opened.push(connection);
  return connection.db;
}

/**
 * The error of some work.
 * @throws Error if it does not fail
 */
async function failing(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail');
}

/** Locks all photos until it is released. */
async function holdPhotos(): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = () => {};
  const holding = new Promise<void>((resolve) => (held = resolve));
  const holder = other.db.transaction(async (tx) => {
    await tx.execute(sql`lock table photos in access exclusive mode`);
    held();
    await released;
  });
  await holding;
  return async () => {
    release();
    await holder;
  };
}

test('waiting for a lock is limited, for forty at once, and delays nobody else', async () => {
  const db = await limited({ lockMs: 400, waitMs: 600 });
  const release = await holdPhotos();
  const readers = Array.from({ length: 40 }, () =>
    failing(db.execute(sql`select count(*) from photos where id = ${1}`)),
  );
  for (const error of await Promise.all(readers)) expect(isAway(error)).toBe(true);
  await release();
  await db.execute(sql`select count(*) from photos where id = ${1}`);
});

test('a statement’s time is limited, in transactions too', async () => {
  const db = await limited({ statementMs: 300 });
  const alone = await failing(db.execute(sql`select pg_sleep(20)`));
  expect(isAway(alone)).toBe(true);
  const inside = await failing(db.transaction((tx) => tx.execute(sql`select pg_sleep(20)`)));
  expect(isAway(inside)).toBe(true);
});

test('waiting for a connection is limited, and the queue moves on', async () => {
  const db = await limited({ waitMs: 1500 });
  const all = Array.from({ length: 20 }, () =>
    db.transaction((tx) => tx.execute(sql`select pg_sleep(4)`)),
  );
  await sleep(100);
  const error = await failing(db.execute(sql`select 1`));
  expect(isAway(error)).toBe(true);
  await Promise.all(all);
  await Promise.all(Array.from({ length: 60 }, () => db.execute(sql`select 1`)));
});

test('a transaction that fails returns its connection', async () => {
  const db = await limited({ waitMs: 2000 });
  for (let time = 0; time < 25; time += 1) {
    const error = await failing(
      db.transaction(async () => {
        throw new Error('on purpose');
      }),
    );
    expect(isAway(error)).toBe(false);
  }
  await db.execute(sql`select 1`);
});

test('while the database is down everybody is told soon, and served when it is back', async () => {
  const { event } = await createTestEvent(other.db);
  const { relay, at } = await relayed();
  const db = await limited({}, at);
  const read = () => db.select().from(events).where(eq(events.id, event.id));
  await read();
  await relay.down();
  const askers = Array.from({ length: 100 }, () => failing(read()));
  for (const error of await Promise.all(askers)) expect(isAway(error)).toBe(true);
  await relay.up();
  await sleep(300);
  expect(await read()).toEqual([event]);
});

test('transactions whose connections break leave none of them behind', async () => {
  const { relay, at } = await relayed();
  const db = await limited({ waitMs: 2000 }, at);
  for (let time = 0; time < 25; time += 1) {
    await db.execute(sql`select 1`);
    relay.cut();
    // Its connection is closed already, and it cannot begin.
    expect(isAway(await failing(db.transaction(() => Promise.resolve())))).toBe(true);
    const inside = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      relay.cut();
      await sleep(20);
      await tx.execute(sql`select ${'x'.repeat(2000)}::text`);
    });
    expect(isAway(await failing(inside))).toBe(true);
  }
  await db.execute(sql`select 1`);
});

test('a dead connection that is not closed is given up, in transactions too', async () => {
  const { event } = await createTestEvent(other.db);
  const { relay, at } = await relayed();
  const db = await limited({ statementMs: 1500 }, at);
  const read = (from = db) => from.select().from(events).where(eq(events.id, event.id));
  let outside: Promise<unknown> | undefined;
  const inside = await failing(
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      // A second connection, which is then idle. The statement outside the transaction uses it.
      await read();
      relay.silence();
      outside = failing(read());
      await read(tx);
    }),
  );
  const failed = [inside, await outside];
  for (const error of failed) expect(isAway(error)).toBe(true);
  // Over another connection, results are parsed as before: dates are dates.
  expect(await read()).toEqual([event]);
  await db.transaction(async (tx) => expect(await read(tx)).toEqual([event]));
});

const relays: Relay[] = [];
afterAll(async () => {
  for (const relay of relays) await relay.stop();
});

async function relayed() {
  const at = new URL(url);
  const relay = await startRelay(Number(at.port));
  relays.push(relay);
  at.port = String(relay.port);
  return { relay, at: at.href };
}
