import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { events, fileWork, photos, users } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import { setEventImage } from '~/models/event/image.server';
import { deletePhoto } from '~/models/photo/write.server';
import { moveDueFiles } from '~/models/storage/file-move.server';
import { claimNextWork } from '~/models/storage/file-work.server';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import { readMedia } from '~/models/photo/media.server';
import { addPhoto } from '~/models/photo/write.server';
import { setSelfie } from '~/models/user/write.server';
import { TODAY, asking, createTestEvent, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage } from '../setup/fakes';

const HOUR_MS = 60 * 60 * 1000;

withDatabases('images that could not be stored where they belong', (getDb) => {
  beforeEach(async () => {
    await getDb().delete(fileWork);
  });

  const file = { path: 'any.jpg' };
  const soon = () => new Date(Date.now() + 1000);
  const later = () => new Date(Date.now() + 24 * HOUR_MS);

  /** A guest whose photo was uploaded while FTP was down. */
  async function party() {
    const storage = createFakeStorage(['ftp', 'local']);
    const deps = { db: getDb(), storage, images: createFakeImages() };
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    storage.down.add('ftp');
    const photo = await addPhoto(deps, {
      actor: asking(guest),
      userId: guest.id,
      eventId: event.id,
      position: 1,
      file,
    });
    const move = (now = soon()) => moveDueFiles(deps, { now: () => now });
    const remove = (now = later()) => removeDueFiles(deps, { now: () => now });
    const storageOf = async () =>
      (await getDb().select().from(photos).where(eq(photos.id, photo.id)))[0]?.imageStorage;
    return { storage, deps, event, organizer, guest, photo, move, remove, storageOf };
  }
  const waiting = () => getDb().$count(fileWork, eq(fileWork.state, 'move'));

  test('are stored locally with their rows saying so, and move once the server is back, leaving nothing behind', async () => {
    const { storage, photo, move, remove, storageOf } = await party();
    expect(await storageOf()).toBe('local');
    expect(storage.keys('local')).toEqual([photo.imageKey]);

    expect(await move()).toEqual({ moved: 0, failed: 1 });
    expect(await waiting()).toBe(1);
    storage.down.clear();
    expect(await move()).toEqual({ moved: 0, failed: 0 });
    expect(await move(later())).toEqual({ moved: 1, failed: 0 });
    expect(await storageOf()).toBe('ftp');
    expect(await waiting()).toBe(0);
    await remove(new Date(later().getTime() + HOUR_MS));
    expect(storage.keys('local')).toEqual([]);
    expect(storage.keys('ftp')).toEqual([photo.imageKey]);
    expect(await getDb().$count(fileWork)).toBe(0);
  });

  test('move without the widths that an earlier version never made, and never partially', async () => {
    const { storage, photo, move, storageOf } = await party();
    storage.down.clear();
    storage.lose('local', photo.imageKey, [1080, 720]);
    const isIt = eq(photos.id, photo.id);
    await getDb().update(photos).set({ hasAllWidths: false }).where(isIt);
    expect(await move()).toEqual({ moved: 1, failed: 0 });
    expect(await storageOf()).toBe('ftp');

    const other = await party();
    other.storage.down.clear();
    other.storage.lose('local', other.photo.imageKey, [720]);
    await other.move();
    expect(await other.storageOf()).toBe('local');
  });

  test('can be read wherever they are, even through a row that was read before the move', async () => {
    const { storage, deps, photo, move, remove } = await party();
    storage.down.clear();
    await move();
    await remove(new Date(later().getTime() + HOUR_MS));
    const image = { storage: 'local', key: photo.imageKey, variant: 320 } as const;
    expect(await readMedia(deps, image)).toEqual(new Uint8Array([0]));
  });

  test('selfies and event images move like photos', async () => {
    const { storage, deps, event, organizer, guest, move } = await party();
    await setSelfie(deps, { actor: asking(guest), user: guest, file });
    await setEventImage(deps, { actor: asking(organizer), eventId: event.id, file });
    storage.down.clear();
    expect(await move()).toEqual({ moved: 3, failed: 0 });
    const [user] = await getDb().select().from(users).where(eq(users.id, guest.id));
    const [row] = await getDb().select().from(events).where(eq(events.id, event.id));
    expect([user?.selfieStorage, row?.imageStorage]).toEqual(['ftp', 'ftp']);
  });

  test('a partial image that an attempt left on the server does not damage the moved one', async () => {
    const { storage, photo, move, remove, storageOf } = await party();
    // The server accepts the files, and fails before it confirms.
    storage.down.clear();
    storage.failWrites = true;
    expect(await move()).toEqual({ moved: 0, failed: 1 });
    storage.failWrites = false;
    storage.down.add('ftp');
    // Meanwhile the removal of what both attempts left fails.
    await remove();
    storage.down.clear();
    await move(new Date(later().getTime() + HOUR_MS));
    expect(await storageOf()).toBe('ftp');
    await remove(new Date(later().getTime() + 2 * HOUR_MS));
    expect(storage.keys('ftp')).toEqual([photo.imageKey]);
  });

  test('wait while another server removes what an attempt left', async () => {
    const { storage, move, storageOf } = await party();
    storage.down.clear();
    const claimedAt = later();
    await claimNextWork(getDb(), { state: 'remove', storages: ['ftp'], now: claimedAt });
    expect(await move(claimedAt)).toEqual({ moved: 0, failed: 1 });
    expect(await storageOf()).toBe('local');
    expect(await move(new Date(claimedAt.getTime() + HOUR_MS))).toEqual({ moved: 1, failed: 0 });
  });

  test('one deleted before its move leaves nothing', async () => {
    const { storage, photo, organizer, event, move, remove } = await party();
    const actor = {
      userId: organizer.id,
      eventId: event.id,
      role: 'organizer',
      today: TODAY,
    } as const;
    await deletePhoto({ db: getDb(), removalWords: removalNotice }, { photoId: photo.id, actor });
    storage.down.clear();
    expect(await move()).toEqual({ moved: 1, failed: 0 });
    await remove();
    expect(storage.keys()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('one deleted during its move leaves nothing', async () => {
    const { storage, photo, organizer, event, move, remove } = await party();
    storage.down.clear();
    const write = storage.write.bind(storage);
    storage.write = async (name, key, files) => {
      const actor = {
        userId: organizer.id,
        eventId: event.id,
        role: 'organizer',
        today: TODAY,
      } as const;
      await deletePhoto({ db: getDb(), removalWords: removalNotice }, { photoId: photo.id, actor });
      return write(name, key, files);
    };
    await move();
    expect(storage.keys('ftp')).toEqual([photo.imageKey]);
    await remove();
    expect(storage.keys()).toEqual([]);
    expect(await getDb().$count(fileWork)).toBe(0);
  });

  test('stay where they are while the administrator wants them there', async () => {
    const { storage, deps, storageOf } = await party();
    storage.down.clear();
    const local = { ...storage, wanted: 'local', targets: () => ['local'] } as typeof storage;
    expect(await moveDueFiles({ ...deps, storage: local }, { now: later })).toEqual({
      moved: 0,
      failed: 0,
    });
    expect(await storageOf()).toBe('local');
    expect(await waiting()).toBe(1);
  });

  test('an upload that no storage accepts leaves no row, no file and no move', async () => {
    const { storage, deps, event, remove } = await party();
    const guest = await createTestUser(getDb(), event.id);
    storage.down.add('local');
    const slot = { userId: guest.id, eventId: event.id, position: 1 };
    const upload = addPhoto(deps, { actor: asking(guest), ...slot, file });
    await expect(upload).rejects.toMatchObject({ code: 'busy' });
    expect(await getDb().$count(photos, eq(photos.userId, guest.id))).toBe(0);
    expect(await waiting()).toBe(1);
    storage.down.clear();
    await remove();
    expect(storage.keys()).toHaveLength(1);
  });

  test('removals wait, without an attempt, for a storage that is not set up', async () => {
    const { deps, storage } = await party();
    const local = { ...storage, reachable: () => ['local'] } as typeof storage;
    expect(await removeDueFiles({ ...deps, storage: local }, { now: later })).toEqual({
      removed: 0,
      failed: 0,
    });
    const [row] = await getDb().select().from(fileWork).where(eq(fileWork.state, 'remove'));
    expect(row).toMatchObject({ storage: 'ftp', attempts: 0 });
  });
});
