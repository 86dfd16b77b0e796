import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, favorites, users } from '~db/schema';
import { FAVORITES_MAX } from '~/models/photo/star';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { Person } from '~/models/access';
import {
  addFavorite,
  listFavorites,
  listStarredIds,
  listTopPhotos,
  moveFavorite,
  presentTopPhoto,
  removeFavorite,
} from '~/models/photo/star.server';
import { drawnNeighbours, photoNeighbours } from '~/models/photo/neighbours.server';
import { deletePhoto } from '~/models/photo/write.server';
import { singleRow } from '~/models/row.server';
import type { UserRow } from '~/models/user/read.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestPhotos,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

withDatabases('stars', (getDb) => {
  /** An event with a guest and some photos of the organizer's and others. */
  async function party(photoCount = 5) {
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const { photos } = await createTestPhotos(getDb(), event.id, photoCount, (number) => ({
      createdAt: new Date(Date.UTC(2026, 5, 15, 10, number)),
    }));
    const actorOf = (user: UserRow): Person => ({
      userId: user.id,
      eventId: event.id,
      role: 'participant',
      today: TODAY,
    });
    const star = (photoId: number, user: UserRow = guest) =>
      addFavorite(getDb(), { photoId, actor: actorOf(user) });
    const unstar = (photoId: number) => removeFavorite(getDb(), { photoId, actor: actorOf(guest) });
    const starred = async () =>
      (await listFavorites(getDb(), { userId: guest.id })).map((photo) => photo.id);
    const setVoting = (votingEnabled: boolean) =>
      getDb().update(events).set({ votingEnabled }).where(eq(events.id, event.id));
    const ids = photos.map((photo) => photo.id);
    const id = (number: number) => singleRow(ids.slice(number));
    return { event, organizer, guest, photos, ids, id, star, unstar, starred, setVoting, actorOf };
  }

  test('every star and none more; one taken back can be given again', async () => {
    const { ids, id, star, unstar, starred } = await party(FAVORITES_MAX + 1);
    const one = id(FAVORITES_MAX);
    for (const other of ids.slice(0, FAVORITES_MAX)) await star(other);
    await expect(star(one)).rejects.toMatchObject({ code: 'favorites_full' });
    await unstar(id(1));
    await star(one);
    expect(await starred()).toEqual(ids.filter((other) => other !== id(1)));
  });

  test('a second star for the same photo, and taking back none, change nothing', async () => {
    const { id, star, unstar, starred } = await party();
    await star(id(0));
    await star(id(0));
    await unstar(id(1));
    expect(await starred()).toEqual([id(0)]);
    await unstar(id(0));
    await unstar(id(0));
    expect(await starred()).toEqual([]);
  });

  test('taking a star back from an unknown photo is refused', async () => {
    const { unstar } = await party();
    await expect(unstar(9_000_000_000)).rejects.toMatchObject({ code: 'photo_not_found' });
  });

  test('40 stars at once by one member store as many as one has', async () => {
    const { guest, ids, star } = await party(40);
    const outcomes = await Promise.allSettled(ids.map((id) => star(id)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map((outcome) => outcome.reason.code)).toEqual(
      Array(40 - FAVORITES_MAX).fill('favorites_full'),
    );
    const stored = await getDb().select().from(favorites).where(eq(favorites.userId, guest.id));
    const numbers = Array.from({ length: FAVORITES_MAX }, (_, index) => index + 1);
    expect(stored.map((row) => row.star).sort()).toEqual(numbers);
  });

  test('one photo starred 20 times at once by one member has one star', async () => {
    const { event, id, star } = await party();
    await Promise.all(Array.from({ length: 20 }, () => star(id(0))));
    const [top] = await listTopPhotos(getDb(), { eventId: event.id });
    expect(top).toMatchObject({ id: id(0), favoriteCount: 1 });
  });

  test('one’s own photos, photos of other events and deleted photos cannot be starred', async () => {
    const { guest, star } = await party();
    const own = await createTestPhoto(getDb(), guest);
    await expect(star(own.id)).rejects.toMatchObject({ code: 'own_photo' });
    const { id: elsewhere } = await party();
    await expect(star(elsewhere(0))).rejects.toMatchObject({ code: 'access_denied' });
    await expect(star(9_000_000_000)).rejects.toMatchObject({ code: 'photo_not_found' });
  });

  test('a removed member cannot give stars', async () => {
    const { guest, id, star, unstar } = await party();
    await getDb().delete(users).where(eq(users.id, guest.id));
    await expect(star(id(0))).rejects.toMatchObject({ code: 'authentication_required' });
    await expect(unstar(id(0))).rejects.toMatchObject({ code: 'authentication_required' });
  });

  test('while voting is disabled, stars stay as they are', async () => {
    const { id, star, unstar, starred, setVoting } = await party();
    await star(id(0));
    await setVoting(false);
    await expect(star(id(1))).rejects.toMatchObject({ code: 'voting_disabled' });
    await expect(unstar(id(0))).rejects.toMatchObject({ code: 'voting_disabled' });
    await setVoting(true);
    await star(id(1));
    expect(await starred()).toEqual([id(0), id(1)]);
  });

  test('stars are listed in the order they were given', async () => {
    const { guest, id, unstar, star, starred } = await party();
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 15, 12, minute));
    await getDb()
      .insert(favorites)
      .values([
        { userId: guest.id, photoId: id(2), star: 1, createdAt: at(1) },
        { userId: guest.id, photoId: id(0), star: 2, createdAt: at(2) },
        { userId: guest.id, photoId: id(1), star: 3, createdAt: at(3) },
      ]);
    expect(await starred()).toEqual([id(2), id(0), id(1)]);
    await unstar(id(2));
    await star(id(4));
    expect(await starred()).toEqual([id(0), id(1), id(4)]);
  });

  test('the ranking: by stars, then earlier upload; none without a star', async () => {
    const { event, organizer, guest, id, star } = await party();
    const fan = await createTestUser(getDb(), event.id);
    await star(id(3), guest);
    await star(id(3), fan);
    await star(id(2), organizer);
    await star(id(1), fan);
    const ranking = await listTopPhotos(getDb(), { eventId: event.id });
    expect(ranking.map(({ id, favoriteCount }) => [id, favoriteCount])).toEqual([
      [id(3), 2],
      [id(1), 1],
      [id(2), 1],
    ]);
    expect(Object.keys(presentTopPhoto(singleRow(ranking), createFakeStorage()))).toEqual([
      'id',
      'favoriteCount',
      'imageUrl',
      'userName',
      'userSelfie',
      'caption',
    ]);
  });

  test('the ranking has at most ten rows', async () => {
    const { event, ids } = await party(12);
    for (const photoId of ids) {
      const fan = await createTestUser(getDb(), event.id);
      await createTestStar(getDb(), { userId: fan.id, photoId, star: 1 });
    }
    const top = async (limit?: number) =>
      (await listTopPhotos(getDb(), { eventId: event.id, limit })).map((photo) => photo.id);
    expect(await top()).toEqual(ids.slice(0, 10));
    expect(await top(500)).toHaveLength(10);
    expect(await top(3)).toEqual(ids.slice(0, 3));
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await expect(top(limit)).rejects.toMatchObject({ code: 'limit_invalid' });
    }
  });

  test('a deleted photo leaves ranking and favourites, and its stars are free again', async () => {
    const { event, organizer, ids, id, star, starred } = await party();
    for (const photoId of ids.slice(0, 3)) await star(photoId);
    const actor = {
      userId: organizer.id,
      eventId: event.id,
      role: 'organizer' as const,
      today: TODAY,
    };
    await deletePhoto({ db: getDb(), removalWords: removalNotice }, { photoId: id(1), actor });
    expect(await starred()).toEqual([id(0), id(2)]);
    expect(await listTopPhotos(getDb(), { eventId: event.id })).toHaveLength(2);
    await star(id(4));
    expect(await starred()).toEqual([id(0), id(2), id(4)]);
  });

  test('a star moves from one photo to another', async () => {
    const { guest, ids, id, star, actorOf } = await party(FAVORITES_MAX + 2);
    for (const one of ids.slice(0, FAVORITES_MAX)) await star(one);
    const [free, further] = [id(FAVORITES_MAX), id(FAVORITES_MAX + 1)];
    const moved = ids.filter((one) => one !== id(1) && one !== further);
    const move = (fromId: number, photoId: number) =>
      moveFavorite(getDb(), { fromId, photoId, actor: actorOf(guest) });
    const given = async () =>
      (await listStarredIds(getDb(), { userId: guest.id })).toSorted((a, b) => a - b);
    await move(id(1), free);
    expect(await given()).toEqual(moved);

    // A photo without a star has none to move, and one with a star takes no second one.
    await expect(move(id(1), further)).rejects.toMatchObject({ code: 'favorites_full' });
    await move(id(0), id(2));
    expect(await given()).toEqual(moved);

    // A refusal leaves the star where it was.
    const own = await createTestPhoto(getDb(), guest);
    await expect(move(id(0), own.id)).rejects.toMatchObject({ code: 'own_photo' });
    await expect(move(id(0), 999_999)).rejects.toMatchObject({ code: 'photo_not_found' });
    expect(await given()).toEqual(moved);
  });

  test('a photo’s neighbours are those of the list it was opened from', async () => {
    const { event, guest, photos, id, star } = await party();
    const reader = { ...asking(guest), seesStars: true };
    const of = (photoId: number, from: 'feed' | 'top' | 'profile' | 'favorites', userId?: number) =>
      photoNeighbours(getDb(), { photoId, eventId: event.id, from, userId, reader });
    const between = (
      previous: number | null,
      next: number | null,
      place: number,
      count: number,
    ) => ({
      previous,
      next,
      place,
      count,
    });
    expect(await of(id(3), 'feed')).toEqual(between(id(4), id(2), 2, 5));
    expect(await of(id(4), 'feed')).toEqual(between(null, id(3), 1, 5));
    const own = singleRow(photos.slice(3)).userId;
    expect(await of(id(3), 'feed', own)).toEqual(between(null, null, 1, 1));
    const second = await createTestPhoto(getDb(), { id: own, eventId: event.id }, { position: 2 });
    expect(await of(id(3), 'profile', own)).toEqual(between(null, second.id, 1, 2));
    expect(await of(id(3), 'top')).toEqual(between(null, null, 0, 0));
    await star(id(3));
    await star(id(0));
    expect(await of(id(3), 'top')).toEqual(between(id(0), null, 2, 2));
    expect(await of(id(3), 'favorites', guest.id)).toEqual(between(null, id(0), 1, 2));

    const drawn = await drawnNeighbours(getDb(), {
      photoId: id(3),
      eventId: event.id,
      from: 'top',
      reader,
    });
    expect(drawn).toMatchObject({ previous: { id: id(0), width: 1200 }, next: null, place: 2 });
  });
});
