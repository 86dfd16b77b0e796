import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { eq, like } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { events, fileWork, messages, missionCards, photos, users } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { Person } from '~/models/access';
import { setEventImage } from '~/models/event/image.server';
import type { MissionKey } from '~/models/mission/rules';
import { addMission, sendFlash } from '~/models/mission/write.server';
import type { ImageDeps } from '~/models/photo/image-file.server';
import { findMedia } from '~/models/photo/media.server';
import type { RemovalReason } from '~/models/photo/removal';
import {
  presentScreenPhoto,
  getPhoto,
  listEventPhotos,
  listUserPhotos,
  presentFeedPhoto,
  presentPhoto,
} from '~/models/photo/read.server';
import { addPhoto, addPhotos, deletePhoto } from '~/models/photo/write.server';
import { singleRow } from '~/models/row.server';
import { removeSelfie, setSelfie } from '~/models/user/write.server';
import type { UserRow } from '~/models/user/read.server';
import type { ImageProcessor } from '~/services/images.server';
import {
  TODAY,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage } from '../setup/fakes';

withDatabases('photos', (getDb) => {
  const file = { path: '/nowhere' };

  async function party(fields: Parameters<typeof createTestEvent>[1] = {}) {
    const { event, organizer } = await createTestEvent(getDb(), fields);
    const guest = await createTestUser(getDb(), event.id);
    const storage = createFakeStorage();
    const deps = { db: getDb(), storage, images: createFakeImages() };
    const add = (position: number, given: ImageDeps = deps) =>
      addPhoto(given, {
        actor: actorOf(guest),
        userId: guest.id,
        eventId: event.id,
        position,
        file,
      });
    const planned = () =>
      getDb()
        .select()
        .from(fileWork)
        .where(like(fileWork.imageKey, `${event.id}/%`));
    return { event, organizer, guest, storage, deps, add, planned };
  }
  const actorOf = (user: UserRow): Person => ({
    userId: user.id,
    eventId: user.eventId,
    role: user.isOrganizer ? 'organizer' : 'participant',
    today: TODAY,
  });

  test('a photo is stored in its slot, its files under the key of its row', async () => {
    const { guest, storage, add, planned } = await party();
    const photo = await add(2);
    expect(photo).toMatchObject({ userId: guest.id, position: 2, width: 1200, favoriteCount: 0 });
    expect(photo.hasAllWidths).toBe(true);
    const full = await storage.read('local', photo.imageKey, 'full');
    expect([photo.imageBytes, photo.imageCrc]).toEqual([full?.length, crc32(full ?? '')]);
    expect(photo.imageKey).toMatch(new RegExp(`^${photo.eventId}/[\\w-]{22}$`));
    expect(storage.keys()).toEqual([photo.imageKey]);
    expect(await planned()).toEqual([]);
  });

  test('the removal is planned before the files are written', async () => {
    const { storage, deps, add, planned } = await party();
    const write = storage.write.bind(storage);
    let rows: Awaited<ReturnType<typeof planned>> = [];
    storage.write = async (name, key, files) => {
      rows = await planned();
      return write(name, key, files);
    };
    const photo = await add(1, deps);
    expect(rows.map((row) => row.imageKey)).toEqual([photo.imageKey]);
    expect(singleRow(rows).notBefore.getTime()).toBeGreaterThan(Date.now() + 55 * 60_000);
  });

  test('slots go from 1 to what the event allows, and contain one photo', async () => {
    const { add, storage } = await party({ maxPhotosPerUser: 2 });
    for (const position of [0, 3, 1.5, -1]) {
      await expect(add(position)).rejects.toMatchObject({ code: 'slot_unknown' });
    }
    await add(1);
    await expect(add(1)).rejects.toMatchObject({ code: 'slot_taken' });
    expect(storage.keys()).toHaveLength(1);
  });

  describe('if any slot will do', () => {
    const addAnywhere = ({ guest, event, deps }: Awaited<ReturnType<typeof party>>, position = 1) =>
      addPhoto(deps, {
        actor: actorOf(guest),
        userId: guest.id,
        eventId: event.id,
        position,
        anySlot: true,
        file,
      });

    test('a photo goes into its own slot, else into the first free one, until none is free', async () => {
      const scene = await party({ maxPhotosPerUser: 3 });
      expect(await addAnywhere(scene, 2)).toMatchObject({ position: 2 });
      expect(await addAnywhere(scene, 2)).toMatchObject({ position: 1 });
      // Meanwhile there is one slot less than when it was chosen.
      expect(await addAnywhere(scene, 5)).toMatchObject({ position: 3 });
      await expect(addAnywhere(scene)).rejects.toMatchObject({ code: 'slot_taken' });
    });

    test('photos sent at once for the same slot each get one', async () => {
      const scene = await party({ maxPhotosPerUser: 5 });
      const added = await Promise.all(Array.from({ length: 5 }, () => addAnywhere(scene)));
      expect(added.map(({ position }) => position).sort()).toEqual([1, 2, 3, 4, 5]);
    });
  });

  test('a form’s photos go into the first free slots, the first one’s caption with it', async () => {
    const { event, guest, deps, add } = await party({ maxPhotosPerUser: 3 });
    await add(2);
    const sent = { actor: actorOf(guest), userId: guest.id, caption: 'Hi', files: [file, file] };
    expect(await addPhotos(deps, sent)).toEqual({ refused: null, lapsed: null });
    const own = { eventId: event.id, userId: guest.id };
    const stored = await listUserPhotos(getDb(), own);
    expect(stored.map(({ position, caption }) => [position, caption])).toEqual([
      [1, 'Hi'],
      [2, null],
      [3, null],
    ]);
    expect(await addPhotos(deps, sent)).toMatchObject({ refused: { code: 'slot_taken' } });
  });

  test('a form’s photos are all for the flash mission or that of a printed card, and one for an open card', async () => {
    const { event, guest, organizer, deps } = await party({ maxPhotosPerUser: 4 });
    const own = { eventId: event.id, userId: guest.id };
    const actor = actorOf(organizer);
    const db = getDb();
    const [shoes] = await addMission(db, { actor, eventId: event.id, text: 'Shoes' });
    const flash = await sendFlash(db, { actor, eventId: event.id, asked: { text: 'The ceiling' } });
    const id = shoes?.id ?? 0;
    const sent = { actor: actorOf(guest), userId: guest.id, files: [file, file] };
    const send = (mission: MissionKey, files = sent.files) =>
      addPhotos(deps, { ...sent, files, mission });
    const missions = async () => (await listUserPhotos(db, own)).map(({ missionId }) => missionId);
    expect(await send(flash.missionId)).toEqual({ refused: null, lapsed: null });
    await send(shoes?.cardCode ?? '');
    expect(await missions()).toEqual([flash.missionId, flash.missionId, id, id]);
    await db.delete(photos).where(eq(photos.userId, guest.id));
    await db.update(missionCards).set({ doneAt: null }).where(eq(missionCards.userId, guest.id));
    expect(await send(id)).toEqual({ refused: null, lapsed: null });
    expect(await missions()).toEqual([id, null]);
    expect(await send(id, [file])).toEqual({ refused: null, lapsed: id });
  });

  test('a form that is sent twice adds its photos once', async () => {
    const { event, guest, deps } = await party();
    const sent = { actor: actorOf(guest), userId: guest.id, position: 1, files: [file] };
    expect(await addPhotos(deps, sent)).toEqual({ refused: null, lapsed: null });
    expect(await addPhotos(deps, sent)).toMatchObject({ refused: { code: 'slot_taken' } });
    const own = { eventId: event.id, userId: guest.id };
    expect(await listUserPhotos(getDb(), own)).toHaveLength(1);
  });

  describe('a repeated upload', () => {
    const uploadId = () => randomBytes(16).toString('hex');
    const send = (
      { guest, event, deps }: Awaited<ReturnType<typeof party>>,
      more: { position: number; uploadId: string; deps?: ImageDeps },
    ) =>
      addPhoto(more.deps ?? deps, {
        actor: actorOf(guest),
        userId: guest.id,
        eventId: event.id,
        file,
        ...more,
      });

    test('is answered with its photo, from whatever slot it is sent', async () => {
      const scene = await party();
      const id = uploadId();
      const photo = await send(scene, { position: 1, uploadId: id });
      expect(await send(scene, { position: 1, uploadId: id })).toMatchObject({ id: photo.id });
      expect(await send(scene, { position: 2, uploadId: id })).toMatchObject({ id: photo.id });
      expect(scene.storage.keys()).toEqual([photo.imageKey]);
      const other = send(scene, { position: 1, uploadId: uploadId() });
      await expect(other).rejects.toMatchObject({ code: 'slot_taken' });
    });

    test('twice at once becomes one photo', async () => {
      const scene = await party();
      const id = uploadId();
      // Both are decoded before either is stored.
      const { process } = scene.deps.images;
      let waiting = 0;
      let go: () => void = () => undefined;
      const both = new Promise<void>((resolve) => (go = resolve));
      scene.deps.images.process = async (path) => {
        waiting += 1;
        if (waiting === 2) go();
        await both;
        return process(path);
      };
      const answers = await Promise.all([
        send(scene, { position: 1, uploadId: id }),
        send(scene, { position: 2, uploadId: id }),
      ]);
      expect(answers[0].id).toBe(answers[1].id);
      expect(scene.storage.keys()).toEqual([answers[0].imageKey]);
      expect(await scene.planned()).toEqual([]);
    });

    test('does not bring back a photo that was deleted since', async () => {
      const scene = await party();
      const id = uploadId();
      const photo = await send(scene, { position: 1, uploadId: id });
      await deletePhoto(
        { db: getDb(), removalWords: removalNotice },
        { photoId: photo.id, actor: actorOf(scene.guest) },
      );
      const again = send(scene, { position: 1, uploadId: id });
      await expect(again).rejects.toMatchObject({ code: 'photo_not_found' });
    });

    test('may be sent after a refusal, to another slot', async () => {
      const scene = await party();
      await scene.add(1);
      const id = uploadId();
      const refused = send(scene, { position: 1, uploadId: id });
      await expect(refused).rejects.toMatchObject({ code: 'slot_taken' });
      expect(await send(scene, { position: 2, uploadId: id })).toMatchObject({ position: 2 });
    });

    test('by another person is refused', async () => {
      const scene = await party();
      const id = uploadId();
      await send(scene, { position: 1, uploadId: id });
      const guest = await createTestUser(getDb(), scene.event.id);
      const stolen = send({ ...scene, guest }, { position: 1, uploadId: id });
      await expect(stolen).rejects.toMatchObject({ code: 'invalid_request' });
    });

    test('of a selfie or an event’s image does not replace a later one', async () => {
      const { event, organizer, deps } = await party();
      const [selfie, image] = [uploadId(), uploadId()];
      const actor = actorOf(organizer);
      const change = (id?: string) =>
        setSelfie(deps, { actor, user: organizer, file, uploadId: id });
      await change(selfie);
      const later = await change();
      expect((await change(selfie)).selfieKey).toBe(later.selfieKey);
      const show = (id?: string) =>
        setEventImage(deps, { actor, eventId: event.id, file, uploadId: id });
      await show(image);
      const shown = await show();
      expect((await show(image)).imageKey).toBe(shown.imageKey);
    });
  });

  test('a lowered limit keeps photos in higher slots, but accepts no new ones', async () => {
    const { event, guest, add } = await party({ maxPhotosPerUser: 3 });
    const photo = await add(3);
    await getDb().update(events).set({ maxPhotosPerUser: 1 }).where(eq(events.id, event.id));
    const own = await listUserPhotos(getDb(), { eventId: event.id, userId: guest.id });
    expect(own.map(({ id }) => id)).toEqual([photo.id]);
    await deletePhoto(
      { db: getDb(), removalWords: removalNotice },
      { photoId: photo.id, actor: actorOf(guest) },
    );
    await expect(add(3)).rejects.toMatchObject({ code: 'slot_unknown' });
  });

  test('a limit lowered while the photo is decoded counts', async () => {
    const { event, deps, add, storage, planned } = await party();
    const { process } = deps.images;
    deps.images.process = async (path) => {
      await getDb().update(events).set({ maxPhotosPerUser: 1 }).where(eq(events.id, event.id));
      return process(path);
    };
    await expect(add(2, deps)).rejects.toMatchObject({ code: 'slot_unknown' });
    expect(storage.keys()).toEqual([]);
    expect(await planned()).toEqual([]);
  });

  test('20 photos at once into one slot store one and leave no stray file', async () => {
    const { guest, storage, add, planned } = await party();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => add(1)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map((outcome) => outcome.reason.code)).toEqual(Array(19).fill('slot_taken'));
    const rows = await getDb().select().from(photos).where(eq(photos.userId, guest.id));
    expect(rows).toHaveLength(1);
    expect(storage.keys()).toEqual([singleRow(rows).imageKey]);
    expect(await planned()).toEqual([]);
  });

  test('a photo whose owner is removed while it is decoded is refused', async () => {
    const { guest, deps, add, storage } = await party();
    const { process } = deps.images;
    deps.images.process = async (path) => {
      await getDb().delete(users).where(eq(users.id, guest.id));
      return process(path);
    };
    await expect(add(1, deps)).rejects.toMatchObject({ code: 'authentication_required' });
    expect(storage.keys()).toEqual([]);
  });

  test.each([
    ['invalid', { code: 'invalid_image' }],
    ['too_many_pixels', { code: 'too_many_pixels' }],
    ['busy', { code: 'busy', retryAfter: 5 }],
  ] as const)('an image that is %s is refused', async (reason, refusal) => {
    const { deps, add, planned } = await party();
    await expect(add(1, { ...deps, images: createFakeImages(reason) })).rejects.toMatchObject(
      refusal,
    );
    expect(await planned()).toEqual([]);
  });

  test('an image that we fail to process is not the guest’s fault; the cause is logged', async () => {
    const { deps, add, planned } = await party();
    const log = { warn: vi.fn(), error: vi.fn() };
    const images = createFakeImages('failed');
    await expect(add(1, { ...deps, images, log })).rejects.toMatchObject({
      code: 'busy',
      status: 503,
      retryAfter: 5,
    });
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ err: { reason: 'failed' } });
    expect(await planned()).toEqual([]);
  });

  test('a failed write leaves no row and no file, and its cause in the log', async () => {
    const { guest, storage, deps, add, planned } = await party();
    const log = { warn: vi.fn(), error: vi.fn() };
    storage.failWrites = true;
    const refusal = { code: 'busy', status: 503, retryAfter: 5 };
    await expect(add(1, { ...deps, log })).rejects.toMatchObject(refusal);
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ err: { message: 'disk full' } });
    expect(storage.keys()).toEqual([]);
    expect(await planned()).toEqual([]);
    expect(await getDb().$count(photos, eq(photos.userId, guest.id))).toBe(0);
  });

  test('if the files cannot be removed at once either, they stay on the list', async () => {
    const { storage, add, planned } = await party();
    storage.failWrites = true;
    storage.failRemovals = true;
    await expect(add(1)).rejects.toMatchObject({ code: 'busy' });
    const [left] = storage.keys();
    expect(await planned()).toMatchObject([
      { imageKey: left, attempts: 1, lastError: 'Error: storage is away' },
    ]);
  });

  test('if the database is down too, that is reported, and the removal job finds them', async () => {
    const { storage, deps, add, planned } = await party();
    const log = { warn: vi.fn(), error: vi.fn() };
    storage.failWrites = true;
    const away = vi.spyOn(getDb(), 'update').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(add(1, { ...deps, log })).rejects.toMatchObject({ code: 'busy' });
    away.mockRestore();
    const waits = 'files of no row wait for the removal job';
    expect(log.warn.mock.calls).toMatchObject([
      [{ err: new Error('the database is away') }, waits],
    ]);
    expect(await planned()).toMatchObject([{ imageKey: storage.keys()[0], attempts: 0 }]);
  });

  test('an upload whose planned removal was carried out meanwhile is not committed', async () => {
    const { guest, storage, deps, add } = await party();
    const write = storage.write.bind(storage);
    storage.write = async (name, key, files) => {
      await getDb().delete(fileWork).where(eq(fileWork.imageKey, key));
      return write(name, key, files);
    };
    await expect(add(1, deps)).rejects.toMatchObject({ code: 'unknown' });
    expect(await getDb().$count(photos, eq(photos.userId, guest.id))).toBe(0);
  });

  test('owner and organizer delete a photo; its files are queued', async () => {
    const { guest, organizer, add, planned } = await party();
    for (const user of [guest, organizer]) {
      const photo = await add(1);
      await deletePhoto(
        { db: getDb(), removalWords: removalNotice },
        { photoId: photo.id, actor: actorOf(user) },
      );
      expect((await planned()).map((row) => row.imageKey)).toContain(photo.imageKey);
      expect(await getDb().$count(photos, eq(photos.id, photo.id))).toBe(0);
    }
  });

  /** What was written in an event. */
  const written = (event: { id: number }) =>
    getDb().select().from(messages).where(eq(messages.eventId, event.id)).orderBy(messages.id);
  const remove = (photo: { id: number }, by: UserRow, reason?: RemovalReason) =>
    deletePhoto(
      { db: getDb(), removalWords: removalNotice },
      { photoId: photo.id, actor: actorOf(by), reason },
    );

  test('the owner of a photo that the organizer deletes is told so in their language, and why', async () => {
    const { event, guest, organizer, add } = await party();
    await remove(await add(1), organizer);
    await getDb().update(users).set({ language: 'en' }).where(eq(users.id, guest.id));
    await remove(await add(2), organizer, { choice: 'not_event', details: 'That was last year.' });
    await remove(await add(3), organizer, { choice: null, details: 'Sorry!' });
    const rows = await written(event);
    for (const row of rows) {
      expect(row).toMatchObject({
        fromUserId: organizer.id,
        toUserId: guest.id,
        isRead: false,
      });
    }
    expect(rows.map(({ message }) => message.split('\n'))).toEqual([
      // Their language is not known yet.
      ['L’organisateur a retiré votre photo 1.'],
      [
        'The organizer removed your photo 2.',
        'The reason: it is not part of this event.',
        'That was last year.',
      ],
      ['The organizer removed your photo 3.', 'Sorry!'],
    ]);
  });

  test('deleting one’s own photo sends no message, whatever reason is given', async () => {
    const { event, guest, organizer, add } = await party();
    await remove(await add(1), guest, { choice: 'offensive', details: 'Why not' });
    const own = await createTestPhoto(getDb(), organizer);
    await remove(own, organizer);
    expect(await written(event)).toEqual([]);
  });

  test('a photo that the organizer deletes twice at once is reported once', async () => {
    const { event, organizer, add } = await party();
    const photo = await add(1);
    const outcomes = await Promise.allSettled([1, 2].map(() => remove(photo, organizer)));
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await written(event)).toHaveLength(1);
  });

  test('a former organizer cannot delete others’ photos', async () => {
    const { event, guest, organizer, add } = await party();
    const photo = await add(1);
    // Their role when they asked.
    const stale = { ...organizer };
    await getDb().update(users).set({ isOrganizer: false }).where(eq(users.id, organizer.id));
    await expect(remove(photo, stale)).rejects.toMatchObject({ code: 'access_denied' });
    await getDb().delete(users).where(eq(users.id, organizer.id));
    await expect(remove(photo, stale)).rejects.toMatchObject({ code: 'authentication_required' });
    expect(await written(event)).toEqual([]);
    expect(await listUserPhotos(getDb(), { eventId: event.id, userId: guest.id })).toHaveLength(1);
  });

  test('nobody else can delete it', async () => {
    const { event, add, planned } = await party();
    const { organizer: stranger } = await party();
    const other = await createTestUser(getDb(), event.id);
    const { id: photoId } = await add(1);
    const tryAs = (actor: Person, id = photoId) =>
      deletePhoto({ db: getDb(), removalWords: removalNotice }, { photoId: id, actor });
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    for (const actor of [actorOf(other), actorOf(stranger), visitor]) {
      await expect(tryAs(actor)).rejects.toMatchObject({ code: 'access_denied' });
    }
    await expect(tryAs(actorOf(other), 9_000_000_000)).rejects.toMatchObject({
      code: 'photo_not_found',
    });
    expect(await planned()).toEqual([]);
  });

  test('a photo deleted twice at once is queued once', async () => {
    const { guest, add, planned } = await party();
    const { id: photoId } = await add(1);
    const twice = [1, 2].map(() =>
      deletePhoto({ db: getDb(), removalWords: removalNotice }, { photoId, actor: actorOf(guest) }),
    );
    const outcomes = await Promise.allSettled(twice);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await planned()).toHaveLength(1);
  });

  test('the feed is newest first, of this event alone, with exact stars', async () => {
    const { event, organizer, guest } = await party();
    const { guest: stranger } = await party();
    await createTestPhoto(getDb(), stranger);
    const old = await createTestPhoto(getDb(), guest, { createdAt: new Date('2026-06-15T10:00Z') });
    const recent = await createTestPhoto(getDb(), organizer, {
      createdAt: new Date('2026-06-15T11:00Z'),
    });
    const same = await createTestPhoto(getDb(), guest, {
      position: 2,
      createdAt: new Date('2026-06-15T11:00Z'),
    });
    const fan = await createTestUser(getDb(), event.id);
    await createTestStar(getDb(), { userId: fan.id, photoId: old.id, star: 1 });
    await createTestStar(getDb(), { userId: organizer.id, photoId: old.id, star: 2 });
    await createTestStar(getDb(), { userId: fan.id, photoId: recent.id, star: 2 });

    const feed = await listEventPhotos(getDb(), { eventId: event.id });
    expect(feed.map(({ id, favoriteCount }) => [id, favoriteCount])).toEqual([
      [same.id, 0],
      [recent.id, 1],
      [old.id, 2],
    ]);
    expect(feed[0]).toMatchObject({ userName: guest.name, userSelfieKey: null });
    const filtered = await listEventPhotos(getDb(), { eventId: event.id, userId: guest.id });
    expect(filtered.map(({ id }) => id)).toEqual([same.id, old.id]);
  });

  test('photos show their public fields', async () => {
    const { event, guest, storage } = await party();
    const { id: photoId } = await createTestPhoto(getDb(), guest);
    const photo = await getPhoto(getDb(), { photoId, eventId: event.id });
    const shown = [
      ...['id', 'imageUrl', 'userId', 'eventId', 'position', 'favoriteCount', 'createdAt'],
      'caption',
      'missionId',
      'late',
    ];
    expect(Object.keys(presentPhoto(photo, storage))).toEqual(shown);
    expect(presentPhoto(photo, storage).imageUrl).toBe(`/media/${photo.imageKey}.webp`);
    expect(Object.keys(presentFeedPhoto(photo, storage))).toEqual([
      ...shown,
      'userName',
      'userSelfie',
    ]);
    expect(presentScreenPhoto(photo, storage)).toMatchObject({ width: 1200, height: 800 });
    const elsewhere = (await party()).event.id;
    await expect(getPhoto(getDb(), { photoId, eventId: elsewhere })).rejects.toMatchObject({
      code: 'access_denied',
    });
  });

  test('a new selfie replaces the old one, whose files are queued', async () => {
    const { guest, deps, planned } = await party();
    const first = await setSelfie(deps, { actor: actorOf(guest), user: guest, file });
    expect(await planned()).toEqual([]);
    const second = await setSelfie(deps, { actor: actorOf(guest), user: guest, file });
    expect((await planned()).map((row) => row.imageKey)).toEqual([first.selfieKey]);
    const without = await removeSelfie(deps, { actor: actorOf(guest), user: guest });
    expect(without).toMatchObject({ selfieKey: null, selfieStorage: null });
    expect((await planned()).map((row) => row.imageKey)).toEqual([
      first.selfieKey,
      second.selfieKey,
    ]);
    await removeSelfie(deps, { actor: actorOf(guest), user: guest });
    expect(await planned()).toHaveLength(2);
  });

  test('ten selfies at once leave one, the other nine queued', async () => {
    const { guest, deps, storage, planned } = await party();
    await Promise.all(
      Array.from({ length: 10 }, () =>
        setSelfie(deps, { actor: actorOf(guest), user: guest, file }),
      ),
    );
    const rows = await getDb().select().from(users).where(eq(users.id, guest.id));
    const queued = (await planned()).map((removal) => removal.imageKey);
    expect(queued).toHaveLength(9);
    expect([...queued, singleRow(rows).selfieKey].sort()).toEqual(storage.keys().sort());
  });

  test('an image is decoded on behalf of its sender', async () => {
    const { event, organizer, guest, deps, add } = await party();
    const owners: unknown[] = [];
    const images: ImageProcessor = {
      ...deps.images,
      process: (path, options) => {
        owners.push(options?.owner);
        return deps.images.process(path, options);
      },
    };
    await add(1, { ...deps, images });
    await setSelfie({ ...deps, images }, { actor: actorOf(guest), user: guest, file });
    const eventImage = { actor: actorOf(organizer), eventId: event.id, file };
    await setEventImage({ ...deps, images }, eventImage);
    expect(owners).toEqual([guest.id, guest.id, organizer.id]);
  });

  test('a removed member gets no selfie', async () => {
    const { guest, deps, storage } = await party();
    await getDb().delete(users).where(eq(users.id, guest.id));
    await expect(
      setSelfie(deps, { actor: actorOf(guest), user: guest, file }),
    ).rejects.toMatchObject({
      code: 'authentication_required',
    });
    expect(storage.keys()).toEqual([]);
  });

  test('a key is recognized as photo, selfie or event image', async () => {
    const { event, guest, deps } = await party({
      imageStorage: 'local',
      imageKey: `event/${unique()}`,
    });
    const find = (key: string) => findMedia(getDb(), { key });
    const photo = await createTestPhoto(getDb(), guest);
    const { selfieKey } = await setSelfie(deps, { actor: actorOf(guest), user: guest, file });
    const found = { storage: 'local', eventId: event.id, hasAllWidths: false };
    expect(await find(photo.imageKey)).toMatchObject({
      kind: 'photo',
      ...found,
      hasAllWidths: true,
    });
    expect(await find(String(selfieKey))).toMatchObject({ kind: 'selfie', ...found });
    expect(await find(String(event.imageKey))).toMatchObject({ kind: 'event', ...found });
    expect(await find('1/unknown')).toBeNull();
  });
});
