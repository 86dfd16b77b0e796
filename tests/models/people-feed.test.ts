import { expect, test } from 'vitest';
import { peopleNeighbours, readPeoplePage } from '~/models/photo/people-feed.server';
import { createTestEvent, createTestPhoto, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('feed by person', (getDb) => {
  /** Photos of people whose names are in no order, two of them the same but for their case. */
  async function party() {
    const { event } = await createTestEvent(getDb());
    const { event: other } = await createTestEvent(getDb());
    await createTestPhoto(getDb(), await createTestUser(getDb(), other.id, { name: 'Aaron' }));
    const byName: number[][] = [];
    for (const [name, place] of [
      ['Zoe', 3],
      ['bea', 1],
      ['Anna', 0],
      ['Bea', 2],
    ] as const) {
      const user = await createTestUser(getDb(), event.id, { name });
      // The later slot first: slots count, not times.
      const second = await createTestPhoto(getDb(), user, { position: 2 });
      const first = await createTestPhoto(getDb(), user, { position: 1 });
      byName[place] = [first.id, second.id];
    }
    return { eventId: event.id, ids: byName.flat() };
  }
  const idsOf = (page: { photos: { id: number }[] }) => page.photos.map(({ id }) => id);

  test('names from A to Z, each with the slots in order, page by page', async () => {
    const { eventId, ids } = await party();
    const found: number[] = [];
    let after;
    for (let pages = 0; pages < 9; pages += 1) {
      const page = await readPeoplePage(getDb(), { eventId, after, limit: 3 });
      expect(page.hasBefore).toBe(pages > 0);
      found.push(...idsOf(page));
      if (!page.next) break;
      after = page.next;
    }
    expect(found).toEqual(ids);
  });

  test('a page starts with the person whose photo is named', async () => {
    const { eventId, ids } = await party();
    const page = await readPeoplePage(getDb(), { eventId, at: ids[5], limit: 3 });
    expect(idsOf(page)).toEqual(ids.slice(4, 7));
    expect(page.hasBefore).toBe(true);
    const none = await readPeoplePage(getDb(), { eventId, at: 2_000_000_000, limit: 3 });
    expect(idsOf(none)).toEqual(ids.slice(0, 3));
  });

  test('nothing comes after a deleted person', async () => {
    const { eventId } = await party();
    const after = { userId: 2_000_000_000, slot: 1 };
    const page = await readPeoplePage(getDb(), { eventId, after, limit: 3 });
    expect(page).toMatchObject({ photos: [], next: null });
  });

  test('a photo has the neighbours, the place and the number of that order', async () => {
    const { eventId, ids } = await party();
    const of = (photoId = 0) => peopleNeighbours(getDb(), { eventId, photoId });
    expect(await of(ids[0])).toEqual({ previous: null, next: ids[1], place: 1, count: 8 });
    expect(await of(ids[3])).toEqual({ previous: ids[2], next: ids[4], place: 4, count: 8 });
    expect(await of(ids[7])).toEqual({ previous: ids[6], next: null, place: 8, count: 8 });
    expect(await of(2_000_000_000)).toMatchObject({ previous: null, next: null, place: 0 });
  });
});
