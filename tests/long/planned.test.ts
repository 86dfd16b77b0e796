import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Db } from '~db/client.server';
import { jobs, messages, plannedMessages } from '~db/schema';
import { createParty, expectStatus, join, type Party } from '../api/party';
import { startApart } from '../api/servers';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';

/** Longer than a job waits between checks whether it is due. */
const ROUND = { timeout: 60_000, interval: 500 };

/** Servers that are stopped after the test, however it ends. */
function keepTrack() {
  const running = new Set<TestServer>();
  onTestFinished(async () => {
    await Promise.all([...running].map((server) => server.stop('SIGKILL')));
    await Promise.all([...running].map((server) => server.clean()));
  });
  return async (url: string, again?: TestServer) => {
    const server = await startApart({ DATABASE_URL: url }, again);
    running.add(server);
    return server;
  };
}

async function openDatabase(url: string): Promise<Db> {
  const { db, close } = await connectDatabase({ url, dataDir: '' });
  onTestFinished(close);
  return db;
}

async function plan({ organizer }: Party, message: string, inMs: number): Promise<void> {
  const sendAt = new Date(Date.now() + inMs).toISOString();
  const planned = { toUserId: 'all', message, sendAt };
  expectStatus(await organizer.client.post('/api/messages', planned), 201);
}

test(
  'two servers on one PostgreSQL send each planned message once',
  { timeout: 600_000 },
  async () => {
    const url = await createPostgresDatabase();
    const start = keepTrack();
    const [first] = [await start(url), await start(url)];
    const db = await openDatabase(url);
    const party = await createParty(first.origin);
    await Promise.all([join(party), join(party), join(party)]);
    for (let number = 0; number < 10; number += 1) await plan(party, `Part ${number}`, 5_000);
    await expect.poll(() => db.$count(plannedMessages), ROUND).toBe(0);
    const sent = await db
      .select({ message: messages.message, count: sql<number>`count(*)::int` })
      .from(messages)
      .where(eq(messages.eventId, party.event.id))
      .groupBy(messages.message);
    expect(sent).toHaveLength(10);
    expect(sent.every(({ count }) => count === 3)).toBe(true);
  },
);

test(
  'a server killed while it sends has sent nothing, and another one sends it once',
  {
    timeout: 600_000,
  },
  async () => {
    const url = await createPostgresDatabase();
    const start = keepTrack();
    const first = await start(url);
    const db = await openDatabase(url);
    const party = await createParty(first.origin);
    const guest = await join(party);
    // The plan is taken away, and then the first message waits.
    await db.execute(sql`
    create function wait_here() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(15);
      return new;
    end $$`);
    await db.execute(sql`
    create trigger wait_here before insert on messages for each row execute function wait_here()`);
    await plan(party, 'Cake!', 5_000);
    const isSending = async () => {
      const { rows } = (await db.execute(sql`
      select count(*)::int as count from pg_stat_activity
      where wait_event = 'PgSleep' and datname = current_database()`)) as unknown as {
        rows: { count: number }[];
      };
      return rows[0]?.count;
    };
    await expect.poll(isSending, ROUND).toBe(1);
    await first.stop('SIGKILL');
    // PostgreSQL notices the lost connection once the statement has ended.
    await expect.poll(isSending, ROUND).toBe(0);
    await db.execute(sql`drop trigger wait_here on messages`);
    const isTheirs = eq(messages.eventId, party.event.id);
    expect(await db.$count(messages, isTheirs)).toBe(0);
    expect(await db.$count(plannedMessages)).toBe(1);

    // The dead server's lease would end by itself two minutes later.
    await db.update(jobs).set({ lockedUntil: null }).where(eq(jobs.name, 'planned_messages'));
    const again = await Promise.all([start(url, first), start(url)]);
    await expect.poll(() => db.$count(plannedMessages), ROUND).toBe(0);
    // A stop waits for the run, and the next start runs what is due.
    for (const server of again) await server.stop();
    await start(url, first);
    expect(await db.$count(messages, isTheirs)).toBe(1);
    const inbox = await guest.client.get<{ message: string }[]>('/api/messages');
    expect(inbox.json.map(({ message }) => message)).toEqual(['Cake!']);
  },
);
