import pino from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { jobs } from '~db/schema';
import { startJob } from '~/jobs/job.server';
import { createClockWatch } from '~/models/job/clock-watch.server';
import { beginJob, listJobs } from '~/models/job/run.server';
import { withDatabases } from '../setup/databases';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

withDatabases('the clock', (getDb) => {
  beforeEach(() => getDb().delete(jobs));

  /** A server whose clock can be set, and which can let time pass without waiting. */
  function createServer() {
    const began = Date.now();
    let passed = 0;
    let set = 0;
    const told: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void told.push(line) });
    const now = () => new Date(began + set);
    const watch = createClockWatch({
      db: getDb(),
      log,
      wall: () => now().getTime(),
      steady: () => passed,
    });
    return {
      told,
      now,
      isTrusted: () => watch.isTrusted(),
      /**
       * Advances the clock and the steady clock, but not the database's, so use it for a few hours at most.
       */
      wait: (ms: number) => {
        passed += ms;
        set += ms;
      },
      setClock: (by: number) => void (set += by),
      deps: { db: getDb(), log, now, clock: watch },
    };
  }
  const lastRun = (at: Date, name = 'retention') =>
    getDb().insert(jobs).values({ name, dueAt: at, lastFinishedAt: at });
  const statusOf = async (name: string) =>
    (await listJobs(getDb(), { now: new Date() })).find((job) => job.name === name);

  test('is trusted while it runs, and after a small correction', async () => {
    const server = createServer();
    expect(await server.isTrusted()).toBe(true);
    server.wait(10 * HOUR);
    expect(await server.isTrusted()).toBe(true);
    server.setClock(-9 * HOUR);
    expect(await server.isTrusted()).toBe(true);
    expect(server.told).toEqual([]);
  });

  test.each([45 * DAY, -45 * DAY])(
    'that jumps by %d ms and back must be consistent for an hour',
    async (by) => {
      const server = createServer();
      expect(await server.isTrusted()).toBe(true);
      server.setClock(by);
      expect(await server.isTrusted()).toBe(false);
      server.wait(MINUTE);
      server.setClock(-by);
      expect(await server.isTrusted()).toBe(false);
      server.wait(59 * MINUTE);
      expect(await server.isTrusted()).toBe(false);
      server.wait(MINUTE);
      expect(await server.isTrusted()).toBe(true);
      expect(server.told).toHaveLength(3);
      expect(server.told[0]).toContain('the clock has jumped: nothing is deleted');
    },
  );

  test('is not trusted while the database’s differs by more than a day', async () => {
    const server = createServer();
    server.setClock(2 * DAY);
    for (let hour = 0; hour < 4; hour += 1) {
      expect(await server.isTrusted()).toBe(false);
      server.wait(HOUR);
    }
    expect(server.told).toHaveLength(1);
  });

  test('must be consistent for an hour after the server was off for days, or started with a wrong one', async () => {
    await lastRun(new Date(Date.now() - 7 * DAY));
    const server = createServer();
    expect(await server.isTrusted()).toBe(false);
    server.wait(HOUR);
    expect(await server.isTrusted()).toBe(true);
  });

  test('is not affected by jobs that are run by hand', async () => {
    await lastRun(new Date(Date.now() - HOUR));
    await lastRun(new Date(Date.now() + 45 * DAY), 'notices');
    expect(await createServer().isTrusted()).toBe(true);
  });

  test('stops a job that deletes while in doubt, and leaves its last run unchanged', async () => {
    const at = new Date(Date.now() - HOUR);
    await lastRun(at);
    const server = createServer();
    await server.isTrusted();
    server.setClock(45 * DAY);
    let runs = 0;
    const work = async () => ({ events: (runs += 1) });
    const letRun = (name: 'retention' | 'notices') =>
      startJob(server.deps, { name, everyMs: HOUR, work }).stop();
    await letRun('retention');
    expect(runs).toBe(0);
    expect(await statusOf('retention')).toMatchObject({
      isHeld: true,
      error: null,
      lastFinishedAt: at,
    });
    await letRun('notices');
    expect(runs).toBe(1);

    server.setClock(-45 * DAY);
    server.wait(HOUR);
    await server.isTrusted();
    server.wait(HOUR);
    await letRun('retention');
    expect(runs).toBe(2);
    expect(await statusOf('retention')).toMatchObject({ isHeld: false, counts: { events: 2 } });
  });

  test('that jumps while a job deletes ends the run', async () => {
    const server = createServer();
    const answers: boolean[] = [];
    const job = startJob(server.deps, {
      name: 'retention',
      everyMs: HOUR,
      work: async ({ mayContinue }) => {
        answers.push(await mayContinue());
        server.setClock(45 * DAY);
        answers.push(await mayContinue());
        return {};
      },
    });
    await vi.waitFor(() => expect(answers).toEqual([true, false]), 10_000);
    await job.stop();
    expect(await statusOf('retention')).toMatchObject({ lastFinishedAt: null, isRunning: false });
  });

  test('that was ahead delays no job by more than its own interval', async () => {
    const ahead = new Date(Date.now() + 45 * DAY);
    await getDb().insert(jobs).values({ name: 'notices', dueAt: ahead, lockedUntil: ahead });
    const run = await beginJob(getDb(), { name: 'notices', now: new Date(), everyMs: MINUTE });
    expect(run).not.toBeNull();
  });
});
