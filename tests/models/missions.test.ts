import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { missionCards, missions, photos } from '~db/schema';
import { listCards, playCard, readHand, swapCard } from '~/models/mission/cards.server';
import { readMissions, readTags } from '~/models/mission/read.server';
import { addMission, changeMission, removeMission, switchSet } from '~/models/mission/write.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
} from '../factories';
import { withDatabases } from '../setup/databases';

// Rules `missions.…`.

withDatabases('missions', (getDb) => {
  async function party(texts: string[] = []) {
    const { event, organizer } = await createTestEvent(getDb());
    const actor = asking(organizer);
    for (const text of texts) await addMission(getDb(), { actor, eventId: event.id, text });
    const guest = async () => {
      const user = await createTestUser(getDb(), event.id);
      const own = { actor: asking(user), event, language: 'en' as const };
      return { user, hand: () => readHand(getDb(), own), swap: () => swapCard(getDb(), own) };
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

  test('neighbours have different cards, one at a time and three in all, also if asked at once', async () => {
    const { guest } = await party(['one', 'two', 'three', 'four']);
    const texts: unknown[] = [];
    for (let number = 0; number < 6; number++) {
      const { hand } = await guest();
      const [first, second] = await Promise.all([hand(), hand()]);
      expect(first.cards).toHaveLength(1);
      expect(second).toEqual(first);
      texts.push(openOf(first)?.text);
    }
    expect(texts).toEqual(['one', 'two', 'three', 'four', 'one', 'two']);
    const { user, hand } = await guest();
    for (let card = 1; card <= 3; card++) {
      const open = openOf(await hand());
      expect(await playCard(getDb(), { userId: user.id, missionId: open?.missionId })).toBe(
        open?.missionId,
      );
    }
    const done = await hand();
    expect(done).toMatchObject({ canSwap: false, left: 0 });
    expect(done.cards).toHaveLength(3);
    expect(new Set(done.cards.map(({ text }) => text)).size).toBe(3);
  });

  test('a card is swapped once, for another one', async () => {
    const { guest } = await party(['one', 'two', 'three']);
    const { hand, swap, user } = await guest();
    expect(openOf(await hand())?.text).toBe('one');
    const swapped = await swap();
    expect(openOf(swapped)?.text).toBe('two');
    expect(swapped.canSwap).toBe(false);
    await expect(swap()).rejects.toMatchObject({ code: 'access_denied' });
    expect(await listCards(getDb(), { userId: user.id })).toHaveLength(2);
  });

  test('without another mission, a card is not swapped', async () => {
    const { guest } = await party(['one']);
    const { hand, swap } = await guest();
    expect((await hand()).canSwap).toBe(false);
    await expect(swap()).rejects.toMatchObject({ code: 'access_denied' });
    expect(openOf(await hand())?.text).toBe('one');
  });

  test('nobody plays another one’s card, nor the same twice', async () => {
    const { guest } = await party(['one', 'two']);
    const [ann, ben] = [await guest(), await guest()];
    const missionId = openOf(await ann.hand())?.missionId;
    await ben.hand();
    expect(await playCard(getDb(), { userId: ben.user.id, missionId })).toBeNull();
    expect(await playCard(getDb(), { userId: ann.user.id, missionId })).toBe(missionId);
    expect(await playCard(getDb(), { userId: ann.user.id, missionId })).toBeNull();
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
    expect(openOf(await ann.hand())?.text).toBe('two');
    const cards = await getDb()
      .select()
      .from(missionCards)
      .where(eq(missionCards.userId, ann.user.id));
    expect(cards).toHaveLength(1);
  });
});
