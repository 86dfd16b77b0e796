import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { photos, users } from '~db/schema';
import {
  createFeedAnswers,
  EVENT_CHANGED,
  type FeedAnswers,
} from '~/models/photo/feed-answers.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

/** A visitor who is told the stars. */
const visitorOf = (eventId: number) => ({
  userId: null,
  eventId,
  role: 'visitor' as const,
  today: TODAY,
  seesStars: true,
});

withDatabases('cached feeds', (getDb, _kind, getConnection) => {
  let feeds: FeedAnswers;
  const heard = new Set<string | null>();
  beforeAll(async () => {
    feeds = createFeedAnswers({ db: getDb(), storage: createFakeStorage() });
    await getConnection().listen(EVENT_CHANGED, (payload) => {
      heard.add(payload);
      feeds.receive(payload);
    });
  });

  /** Waits until all notifications of earlier changes have arrived, because they keep their order. */
  async function settle() {
    const last = `0 ${unique()}`;
    await getDb().execute(sql`select pg_notify(${EVENT_CHANGED}, ${last})`);
    await expect.poll(() => heard.has(last)).toBe(true);
  }

  async function party() {
    const { event } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const photo = await createTestPhoto(getDb(), guest);
    await settle();
    expect(await idsOf(event.id)).toEqual([photo.id]);
    return { event, guest, photo };
  }
  interface Row {
    id: number;
    favoriteCount: number;
    userName: string;
    caption: string | null;
  }
  const rowsOf = async (eventId: number) =>
    JSON.parse((await feeds.read({ eventId, reader: visitorOf(eventId) })).json) as Row[];
  const idsOf = async (eventId: number) => (await rowsOf(eventId)).map(({ id }) => id);

  test('without a change the answer is the same object', async () => {
    const { event } = await party();
    const elsewhere = await party();
    const answers = [await feeds.read({ eventId: event.id, reader: visitorOf(event.id) })];
    await createTestPhoto(getDb(), elsewhere.guest, { position: 2 });
    await expect.poll(() => idsOf(elsewhere.event.id)).toHaveLength(2);
    answers.push(await feeds.read({ eventId: event.id, reader: visitorOf(event.id) }));
    expect(answers[1]).toBe(answers[0]);
  });

  test('simultaneous requests share one query', async () => {
    const { event } = await party();
    feeds.forget(event.id);
    const answers = await Promise.all(
      [1, 2, 3].map(() => feeds.read({ eventId: event.id, reader: visitorOf(event.id) })),
    );
    expect(new Set(answers).size).toBe(1);
  });

  test('a ranking is cached from the first request until the event changes', async () => {
    const { event, guest, photo } = await party();
    const fan = await createTestUser(getDb(), event.id);
    await createTestStar(getDb(), { userId: fan.id, photoId: photo.id, star: 1 });
    await settle();
    expect((await rowsOf(event.id))[0]?.favoriteCount).toBe(1);
    expect(feeds.cachedRanking(visitorOf(event.id))).toBeNull();
    const rows = await feeds.ranking(visitorOf(event.id));
    expect(rows.map(({ id }) => id)).toEqual([photo.id]);
    expect(feeds.cachedRanking(visitorOf(event.id))).toBe(rows);
    await createTestPhoto(getDb(), guest, { position: 2 });
    await expect.poll(() => feeds.cachedRanking(visitorOf(event.id))).toBeNull();
  });

  test('photos are counted for the event', async () => {
    const { event, guest } = await party();
    const other = await createTestUser(getDb(), event.id);
    await createTestPhoto(getDb(), guest, { position: 2 });
    await expect.poll(() => feeds.countPhotos(event.id)).toBe(2);
    await createTestPhoto(getDb(), other);
    await expect.poll(() => feeds.countPhotos(event.id)).toBe(3);
  });

  test('everything that a feed shows changes it, however it was written', async () => {
    const { event, guest, photo } = await party();
    const fan = await createTestUser(getDb(), event.id);
    const second = await createTestPhoto(getDb(), guest, { position: 2 });
    await expect.poll(() => idsOf(event.id)).toEqual([second.id, photo.id]);

    await createTestStar(getDb(), { userId: fan.id, photoId: photo.id, star: 1 });
    await expect.poll(async () => (await rowsOf(event.id))[1]?.favoriteCount).toBe(1);

    await getDb().update(users).set({ name: 'Rosa Blum' }).where(eq(users.id, guest.id));
    await expect.poll(async () => (await rowsOf(event.id))[1]?.userName).toBe('Rosa Blum');

    const before = await feeds.photosMark(event.id, asking(fan));
    await getDb().update(photos).set({ caption: 'Just married' }).where(eq(photos.id, photo.id));
    await expect.poll(async () => (await rowsOf(event.id))[1]?.caption).toBe('Just married');
    await expect.poll(() => feeds.photosMark(event.id, asking(fan))).not.toBe(before);

    // The star is deleted with its giver.
    await getDb().delete(users).where(eq(users.id, fan.id));
    await expect.poll(async () => (await rowsOf(event.id))[1]?.favoriteCount).toBe(0);

    await getDb().delete(photos).where(eq(photos.id, second.id));
    await expect.poll(() => idsOf(event.id)).toEqual([photo.id]);
  });

  test('an answer that was started before a change is not used after it', async () => {
    const { event, guest, photo } = await party();
    feeds.forget(event.id);
    const before = feeds.read({ eventId: event.id, reader: visitorOf(event.id) });
    feeds.forget(event.id);
    const second = await createTestPhoto(getDb(), guest, { position: 2 });
    await before;
    await expect.poll(() => idsOf(event.id)).toEqual([second.id, photo.id]);
  });

  test('ranking, newest page and count are cached and change like the feed', async () => {
    const { event, guest, photo } = await party();
    const fan = await createTestUser(getDb(), event.id);
    await settle();
    const look = async () => ({
      ranking: (await feeds.ranking(visitorOf(event.id))).map(({ id, favoriteCount }) => [
        id,
        favoriteCount,
      ]),
      newest: (await feeds.newestPage(event.id)).photos.map(({ id }) => id),
      count: await feeds.countPhotos(event.id),
    });
    expect(await look()).toEqual({ ranking: [], newest: [photo.id], count: 1 });
    expect(await feeds.ranking(visitorOf(event.id))).toBe(await feeds.ranking(visitorOf(event.id)));
    expect(await feeds.newestPage(event.id)).toBe(await feeds.newestPage(event.id));

    await createTestStar(getDb(), { userId: fan.id, photoId: photo.id, star: 1 });
    await expect.poll(async () => (await look()).ranking).toEqual([[photo.id, 1]]);

    const second = await createTestPhoto(getDb(), guest, { position: 2 });
    await createTestStar(getDb(), { userId: fan.id, photoId: second.id, star: 2 });
    await expect.poll(look).toEqual({
      ranking: [
        [photo.id, 1],
        [second.id, 1],
      ],
      newest: [second.id, photo.id],
      count: 2,
    });
    expect(await feeds.ranking(visitorOf(event.id), 1)).toHaveLength(1);

    await getDb().delete(photos).where(eq(photos.id, photo.id));
    await expect.poll(look).toEqual({ ranking: [[second.id, 1]], newest: [second.id], count: 1 });
  });

  test('a refusal is not cached', async () => {
    const { event } = await party();
    const refused = () => feeds.read({ eventId: event.id, reader: visitorOf(event.id), limit: 0 });
    await expect(refused()).rejects.toMatchObject({ code: 'limit_invalid' });
    await expect(refused()).rejects.toMatchObject({ code: 'limit_invalid' });
    await feeds.ranking(visitorOf(event.id));
    await expect(feeds.ranking(visitorOf(event.id), 0)).rejects.toMatchObject({
      code: 'limit_invalid',
    });
  });
});
