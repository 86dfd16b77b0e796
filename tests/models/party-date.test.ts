import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries, type EventRow } from '~db/schema';
import { ADMINISTRATOR, type Person } from '~/models/access';
import { addDays } from '~/models/day';
import { createEvent } from '~/models/event/create.server';
import { presentEventOf } from '~/models/event/read.server';
import { editEvent, setEndDate, setEventSettings } from '~/models/event/write.server';
import { TODAY, asking, createTestEvent, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

// Rule `event.party-date`.

withDatabases('the day of the party', (getDb) => {
  const OUTSIDE = { code: 'party_date_outside', field: 'partyDate' };
  const day = (days: number) => addDays(TODAY, days);
  const shown = (event: EventRow) => presentEventOf(null, event, createFakeStorage()).partyDate;

  async function party(fields: Parameters<typeof createTestEvent>[1] = {}) {
    const days = { startDate: TODAY, endDate: day(7) };
    const { event, organizer } = await createTestEvent(getDb(), { ...days, ...fields });
    return { event, actor: asking(organizer) };
  }

  const set = (own: { event: EventRow; actor: Person }, partyDate: string | null) =>
    setEventSettings(getDb(), {
      actor: own.actor,
      eventId: own.event.id,
      settings: { partyDate },
    });

  /** Edits the days alone. */
  const edit = (
    { event: { id: eventId, name }, actor }: { event: EventRow; actor: Person },
    days: { startDate: string; endDate: string; partyDate?: string },
  ) =>
    editEvent(getDb(), {
      actor,
      eventId,
      values: { name, ...days },
      today: TODAY,
      isSold: false,
    });

  test('is the first day until another is chosen', async () => {
    const own = await party();
    expect([own.event.partyDate, shown(own.event)]).toEqual([null, TODAY]);
    const chosen = await set(own, day(3));
    expect([chosen.partyDate, shown(chosen)]).toEqual([day(3), day(3)]);
    expect((await set(own, null)).partyDate).toBeNull();
    await set(own, day(3));
    // The first day itself is not stored, so that the party moves along with it.
    expect((await set(own, TODAY)).partyDate).toBeNull();
  });

  test('is between the first and the last day', async () => {
    const own = await party();
    for (const outside of [day(-1), day(8)]) {
      await expect(set(own, outside)).rejects.toMatchObject(OUTSIDE);
    }
    expect((await set(own, day(7))).partyDate).toBe(day(7));
  });

  describe('edited together with the other days', () => {
    test('is checked against the new ones', async () => {
      const own = await party();
      const later = { startDate: day(20), endDate: day(30) };
      await expect(edit(own, { ...later, partyDate: day(5) })).rejects.toMatchObject(OUTSIDE);
      expect(await edit(own, { ...later, partyDate: day(22) })).toMatchObject({
        ...later,
        partyDate: day(22),
      });
      expect(await edit(own, later)).toMatchObject({ ...later, partyDate: null });
    });

    test('stays as it is after the administrator has shortened the event', async () => {
      const own = await party();
      await set(own, day(6));
      const actor = ADMINISTRATOR;
      const { id: eventId } = own.event;
      const event = await setEndDate(getDb(), { actor, eventId, endDate: day(4), today: TODAY });
      expect(shown(event)).toBe(day(6));
      const { startDate, endDate } = event;
      const same = { startDate, endDate, partyDate: day(6) };
      expect((await edit({ ...own, event }, same)).partyDate).toBe(day(6));
      await expect(edit({ ...own, event }, { ...same, endDate: day(5) })).rejects.toMatchObject(
        OUTSIDE,
      );
    });
  });

  test('more time leaves it as it is', async () => {
    const own = await party();
    await set(own, day(2));
    const { id: eventId } = own.event;
    const longer = { eventId, endDate: day(100), today: TODAY };
    expect(shown(await setEndDate(getDb(), { actor: ADMINISTRATOR, ...longer }))).toBe(day(2));
  });

  test('of a new event may be chosen, too', async () => {
    const create = (partyDate?: string) =>
      createEvent(getDb(), {
        today: TODAY,
        values: {
          name: `Party ${unique()}`,
          organizerName: 'Ada Lee',
          organizerEmail: 'ada@example.com',
          description: 'Dance',
          startDate: day(10),
          partyDate,
        },
      });
    expect((await create()).event.partyDate).toBeNull();
    expect((await create(day(10))).event.partyDate).toBeNull();
    expect((await create(day(17))).event.partyDate).toBe(day(17));
    for (const outside of [day(9), day(18)]) {
      await expect(create(outside)).rejects.toMatchObject(OUTSIDE);
    }
  });

  test('every change of it is logged', async () => {
    const own = await party();
    await set(own, day(3));
    await set(own, day(3));
    await set(own, null);
    const { id, startDate, endDate } = own.event;
    await edit(own, { startDate, endDate, partyDate: day(1) });
    const isOwn = eq(auditEntries.eventId, id);
    const rows = await getDb().select().from(auditEntries).where(isOwn).orderBy(auditEntries.id);
    expect(rows.map(({ deed, detail }) => [deed, detail])).toEqual([
      ['event.edited', `${TODAY} → ${day(3)}`],
      ['event.edited', `${day(3)} → ${TODAY}`],
      ['event.edited', `${TODAY} → ${day(1)}`],
    ]);
  });

  test('is chosen by an organizer of the event only', async () => {
    const own = await party();
    const stranger = await party();
    await expect(set({ ...own, actor: stranger.actor }, day(1))).rejects.toMatchObject({
      code: 'access_denied',
    });
    const actor: Person = { userId: 1, eventId: 1234, role: 'organizer', today: TODAY };
    const gone = setEventSettings(getDb(), { actor, eventId: 1234, settings: { partyDate: null } });
    await expect(gone).rejects.toMatchObject({ code: 'event_not_found' });
  });
});
