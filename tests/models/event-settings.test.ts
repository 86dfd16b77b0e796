import { eq, like, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { events, fileWork } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { Person } from '~/models/access';
import { setEventImage } from '~/models/event/image.server';
import { setEventTexts, setMaxPhotos, setVotingEnabled } from '~/models/event/write.server';
import { recordPrinted } from '~/models/event/printed.server';
import { countParticipants, getEvent } from '~/models/event/read.server';
import { addFavorite, countStars, listFavorites, removeFavorite } from '~/models/photo/star.server';
import { listUserPhotos } from '~/models/photo/read.server';
import { addPhoto, deletePhoto } from '~/models/photo/write.server';
import {
  TODAY,
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage } from '../setup/fakes';

withDatabases('event settings', (getDb, kind) => {
  const file = { path: '/nowhere' };

  async function party(fields: Parameters<typeof createTestEvent>[1] = {}) {
    const { event, organizer } = await createTestEvent(getDb(), fields);
    const guest = await createTestUser(getDb(), event.id);
    const storage = createFakeStorage();
    const deps = { db: getDb(), storage, images: createFakeImages() };
    const planned = async () => {
      const isHere = like(fileWork.imageKey, `${event.id}/%`);
      const rows = await getDb().select().from(fileWork).where(isHere);
      return rows.map((row) => row.imageKey);
    };
    const actor = asking(organizer);
    return { eventId: event.id, actor, organizer, guest, storage, deps, planned };
  }

  test('each setting changes its own column of its own event', async () => {
    const { eventId, actor } = await party();
    const other = await party();
    const before = await getEvent(getDb(), { eventId });
    const changes = { description: 'Dance', maxPhotosPerUser: 5, votingEnabled: false };
    await setEventTexts(getDb(), { actor, eventId, texts: { description: 'Dance' } });
    expect(await getEvent(getDb(), { eventId })).toEqual({ ...before, description: 'Dance' });
    await setMaxPhotos(getDb(), { actor, eventId, ...changes });
    const changed = await setVotingEnabled(getDb(), { actor, eventId, ...changes });
    expect(changed).toEqual({ ...before, ...changes });
    expect(await getEvent(getDb(), { eventId })).toEqual(changed);
    expect(await getEvent(getDb(), other)).toMatchObject({
      description: 'A test',
      maxPhotosPerUser: 3,
      votingEnabled: true,
    });
  });

  test('what was printed last is remembered, for its own organizers only', async () => {
    const { eventId, actor, guest } = await party();
    const event = await getEvent(getDb(), { eventId });
    const printed = async () => (await getEvent(getDb(), { eventId })).printedPhotos;
    const stranger = await party();
    for (const other of [stranger.actor, asking(guest)]) {
      await expect(recordPrinted(getDb(), { actor: other, event })).rejects.toThrow();
    }
    expect(await printed()).toBeNull();
    await recordPrinted(getDb(), { actor, event });
    expect(await printed()).toBe(3);
    await setMaxPhotos(getDb(), { actor, eventId, maxPhotosPerUser: 5 });
    expect(await printed()).toBe(3);
    await recordPrinted(getDb(), { actor, event: { ...event, maxPhotosPerUser: 5 } });
    expect(await printed()).toBe(5);
  });

  test('a deleted event cannot be changed', async () => {
    const { deps, storage } = await party();
    const actor: Person = { userId: 1, eventId: 1234, role: 'organizer', today: TODAY };
    const gone = { actor, eventId: 1234 };
    const changes = [
      () => setEventTexts(getDb(), { ...gone, texts: { description: 'Dance' } }),
      () => setMaxPhotos(getDb(), { ...gone, maxPhotosPerUser: 2 }),
      () => setVotingEnabled(getDb(), { ...gone, votingEnabled: true }),
      () => setEventImage(deps, { ...gone, file }),
    ];
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({ code: 'event_not_found' });
    }
    expect(storage.keys()).toEqual([]);
  });

  test('fewer slots delete nothing; a photo in a higher one can be deleted, but not added', async () => {
    const { eventId, actor: organizer, guest, deps } = await party();
    const photo = await createTestPhoto(getDb(), guest, { position: 3 });
    await setMaxPhotos(getDb(), { actor: organizer, eventId, maxPhotosPerUser: 2 });
    const own = { eventId, userId: guest.id };
    expect(await listUserPhotos(getDb(), own)).toMatchObject([{ id: photo.id, position: 3 }]);

    const actor = { userId: guest.id, eventId, role: 'participant', today: TODAY } as const;
    await deletePhoto({ ...deps, removalWords: removalNotice }, { photoId: photo.id, actor });
    await expect(addPhoto(deps, { actor, ...own, position: 3, file })).rejects.toMatchObject({
      code: 'slot_unknown',
    });
    await addPhoto(deps, { actor, ...own, position: 2, file });
  });

  test('while voting is off stars are neither given nor taken back; existing ones stay', async () => {
    const { eventId, guest, organizer } = await party();
    const [first, second] = [
      await createTestPhoto(getDb(), organizer),
      await createTestPhoto(getDb(), organizer, { position: 2 }),
    ];
    const actor: Person = { userId: guest.id, eventId, role: 'participant', today: TODAY };
    const star = (photoId: number) => ({ photoId, actor });
    await addFavorite(getDb(), star(first.id));
    await setVotingEnabled(getDb(), { actor: asking(organizer), eventId, votingEnabled: false });
    const refusal = { code: 'voting_disabled' };
    await expect(addFavorite(getDb(), star(second.id))).rejects.toMatchObject(refusal);
    await expect(removeFavorite(getDb(), star(first.id))).rejects.toMatchObject(refusal);
    await setVotingEnabled(getDb(), { actor: asking(organizer), eventId, votingEnabled: true });
    await addFavorite(getDb(), star(second.id));
    expect(await listFavorites(getDb(), { userId: guest.id })).toHaveLength(2);
  });

  async function changeWaitsForStar() {
    const { eventId, organizer } = await party();
    const order: string[] = [];
    let change: Promise<unknown> = Promise.resolve();
    await getDb().transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, eventId)).for('share');
      change = setVotingEnabled(getDb(), {
        actor: asking(organizer),
        eventId,
        votingEnabled: false,
      }).then(() => order.push('change'));
      await vi.waitFor(async () => {
        const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
        expect(await getDb().$count(sql`pg_stat_activity`, isWaiting)).toBe(1);
      }, 10_000);
      order.push('star');
    });
    await change;
    expect(order).toEqual(['star', 'change']);
  }
  // The embedded database has one connection, so transactions cannot overlap.
  if (kind === 'postgres')
    test('a change waits for a star that is being given', changeWaitsForStar);

  test('a new image replaces the old one, whose files are planned for removal', async () => {
    const { eventId, actor, deps, storage, planned } = await party();
    const first = await setEventImage(deps, { actor, eventId, file });
    expect(first.imageStorage).toBe('local');
    expect(storage.keys()).toEqual([first.imageKey]);
    expect(await planned()).toEqual([]);

    const second = await setEventImage(deps, { actor, eventId, file });
    expect(second.imageKey).not.toBe(first.imageKey);
    expect(storage.keys()).toEqual([first.imageKey, second.imageKey]);
    expect(await planned()).toEqual([first.imageKey]);
  });

  test('a file that is not an image leaves the old one in place', async () => {
    const { eventId, actor, deps, storage, planned } = await party();
    const { imageKey } = await setEventImage(deps, { actor, eventId, file });
    const broken = { ...deps, images: createFakeImages('invalid') };
    await expect(setEventImage(broken, { actor, eventId, file })).rejects.toMatchObject({
      code: 'invalid_image',
    });
    storage.failWrites = true;
    const setting = setEventImage(deps, { actor, eventId, file });
    await expect(setting).rejects.toMatchObject({ code: 'busy' });
    expect((await getEvent(getDb(), { eventId })).imageKey).toBe(imageKey);
    expect([storage.keys(), await planned()]).toEqual([[imageKey], []]);
  });

  test('the stars of an event are those of its own photos', async () => {
    const { eventId, guest, organizer } = await party();
    const other = await party();
    const photo = await createTestPhoto(getDb(), organizer);
    const elsewhere = await createTestPhoto(getDb(), other.organizer);
    expect(await countStars(getDb(), { eventId })).toBe(0);
    await createTestStar(getDb(), { userId: guest.id, photoId: photo.id, star: 1 });
    await createTestStar(getDb(), { userId: other.guest.id, photoId: elsewhere.id, star: 1 });
    expect(await countStars(getDb(), { eventId })).toBe(1);
    expect(await countParticipants(getDb(), { eventId })).toBe(1);
  });
});
