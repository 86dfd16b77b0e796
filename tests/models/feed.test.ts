import { expect, test } from 'vitest';
import { removalNotice } from '~/i18n/platform-texts.server';
import { feedNeighbours, readFeedPage } from '~/models/photo/feed.server';
import { FEED_PAGE_SIZE } from '~/models/list-place';
import { deletePhoto } from '~/models/photo/write.server';
import { createTestEvent, createTestPhoto, createTestPhotos, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('feed', (getDb) => {
  /** An event with this many photos. Several have the same millisecond, and are ordered by id then. */
  async function partyWith(count: number) {
    const { event, organizer } = await createTestEvent(getDb());
    const { photos } = await createTestPhotos(getDb(), event.id, count, (number) => ({
      createdAt: new Date(Date.UTC(2026, 5, 15, 10, 0, Math.floor(number / 4))),
    }));
    const newestFirst = photos.map(({ id }) => id).reverse();
    return { event, organizer, photos, newestFirst };
  }
  const idsOf = (page: { photos: { id: number }[] }) => page.photos.map(({ id }) => id);

  test('pages follow each other without a gap or a repeated photo', async () => {
    const { event, newestFirst } = await partyWith(2 * FEED_PAGE_SIZE + 3);
    const feed = { eventId: event.id, limit: FEED_PAGE_SIZE };
    const first = await readFeedPage(getDb(), feed);
    const second = await readFeedPage(getDb(), { ...feed, after: first.next ?? undefined });
    const third = await readFeedPage(getDb(), { ...feed, after: second.next ?? undefined });
    expect([first, second, third].flatMap(idsOf)).toEqual(newestFirst);
    expect([first, second, third].map((page) => page.photos.length)).toEqual([
      FEED_PAGE_SIZE,
      FEED_PAGE_SIZE,
      3,
    ]);
    expect(third.next).toBeNull();
    expect([first.hasNewer, second.hasNewer]).toEqual([false, true]);
  });

  test('a page that contains everything has no next page', async () => {
    const { event } = await partyWith(FEED_PAGE_SIZE);
    const page = await readFeedPage(getDb(), { eventId: event.id, limit: FEED_PAGE_SIZE });
    expect(page.photos).toHaveLength(FEED_PAGE_SIZE);
    expect(page.next).toBeNull();
  });

  test('a place stays valid when its photo is deleted and new ones are added', async () => {
    const { event, organizer, photos, newestFirst } = await partyWith(8);
    const feed = { eventId: event.id, limit: 3 };
    const { next } = await readFeedPage(getDb(), feed);
    const actor = {
      userId: organizer.id,
      eventId: event.id,
      role: 'organizer',
      today: TODAY,
    } as const;
    await deletePhoto(
      { db: getDb(), removalWords: removalNotice },
      { photoId: newestFirst[2] ?? 0, actor },
    );
    await createTestPhoto(getDb(), organizer);
    expect(photos).toHaveLength(8);
    const second = await readFeedPage(getDb(), { ...feed, after: next ?? undefined });
    expect(idsOf(second)).toEqual(newestFirst.slice(3, 6));
  });

  test('the page of a photo shows some photos before it', async () => {
    const { event, newestFirst } = await partyWith(40);
    const feed = { eventId: event.id, limit: FEED_PAGE_SIZE };
    const around = await readFeedPage(getDb(), { ...feed, at: newestFirst[30] });
    expect(idsOf(around)).toEqual(newestFirst.slice(24, 24 + FEED_PAGE_SIZE));
    expect(around.hasNewer).toBe(true);
    const first = await readFeedPage(getDb(), { ...feed, at: newestFirst[FEED_PAGE_SIZE - 1] });
    expect(idsOf(first)).toEqual(newestFirst.slice(0, FEED_PAGE_SIZE));
    expect(first.hasNewer).toBe(false);
    const unknown = await readFeedPage(getDb(), { ...feed, at: 999_999_999 });
    expect(idsOf(unknown)).toEqual(newestFirst.slice(0, FEED_PAGE_SIZE));
  });

  test('neighbours are those of the whole event, or of one member', async () => {
    const { event, photos, newestFirst } = await partyWith(6);
    const neighbours = (photoId = 0, userId?: number) =>
      feedNeighbours(getDb(), { eventId: event.id, userId }, photoId);
    const [newest, second, third] = newestFirst;
    expect(await neighbours(second)).toEqual({
      previous: newest,
      next: third,
      place: 2,
      count: 6,
    });
    expect(await neighbours(newest)).toMatchObject({ previous: null, next: second, place: 1 });
    const oldest = { previous: newestFirst[4], next: null, place: 6 };
    expect(await neighbours(newestFirst[5])).toMatchObject(oldest);
    const alone = { previous: null, next: null, place: 1, count: 1 };
    expect(await neighbours(second, photos[4]?.userId)).toEqual(alone);
    const elsewhere = await partyWith(1);
    const nowhere = { previous: null, next: null, place: 0, count: 0 };
    expect(await neighbours(elsewhere.newestFirst[0])).toEqual(nowhere);
  });

  test('without a limit it is the whole feed; an invalid limit is refused', async () => {
    const { event, newestFirst } = await partyWith(FEED_PAGE_SIZE + 2);
    expect(idsOf(await readFeedPage(getDb(), { eventId: event.id }))).toEqual(newestFirst);
    for (const limit of [0, -1, 1.5, Number.NaN, 1e9]) {
      await expect(readFeedPage(getDb(), { eventId: event.id, limit })).rejects.toMatchObject({
        code: 'limit_invalid',
      });
    }
  });
});
