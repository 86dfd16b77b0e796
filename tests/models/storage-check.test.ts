import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { events, fileWork, photos, users } from '~db/schema';
import { planMove, planRemoval } from '~/models/storage/file-work.server';
import { THUMBNAIL_WIDTHS } from '~/models/photo/rules';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import { checkStorage } from '~/models/storage/check.server';
import { repairStorage } from '~/models/storage/repair.server';
import { createMemoryStore } from '~/services/storage/memory.server';
import { createStorages } from '~/services/storage/storages.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { ImageFiles } from '~/services/storage/store';
import type { MediaStorage } from '~/services/storage/types';
import { createTestEvent, createTestPhoto, createTestUser, testImageKey } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('rows and files', (getDb) => {
  let storage: MediaStorage;
  // The check compares everything, so each test starts with nothing.
  beforeEach(async () => {
    await getDb().delete(events);
    await getDb().delete(fileWork);
    storage = twoStorages();
  });

  /** Two storages, with 'local' as the chosen one. */
  const twoStorages = () =>
    createStorages({
      base: 'local',
      always: { local: createMemoryStore(), s3: createMemoryStore() },
    });

  const check = () => checkStorage({ db: getDb(), storage });
  const found = async () => (await check()).differences;
  const repair = () => repairStorage({ db: getDb(), storage });
  const newFiles = async (): Promise<ImageFiles> => {
    const create = { width: 1200, height: 800, channels: 3, background: '#c08040' } as const;
    const full = await sharp({ create }).webp().toBuffer();
    return {
      full,
      1080: Buffer.from('1080'),
      720: Buffer.from('720'),
      320: Buffer.from('320'),
    };
  };

  /** A photo whose row names `storage`, with its files in the given storages. */
  async function storedPhoto(
    imageStorage: StorageName = 'local',
    {
      without = [],
      files = imageStorage,
    }: { without?: (keyof ImageFiles)[]; files?: StorageName } = {},
  ): Promise<string> {
    const { event } = await createTestEvent(getDb());
    const user = await createTestUser(getDb(), event.id);
    const { imageKey } = await createTestPhoto(getDb(), user, { imageStorage });
    const stored = Object.entries(await newFiles()).filter(
      ([variant]) => !without.map(String).includes(variant),
    );
    await storage.write(files, imageKey, Object.fromEntries(stored));
    return imageKey;
  }
  const removals = (key: string) =>
    getDb()
      .select({ storage: fileWork.storage, key: fileWork.imageKey })
      .from(fileWork)
      .where(eq(fileWork.imageKey, key));
  const storageOf = async (key: string) => {
    const [photo] = await getDb().select().from(photos).where(eq(photos.imageKey, key));
    return photo?.imageStorage;
  };

  test('photos, selfies and event images with their files are no difference', async () => {
    const key = await storedPhoto();
    await storedPhoto('s3');
    const [selfieKey, imageKey] = [testImageKey(1), testImageKey(1)];
    await getDb()
      .update(users)
      .set({ selfieStorage: 'local', selfieKey })
      .where(eq(users.id, (await anyUser()).id));
    await getDb()
      .update(events)
      .set({ imageStorage: 's3', imageKey })
      .where(eq(events.id, (await anyUser()).eventId));
    await storage.write('local', selfieKey, await newFiles());
    await storage.write('s3', imageKey, await newFiles());
    expect(await check()).toEqual({ differences: [], rows: 4, files: 16, foreign: 0 });
    expect(await repair()).toEqual([]);
    expect(await storage.read('local', key, 720)).toEqual(Buffer.from('720'));
  });
  async function anyUser() {
    const [user] = await getDb().select().from(users).limit(1);
    if (!user) throw new Error('nobody is there');
    return user;
  }

  test('files without a row are planned for removal, unless they are already', async () => {
    const [orphan, planned] = [testImageKey(1), testImageKey(1)];
    await storage.write('local', orphan, { full: Buffer.from('x'), 320: Buffer.from('x') });
    await storage.write('s3', planned, await newFiles());
    await planRemoval(getDb(), {
      storage: 's3',
      key: planned,
      notBefore: new Date(Date.now() + 1_800_000),
    });
    const difference = { kind: 'orphan', storage: 'local', key: orphan, files: 2 };
    expect(await found()).toEqual([difference]);
    expect(await repair()).toEqual([{ difference, isMended: true }]);
    expect(await found()).toEqual([]);
    expect(await removals(orphan)).toEqual([{ storage: 'local', key: orphan }]);
    await removeDueFiles({ db: getDb(), storage });
    expect(await storage.list('local')).toEqual([]);
    expect(await storage.list('s3')).toHaveLength(4);
  });

  test('a photo of an earlier version gets the widths it lacks, and its row says so', async () => {
    const key = await storedPhoto('local', { without: [1080, 720] });
    const isIt = eq(photos.imageKey, key);
    await getDb().update(photos).set({ hasAllWidths: false }).where(isIt);
    expect(await found()).toMatchObject([{ kind: 'thumbnails', key, widths: [720, 1080] }]);
    expect(await repair()).toMatchObject([{ isMended: true }]);
    expect(await found()).toEqual([]);
    const [photo] = await getDb().select().from(photos).where(isIt);
    expect(photo?.hasAllWidths).toBe(true);
  });

  test('missing thumbnails are made again; the full file is not touched', async () => {
    const key = await storedPhoto('local', { without: [1080, 720, 320] });
    const full = await storage.read('local', key, 'full');
    const lost = { owner: 'photo', storage: 'local', key };
    expect(await found()).toEqual([{ kind: 'thumbnails', ...lost, widths: [320, 720, 1080] }]);
    expect(await repair()).toMatchObject([{ isMended: true }]);
    expect(await found()).toEqual([]);
    expect(await storage.read('local', key, 'full')).toEqual(full);
    for (const width of THUMBNAIL_WIDTHS) {
      const file = await storage.read('local', key, width);
      expect((await sharp(file ?? undefined).metadata()).width).toBe(width);
    }
  });

  test('a row whose file is in another storage is corrected, even if its own storage is not set up', async () => {
    const keys = [
      await storedPhoto('local', { files: 's3', without: [320] }),
      await storedPhoto('ftp', { files: 'local' }),
    ];
    expect(await found()).toMatchObject([
      { kind: 'misplaced', storage: 'local', key: keys[0], foundIn: 's3' },
      { kind: 'misplaced', storage: 'ftp', key: keys[1], foundIn: 'local' },
    ]);
    // A removal that was planned there would delete the only file.
    await planRemoval(getDb(), { storage: 's3', key: keys[0] ?? '' });
    const repairs = await repair();
    expect(repairs.map(({ difference: { kind }, isMended }) => [kind, isMended])).toEqual([
      ['misplaced', true],
      ['misplaced', true],
      ['thumbnails', true],
    ]);
    expect(await found()).toEqual([]);
    expect(await Promise.all(keys.map(storageOf))).toEqual(['s3', 'local']);
    expect(await removals(keys[0] ?? '')).toEqual([]);
  });

  test('an image that is in two storages is removed from the one that its row does not name', async () => {
    const key = await storedPhoto();
    await storage.write('s3', key, await newFiles());
    expect(await found()).toEqual([{ kind: 'double', storage: 's3', key, files: 4 }]);
    await repair();
    expect(await found()).toEqual([]);
    expect(await removals(key)).toEqual([{ storage: 's3', key }]);
    expect(await storageOf(key)).toBe('local');
  });

  test('lost files, and those that cannot be checked, are reported and stay', async () => {
    const lost = await storedPhoto('local', { without: ['full'] });
    const elsewhere = await createTestPhoto(getDb(), await anyUser(), {
      position: 2,
      imageStorage: 'ftp',
    });
    const differences = [
      { kind: 'missing', owner: 'photo', storage: 'local', key: lost },
      { kind: 'not_set_up', owner: 'photo', storage: 'ftp', key: elsewhere.imageKey },
    ];
    expect(await found()).toEqual(differences);
    const kept = differences.map((difference) => ({ difference, isMended: false }));
    expect(await repair()).toEqual(kept);
    expect(await found()).toEqual(differences);
    expect(await storageOf(lost)).toBe('local');
  });

  test('a move of a lost image is forgotten; one that waits is not reported', async () => {
    const waiting = await storedPhoto();
    const gone = testImageKey(1);
    for (const key of [waiting, gone]) await planMove(getDb(), { key, target: 's3' });
    expect(await found()).toEqual([{ kind: 'idle_move', storage: 's3', key: gone }]);
    await repair();
    expect(await found()).toEqual([]);
    expect(await getDb().$count(fileWork, eq(fileWork.state, 'move'))).toBe(1);
  });

  test('nothing is concluded about a storage that does not answer', async () => {
    await storedPhoto('s3');
    const key = await storedPhoto('local', { without: [320] });
    storage.list = async (name) => {
      if (name === 's3') throw new Error('away');
      return [`${key}.webp`, `${key}-720.webp`, `${key}-1080.webp`, '.htaccess', 'checks/0a1b'];
    };
    expect(await check()).toMatchObject({
      differences: [
        { kind: 'silent', storage: 's3', error: 'Error: away' },
        { kind: 'thumbnails', key },
      ],
      foreign: 1,
    });
  });

  test('changes during the check are no difference', async () => {
    const list = storage.list.bind(storage);
    const late = testImageKey(1);
    await storage.write('local', late, await newFiles());
    const removalId = await planRemoval(getDb(), { storage: 'local', key: late });
    // The files were removed, and their plan deleted, between the list and the rows.
    storage.list = async (name) => {
      const files = await list(name);
      await storage.remove('local', late);
      await getDb().delete(fileWork).where(eq(fileWork.id, removalId));
      // And somebody has added a photo since.
      if (name === 'local') await storedPhoto();
      return files;
    };
    expect(await found()).toEqual([]);
  });
});
