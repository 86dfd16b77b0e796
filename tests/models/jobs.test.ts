import { eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { jobs } from '~db/schema';
import { runJobNow, startJob, type JobPlan } from '~/jobs/job.server';
import type { JobCounts } from '~/models/job/rules';
import {
  beginJob,
  endJob,
  freeJobs,
  HEARTBEAT_MS,
  heartbeat,
  listJobs,
} from '~/models/job/run.server';
import { withDatabases } from '../setup/databases';
import { trustedClock } from '../setup/fakes';

const name = 'retention';
const HOUR = 60 * 60 * 1000;

withDatabases('jobs', (getDb) => {
  // There is one row for each job, so each test starts without them.
  beforeEach(() => getDb().delete(jobs));

  const at = (minutes: number) => new Date(Date.UTC(2026, 5, 15, 12) + minutes * 60_000);
  const begin = (minutes: number) => beginJob(getDb(), { name, now: at(minutes), everyMs: HOUR });
  const statusAt = async (minutes: number) => {
    const list = await listJobs(getDb(), { now: at(minutes) });
    return list.find((job) => job.name === name);
  };
  const rowOf = async () => (await getDb().select().from(jobs).where(eq(jobs.name, name)))[0];
  async function begun(minutes: number) {
    const run = await begin(minutes);
    if (!run) throw new Error('somebody else runs it');
    return run;
  }

  /** A server at a moment, with an hourly job. */
  function serverAt(minutes: number, work: JobPlan['work']) {
    const log = pino({ level: 'silent' });
    const deps = { db: getDb(), log, now: () => at(minutes), clock: trustedClock };
    const plan: JobPlan = { name, everyMs: HOUR, work };
    return { log, start: () => startJob(deps, plan), runNow: () => runJobNow(deps, plan) };
  }
  /** Starts a server and stops it once it has checked whether the job is due, and run it if so. */
  const letRun = (minutes: number, work: JobPlan['work']) => serverAt(minutes, work).start().stop();
  const done = async (): Promise<JobCounts> => ({ events: 2 });

  test('of many servers that ask at once one gets the run, and the next one when it is due', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, () => begin(0)));
    const runs = asked.filter((run) => run !== null);
    expect(runs).toHaveLength(1);
    expect(await statusAt(0)).toMatchObject({ isRunning: true, lastFinishedAt: null });
    for (const run of runs) {
      await endJob(getDb(), run, { finishedAt: at(1), nextAt: at(60), counts: { events: 2 } });
    }
    expect(await statusAt(1)).toEqual({
      name,
      isRunning: false,
      isHeld: false,
      lastFinishedAt: at(1),
      counts: { events: 2 },
      error: null,
      failures: 0,
    });
    expect(await begin(59)).toBeNull();
    const again = await Promise.all(Array.from({ length: 8 }, () => begin(60)));
    expect(again.filter((run) => run !== null)).toHaveLength(1);
  });

  test('a run belongs to its server as long as the server lives, and no longer', async () => {
    const run = await begun(0);
    expect(await begin(1.9)).toBeNull();
    expect(await heartbeat(getDb(), run, { now: at(1.9) })).toBe(true);
    expect(await begin(3.8)).toBeNull();
    const other = await begun(3.9);
    expect(await heartbeat(getDb(), run, { now: at(4) })).toBe(false);
    // A server that was thought dead cannot report on the other's run.
    await endJob(getDb(), run, { finishedAt: at(4), nextAt: at(60), counts: { events: 9 } });
    expect(await statusAt(4)).toMatchObject({ isRunning: true, counts: null });
    await endJob(getDb(), other, { finishedAt: at(5), nextAt: at(60), counts: { events: 2 } });
    expect(await statusAt(5)).toMatchObject({ isRunning: false, counts: { events: 2 } });
  });

  test('the only server of a database does not wait for a dead one', async () => {
    await begun(0);
    await freeJobs(getDb());
    expect(await begin(1)).not.toBeNull();
  });

  test('a job that never ran shows no run', async () => {
    expect(await statusAt(0)).toEqual({
      name,
      isRunning: false,
      isHeld: false,
      lastFinishedAt: null,
      counts: null,
      error: null,
      failures: 0,
    });
  });

  test('two servers run a job once', async () => {
    const work = vi.fn(done);
    const servers = [serverAt(0, work).start(), serverAt(0, work).start()];
    await Promise.all(servers.map((server) => server.stop()));
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('a run that a stop interrupts continues after the next start', async () => {
    const pieces: number[] = [];
    const work: JobPlan['work'] = async ({ mayContinue }) => {
      while (pieces.length < 5 && (await mayContinue())) {
        pieces.push(pieces.length);
        if (pieces.length === 2) void job.stop();
      }
      return { events: pieces.length };
    };
    const job = serverAt(0, work).start();
    await vi.waitFor(() => expect(pieces).toHaveLength(2), 10_000);
    await job.stop();
    expect(pieces).toHaveLength(2);
    const second = serverAt(1, work).start();
    await vi.waitFor(() => expect(pieces).toHaveLength(5), 10_000);
    await second.stop();
  });

  test('a run of a dead server is taken over once it has been silent for long enough', async () => {
    await begun(0);
    const work = vi.fn(done);
    await letRun(1.9, work);
    expect(work).not.toHaveBeenCalled();
    await letRun(2, work);
    expect(work).toHaveBeenCalledTimes(1);
    expect(await statusAt(2)).toMatchObject({ isRunning: false, counts: { events: 2 } });
  });

  test('a failed renewal is logged, and the run continues', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const work: JobPlan['work'] = async () => {
      const away = vi.spyOn(getDb(), 'update').mockImplementationOnce(() => {
        throw new Error('the database is away');
      });
      vi.advanceTimersByTime(HEARTBEAT_MS);
      await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(1), 10_000);
      away.mockRestore();
      return { events: 2 };
    };
    const server = serverAt(0, work);
    const warned = vi.spyOn(server.log, 'warn');
    await server.start().stop();
    vi.useRealTimers();
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      { err: new Error('the database is away'), job: name },
      'the run of a job could not be held',
    );
    expect(await statusAt(0)).toMatchObject({ error: null, counts: { events: 2 } });
  });

  test('a run that was taken over ends at its next piece', async () => {
    const answers: boolean[] = [];
    await letRun(0, async ({ mayContinue }) => {
      await getDb().update(jobs).set({ runId: 'another server’s' });
      answers.push(await mayContinue());
      return {};
    });
    expect(answers).toEqual([false]);
    expect(await rowOf()).toMatchObject({ runId: 'another server’s', lastFinishedAt: null });
  });

  test('a failure is shown, retried soon, and forgotten after a success', async () => {
    const fail = () => Promise.reject(new Error('the storage is away'));
    const server = serverAt(0, fail);
    const logged = vi.spyOn(server.log, 'error');
    await server.start().stop();
    const failed = { isRunning: false, error: 'Error: the storage is away', counts: null };
    expect(await statusAt(0)).toMatchObject({ ...failed, lastFinishedAt: at(0), failures: 1 });
    expect(logged).toHaveBeenCalledTimes(1);

    await letRun(5, fail);
    expect(await statusAt(5)).toMatchObject({ ...failed, lastFinishedAt: at(5), failures: 2 });
    await letRun(10, done);
    expect(await statusAt(10)).toMatchObject({ error: null, failures: 0, counts: { events: 2 } });
  });

  test('a run by hand does not wait until it is due, but does not start while another one runs', async () => {
    await letRun(0, done);
    expect(await serverAt(1, done).runNow()).toEqual({ events: 2 });
    await getDb()
      .update(jobs)
      .set({ dueAt: at(0) });
    await begun(2);
    expect(await serverAt(2, done).runNow()).toBeNull();
    const fail = () => Promise.reject(new Error('away'));
    await expect(serverAt(10, fail).runNow()).rejects.toThrow('away');
    expect(await statusAt(10)).toMatchObject({ error: 'Error: away', failures: 1 });
  });
});
