import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, partyTables, users } from '~db/schema';
import { addDays } from '~/models/day';
import { deleteEvent } from '~/models/event/end.server';
import { createEvent } from '~/models/event/create.server';
import { setDoor } from '~/models/event/door.server';
import { setEventSettings, setVotingEnabled } from '~/models/event/write.server';
import { hasOpenCard } from '~/models/mission/cards.server';
import { listMissions } from '~/models/mission/read.server';
import { SET_SIZE } from '~/models/mission/rules';
import { addMission, switchSet } from '~/models/mission/write.server';
import { findFirstTable } from '~/models/table/first.server';
import { listLights, listTables } from '~/models/table/read.server';
import { chooseTable, setTables, takeSeat } from '~/models/table/write.server';
import { guestsCsv } from '~/models/user/members.server';
import { approveAll, approvePhoto } from '~/models/photo/approval.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { readWall } from '~/models/wall/read.server';
import { changeWall } from '~/models/wall/write.server';
import { parseCsv } from '../csv';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('tables', (getDb) => {
  async function party(names: string[]) {
    const { event, organizer } = await createTestEvent(getDb());
    const set = (list: string[]) =>
      setTables(getDb(), { actor: asking(organizer), eventId: event.id, names: list });
    const seatOf = async (userId: number) => {
      const [user] = await getDb()
        .select({ name: partyTables.name })
        .from(users)
        .leftJoin(partyTables, eq(partyTables.id, users.tableId))
        .where(eq(users.id, userId));
      return user?.name;
    };
    return { event, organizer, set, seatOf, tables: await set(names) };
  }

  test('people keep a table that moves or is renamed, and sit at none when it is removed', async () => {
    const { event, set, seatOf, tables } = await party(['Roses', 'Mint', 'Sage']);
    expect(tables.map(({ number, name }) => [number, name])).toEqual([
      [1, 'Roses'],
      [2, 'Mint'],
      [3, 'Sage'],
    ]);
    const [ada, ben, zoe] = await Promise.all(
      tables.map(async ({ id: tableId }) => createTestUser(getDb(), event.id, { tableId })),
    );
    await set(['Sage', 'Lavender']);
    expect(await Promise.all([ada, ben, zoe].map((user) => seatOf(user?.id ?? 0)))).toEqual([
      null,
      'Lavender',
      'Sage',
    ]);
    await set([]);
    expect(await seatOf(zoe?.id ?? 0)).toBeNull();
    expect(await listTables(getDb(), { eventId: event.id })).toEqual([]);
  });

  test('nobody changes seats once the event has ended', async () => {
    const { event, seatOf, tables } = await party(['Roses']);
    const guest = await createTestUser(getDb(), event.id);
    await getDb()
      .update(events)
      .set({ endDate: addDays(TODAY, -1) })
      .where(eq(events.id, event.id));
    const actor = asking(guest);
    const closed = { code: 'event_closed' };
    const tableId = tables[0]?.id ?? 0;
    await expect(chooseTable(getDb(), { actor, tableId })).rejects.toMatchObject(closed);
    expect(await takeSeat(getDb(), { actor, number: 1 })).toBeNull();
    expect(await seatOf(guest.id)).toBeNull();
  });

  test('a guest chooses a table of their own event only', async () => {
    const own = await party(['Roses']);
    const other = await party(['Mint']);
    const guest = await createTestUser(getDb(), own.event.id);
    const choose = (tableId: number | null) =>
      chooseTable(getDb(), { actor: asking(guest), tableId });
    await choose(own.tables[0]?.id ?? 0);
    expect(await own.seatOf(guest.id)).toBe('Roses');
    await expect(choose(other.tables[0]?.id ?? 0)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await own.seatOf(guest.id)).toBe('Roses');
    await choose(null);
    expect(await own.seatOf(guest.id)).toBeNull();
    const visitor = { userId: null, eventId: own.event.id, role: 'visitor', today: TODAY } as const;
    await expect(async () =>
      chooseTable(getDb(), { actor: visitor, tableId: null }),
    ).rejects.toMatchObject({ code: 'access_denied' });
    await expect(async () =>
      setTables(getDb(), { actor: asking(guest), eventId: own.event.id, names: [] }),
    ).rejects.toMatchObject({ code: 'not_an_organizer' });
  });

  test('a scanned code seats people who have no table, and nobody else', async () => {
    const { event, seatOf, tables } = await party(['Roses', 'Mint']);
    const guest = await createTestUser(getDb(), event.id);
    const scan = (number: number) => takeSeat(getDb(), { actor: asking(guest), number });
    expect(await scan(9)).toBeNull();
    expect(await seatOf(guest.id)).toBeNull();
    expect(await scan(1)).toBe(tables[0]?.id);
    expect(await seatOf(guest.id)).toBe('Roses');
    expect(await scan(2)).toBeNull();
    expect(await seatOf(guest.id)).toBe('Roses');
  });

  test('only the list of an event with tables has a column for them', async () => {
    const { event, tables, set } = await party(['Roses']);
    await createTestUser(getDb(), event.id, { tableId: tables[0]?.id ?? null });
    const read = async () => {
      const heading = (column: string) => column;
      const csv = await guestsCsv(getDb(), { eventId: event.id, heading, decimalMark: '.' });
      return parseCsv(csv.slice(1));
    };
    const [headings, row] = await read();
    expect([headings?.at(-1), row?.at(-1)]).toEqual(['table', 'Roses']);
    await set([]);
    expect((await read())[0]).not.toContain('table');
  });

  test('an event made like another one gets its rules, missions and tables, and tables are deleted with their event', async () => {
    const { event, organizer } = await party(['Roses', 'Mint']);
    const actor = asking(organizer);
    const rules = {
      guestsMayDownload: false,
      guestsMayLook: false,
      approvalRequired: true,
    } as const;
    const settings = {
      ...rules,
      thanks: 'Thank you',
      photosUntil: addDays(event.endDate, 1),
      maxPhotosPerUser: 5,
      standings: 'hidden',
    } as const;
    await setEventSettings(getDb(), { actor, eventId: event.id, settings });
    await addMission(getDb(), { actor, eventId: event.id, text: 'Grandma dancing' });
    await switchSet(getDb(), { actor, eventId: event.id, set: 'trip', isOn: true });
    await setVotingEnabled(getDb(), { actor, eventId: event.id, votingEnabled: false });
    const { code } = await setDoor(getDb(), { actor, eventId: event.id, door: 'code' });
    const again = await createEvent(getDb(), {
      values: {
        name: `Again ${unique()}`,
        organizerName: 'Olga',
        organizerEmail: 'olga@example.com',
        description: 'Again',
        likeEvent: event.id,
      },
      today: TODAY,
    });
    expect(again.event).toMatchObject({
      ...rules,
      ...{ thanks: null, photosUntil: null, maxPhotosPerUser: 5, standings: 'hidden' },
      ...{ votingEnabled: false, door: 'code', code: expect.stringMatching(/^\w{10}$/) },
    });
    expect(again.event.code).not.toBe(code);
    const missions = await listMissions(getDb(), { eventId: again.event.id });
    expect([missions.length, missions[0]?.text]).toEqual([SET_SIZE + 1, 'Grandma dancing']);
    expect(await hasOpenCard(getDb(), { userId: again.user.id })).toBe(true);
    const copied = await listTables(getDb(), { eventId: again.event.id });
    expect(copied.map(({ name }) => name)).toEqual(['Roses', 'Mint']);
    await deleteEvent(getDb(), { actor: asking(organizer), eventId: event.id });
    expect(await listTables(getDb(), { eventId: event.id })).toEqual([]);
    expect(await listTables(getDb(), { eventId: again.event.id })).toHaveLength(2);
  });

  test('photos that everybody sees light the bulbs of their owner’s table', async () => {
    const { event, tables } = await party(['Roses', 'Mint']);
    const [roses = 0, mint = 0] = tables.map(({ id }) => id);
    const db = getDb();
    const seat = (tableId: number | null) => createTestUser(db, event.id, { tableId });
    const [zoe, ben, nobody] = [await seat(roses), await seat(mint), await seat(null)];
    for (let more = 0; more < 3; more += 1) await seat(roses);
    for (const position of [1, 2]) await createTestPhoto(db, zoe, { position });
    await createTestPhoto(db, zoe, { position: 3, hiddenAt: new Date() });
    await createTestPhoto(db, ben, { isPending: true, hiddenAt: new Date() });
    await createTestPhoto(db, nobody);
    const lights = async () =>
      (await listLights(db, event)).map(({ name, photos, bulbs }) => [name, photos, bulbs]);
    expect(await lights()).toEqual([
      ['Roses', 2, 8],
      ['Mint', 0, 3],
    ]);
    // The photos of somebody who changes seats move with them.
    await chooseTable(db, { actor: asking(zoe), tableId: mint });
    expect(await lights()).toEqual([
      ['Roses', 0, 6],
      ['Mint', 2, 6],
    ]);
  });

  test('a wall shows the tables only while there are some', async () => {
    const { event, organizer, set } = await party([]);
    const db = getDb();
    const eventId = event.id;
    const change = { programme: 'tables' } as const;
    const show = () =>
      changeWall(db, { actor: asking(organizer), eventId, change, now: new Date() });
    await expect(show()).rejects.toMatchObject({ code: 'invalid_request' });
    await set(['Roses']);
    await show();
    await set(['Mint']);
    expect((await readWall(db, { eventId })).programme).toBe('tables');
    await set([]);
    expect((await readWall(db, { eventId })).programme).toBe('photos');
  });

  test('the first table that is completely lit stays the first', async () => {
    const { event, organizer, set, tables } = await party(['Roses', 'Mint']);
    const [roses = 0, mint = 0] = tables.map(({ id }) => id);
    const db = getDb();
    const eventId = event.id;
    const first = async () => (await findFirstTable(db, { eventId }))?.name;
    const guestAt = async (tableId: number, shown: number) => {
      const guest = await createTestUser(db, eventId, { tableId });
      for (let position = 1; position <= shown; position += 1) {
        await createTestPhoto(db, guest, { position });
      }
      return guest;
    };
    const [zoe, ben] = [await guestAt(mint, 3), await guestAt(mint, 1)];
    const hidden = { hiddenAt: new Date(), isPending: true };
    const waiting = [
      await createTestPhoto(db, ben, { ...hidden, position: 2 }),
      await createTestPhoto(db, ben, { ...hidden, position: 3 }),
    ];
    const actor = asking(organizer);
    const now = new Date();
    const [one = 0, two = 0] = waiting.map(({ id }) => id);
    await approvePhoto(db, { photoId: one, actor, now });
    expect(await first()).toBeUndefined();
    await setPhotoHidden(db, { photoId: two, actor, isHidden: false, now });
    expect(await first()).toBe('Mint');

    // Nothing takes that back, and nobody else becomes the first.
    await setPhotoHidden(db, { photoId: two, actor, isHidden: true, now });
    await guestAt(roses, 3);
    const late = await guestAt(roses, 2);
    const last = await createTestPhoto(db, late, { ...hidden, position: 3 });
    await approveAll(db, { actor, upTo: last.id });
    expect(await first()).toBe('Mint');
    await chooseTable(db, { actor: asking(zoe), tableId: null });
    await set(['Roses', 'Thyme']);
    expect(await first()).toBe('Thyme');
    await set(['Roses']);
    expect(await first()).toBeUndefined();
  });

  test('of two tables that are completely lit at once one is the first', async () => {
    const { event, organizer, tables } = await party(['Roses', 'Mint']);
    const db = getDb();
    const waiting: number[] = [];
    for (const { id: tableId } of tables) {
      for (const shown of [3, 2]) {
        const guest = await createTestUser(db, event.id, { tableId });
        for (let position = 1; position <= shown; position += 1) {
          await createTestPhoto(db, guest, { position });
        }
        if (shown === 3) continue;
        const hidden = { hiddenAt: new Date(), isPending: true, position: 3 };
        waiting.push((await createTestPhoto(db, guest, hidden)).id);
      }
    }
    const actor = asking(organizer);
    await approveAll(db, { actor, upTo: Math.max(...waiting) });
    const whole = await db
      .select({ wholeAt: partyTables.wholeAt })
      .from(partyTables)
      .where(eq(partyTables.eventId, event.id));
    expect(whole.filter(({ wholeAt }) => wholeAt !== null)).toHaveLength(1);
  });
});
