import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { fileWork } from '~db/schema';
import {
  cancelRemoval,
  claimNextWork,
  claimRemoval,
  planRemoval,
  retryDelay,
} from '~/models/storage/file-work.server';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import { testImageKey } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

withDatabases('file removals', (getDb) => {
  // All events share the queue, so each test starts with an empty one.
  beforeEach(() => getDb().delete(fileWork));

  const at = (minutes: number) => new Date(Date.UTC(2026, 5, 15, 12, minutes, (minutes % 1) * 60));
  const plan = (key: string, minutes = 0) =>
    planRemoval(getDb(), { storage: 'local', key, notBefore: at(minutes) });
  async function claimAll(now: Date): Promise<number[]> {
    const ids: number[] = [];
    for (;;) {
      const claimed = await claimNextWork(getDb(), { state: 'remove', storages: ['local'], now });
      if (!claimed) return ids;
      ids.push(claimed.id);
    }
  }
  const rowOf = async (id: number) =>
    (await getDb().select().from(fileWork).where(eq(fileWork.id, id)))[0];

  test('due files are removed and forgotten; the others wait', async () => {
    const storage = createFakeStorage();
    const due = await plan(testImageKey(1), 0);
    const later = await plan(testImageKey(1), 10);
    const round = await removeDueFiles({ db: getDb(), storage }, { now: () => at(5) });
    expect(round).toEqual({ removed: 1, failed: 0 });
    expect(await rowOf(due)).toBeUndefined();
    expect(await rowOf(later)).toMatchObject({ attempts: 0 });
  });

  test('a storage that is down is tried again, later and later', async () => {
    const storage = createFakeStorage();
    storage.failRemovals = true;
    const id = await plan(testImageKey(1));
    const round = (now: Date) => removeDueFiles({ db: getDb(), storage }, { now: () => now });
    expect(await round(at(0))).toEqual({ removed: 0, failed: 1 });
    expect(await rowOf(id)).toMatchObject({
      attempts: 1,
      lastError: 'Error: storage is away',
      notBefore: at(1),
    });
    expect(await round(at(0.5))).toEqual({ removed: 0, failed: 0 });
    expect(await round(at(1))).toEqual({ removed: 0, failed: 1 });
    expect(await rowOf(id)).toMatchObject({ attempts: 2, notBefore: at(3) });
    storage.failRemovals = false;
    expect(await round(at(3))).toEqual({ removed: 1, failed: 0 });
    expect(await rowOf(id)).toBeUndefined();
  });

  test('the pause doubles up to an hour', () => {
    const minutes = [1, 2, 3, 7, 50].map(
      (attempts) => retryDelay({ state: 'remove', attempts }) / 60_000,
    );
    expect(minutes).toEqual([1, 2, 4, 60, 60]);
  });

  test('simultaneous rounds share the work; nothing is claimed twice', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => plan(testImageKey(1))));
    const rounds = await Promise.all(Array.from({ length: 6 }, () => claimAll(at(0))));
    expect(rounds.flat().sort()).toEqual(ids.sort());
  });

  test('a claim that was never carried out is due again later', async () => {
    const id = await plan(testImageKey(1));
    const claimNext = (now: Date) =>
      claimNextWork(getDb(), { state: 'remove', storages: ['local'], now });
    expect(await claimNext(at(0))).toMatchObject({ id, attempts: 1 });
    expect(await claimNext(at(4))).toBeNull();
    expect(await claimNext(at(5))).toMatchObject({ id, attempts: 2 });
  });

  test('a plan can be cancelled only while nobody has claimed it', async () => {
    const free = await plan(testImageKey(1), 1000);
    expect(await cancelRemoval(getDb(), { id: free })).toBe(true);
    expect(await rowOf(free)).toBeUndefined();
    expect(await claimRemoval(getDb(), { id: free, now: at(0) })).toBeNull();

    const claimed = await plan(testImageKey(1), 1000);
    expect(await claimRemoval(getDb(), { id: claimed, now: at(0) })).toMatchObject({ attempts: 1 });
    expect(await claimRemoval(getDb(), { id: claimed, now: at(0) })).toBeNull();
    expect(await cancelRemoval(getDb(), { id: claimed })).toBe(false);
  });
});
