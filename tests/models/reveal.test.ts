import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '~db/schema';
import type { Person } from '~/models/access';
import { getEvent } from '~/models/event/read.server';
import { readReveal } from '~/models/event/reveal-show.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { asking, createTestEvent, createTestPhotos, createTestStar, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const BEGINS = new Date(`${TODAY}T20:00:00.000Z`);
const after = (seconds: number) => new Date(BEGINS.getTime() + seconds * 1000);
const storage = createFakeStorage();

withDatabases('the reveal (rules `reveal.steps` and `reveal.told`)', (getDb) => {
  /** Stars by guest: first has two, second and third one each, but third came later. */
  async function party(stars: readonly (readonly number[])[]) {
    const { event } = await createTestEvent(getDb(), { standings: 'hidden' });
    const { owners, photos } = await createTestPhotos(getDb(), event.id, stars.length, (index) => ({
      createdAt: after(index - 100),
    }));
    for (const [index, given] of stars.entries()) {
      for (const [number, photo] of given.entries()) {
        const photoId = photos[photo]?.id ?? 0;
        await createTestStar(getDb(), {
          userId: owners[index]?.id ?? 0,
          photoId,
          star: number + 1,
        });
      }
    }
    await getDb().update(events).set({ revealedAt: BEGINS }).where(eq(events.id, event.id));
    const feeds = createFeedAnswers({ db: getDb(), storage });
    const show = async (actor: Person, seconds: number) => {
      const row = await getEvent(getDb(), { eventId: event.id });
      return readReveal(
        { db: getDb(), feeds, storage },
        { actor, event: row, now: after(seconds) },
      );
    };
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    return { event, owners, photos, visitor, show };
  }

  test('each place is told three seconds before its step, to everybody', async () => {
    const { owners, photos, visitor, show } = await party([[1], [0, 2], [0, 1], [0]]);
    const [winner] = owners;
    if (!winner) throw new Error('nobody came');
    for (const actor of [visitor, asking(winner)]) {
      const told = async (seconds: number) =>
        (await show(actor, seconds)).places.map(({ place }) => place);
      expect(await told(0)).toEqual([]);
      expect(await told(6.999)).toEqual([]);
      expect(await told(7)).toEqual([3]);
      expect(await told(10.999)).toEqual([3]);
      expect(await told(11)).toEqual([3, 2]);
      expect(await told(24.999)).toEqual([3, 2]);
      expect(await told(25)).toEqual([3, 2, 1]);
    }
    const { places, startsAt, endsAt } = await show(visitor, 30);
    expect(places.map(({ photos: [photo] }) => [photo?.id, photo?.stars])).toEqual([
      [photos[2]?.id, 1],
      [photos[1]?.id, 2],
      [photos[0]?.id, 3],
    ]);
    expect([startsAt, endsAt]).toEqual([BEGINS.getTime(), after(36).getTime()]);
  });

  test('says whose photo is the reader’s, and which have a star of theirs', async () => {
    const { owners, visitor, show } = await party([[1], [0, 2], [0, 1], [0]]);
    const own = async (actor: Person) =>
      (await show(actor, 30)).places.map(({ photos }) =>
        photos.map(({ isYours, isStarred }) => [isYours, isStarred]),
      );
    const [winner, , third] = owners;
    if (!winner || !third) throw new Error('nobody came');
    expect(await own(asking(winner))).toEqual([[[false, false]], [[false, true]], [[true, false]]]);
    expect(await own(asking(third))).toEqual([[[true, false]], [[false, true]], [[false, true]]]);
    expect(await own(visitor)).toEqual([[[false, false]], [[false, false]], [[false, false]]]);
  });

  test('photos that share a place come together', async () => {
    const { photos, visitor, show } = await party([[1], [0]]);
    expect((await show(visitor, 24.999)).places).toEqual([]);
    const { places } = await show(visitor, 25);
    expect(places).toHaveLength(1);
    expect(places[0]?.photos.map(({ id }) => id)).toEqual([photos[0]?.id, photos[1]?.id]);
  });

  test('tells nothing before it has begun, and nobody of another event', async () => {
    const own = await party([[1], [0]]);
    const other = await party([[1], [0]]);
    await expect(own.show(own.visitor, -0.001)).rejects.toMatchObject({ code: 'reveal_none' });
    await expect(own.show(other.visitor, 30)).rejects.toMatchObject({ code: 'access_denied' });
  });
});
