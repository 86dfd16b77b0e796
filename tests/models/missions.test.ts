import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, missionCards, missions, photos } from '~db/schema';
import { addDays } from '~/models/day';
import { listCards, playCard, readHand, swapCard } from '~/models/mission/cards.server';
import { dealDueCards } from '~/models/mission/deal.server';
import { listPrintable } from '~/models/mission/printed.server';
import { countMissionPhotos, readMissions, readTags } from '~/models/mission/read.server';
import { isCardCode, type MissionKey } from '~/models/mission/rules';
import { addMission, changeMission, removeMission, switchSet } from '~/models/mission/write.server';
import { readFeedPage } from '~/models/photo/feed.server';
import { photoNeighbours } from '~/models/photo/neighbours.server';
import { register } from '~/models/user/register.server';
import { asking, createTestEvent, createTestPhoto, createTestStar, TODAY } from '../factories';
import { KEYS } from '../setup/fakes';
import { withDatabases } from '../setup/databases';

// Rules `missions.…`.

withDatabases('missions', (getDb) => {
  async function party(texts: string[] = []) {
    const { event, organizer } = await createTestEvent(getDb());
    const actor = asking(organizer);
    let guests = 0;
    for (const text of texts) await addMission(getDb(), { actor, eventId: event.id, text });
    const guest = async () => {
      const number = ++guests;
      const name = `Guest ${number}`;
      const user = await register(
        { db: getDb(), env: KEYS },
        {
          ...{ eventId: event.id, name, email: `guest${number}@example.com`, today: TODAY },
        },
      );
      const own = { actor: asking(user), language: 'en' as const };
      const play = (mission: MissionKey | null | undefined) =>
        getDb().transaction((tx) =>
          playCard(tx, { userId: user.id, eventId: event.id, mission: mission ?? undefined }),
        );
      return { user, play, hand: () => readHand(getDb(), own), swap: () => swapCard(getDb(), own) };
    };
    return { event, actor, eventId: event.id, guest };
  }
  const openOf = (hand: Awaited<ReturnType<typeof readHand>>) =>
    hand.cards.find(({ doneAt }) => doneAt === null);

  test('a set is added in order, switched off and on, and read in each language', async () => {
    const { actor, eventId } = await party();
    const added = await switchSet(getDb(), { actor, eventId, set: 'wedding', isOn: true });
    expect(added).toHaveLength(30);
    expect(added.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, at) => at));
    const inEnglish = await readMissions(getDb(), { reader: actor, eventId, language: 'en' });
    const inFrench = await readMissions(getDb(), { reader: actor, eventId, language: 'fr' });
    expect(inEnglish[0]?.text).not.toBe(inFrench[0]?.text);
    const off = await switchSet(getDb(), { actor, eventId, set: 'wedding', isOn: false });
    expect(off.filter(({ isEnabled }) => isEnabled)).toEqual([]);
    await removeMission(getDb(), { actor, missionId: off[3]?.id ?? 0 });
    const again = await switchSet(getDb(), { actor, eventId, set: 'wedding', isOn: true });
    expect(again.filter(({ isEnabled }) => isEnabled)).toHaveLength(30);
  });

  test('a mission moves to a place, and gets other words', async () => {
    const { actor, eventId } = await party(['one', 'two', 'three']);
    const rows = await readMissions(getDb(), { reader: actor, eventId, language: 'en' });
    const missionId = rows[2]?.id ?? 0;
    const moved = await changeMission(getDb(), { actor, missionId, position: 1, text: 'first' });
    expect(moved.map(({ text }) => text)).toEqual(['first', 'one', 'two']);
    const last = await changeMission(getDb(), { actor, missionId, position: 99 });
    expect(last.map(({ text }) => text)).toEqual(['one', 'two', 'first']);
  });

  test('guests change no missions, nor do organizers of other events', async () => {
    const { eventId, guest } = await party(['one']);
    const other = await party();
    const { user } = await guest();
    const [mission] = await getDb().select().from(missions).where(eq(missions.eventId, eventId));
    const missionId = mission?.id ?? 0;
    for (const [actor, code] of [
      [asking(user), 'not_an_organizer'],
      [other.actor, 'access_denied'],
    ] as const) {
      await expect(addMission(getDb(), { actor, eventId, text: 'x' })).rejects.toMatchObject({
        code,
      });
      await expect(removeMission(getDb(), { actor, missionId })).rejects.toMatchObject({ code });
      const change = changeMission(getDb(), { actor, missionId, isEnabled: false });
      await expect(change).rejects.toMatchObject({ code });
    }
  });

  test('nothing is changed after the end', async () => {
    const { actor, eventId } = await party(['one']);
    const [mission] = await getDb().select().from(missions).where(eq(missions.eventId, eventId));
    const missionId = mission?.id ?? 0;
    const days = { startDate: addDays(TODAY, -2), endDate: addDays(TODAY, -1) };
    await getDb().update(events).set(days).where(eq(events.id, eventId));
    for (const write of [
      () => addMission(getDb(), { actor, eventId, text: 'two' }),
      () => switchSet(getDb(), { actor, eventId, set: 'trip', isOn: true }),
      () => changeMission(getDb(), { actor, missionId, isEnabled: false }),
      () => removeMission(getDb(), { actor, missionId }),
    ]) {
      await expect(write()).rejects.toMatchObject({ code: 'event_closed' });
    }
  });

  test('guests know the missions of photos that they see', async () => {
    const { actor, eventId, guest } = await party(['one', 'two']);
    const [owner, other] = [(await guest()).user, (await guest()).user];
    const [first, second] = await getDb()
      .select()
      .from(missions)
      .where(eq(missions.eventId, eventId));
    await createTestPhoto(getDb(), owner, { missionId: first?.id });
    await createTestPhoto(getDb(), owner, {
      position: 2,
      missionId: second?.id,
      hiddenAt: new Date(),
    });
    const textsFor = async (user: typeof owner) => {
      const known = { reader: asking(user), eventId, language: 'en' } as const;
      return (await readMissions(getDb(), known)).map(({ text }) => text);
    };
    expect(await textsFor(other)).toEqual(['one']);
    expect(await textsFor(owner)).toEqual(['one', 'two']);

    const third = { position: 3, missionId: first?.id, isPending: true, hiddenAt: new Date() };
    await createTestPhoto(getDb(), owner, third);
    const countsFor = async (reader: typeof actor) =>
      Object.fromEntries(await countMissionPhotos(getDb(), { reader, eventId }));
    const [one = 0, two = 0] = [first?.id, second?.id];
    expect(await countsFor(asking(other))).toEqual({ [one]: 1 });
    expect(await countsFor(actor)).toEqual({ [one]: 2, [two]: 1 });
    const foreign = (await party()).actor;
    await expect(countsFor(foreign)).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('a mission’s photos are a list of their own, of what the reader sees', async () => {
    const { eventId, guest } = await party(['one', 'two']);
    const [owner, other] = [(await guest()).user, (await guest()).user];
    const [one, two] = await getDb().select().from(missions).where(eq(missions.eventId, eventId));
    const taken: number[] = [];
    // For one and two by turns, the earliest first; the last but one is hidden.
    for (let number = 1; number <= 8; number++) {
      const isForOne = number % 2 === 1;
      const photo = await createTestPhoto(getDb(), isForOne ? owner : other, {
        position: Math.ceil(number / 2),
        missionId: isForOne ? one?.id : two?.id,
        hiddenAt: number === 7 ? new Date() : null,
        createdAt: new Date(Date.UTC(2020, 0, 1, 6, number)),
      });
      taken.push(photo.id);
    }
    const [first = 0, , third = 0, , fifth = 0, , seventh = 0] = taken;
    const missionId = one?.id ?? 0;
    const pageFor = async (user: typeof owner, page: object) => {
      const asked = { eventId, missionId, reader: asking(user), limit: 2, ...page };
      const { photos: shown, next } = await readFeedPage(getDb(), asked);
      return { ids: shown.map(({ id }) => id), next };
    };
    const start = await pageFor(other, {});
    expect(start.ids).toEqual([fifth, third]);
    expect(await pageFor(other, { after: start.next })).toEqual({ ids: [first], next: null });
    expect((await pageFor(owner, {})).ids).toEqual([seventh, fifth]);

    const besideFor = (user: typeof owner, photoId: number) =>
      photoNeighbours(getDb(), {
        ...{ photoId, eventId, missionId, from: 'mission', reader: asking(user) },
      });
    const middle = { previous: fifth, next: first, place: 2, count: 3 };
    expect(await besideFor(other, third)).toEqual(middle);
    expect(await besideFor(other, fifth)).toMatchObject({ previous: null, next: third, place: 1 });
    expect(await besideFor(owner, fifth)).toMatchObject({ previous: seventh, count: 4 });
  });

  test('neighbours have different cards, one at a time and three in all', async () => {
    const { guest } = await party(['one', 'two', 'three', 'four']);
    const texts: unknown[] = [];
    for (let number = 0; number < 6; number++) {
      const { hand } = await guest();
      const { cards } = await hand();
      expect(cards).toHaveLength(1);
      texts.push(cards[0]?.text);
    }
    // The organizer, who was there before the missions, has the first.
    expect(texts).toEqual(['two', 'three', 'four', 'one', 'two', 'three']);
    const { hand, play } = await guest();
    for (let card = 1; card <= 3; card++) {
      const open = openOf(await hand());
      expect(await play(open?.missionId)).toBe(open?.missionId);
    }
    const done = await hand();
    expect(done).toMatchObject({ canSwap: false, left: 0 });
    expect(done.cards).toHaveLength(3);
    expect(new Set(done.cards.map(({ text }) => text)).size).toBe(3);
  });

  test('a member who joined before the missions gets a card once there are some', async () => {
    const { actor, eventId, guest } = await party();
    const [ann, ben] = [await guest(), await guest()];
    expect(await ann.hand()).toEqual({ cards: [], canSwap: false, left: 0 });
    await switchSet(getDb(), { actor, eventId, set: 'trip', isOn: true });
    const cards = await Promise.all([ann, ben].map(async ({ hand }) => openOf(await hand())));
    expect(cards.every((card) => card?.text)).toBe(true);
    expect(cards[0]?.missionId).not.toBe(cards[1]?.missionId);
    await switchSet(getDb(), { actor, eventId, set: 'trip', isOn: false });
    // An open card stays with its member.
    expect(openOf(await ann.hand())).toEqual(cards[0]);
    const late = await guest();
    expect((await late.hand()).cards).toEqual([]);
  });

  test('reading deals nothing', async () => {
    const { eventId, guest } = await party(['one', 'two']);
    const { user, hand } = await guest();
    await getDb().delete(missionCards).where(eq(missionCards.userId, user.id));
    expect((await hand()).cards).toEqual([]);
    expect(await listCards(getDb(), { userId: user.id })).toEqual([]);
    await dealDueCards(getDb(), { eventId, userId: user.id });
    expect((await hand()).cards).toHaveLength(1);
  });

  test('a member who sends the same card twice at once has done one, and gets one', async () => {
    const { guest } = await party(['one', 'two', 'three']);
    const { hand, play } = await guest();
    const missionId = openOf(await hand())?.missionId;
    const played = await Promise.all([play(missionId), play(missionId)]);
    expect(played.filter((id) => id === missionId)).toHaveLength(1);
    expect((await hand()).cards).toHaveLength(2);
  });

  test('a card is swapped once, for another one', async () => {
    const { guest } = await party(['one', 'two', 'three']);
    const { hand, swap, user } = await guest();
    expect(openOf(await hand())?.text).toBe('two');
    const swapped = await swap();
    expect(openOf(swapped)?.text).toBe('three');
    expect(swapped.canSwap).toBe(false);
    await expect(swap()).rejects.toMatchObject({ code: 'card_stays' });
    expect(await listCards(getDb(), { userId: user.id })).toHaveLength(2);
  });

  test('without another mission, a card is not swapped', async () => {
    const { guest } = await party(['one']);
    const { hand, swap } = await guest();
    expect((await hand()).canSwap).toBe(false);
    await expect(swap()).rejects.toMatchObject({ code: 'card_stays' });
    expect(openOf(await hand())?.text).toBe('one');
  });

  test('nobody plays another member’s card, nor the same twice', async () => {
    const { guest } = await party(['one', 'two']);
    const [ann, ben] = [await guest(), await guest()];
    const missionId = openOf(await ann.hand())?.missionId;
    expect(await ben.play(missionId)).toBeNull();
    expect(await ann.play(missionId)).toBe(missionId);
    expect(await ann.play(missionId)).toBeNull();
  });

  test('a printed card opens its mission to everybody, and plays an open card of the same', async () => {
    const { actor, eventId, guest } = await party(['one', 'two', 'three']);
    const elsewhere = await party(['one']);
    const [ann, ben] = [await guest(), await guest()];
    const codes = await listPrintable(getDb(), { eventId, language: 'en' });
    expect(codes.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3);
    expect(codes.every(({ code }) => isCardCode(code))).toBe(true);
    const hers = openOf(await ann.hand());
    const code = codes.find(({ text }) => text === hers?.text)?.code;
    // Ben's own card stays open; Ann's is done, and she gets the next.
    expect(await ben.play(code)).toBe(hers?.missionId);
    expect((await ben.hand()).cards.map(({ doneAt }) => doneAt)).toEqual([null]);
    expect(await ann.play(code)).toBe(hers?.missionId);
    expect((await ann.hand()).cards).toHaveLength(2);
    expect(await ann.play(code)).toBe(hers?.missionId);
    expect((await ann.hand()).cards).toHaveLength(2);

    const there = { eventId: elsewhere.eventId, language: 'en' as const };
    const [theirs] = await listPrintable(getDb(), there);
    expect(await ben.play(theirs?.code)).toBeNull();
    await changeMission(getDb(), { actor, missionId: hers?.missionId ?? 0, isEnabled: false });
    expect(await ben.play(code)).toBeNull();
    const left = await listPrintable(getDb(), { eventId, language: 'en' });
    expect(left).toHaveLength(2);
  });

  test('a removed mission leaves photos and stars, and its open card is replaced', async () => {
    const { actor, eventId, guest } = await party(['one', 'two']);
    const [ann, ben] = [await guest(), await guest()];
    const missionId = openOf(await ann.hand())?.missionId ?? 0;
    const photo = await createTestPhoto(getDb(), ann.user, { position: 1 });
    await getDb().update(photos).set({ missionId }).where(eq(photos.id, photo.id));
    await createTestStar(getDb(), { userId: ben.user.id, photoId: photo.id, star: 1 });
    const reader = asking(ben.user);
    expect(await readMissions(getDb(), { reader, eventId, language: 'en' })).toHaveLength(1);
    await removeMission(getDb(), { actor, missionId });
    const [left] = await getDb().select().from(photos).where(eq(photos.id, photo.id));
    expect(left?.missionId).toBeNull();
    expect(await readMissions(getDb(), { reader, eventId, language: 'en' })).toEqual([]);
    const tagOf = await readTags(getDb(), { photos: [{ missionId }], language: 'en' });
    expect(tagOf({ missionId })).toBeUndefined();
    expect(openOf(await ann.hand())?.text).toBe('one');
    const cards = await getDb()
      .select()
      .from(missionCards)
      .where(eq(missionCards.userId, ann.user.id));
    expect(cards).toHaveLength(1);
  });
});
