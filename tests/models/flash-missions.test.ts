import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, missionCards, missions } from '~db/schema';
import { addDays } from '~/models/day';
import { listCards, playCard } from '~/models/mission/cards.server';
import { readFlash, readMissions } from '~/models/mission/read.server';
import { MISSIONS_MAX } from '~/models/mission/rules';
import {
  addMission,
  removeMission,
  sendFlash,
  switchSet,
  type FlashMission,
} from '~/models/mission/write.server';
import { asking, createTestEvent, createTestUser, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';

// Rule `missions.flash`.

withDatabases('flash missions', (getDb) => {
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const eventId = event.id;
    const actor = asking(organizer);
    const isEvent = eq(events.id, eventId);
    const guest = await createTestUser(getDb(), eventId);
    return {
      actor,
      eventId,
      guest,
      send: (asked: FlashMission, sender = actor) =>
        sendFlash(getDb(), { actor: sender, eventId, asked }),
      /** What the guest reads. */
      async running() {
        const [row] = await getDb().select().from(events).where(isEvent);
        const clock = { now: new Date(), today: TODAY, language: 'en' as const };
        return row ? readFlash(getDb(), row, clock) : null;
      },
      play: (missionId: number) =>
        getDb().transaction((tx) =>
          playCard(tx, { userId: guest.id, eventId, mission: missionId }),
        ),
      /** Lets time pass, as far as the database knows. */
      pass: (seconds: number) =>
        getDb()
          .update(events)
          .set({ flashedAt: sql`${events.flashedAt} - make_interval(secs => ${seconds})` })
          .where(isEvent),
      list: () => getDb().select().from(missions).where(eq(missions.eventId, eventId)),
    };
  }

  test('words become an own mission, of which no card is dealt', async () => {
    const { send, running, list, guest } = await party();
    const { missionId, startedAt, endsAt } = await send({ text: 'The ceiling, right now' });
    expect(endsAt.getTime() - startedAt.getTime()).toBe(600_000);
    const told = { missionId, startedAt, endsAt, text: 'The ceiling, right now' };
    expect(await running()).toEqual(told);
    expect(await list()).toMatchObject([{ id: missionId, isEnabled: false, set: null }]);
    expect(await listCards(getDb(), { userId: guest.id })).toEqual([]);
  });

  test('a mission of the event is sent, even one that is switched off, and no other', async () => {
    const { actor, eventId, send, running } = await party();
    const rows = await switchSet(getDb(), { actor, eventId, set: 'wedding', isOn: true });
    await switchSet(getDb(), { actor, eventId, set: 'wedding', isOn: false });
    const missionId = rows[3]?.id ?? 0;
    const other = await party();
    const [foreign] = await addMission(getDb(), { ...other, text: 'Elsewhere' });
    await expect(send({ missionId: foreign?.id ?? 0 })).rejects.toMatchObject({
      code: 'page_not_found',
    });
    await send({ missionId });
    expect(await running()).toMatchObject({ missionId });
  });

  test('of two organizers at once one wins, and the next waits ten minutes', async () => {
    const { send, pass, running, list } = await party();
    const both = await Promise.allSettled([send({ text: 'The ceiling' }), send({ text: 'Shoes' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'flash_too_soon', status: 409 });
    expect(await list()).toHaveLength(1);
    await pass(590);
    await expect(send({ text: 'Too soon' })).rejects.toMatchObject({ code: 'flash_too_soon' });
    await pass(10);
    expect(await running()).toBeNull();
    const next = await send({ text: 'In time' });
    expect(await running()).toMatchObject({ missionId: next.missionId });
  });

  test('the same words are the same mission', async () => {
    const { send, pass } = await party();
    const first = await send({ text: 'The ceiling' });
    await pass(600);
    expect((await send({ text: 'The ceiling' })).missionId).toBe(first.missionId);
  });

  test('every photo carries it while it runs, and none afterwards', async () => {
    const { send, pass, play } = await party();
    const { missionId } = await send({ text: 'The ceiling' });
    expect([await play(missionId), await play(missionId)]).toEqual([missionId, missionId]);
    expect(await play(missionId + 1)).toBeNull();
    await pass(600);
    expect(await play(missionId)).toBeNull();
  });

  test('a card with the same mission is completed by a photo for it', async () => {
    const { actor, eventId, guest, send, play } = await party();
    const [mission] = await addMission(getDb(), { actor, eventId, text: 'Shoes' });
    const missionId = mission?.id ?? 0;
    await send({ missionId });
    expect(await play(missionId)).toBe(missionId);
    expect(await play(missionId)).toBe(missionId);
    const isTheirs = eq(missionCards.userId, guest.id);
    const [card] = await getDb().select().from(missionCards).where(isTheirs);
    expect(card?.doneAt).not.toBeNull();
  });

  test('guests know it while it runs, even before there is a photo', async () => {
    const { guest, eventId, send } = await party();
    const { missionId } = await send({ text: 'The ceiling' });
    const asked = { reader: asking(guest), eventId, language: 'en' } as const;
    expect(await readMissions(getDb(), asked)).toEqual([]);
    const told = await readMissions(getDb(), { ...asked, flashId: missionId });
    expect(told).toMatchObject([{ id: missionId, text: 'The ceiling' }]);
  });

  test('it ends with its mission, and the next one still waits', async () => {
    const { actor, send, running, play } = await party();
    const { missionId } = await send({ text: 'The ceiling' });
    await removeMission(getDb(), { actor, missionId });
    expect(await running()).toBeNull();
    expect(await play(missionId)).toBeNull();
    await expect(send({ text: 'Shoes' })).rejects.toMatchObject({ code: 'flash_too_soon' });
  });

  test('guests and organizers of other events send none, and nobody after the end', async () => {
    const { actor, guest, send } = await party();
    const other = await party();
    const asked = { text: 'The ceiling' };
    for (const [sender, code] of [
      [asking(guest), 'not_an_organizer'],
      [other.actor, 'access_denied'],
      [{ ...actor, today: addDays(TODAY, 30) }, 'event_closed'],
    ] as const) {
      await expect(send(asked, sender)).rejects.toMatchObject({ code });
    }
  });

  test('the limit of missions holds', async () => {
    const { eventId, send, list } = await party();
    const rows = Array.from({ length: MISSIONS_MAX }, (_, at) => ({
      ...{ eventId, text: `Mission ${at}`, position: at + 1, isEnabled: false },
    }));
    await getDb().insert(missions).values(rows);
    await expect(send({ text: 'One more' })).rejects.toMatchObject({ code: 'list_too_long' });
    await send({ text: 'Mission 5' });
    expect(await list()).toHaveLength(MISSIONS_MAX);
  });
});
