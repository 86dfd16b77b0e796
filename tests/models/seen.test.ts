import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, photos, pileReaders, seenPhotos, users } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { Person } from '~/models/access';
import { deleteEvent } from '~/models/event/end.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { PILE_ASKS_FROM, SEEN_AT_ONCE, VISIT_ENDS_AFTER_MS } from '~/models/photo/pile';
import { countUnseen, readPile, readSeenBeforeAsking } from '~/models/photo/pile.server';
import { getPhoto, listUserPhotos } from '~/models/photo/read.server';
import { declineToAdd, markSeen } from '~/models/photo/seen.server';
import { presentPhotosTo, presentPhotoTo } from '~/models/photo/views.server';
import { deletePhoto } from '~/models/photo/write.server';
import type { UserRow } from '~/models/user/read.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestPhotos,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const NOON = new Date(`${TODAY}T12:00:00Z`);
/** The order of a pile with few photos. */
const earliestFirst = (photoId: number) => photoId;
const later = (ms: number) => new Date(NOON.getTime() + ms);

withDatabases('seen photos and the pile', (getDb) => {
  /** An event with a guest, and photos of others, one a minute. */
  async function party(photoCount = 3) {
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const { photos } = await createTestPhotos(getDb(), event.id, photoCount, (number) => ({
      createdAt: new Date(Date.UTC(2026, 5, 15, 10, number)),
    }));
    const ids = photos.map(({ id }) => id);
    const see = (seen: readonly number[], { by = guest, now = NOON } = {}) =>
      markSeen(getDb(), { actor: asking(by), ids: seen, now });
    const reader = { eventId: event.id, userId: guest.id };
    const pile = async (limit = 10) => {
      return readPile(getDb(), { ...reader, rankOf: earliestFirst, limit });
    };
    return { event, organizer, guest, ids, see, reader, pile };
  }

  const seenBy = async ({ id }: UserRow) => {
    const rows = await getDb().select().from(seenPhotos).where(eq(seenPhotos.userId, id));
    return rows.map(({ photoId }) => photoId).sort((a, b) => a - b);
  };

  test('a photo is seen once by a person, however often it is sent, even at the same moment', async () => {
    const { ids, see, guest, organizer } = await party();
    const [a, b, c] = ids as [number, number, number];
    expect(await see([a, a, b])).toBe(2);
    const counts = await Promise.all([see([c, b, a]), see([a, b, c]), see([c])]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await seenBy(guest)).toEqual(ids);
    expect(await see([a], { by: organizer })).toBe(1);
  });

  test('foreign, hidden, own and unknown photos are ignored', async () => {
    const { ids, see, guest } = await party();
    const other = await party(1);
    const own = await createTestPhoto(getDb(), guest);
    const hidden = ids[1] ?? 0;
    await getDb().update(photos).set({ hiddenAt: NOON }).where(eq(photos.id, hidden));
    const unknown = [0, -1, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER];
    const sent = [...other.ids, own.id, hidden, ...unknown];
    expect(await see(sent)).toBe(0);
    expect(await see([...sent, ids[0] ?? 0])).toBe(1);
    expect(await seenBy(guest)).toEqual([ids[0]]);
    expect(await see([])).toBe(0);
  });

  test('at most so many at once; nothing from a visitor, from somebody who is gone, or after the end', async () => {
    const { event, ids, see, guest, organizer } = await party(1);
    const many = Array.from({ length: SEEN_AT_ONCE + 1 }, (_, index) => index + 1);
    await expect(see(many)).rejects.toMatchObject({ code: 'photos_too_many' });
    expect(await see(many.slice(1))).toBeLessThanOrEqual(1);
    await getDb().delete(seenPhotos).where(eq(seenPhotos.userId, guest.id));
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    expect(await markSeen(getDb(), { actor: visitor, ids, now: NOON })).toBe(0);
    // A member of another event under this one's number.
    const stranger = await createTestUser(getDb(), (await createTestEvent(getDb())).event.id);
    const posing = see(ids, { by: { ...stranger, eventId: event.id } });
    await expect(posing).rejects.toMatchObject({ code: 'authentication_required' });
    const days = { startDate: '2026-06-01', endDate: '2026-06-10' };
    await getDb().update(events).set(days).where(eq(events.id, event.id));
    for (const by of [guest, organizer]) {
      await expect(see(ids, { by })).rejects.toMatchObject({ code: 'event_closed' });
      const declined = declineToAdd(getDb(), { actor: asking(by) });
      await expect(declined).rejects.toMatchObject({ code: 'event_closed' });
    }
    expect(await seenBy(guest)).toEqual([]);
  });

  test('what was seen is deleted with the photo, the person and the event', async () => {
    const { event, ids, see, guest, organizer } = await party();
    const friend = await createTestUser(getDb(), event.id);
    for (const by of [guest, friend, organizer]) await see(ids, { by });
    const [first, ...others] = ids as [number, ...number[]];
    const deletion = { photoId: first, actor: asking(organizer) };
    await deletePhoto({ db: getDb(), removalWords: removalNotice }, deletion);
    expect(await seenBy(guest)).toEqual(others);
    await getDb().delete(users).where(eq(users.id, friend.id));
    expect(await seenBy(friend)).toEqual([]);
    expect(await getDb().$count(pileReaders, eq(pileReaders.userId, friend.id))).toBe(0);
    await deleteEvent(getDb(), { actor: asking(organizer), eventId: event.id });
    expect(await seenBy(guest)).toEqual([]);
    expect(await getDb().$count(pileReaders, eq(pileReaders.userId, guest.id))).toBe(0);
  });

  test('a photo that is deleted while it is seen is ignored', async () => {
    const { ids, see, guest } = await party(2);
    const [gone, left] = ids as [number, number];
    await Promise.all([getDb().delete(photos).where(eq(photos.id, gone)), see([gone, left])]);
    expect(await seenBy(guest)).toEqual([left]);
  });

  test('the organizer alone reads how often a photo was seen', async () => {
    const { event, ids, see, guest, organizer } = await party(2);
    const storage = createFakeStorage();
    const deps = { db: getDb(), storage };
    const feeds = createFeedAnswers(deps);
    const [photoId] = ids as [number];
    const friend = await createTestUser(getDb(), event.id);
    const feedOf = async (reader: Person) => {
      feeds.forget(event.id);
      const { json } = await feeds.read({ eventId: event.id, reader });
      const rows = JSON.parse(json) as { id: number; views?: number }[];
      return rows.map(({ id, views }) => [id, views]);
    };
    await see([photoId]);
    await see([photoId], { by: friend });
    expect(await feedOf(asking(organizer))).toEqual([
      [ids[1], 0],
      [photoId, 2],
    ]);
    const photo = await getPhoto(getDb(), { photoId, eventId: event.id });
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    const owner = { ...asking(guest), userId: photo.userId };
    for (const reader of [asking(guest), owner, visitor]) {
      expect((await feedOf(reader)).map(([, views]) => views)).toEqual([undefined, undefined]);
      expect(await presentPhotoTo(reader, photo, deps)).not.toHaveProperty('views');
      expect((await presentPhotosTo(reader, [photo], deps))[0]).not.toHaveProperty('views');
    }
    const { views, status, ...others } = await presentPhotoTo(asking(organizer), photo, deps);
    expect([views, status]).toEqual([2, 'shown']);
    expect(others).toEqual(
      await presentPhotoTo({ ...asking(guest), seesStars: true }, photo, deps),
    );
    expect(await presentPhotosTo(asking(organizer), [], deps)).toEqual([]);
    const listed = await listUserPhotos(getDb(), { eventId: event.id, userId: photo.userId });
    expect(await presentPhotosTo(asking(organizer), listed, deps)).toMatchObject([{ views: 2 }]);
  });

  test('an answer for the organizer is not one for the guests, and the other way round', async () => {
    const { event, guest, organizer } = await party(1);
    const feeds = createFeedAnswers({ db: getDb(), storage: createFakeStorage() });
    const read = async (user: UserRow) =>
      (await feeds.read({ eventId: event.id, reader: asking(user) })).json.includes('"views"');
    expect([await read(organizer), await read(guest)]).toEqual([true, false]);
    feeds.forget(event.id);
    expect([await read(guest), await read(organizer)]).toEqual([false, true]);
  });

  test('the pile has what one has not seen, the earliest on top, without own and hidden ones', async () => {
    const { ids, see, guest, pile, reader } = await party(4);
    const [a, b, c, d] = ids as [number, number, number, number];
    await createTestPhoto(getDb(), guest);
    expect(await pile()).toEqual({ ids, below: 0, newCount: 0 });
    await see([b]);
    await getDb().update(photos).set({ hiddenAt: NOON }).where(eq(photos.id, c));
    expect((await pile()).ids).toEqual([a, d]);
    expect(await countUnseen(getDb(), reader)).toBe(2);
    await see([a, d]);
    expect(await pile()).toEqual({ ids: [], below: 0, newCount: 0 });
    expect(await countUnseen(getDb(), reader)).toBe(0);
  });

  test('a part of the pile says how much is below it, even after a place', async () => {
    const { ids, pile, reader } = await party(5);
    expect(await pile(2)).toMatchObject({ ids: ids.slice(0, 2), below: 3 });
    const part = { ...reader, rankOf: earliestFirst, after: ids[1], limit: 2 };
    expect(await readPile(getDb(), part)).toMatchObject({ ids: ids.slice(2, 4), below: 1 });
  });

  test('new are the photos that came after the last visit', async () => {
    const { event, ids, see, pile } = await party(2);
    const add = async (at: Date) => {
      const owner = await createTestUser(getDb(), event.id);
      return (await createTestPhoto(getDb(), owner, { createdAt: at })).id;
    };
    // The first visit: everything is new, and nothing says so.
    await see(ids.slice(0, 1));
    await add(later(60_000));
    expect(await pile()).toMatchObject({ newCount: 0 });
    // Another one, after a while.
    const back = VISIT_ENDS_AFTER_MS + 1000;
    await see(ids.slice(1), { now: later(back) });
    expect(await pile()).toMatchObject({ newCount: 1 });
    // Looking on is the same visit.
    const fresh = await add(later(back + 1000));
    await see([fresh], { now: later(back + VISIT_ENDS_AFTER_MS) });
    expect(await pile()).toMatchObject({ newCount: 1 });
  });

  test('a member who has seen ten photos and added none is asked for one, until they decline', async () => {
    const { ids, see, guest } = await party(PILE_ASKS_FROM);
    const before = () => readSeenBeforeAsking(getDb(), { userId: guest.id });
    expect(await before()).toBe(PILE_ASKS_FROM);
    await see(ids.slice(1));
    expect(await before()).toBe(1);
    await see(ids);
    expect(await before()).toBe(0);
    const own = await createTestPhoto(getDb(), guest);
    expect(await before()).toBeNull();
    await getDb().delete(photos).where(eq(photos.id, own.id));
    expect(await before()).toBe(0);
    await declineToAdd(getDb(), { actor: asking(guest) });
    await declineToAdd(getDb(), { actor: asking(guest) });
    expect(await before()).toBeNull();
    // What they saw before is still known, and what they see next is, too.
    expect(await see(ids)).toBe(0);
    const visitor: Person = { ...asking(guest), userId: null, role: 'visitor' };
    await expect(declineToAdd(getDb(), { actor: visitor })).rejects.toMatchObject({
      code: 'access_denied',
    });
  });
});
