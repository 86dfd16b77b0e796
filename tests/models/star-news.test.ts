import { eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { favorites, users } from '~db/schema';
import { STAR_NEWS } from '~/models/photo/star-news';
import {
  chanceMoment,
  hasStarNews,
  listLitPhotos,
  takeStarNews,
} from '~/models/photo/star-news.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { addFavorite, moveFavorite, removeFavorite } from '~/models/photo/star.server';
import { deletePhoto } from '~/models/photo/write.server';
import { removeParticipant } from '~/models/user/remove.server';
import { singleRow } from '~/models/row.server';
import { asking, createTestEvent, createTestPhoto, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const NOW = new Date('2026-06-15T18:00:00Z');
const after = (ms: number, from = NOW) => new Date(from.getTime() + ms);
const { least, most } = STAR_NEWS.after;

describe('the chance moment', () => {
  it('is between 20 and 60 seconds after the star, and is not always the same', () => {
    const waits = Array.from({ length: 2000 }, () => chanceMoment(NOW).getTime() - NOW.getTime());
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(20_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    // Every part of that time is used.
    const parts = new Set(waits.map((ms) => Math.floor((ms - least) / 4_001)));
    expect(parts.size).toBe(10);
  });
});

withDatabases('the news of stars', (getDb) => {
  /** An owner with three photos, and guests who star them. */
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const owner = await createTestUser(getDb(), event.id);
    const [zoe, tom] = [
      await createTestUser(getDb(), event.id),
      await createTestUser(getDb(), event.id),
    ];
    const photoIds: number[] = [];
    for (const position of [1, 2, 3]) {
      photoIds.push((await createTestPhoto(getDb(), owner, { position })).id);
    }
    const [a, b, c] = photoIds as [number, number, number];
    const userId = owner.id;
    const give = async (photoId: number, by = zoe, now = NOW) => {
      await addFavorite(getDb(), { photoId, actor: asking(by), now: () => now });
      const rows = await getDb().select().from(favorites).where(eq(favorites.photoId, photoId));
      const { tellAt } = singleRow(rows.filter((row) => row.userId === by.id));
      if (!tellAt) throw new Error('no chance moment');
      return tellAt;
    };
    const takeBack = (photoId: number, by = zoe, now = NOW) =>
      removeFavorite(getDb(), { photoId, actor: asking(by), now: () => now });
    return {
      ...{ event, organizer, owner, zoe, tom, a, b, c, give, takeBack },
      has: (now: Date) => hasStarNews(getDb(), { userId, now }),
      take: async (now: Date) => (await takeStarNews(getDb(), { userId, now })).sort(),
      lit: async (now: Date) => (await listLitPhotos(getDb(), { userId, now })).sort(),
    };
  }

  test('come at the star’s chance moment, once, and to the owner alone', async () => {
    const { a, tom, zoe, give, has, take, lit } = await party();
    const tellAt = await give(a);
    const before = after(-1, tellAt);
    expect([await has(before), await take(before), await lit(before)]).toEqual([false, [], []]);
    expect(await has(tellAt)).toBe(true);
    for (const { id: userId } of [tom, zoe]) {
      expect(await takeStarNews(getDb(), { userId, now: tellAt })).toEqual([]);
      expect(await listLitPhotos(getDb(), { userId, now: tellAt })).toEqual([]);
    }
    expect(await take(tellAt)).toEqual([a]);
    expect([await has(tellAt), await take(tellAt)]).toEqual([false, []]);
    expect(await take(after(2 * STAR_NEWS.apart))).toEqual([]);
    expect(await lit(tellAt)).toEqual([a]);
  });

  test('reach one of several open pages', async () => {
    const { a, b, c, zoe, tom, give, take } = await party();
    let now = NOW;
    // One round rarely meets the moment between reading and noting that the owner was told.
    for (const by of [zoe, tom]) {
      for (const photoId of [a, b, c]) {
        now = after(STAR_NEWS.apart, now);
        await give(photoId, by, after(-most, now));
        const taken = await Promise.all(Array.from({ length: 16 }, () => take(now)));
        expect(taken.flat()).toEqual([photoId]);
      }
    }
  });

  test('are gathered, at most once in ten minutes, and do not say how many stars', async () => {
    const { a, b, c, zoe, tom, give, has, take, lit } = await party();
    await give(a);
    const first = after(most);
    expect(await take(first)).toEqual([a]);
    await give(b, zoe, first);
    await give(b, tom, first);
    await give(c, tom, first);
    const early = after(STAR_NEWS.apart - 1, first);
    expect([await has(early), await take(early)]).toEqual([false, []]);
    // Their bulbs do not wait for the notice.
    expect(await lit(early)).toEqual([a, b, c]);
    expect(await take(after(STAR_NEWS.apart, first))).toEqual([b, c]);
  });

  test('do not come from a star that was taken back or moved before', async () => {
    const { a, b, give, takeBack, take, lit, zoe } = await party();
    await give(a);
    await takeBack(a);
    expect([await take(after(most)), await lit(after(most))]).toEqual([[], []]);
    await give(a);
    await moveFavorite(getDb(), { fromId: a, photoId: b, actor: asking(zoe), now: () => NOW });
    await getDb().update(favorites).set({ tellAt: NOW }).where(eq(favorites.photoId, b));
    expect([await take(NOW), await lit(NOW)]).toEqual([[b], [b]]);
  });

  test('leave the bulb lit when the star is taken back or its giver leaves', async () => {
    const { a, b, c, event, organizer, zoe, tom, give, takeBack, take, lit } = await party();
    const late = after(most);
    await give(a);
    await give(b, tom);
    await take(late);
    await takeBack(a, zoe, late);
    await give(c, tom, late);
    await getDb().update(favorites).set({ tellAt: NOW }).where(eq(favorites.userId, tom.id));
    const env = { SESSION_SECRET: ['a secret for tests of thirty-two letters'] as const };
    await removeParticipant(
      { db: getDb(), env } as unknown as Parameters<typeof removeParticipant>[0],
      {
        actor: asking(organizer),
        userId: tom.id,
      },
    );
    expect(await lit(late)).toEqual([a, b, c]);
    expect(await take(after(2 * STAR_NEWS.apart))).toEqual([]);
    expect(event.id).toBe(zoe.eventId);
  });

  test('leave out a hidden photo, and come once it is shown again', async () => {
    const { a, organizer, give, take, lit } = await party();
    const late = after(most);
    const hide = (isHidden: boolean) =>
      setPhotoHidden(getDb(), { photoId: a, actor: asking(organizer), isHidden, now: late });
    await give(a);
    await hide(true);
    expect([await take(late), await lit(late)]).toEqual([[], []]);
    await hide(false);
    expect([await take(late), await lit(late)]).toEqual([[a], [a]]);
  });

  test('leave out a deleted photo', async () => {
    const { a, owner, give, has, lit } = await party();
    await give(a);
    const storage = createFakeStorage();
    await deletePhoto(
      { db: getDb(), storage } as unknown as Parameters<typeof deletePhoto>[0],
      {
        photoId: a,
        actor: asking(owner),
        now: NOW,
      } as Parameters<typeof deletePhoto>[1],
    );
    expect([await has(after(most)), await lit(after(most))]).toEqual([false, []]);
  });

  test('leave out stars that do not count, and those from before there was any news', async () => {
    const { a, b, zoe, give, take, lit } = await party();
    await getDb().update(users).set({ isStranger: true }).where(eq(users.id, zoe.id));
    await give(a);
    await getDb().insert(favorites).values({ userId: zoe.id, photoId: b, star: 2 });
    expect([await take(after(most)), await lit(after(most))]).toEqual([[], []]);
  });
});
