import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, photos, users } from '~db/schema';
import { readMarks } from '~/models/live/marks.server';
import { addMission, removeMission } from '~/models/mission/write.server';
import { listMissionWinners } from '~/models/mission/winners.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import type { PhotoRow } from '~/models/photo/read.server';
import { closeVoting } from '~/models/photo/result.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUsers,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

// Rule `missions.winner`.

const SUNRISE = new Date('2020-01-01T06:00:00Z');

withDatabases('winners of missions', (getDb) => {
  /** An event with two missions, and a number of photos for each. */
  async function party(...counts: number[]) {
    const { event, organizer } = await createTestEvent(getDb());
    const actor = asking(organizer);
    const eventId = event.id;
    let ids: number[] = [];
    for (const text of ['The ceiling', 'The shoes']) {
      ids = (await addMission(getDb(), { actor, eventId, text })).map(({ id }) => id);
    }
    const guests = await createTestUsers(getDb(), eventId, 12);
    const taken: PhotoRow[][] = [];
    for (const [at, count] of counts.entries()) {
      const own = guests.slice(0, count).map((guest, minute) =>
        createTestPhoto(getDb(), guest, {
          position: at + 1,
          missionId: ids[at],
          createdAt: new Date(SUNRISE.getTime() + minute * 60_000),
        }),
      );
      taken.push(await Promise.all(own));
    }
    const star = (photo: PhotoRow | undefined, ...givers: number[]) =>
      Promise.all(
        givers.map((giver) => {
          const userId = guests[giver]?.id ?? 0;
          const free = (spent.get(userId) ?? 0) + 1;
          spent.set(userId, free);
          return createTestStar(getDb(), { userId, photoId: photo?.id ?? 0, star: free });
        }),
      );
    const spent = new Map<number, number>();
    const winners = async () =>
      (await listMissionWinners(getDb(), { eventId })).map(({ id, favoriteCount, mission }) => ({
        id,
        favoriteCount,
        mission: mission.text,
      }));
    const close = () => closeVoting(getDb(), { actor, eventId });
    return { actor, eventId, ids, guests, taken, star, winners, close };
  }
  const change = (photo: PhotoRow | undefined, values: Partial<PhotoRow>) =>
    getDb()
      .update(photos)
      .set(values)
      .where(eq(photos.id, photo?.id ?? 0));

  test('an open page follows them, even below the first ten of the ranking', async () => {
    const { actor, eventId, taken, star } = await party(12, 10);
    const [ceilings = [], shoes = []] = taken;
    // The first ten have two stars each, the winner of the shoes one.
    for (const [at, photo] of ceilings.slice(0, 10).entries()) await star(photo, at, at + 1);
    await star(shoes[9], 11);
    const user = await getDb().query.users.findFirst({ where: eq(users.id, actor.userId ?? 0) });
    const event = await getDb().query.events.findFirst({ where: eq(events.id, eventId) });
    if (!user || !event) throw new Error('no party');
    const mark = async () => {
      const feeds = createFeedAnswers({ db: getDb(), storage: createFakeStorage() });
      const deps = { db: getDb(), feeds, now: () => new Date(), today: () => TODAY };
      return (await readMarks(deps, { actor, user, event }, ['ranking'])).ranking;
    };
    const before = await mark();
    expect(await mark()).toBe(before);
    await change(shoes[9], { missionId: null });
    const without = await mark();
    expect(without).not.toBe(before);
    // A photo that neither is among the first ten nor wins a mission changes nothing.
    await change(ceilings[11], { caption: 'Further below' });
    expect(await mark()).toBe(without);
  });

  test('ten photos have a winner, nine have none, and nobody wins without a star', async () => {
    const { taken, star, winners } = await party(10, 9);
    expect(await winners()).toEqual([]);
    const [ceilings = [], shoes = []] = taken;
    await star(ceilings[3], 0, 1);
    await star(ceilings[4], 2);
    await star(shoes[0], 1, 2, 3);
    expect(await winners()).toEqual([
      { id: ceilings[3]?.id, favoriteCount: 2, mission: 'The ceiling' },
    ]);
  });

  test('photos with equal stars share it, the earlier upload first', async () => {
    const { taken, star, winners } = await party(10, 10);
    const [ceilings = [], shoes = []] = taken;
    await star(ceilings[5], 0, 1);
    await star(ceilings[2], 3, 4);
    await star(ceilings[1], 5);
    await star(shoes[9], 6);
    expect((await winners()).map(({ id }) => id)).toEqual([
      ceilings[2]?.id,
      ceilings[5]?.id,
      shoes[9]?.id,
    ]);
  });

  test('hidden and waiting photos neither win nor count', async () => {
    const { taken, star, winners } = await party(11);
    const [ceilings = []] = taken;
    await star(ceilings[0], 5, 6, 7);
    await star(ceilings[1], 5);
    await change(ceilings[0], { hiddenAt: SUNRISE });
    expect((await winners()).map(({ id }) => id)).toEqual([ceilings[1]?.id]);
    await change(ceilings[10], { hiddenAt: SUNRISE, isPending: true });
    expect(await winners()).toEqual([]);
  });

  test('a removed mission has no winner', async () => {
    const { actor, ids, taken, star, winners } = await party(10);
    await star(taken[0]?.[0], 5);
    expect(await winners()).toHaveLength(1);
    await removeMission(getDb(), { actor, missionId: ids[0] ?? 0 });
    expect(await winners()).toEqual([]);
  });

  test('once the votes are counted, neither stars nor photos change it', async () => {
    const { guests, ids, taken, star, winners, close } = await party(10, 9);
    const [ceilings = [], shoes = []] = taken;
    await star(ceilings[0], 5, 6);
    await star(ceilings[1], 7);
    await star(shoes[0], 5);
    await close();
    const counted = [{ id: ceilings[0]?.id, favoriteCount: 2, mission: 'The ceiling' }];
    expect(await winners()).toEqual(counted);
    // Stars that are gone since, as of a person who left, and the tenth photo of the other mission.
    await star(ceilings[1], 8, 9, 10);
    const late = { position: 2, missionId: ids[1], createdAt: new Date(Date.now() + 1000) };
    await createTestPhoto(getDb(), guests[9] ?? { id: 0, eventId: 0 }, late);
    expect(await winners()).toEqual(counted);
  });

  test('an event’s winners are its own', async () => {
    const [one, other] = [await party(10), await party(10)];
    await one.star(one.taken[0]?.[0], 5);
    expect(await other.winners()).toEqual([]);
    await getDb().delete(events).where(eq(events.id, one.eventId));
    expect(await one.winners()).toEqual([]);
  });
});
