import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { feedSnapshots, photos, seenPhotos } from '~db/schema';
import { deleteEvent } from '~/models/event/end.server';
import { feedRank, inOrder, type FeedSnapshot } from '~/models/photo/balance.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { drawnNeighbours } from '~/models/photo/neighbours.server';
import { readPile } from '~/models/photo/pile.server';
import { createFeedSnapshots, SNAPSHOT_KEPT_MS } from '~/models/photo/snapshots.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestPhotos,
  createTestUser,
  createTestUsers,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const NOON = new Date(`${TODAY}T12:00:00Z`);
const later = (ms: number) => new Date(NOON.getTime() + ms);
const MINUTE = 60_000;

withDatabases('the balanced feed', (getDb) => {
  /** An event with photos of as many people. */
  async function party(count = 14) {
    const { event, organizer } = await createTestEvent(getDb());
    const ids = (await createTestPhotos(getDb(), event.id, count)).photos.map(({ id }) => id);
    const see = async (photoId: number, times: number) => {
      const viewers = await createTestUsers(getDb(), event.id, times);
      const rows = viewers.map(({ id: userId }) => ({ userId, photoId }));
      await getDb().insert(seenPhotos).values(rows);
    };
    return { event, organizer, ids, see };
  }
  const levelOf = ({ photoIds, levels }: FeedSnapshot, id: number) => levels[photoIds.indexOf(id)];
  const numbersOf = async (eventId: number) => {
    const rows = await getDb()
      .select()
      .from(feedSnapshots)
      .where(eq(feedSnapshots.eventId, eventId))
      .orderBy(feedSnapshots.number);
    return rows.map(({ number }) => number);
  };

  test('a snapshot has the photos that everybody sees, those seen most in the highest step', async () => {
    const { event, ids, see } = await party(4);
    const [often = 0, sometimes = 0, never = 0, hidden = 0] = ids;
    await see(often, 12);
    await see(sometimes, 6);
    await getDb().update(photos).set({ hiddenAt: NOON }).where(eq(photos.id, hidden));
    const snapshot = await createFeedSnapshots({ db: getDb() }).latest(event.id, NOON);
    expect([...snapshot.photoIds].sort((a, b) => a - b)).toEqual([often, sometimes, never]);
    const [high, mid, low] = [often, sometimes, never].map((id) => levelOf(snapshot, id) ?? NaN);
    expect(high).toBeGreaterThan(mid ?? NaN);
    expect(mid).toBeGreaterThan(low ?? NaN);
  });

  test('everybody who begins to look within half a minute shares one, on every server', async () => {
    const { event } = await party(2);
    const [one, other] = [0, 1].map(() => createFeedSnapshots({ db: getDb() }));
    const asked = await Promise.all([1, 2, 3].map(() => one?.latest(event.id, NOON)));
    expect(new Set(asked.map((snapshot) => snapshot?.number)).size).toBe(1);
    const [first] = asked;
    expect(await other?.latest(event.id, later(MINUTE / 4))).toEqual(first);
    expect(await numbersOf(event.id)).toEqual([first?.number]);
    const second = await one?.latest(event.id, later(MINUTE));
    expect(second?.number).toBeGreaterThan(first?.number ?? NaN);
    // An order outlasts the server that began it.
    const restarted = createFeedSnapshots({ db: getDb() });
    expect(await restarted.find(event.id, first?.number ?? 0)).toEqual(first);
  });

  test('a snapshot is found by the guests of its event, as long as it is stored', async () => {
    const { event } = await party(1);
    const other = await party(1);
    const snapshots = createFeedSnapshots({ db: getDb() });
    const { number } = await snapshots.latest(event.id, NOON);
    for (const reader of [snapshots, createFeedSnapshots({ db: getDb() })]) {
      expect((await reader.find(event.id, number))?.number).toBe(number);
      expect(await reader.find(other.event.id, number)).toBeNull();
      expect(await reader.find(event.id, 2 ** 31)).toBeNull();
    }
    // The next one of any event deletes old ones.
    await snapshots.latest(other.event.id, later(SNAPSHOT_KEPT_MS + 1));
    expect(await numbersOf(event.id)).toEqual([]);
    expect(await createFeedSnapshots({ db: getDb() }).find(event.id, number)).toBeNull();
  });

  test('an event without photos has an empty one, and an event’s snapshots are deleted with it', async () => {
    const { event, organizer } = await party(0);
    const { photoIds } = await createFeedSnapshots({ db: getDb() }).latest(event.id, NOON);
    expect(photoIds).toEqual([]);
    expect(await numbersOf(event.id)).toHaveLength(1);
    await deleteEvent(getDb(), { actor: asking(organizer), eventId: event.id });
    expect(await numbersOf(event.id)).toEqual([]);
  });

  test('an order stays while photos come, go, are seen and are starred', async () => {
    const { event, ids, see } = await party();
    const snapshots = createFeedSnapshots({ db: getDb() });
    const feeds = createFeedAnswers({ db: getDb(), storage: createFakeStorage() });
    const { number } = await snapshots.latest(event.id, NOON);
    const look = async () => {
      feeds.forget(event.id);
      const snapshot = await createFeedSnapshots({ db: getDb() }).find(event.id, number);
      if (!snapshot) throw new Error('It is not stored');
      return inOrder(await feeds.photoIds(event.id), feedRank({ snapshot, seed: '0000abcd' }));
    };
    const before = await look();
    expect([...before].sort((a, b) => a - b)).toEqual(ids);
    const [gone = 0, seen = 0] = before;
    await see(seen, 9);
    await getDb().delete(photos).where(eq(photos.id, gone));
    const owner = await createTestUser(getDb(), event.id);
    const fresh = (await createTestPhoto(getDb(), owner)).id;
    expect(await look()).toEqual([fresh, ...before.slice(1)]);
  });

  test('rows come in the order of their ids, without deleted ones, and change with the event', async () => {
    const { event, ids } = await party(3);
    const feeds = createFeedAnswers({ db: getDb(), storage: createFakeStorage() });
    const asked = [...ids].reverse();
    const rows = await feeds.photosOf(event.id, asked);
    expect(rows.map(({ id }) => id)).toEqual(asked);
    expect((await feeds.photosOf(event.id, ids))[2]).toBe(rows[0]);
    await getDb()
      .delete(photos)
      .where(eq(photos.id, ids[1] ?? 0));
    feeds.forget(event.id);
    const left = [ids[0], ids[2]];
    expect((await feeds.photosOf(event.id, ids)).map(({ id }) => id)).toEqual(left);
    expect(await feeds.photoIds(event.id)).toEqual([...left].reverse());
  });

  test('hidden photos are in the order of their owner and of nobody else', async () => {
    const { event, ids } = await party(2);
    const feeds = createFeedAnswers({ db: getDb(), storage: createFakeStorage() });
    const owner = await createTestUser(getDb(), event.id);
    const hidden = (await createTestPhoto(getDb(), owner, { hiddenAt: NOON })).id;
    const other = await createTestUser(getDb(), event.id);
    expect(await feeds.photoIds(event.id, asking(owner))).toContain(hidden);
    expect(await feeds.photoIds(event.id, asking(other))).toEqual([...ids].reverse());
  });

  test('the pile has the same order, and goes on after a photo that has been seen', async () => {
    const { event, ids } = await party();
    const reader = await createTestUser(getDb(), event.id);
    const snapshot = await createFeedSnapshots({ db: getDb() }).latest(event.id, NOON);
    const rankOf = feedRank({ snapshot, seed: '00000001' });
    const order = inOrder(ids, rankOf);
    const pile = (after?: number) =>
      readPile(getDb(), { eventId: event.id, userId: reader.id, rankOf, after, limit: 5 });
    expect(await pile()).toMatchObject({ ids: order.slice(0, 5), below: 9 });
    const photoId = order[4] ?? 0;
    await getDb().insert(seenPhotos).values({ userId: reader.id, photoId });
    expect(await pile(photoId)).toMatchObject({ ids: order.slice(5, 10), below: 4 });
    expect((await pile()).ids).not.toContain(photoId);
  });

  test('a photo’s neighbours are those of the given order', async () => {
    const { event, ids } = await party(4);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const list = [c, a, d, b];
    const from = { eventId: event.id, from: 'feed', list } as const;
    const found = await drawnNeighbours(getDb(), { ...from, photoId: d });
    expect(found).toMatchObject({ previous: { id: a }, next: { id: b }, place: 3, count: 4 });
    // Newest first if that is the list.
    const newest = await drawnNeighbours(getDb(), { ...from, from: 'newest', photoId: d });
    expect(newest).toMatchObject({ previous: null, next: { id: c }, place: 1 });
  });
});
