import { eq } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileWork, jobs } from '~db/schema';
import { planMove, planRemoval } from '~/models/storage/file-work.server';
import { newImageKey } from '~/services/storage/keys.server';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { createTestEvent, createTestPhoto, createTestUser } from '../../tests/factories';
import { borrowPglite } from '../../tests/setup/databases';
import { createFakeStorage, trustedClock } from '../../tests/setup/fakes';
import { fileWorkPlan } from './file-work.server';
import { startJob, type Job, type JobPlan } from './job.server';

const { db, close } = await borrowPglite();
const log = pino({ level: 'silent' });
const storage = createMemoryStorage();
const deps = { db, storage, log, now: () => new Date(Date.now() + 1000), clock: trustedClock };
const image = {
  full: Buffer.from('f'),
  1080: Buffer.from('10'),
  720: Buffer.from('7'),
  320: Buffer.from('3'),
};

let job: Job | undefined;
// Otherwise a job that one test has run would not be due in the next.
beforeEach(() => db.delete(jobs));
afterEach(() => job?.stop());
afterAll(() => close());

async function plannedImage(): Promise<string> {
  const key = newImageKey(1);
  await storage.write('local', key, image);
  await planRemoval(db, { storage: 'local', key });
  return key;
}

const planned = () => db.$count(fileWork);

function start(given: Parameters<typeof fileWorkPlan>[0], pause: Partial<JobPlan> = {}): Job {
  return startJob(given, { ...fileWorkPlan(given), ...pause });
}

describe('the job, with files to remove', () => {
  it('removes everything that is due at once', async () => {
    const keys = [];
    for (let index = 0; index < 10; index += 1) keys.push(await plannedImage());
    job = start(deps);
    await vi.waitFor(async () => expect(await planned()).toBe(0), 10_000);
    for (const key of keys) expect(await storage.read('local', key, 320)).toBeNull();
  });

  it('runs again after its pause', async () => {
    job = start(deps, { everyMs: 20 });
    await plannedImage();
    await vi.waitFor(async () => expect(await planned()).toBe(0), 10_000);
  });

  it('logs a database failure and continues', async () => {
    const error = vi.fn();
    const insert = () => {
      throw new Error('away');
    };
    const broken = { insert } as unknown as typeof db;
    const errorLog = Object.assign(pino({ level: 'silent' }), { error });
    job = start({ ...deps, db: broken, log: errorLog }, { everyMs: 5 });
    await vi.waitFor(() => expect(error.mock.calls.length).toBeGreaterThan(2), 10_000);
  });

  it('stops after the current file', async () => {
    for (let index = 0; index < 3; index += 1) await plannedImage();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const remove = vi.fn(async (...what: Parameters<typeof storage.remove>) => {
      await released;
      return storage.remove(...what);
    });
    job = start({
      ...deps,
      storage: { ...storage, reachable: storage.reachable, remove },
    });
    await vi.waitFor(() => expect(remove).toHaveBeenCalledTimes(1), 10_000);
    const stopped = job.stop();
    release();
    await stopped;
    expect(remove).toHaveBeenCalledTimes(1);
    expect(await planned()).toBe(2);
    // The rest is due again at once.
    job = start(deps);
    await vi.waitFor(async () => expect(await planned()).toBe(0), 10_000);
  });

  it('does nothing after it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      // Stopped during its first round, and while it waits for the next.
      job = start(deps, { everyMs: 5 });
      await job.stop();
      expect(vi.getTimerCount()).toBe(0);
      await db.delete(jobs);
      job = start(deps, { everyMs: 5 });
      while (vi.getTimerCount() === 0) await new Promise(setImmediate);
      await job.stop();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the job, with images to move', () => {
  it('stops after the current image, and continues after a restart', async () => {
    const storage = createFakeStorage(['s3', 'local']);
    const { event } = await createTestEvent(db);
    const guest = await createTestUser(db, event.id);
    for (const position of [1, 2, 3]) {
      const { imageKey: key } = await createTestPhoto(db, guest, { position });
      await storage.write('local', key, image);
      await planMove(db, { key, target: 's3' });
    }
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const { write } = storage;
    const slow = vi.spyOn(storage, 'write').mockImplementation(async (...what) => {
      await released;
      return write.apply(storage, what);
    });
    const moves = () => db.$count(fileWork, eq(fileWork.state, 'move'));

    job = start({ ...deps, storage });
    await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(1), 10_000);
    const stopped = job.stop();
    release();
    await stopped;
    expect(storage.keys('s3')).toHaveLength(1);
    expect(await moves()).toBe(2);

    job = start({ ...deps, storage });
    await vi.waitFor(async () => expect(await moves()).toBe(0), 10_000);
    expect(storage.keys('s3')).toHaveLength(3);
  });
});
