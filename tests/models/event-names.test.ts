import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, formerNames } from '~db/schema';
import { fillMatchKeys, findEventByNames } from '~/models/event/names.server';
import { createEvent } from '~/models/event/create.server';
import { editEvent } from '~/models/event/write.server';
import { changeDetails } from '~/models/user/write.server';
import { asking, createTestEvent, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';

// What distinguishes the names of events (rule `event.names`).
withDatabases('names of events', (getDb) => {
  const find = (event: string, organizerName: string) =>
    findEventByNames(getDb(), { event, organizerName }, 'member');
  const create = (name: string, organizerName: string) =>
    createEvent(getDb(), {
      values: { name, organizerName, organizerEmail: 'o@example.com', description: 'x' },
      today: TODAY,
    });
  const rename = (
    { event, organizer }: Awaited<ReturnType<typeof createTestEvent>>,
    name: string,
  ) =>
    editEvent(getDb(), {
      actor: asking(organizer),
      eventId: event.id,
      values: { name, startDate: event.startDate, endDate: event.endDate },
      today: TODAY,
      isSold: false,
    });

  test('an event is found however its names are written', async () => {
    const own = unique();
    const { event } = await createTestEvent(getDb(), {
      name: `🎉 Noël & Cœur ${own} 🎉`,
      organizer: { name: 'Zoé et Léo' },
    });
    for (const [name, organizerName] of [
      [event.name, 'Zoé et Léo'],
      [`Noël & Cœur ${own}`, 'Zoe & Leo'],
      [`noel-coeur ${own}!`, 'zoé und léo'],
      [`NOEL AND COEUR\u200b ${own}`, 'Zoe+Leo 💍'],
    ] as const) {
      expect(await find(name, organizerName)).toMatchObject({ id: event.id });
    }
    await expect(find(event.name, 'Zoé')).rejects.toMatchObject({
      code: 'incorrect_organizer_name',
    });
    await expect(find('🎉', 'Zoé')).rejects.toMatchObject({ code: 'event_not_found' });
    await expect(find('\u3164', 'Zoé')).rejects.toMatchObject({ code: 'event_name_required' });
  });

  test('a second event with the same names is refused, new or renamed', async () => {
    const name = `Été ${unique()}`;
    const { organizerName } = await createTestEvent(getDb(), { name });
    const taken = { code: 'event_exists', field: 'name' };
    await expect(create(`ETE… ${name.slice(4)} 🌞`, organizerName)).rejects.toMatchObject(taken);
    for (const unseen of ['\u200b', '\u2060', '\u00ad', '\u200d', '\u3164']) {
      const twin = create(`${name.slice(0, 6)}${unseen}${name.slice(6)}`, organizerName);
      await expect(twin).rejects.toMatchObject(taken);
    }
    const other = await createTestEvent(getDb(), { organizer: { name: organizerName } });
    await expect(rename(other, name.replace('É', 'E'))).rejects.toMatchObject(taken);
    const third = await createTestEvent(getDb(), { name: name.toUpperCase() });
    await expect(
      changeDetails(getDb(), {
        actor: asking(third.organizer),
        name: `${organizerName}!`,
        email: third.organizer.email,
      }),
    ).rejects.toMatchObject(taken);
    expect(await find(name, third.organizerName)).toMatchObject({ id: third.event.id });
  });

  test('an event may change how its own names are written', async () => {
    const name = `Fete ${unique()}`;
    const made = await createTestEvent(getDb(), { name });
    const renamed = await rename(made, `${name} 🎉`);
    expect(renamed).toMatchObject({ name: `${name} 🎉`, namesake: 0 });
    expect(await find(name, made.organizerName)).toMatchObject({ id: made.event.id });
  });

  test('a former name still leads to the event, however it is written', async () => {
    const name = `Bal ${unique()}`;
    const made = await createTestEvent(getDb(), { name });
    await rename(made, `Soirée ${unique()}`);
    expect(await find(`${name} 💃`, made.organizerName)).toMatchObject({ id: made.event.id });
  });

  test('older events with the same names keep working, and no new one gets them', async () => {
    const own = unique();
    const organizer = { name: 'Ada' };
    const names = [`Noël ${own}`, `Noel ${own}`, `Noel ${own} 🎄`];
    const made = [];
    for (const [index, name] of names.entries()) {
      // They are created under names that differ, as was possible then.
      const one = await createTestEvent(getDb(), { name: `${index} ${unique()}`, organizer });
      const key = name.toLowerCase();
      await getDb()
        .update(events)
        .set({ name, nameKey: key, matchKey: null, createdAt: new Date(2026, 0, 1 + index) })
        .where(eq(events.id, one.event.id));
      await getDb()
        .insert(formerNames)
        .values({ eventId: one.event.id, nameKey: `été ${index} ${own}`, organizerNameKey: 'ada' });
      made.push({ ...one, event: { ...one.event, name } });
    }
    const ids = made.map(({ event }) => event.id);
    await fillMatchKeys(getDb());
    await fillMatchKeys(getDb());

    const rows = await getDb().select().from(events).where(inArray(events.id, ids));
    const numbers = new Map(rows.map(({ id, namesake }) => [id, namesake]));
    expect(ids.map((id) => numbers.get(id))).toEqual([0, 1, 2]);
    for (const [index, name] of names.entries()) {
      expect(await find(name.toUpperCase(), 'Ada')).toMatchObject({ id: ids[index] });
      expect(await find(`Ete ${index} ${own}`, 'Ada!')).toMatchObject({ id: ids[index] });
    }
    expect(await find(`noël, ${own}`, 'Ada')).toMatchObject({ id: ids[0] });

    const [first, second] = made;
    if (!first || !second) throw new Error('unreachable');
    const taken = { code: 'event_exists' };
    await expect(rename(second, `Noël ${own}`)).rejects.toMatchObject(taken);
    expect(await rename(second, second.event.name)).toMatchObject({ namesake: 1 });
    // Even when the first of them is deleted.
    await getDb().delete(events).where(eq(events.id, first.event.id));
    await expect(create(`Noel! ${own}`, 'Ada')).rejects.toMatchObject(taken);
    expect(await rename(second, `Pâques ${own}`)).toMatchObject({ namesake: 0 });
  });

  test('of many events created at once only one gets the name', async () => {
    const name = `Rush ${unique()}`;
    const writings = [name, `${name}!`, `${name} 🎉`, name.toUpperCase(), `${name} &`];
    const made = await Promise.allSettled(writings.map((one) => create(one, 'Ada')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getDb().$count(events, sql`${events.name} ilike ${`%${name}%`}`)).toBe(1);
  });
});
