import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fileWork, photos } from '~db/schema';
import { moveDueFiles } from '~/models/storage/file-move.server';
import {
  planMove,
  planRemoval,
  RENEW_MS,
  takeOverRemoval,
} from '~/models/storage/file-work.server';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import { createMemoryStore } from '~/services/storage/memory.server';
import { createStorages, NO_CHOICE } from '~/services/storage/storages.server';
import type { StorageName } from '~/services/storage/drivers.server';
import { createTestEvent, createTestPhoto, createTestUser, testImageKey } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage, type FakeStorage } from '../setup/fakes';
import { startFtpServer, type FtpServer } from '../setup/ftp-server';
import { startRelay } from '../setup/relay';

const MINUTE_MS = 60 * 1000;
const image = {
  full: Buffer.from('full'),
  1080: Buffer.from('1080'),
  720: Buffer.from('720'),
  320: Buffer.from('320'),
};

withDatabases('slow removals', (getDb) => {
  beforeEach(async () => {
    await getDb().delete(fileWork);
  });
  afterEach(() => void vi.useRealTimers());

  let clock = new Date();
  const now = () => clock;
  const wait = (minutes: number) => (clock = new Date(clock.getTime() + minutes * MINUTE_MS));
  beforeEach(() => void (clock = new Date(Date.now() + MINUTE_MS)));

  /** A photo in the local storage, as its row says. */
  async function localPhoto(fields: { imageStorage?: StorageName } = {}) {
    const { event } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    return createTestPhoto(getDb(), guest, fields);
  }

  /**
   * A photo that is stored locally because FTP was down, and should move there now. What the upload left on
   * FTP is due for removal.
   */
  async function partyAfterOutage() {
    const storage = createFakeStorage(['ftp', 'local']);
    const warn = vi.fn();
    const deps = { db: getDb(), storage, log: { warn, error: vi.fn() } };
    const photo = await localPhoto();
    const key = photo.imageKey;
    await storage.write('local', key, image);
    await storage.write('ftp', key, { full: image.full });
    await planMove(getDb(), { key, target: 'ftp' });
    await planRemoval(getDb(), { storage: 'ftp', key });
    const remove = () => removeDueFiles(deps, { now });
    const move = () => moveDueFiles(deps, { now });
    const storageOf = async () =>
      (await getDb().select().from(photos).where(eq(photos.id, photo.id)))[0]?.imageStorage;
    /** Whatever happens next, the photo is where its row says, and nowhere else. */
    async function expectGoodEnd(): Promise<void> {
      for (let round = 0; round < 4; round += 1) {
        wait(70);
        await remove();
        await move();
      }
      const lies = await storageOf();
      expect(storage.keys(lies)).toEqual([key]);
      expect(storage.keys()).toEqual([key]);
      expect(await storage.read(lies ?? 'local', key, 'full')).toEqual(image.full);
      expect(await getDb().$count(fileWork)).toBe(0);
    }
    return { storage, deps, warn, key, remove, move, storageOf, expectGoodEnd };
  }

  /** Makes the next removal from FTP wait until it is released. */
  function holdRemoval(storage: FakeStorage) {
    const { remove } = storage;
    let release = () => {};
    let begin = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const begun = new Promise<void>((resolve) => (begin = resolve));
    storage.remove = async (name, key) => {
      storage.remove = remove;
      begin();
      await released;
      return storage.remove(name, key);
    };
    return { begun, release };
  }

  const rows = () => getDb().select().from(fileWork).where(eq(fileWork.state, 'remove'));

  test('what waits behind a slow removal can be taken over', async () => {
    const { storage, key, remove, move, storageOf, expectGoodEnd } = await partyAfterOutage();
    const other = { storage: 'ftp', key: testImageKey(1), notBefore: new Date(0) } as const;
    await planRemoval(getDb(), other);
    const { begun, release } = holdRemoval(storage);
    const removing = remove();
    await begun;
    expect((await rows()).filter((row) => row.claimedUntil)).toHaveLength(1);
    wait(6);
    expect(await move()).toEqual({ moved: 1, failed: 0 });
    release();
    await removing;
    expect(await storageOf()).toBe('ftp');
    expect(storage.keys('ftp')).toEqual([key]);
    await expectGoodEnd();
  });

  test('a removal belongs to its server for as long as it takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { storage, remove, move, storageOf, expectGoodEnd } = await partyAfterOutage();
    const { begun, release } = holdRemoval(storage);
    const removing = remove();
    await begun;
    for (let minutes = 0; minutes < 12; minutes += 4) {
      const end = wait(4).getTime();
      vi.advanceTimersByTime(RENEW_MS);
      await expect
        .poll(async () => (await rows())[0]?.claimedUntil?.getTime())
        .toBeGreaterThan(end);
    }
    expect(await move()).toEqual({ moved: 0, failed: 1 });
    expect(await storageOf()).toBe('local');
    release();
    expect(await removing).toEqual({ removed: 1, failed: 0 });
    vi.useRealTimers();
    await expectGoodEnd();
  });

  test('a claim that could not be renewed is logged, and the work continues', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { storage, deps, warn, remove } = await partyAfterOutage();
    const { begun, release } = holdRemoval(storage);
    const removing = remove();
    await begun;
    const { db } = deps;
    const update = vi.spyOn(db, 'update').mockImplementationOnce(() => {
      throw new Error('away');
    });
    vi.advanceTimersByTime(RENEW_MS);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), 10_000);
    expect(warn.mock.calls[0]?.[1]).toBe('a claim on files was not renewed');
    update.mockRestore();
    release();
    expect(await removing).toEqual({ removed: 1, failed: 0 });
  });

  test('one that lost its claim makes the move that has just written the files start again', async () => {
    const { storage, remove, move, storageOf, expectGoodEnd } = await partyAfterOutage();
    const { begun, release } = holdRemoval(storage);
    const removing = remove();
    await begun;
    wait(6);
    const { write } = storage;
    storage.write = async (name, key, files) => {
      storage.write = write;
      await storage.write(name, key, files);
      // Everything is written. Now the removal that was thought dead continues.
      release();
      expect(await removing).toEqual({ removed: 0, failed: 1 });
    };
    expect(await move()).toEqual({ moved: 0, failed: 1 });
    expect(await storageOf()).toBe('local');
    wait(10);
    expect(await move()).toEqual({ moved: 1, failed: 0 });
    await expectGoodEnd();
  });

  test('one that ends after the move has deleted the new files: the row goes back to the old ones', async () => {
    const { storage, key, warn, remove, move, storageOf, expectGoodEnd } = await partyAfterOutage();
    const { begun, release } = holdRemoval(storage);
    const removing = remove();
    await begun;
    wait(6);
    expect(await move()).toEqual({ moved: 1, failed: 0 });
    release();
    await removing;
    expect([await storageOf(), storage.keys('ftp')]).toEqual(['ftp', []]);
    wait(10);
    expect(await remove()).toEqual({ removed: 1, failed: 0 });
    expect(await storageOf()).toBe('local');
    expect(storage.keys()).toEqual([key]);
    expect(warn.mock.lastCall?.[1]).toBe('files stay: a row needs them');
    await expectGoodEnd();
  });

  test('one that was taken over before it began removes nothing', async () => {
    const { storage, key, remove, expectGoodEnd } = await partyAfterOutage();
    const { read } = storage;
    storage.read = async (name, ...what) => {
      storage.read = read;
      wait(6);
      const plan = { storage: 'ftp', key, notBefore: wait(0), now: now() } as const;
      expect(await takeOverRemoval(getDb(), plan)).not.toBeNull();
      await storage.write('ftp', key, image);
      return storage.read(name, ...what);
    };
    wait(1);
    const removal = vi.spyOn(storage, 'remove');
    await removeDueFiles({ db: getDb(), storage }, { now, mayContinue: once() });
    expect(removal).not.toHaveBeenCalled();
    await remove();
    await expectGoodEnd();
  });

  test('files that their row names are not removed, whatever the plan says', async () => {
    const storage = createFakeStorage();
    const { imageKey: key } = await localPhoto();
    await storage.write('local', key, image);
    await planRemoval(getDb(), { storage: 'local', key });
    const counts = await removeDueFiles({ db: getDb(), storage }, { now });
    expect(counts).toEqual({ removed: 0, failed: 0 });
    expect(storage.keys()).toEqual([key]);
    expect(await rows()).toEqual([]);
  });

  test('a copy is kept while the storage that should have the image does not answer', async () => {
    const storage = createFakeStorage(['ftp', 'local']);
    const { imageKey: key } = await localPhoto({ imageStorage: 'ftp' });
    await storage.write('local', key, image);
    await planRemoval(getDb(), { storage: 'local', key });
    const failed = { removed: 0, failed: 1 };
    storage.down.add('ftp');
    expect(await removeDueFiles({ db: getDb(), storage }, { now })).toEqual(failed);
    storage.down.clear();
    wait(5);
    const withoutFtp = { ...storage, reachable: () => ['local'] } as FakeStorage;
    expect(await removeDueFiles({ db: getDb(), storage: withoutFtp }, { now })).toEqual(failed);
    expect(storage.keys('local')).toEqual([key]);
    await storage.write('ftp', key, image);
    wait(5);
    const removed = { removed: 1, failed: 0 };
    expect(await removeDueFiles({ db: getDb(), storage }, { now })).toEqual(removed);
    expect([storage.keys('local'), storage.keys('ftp')]).toEqual([[], [key]]);
  });

  test('an incomplete copy in the other storage does not count', async () => {
    const storage = createFakeStorage(['ftp', 'local']);
    const { imageKey: key, id } = await localPhoto({ imageStorage: 'ftp' });
    await storage.write('local', key, image);
    await storage.write('ftp', key, { full: image.full.subarray(0, 1) });
    await planRemoval(getDb(), { storage: 'local', key });
    await removeDueFiles({ db: getDb(), storage }, { now });
    const [row] = await getDb().select().from(photos).where(eq(photos.id, id));
    expect(row?.imageStorage).toBe('local');
    expect([storage.keys('local'), storage.keys('ftp')]).toEqual([[key], []]);
  });

  test('files that are planned for removal twice are taken over together, or not at all', async () => {
    const plan = { storage: 'ftp', key: testImageKey(1) } as const;
    const first = await planRemoval(getDb(), plan);
    await planRemoval(getDb(), plan);
    const notBefore = new Date(now().getTime() + MINUTE_MS);
    const takeOver = () => takeOverRemoval(getDb(), { ...plan, notBefore, now: now() });
    await getDb().update(fileWork).set({ claimedUntil: notBefore }).where(eq(fileWork.id, first));
    expect(await takeOver()).toBeNull();
    wait(1);
    expect(await takeOver()).toBeTypeOf('number');
    expect(await rows()).toHaveLength(1);
  });

  /** Lets one piece of work through. */
  function once(): () => Promise<boolean> {
    let isFirst = true;
    return async () => {
      const answer = isFirst;
      isFirst = false;
      return answer;
    };
  }

  test('between two servers and a stalling FTP server, no photo is lost', async () => {
    const relay = await startRelay(ftp.port);
    const local = createMemoryStore();
    const [slow, quick] = [relay.port, ftp.port].map((port) => {
      const storages = createStorages({ base: 'local', always: { local } });
      const access = ftp.access({ port });
      storages.choose({ ...NO_CHOICE, access, isFtpActive: true, version: 1 });
      return storages;
    });
    if (!slow || !quick) throw new Error('two servers');
    try {
      const { imageKey: key, id } = await localPhoto();
      await local.write(key, image);
      const stray = testImageKey(1);
      await slow.write('ftp', stray, image);
      await slow.write('ftp', key, image);
      await planMove(getDb(), { key, target: 'ftp' });
      await planRemoval(getDb(), { storage: 'ftp', key: stray, notBefore: new Date(0) });
      await planRemoval(getDb(), { storage: 'ftp', key });

      const held = relay.hold(/^DELE/);
      const removing = removeDueFiles({ db: getDb(), storage: slow }, { now });
      await held.said;
      wait(6);
      const moved = await moveDueFiles({ db: getDb(), storage: quick }, { now });
      expect(moved).toEqual({ moved: 1, failed: 0 });
      held.release();
      await removing;
      wait(10);
      await removeDueFiles({ db: getDb(), storage: quick }, { now });
      const [row] = await getDb().select().from(photos).where(eq(photos.id, id));
      expect(row?.imageStorage).toBe('ftp');
      expect(await quick.read('ftp', key, 'full')).toEqual(image.full);
      expect(await quick.list('ftp')).toHaveLength(4);
      expect(await quick.list('local')).toEqual([]);
    } finally {
      slow.close();
      quick.close();
      await relay.stop();
    }
  });

  let ftp: FtpServer;
  beforeAll(async () => {
    ftp = await startFtpServer();
  });
  afterAll(() => ftp.clean());
});
