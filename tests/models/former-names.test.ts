import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, formerNames } from '~db/schema';
import { ADMINISTRATOR } from '~/models/access';
import { findEventByNames, isFoundBy } from '~/models/event/names.server';
import { createEvent } from '~/models/event/create.server';
import { editEvent } from '~/models/event/write.server';
import { changeOrganizer } from '~/models/event/organizer.server';
import { changeDetails } from '~/models/user/write.server';
import type { UserRow } from '~/models/user/read.server';
import { asking, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';

// Former names stay known for their event (rule `event.former-names`).
withDatabases('former names', (getDb) => {
  const rename = (user: UserRow, name: string) =>
    changeDetails(getDb(), { actor: asking(user), name, email: user.email });
  const find = (event: string, organizerName: string) =>
    findEventByNames(getDb(), { event, organizerName }, 'member');
  const create = (name: string, organizerName: string) =>
    createEvent(getDb(), {
      values: { name, organizerName, organizerEmail: 'anna@example.com', description: 'x' },
      today: TODAY,
    });
  const formerOf = (eventId: number) =>
    getDb().select().from(formerNames).where(eq(formerNames.eventId, eventId));

  test('every former name of the organizer leads to the event, however it is written', async () => {
    // User 1 is the administrator, whose name cannot change.
    await createTestEvent(getDb());
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    for (const name of ['Second', 'Third']) await rename(organizer, name);
    for (const name of [organizerName, ' second ', 'THIRD']) {
      expect(await find(event.name.toUpperCase(), name)).toMatchObject({ id: event.id });
    }
    await expect(find(event.name, 'Fourth')).rejects.toMatchObject({
      code: 'incorrect_organizer_name',
    });
  });

  test('every former name of the event itself leads to it, too', async () => {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    const { startDate, endDate } = event;
    for (const name of [`Second ${unique()}`, `Third ${unique()}`]) {
      await editEvent(getDb(), {
        actor: asking(organizer),
        eventId: event.id,
        values: { name, startDate, endDate },
        today: TODAY,
        isSold: false,
      });
      expect(await find(name, organizerName)).toMatchObject({ id: event.id, name });
    }
    expect(await find(event.name, organizerName)).toMatchObject({ id: event.id });
    expect(await formerOf(event.id)).toHaveLength(2);
  });

  test('only changed names are stored, and a name that returns is stored once', async () => {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    await rename(organizer, organizerName.toUpperCase());
    expect(await formerOf(event.id)).toEqual([]);
    for (const name of ['Other', organizerName, 'Other']) await rename(organizer, name);
    const kept = await formerOf(event.id);
    expect(kept.map((row) => row.organizerNameKey).sort()).toEqual(
      [organizerName.toLowerCase(), 'other'].sort(),
    );
  });

  test('no other event can take a former name', async () => {
    const name = `Party ${unique()}`;
    const { event, organizer } = await createTestEvent(getDb(), {
      name,
      organizer: { name: 'Anna' },
    });
    await rename(organizer, 'Anna Maria');
    const taken = { code: 'event_exists', field: 'name' };
    await expect(create(`${name}!`, 'Anna')).rejects.toMatchObject(taken);
    const other = await createTestEvent(getDb(), { name });
    await expect(rename(other.organizer, 'ANNA')).rejects.toMatchObject(taken);
    const third = await createTestEvent(getDb(), { organizer: { name: 'Anna' } });
    const { startDate, endDate } = third.event;
    const values = { name: name.toUpperCase(), startDate, endDate };
    await expect(
      editEvent(getDb(), {
        ...{ actor: asking(third.organizer), eventId: third.event.id },
        ...{ values, today: TODAY, isSold: false },
      }),
    ).rejects.toMatchObject(taken);
    const successor = await createTestUser(getDb(), other.event.id, { name: 'Anna' });
    await expect(
      changeOrganizer(getDb(), {
        ...{ actor: ADMINISTRATOR, eventId: other.event.id, successorId: successor.id },
        words: () => '',
      }),
    ).rejects.toMatchObject({ code: 'event_exists', field: 'successorId' });
    expect(await find(name, 'Anna')).toMatchObject({ id: event.id });

    // The event itself may take it back. Once the event is deleted, its names are free.
    await rename(organizer, 'Anna');
    await rename(organizer, 'Somebody else');
    await getDb().delete(events).where(eq(events.id, event.id));
    expect((await create(name, 'Anna')).event.name).toBe(name);
  });

  test('nobody can take a name during the change', async () => {
    const name = `Party ${unique()}`;
    const { event, organizer } = await createTestEvent(getDb(), {
      name,
      organizer: { name: 'Anna' },
    });
    const [renamed, ...made] = await Promise.allSettled([
      rename(organizer, 'Anna Maria'),
      ...Array.from({ length: 8 }, () => create(name, 'Anna')),
    ]);
    expect(renamed?.status).toBe('fulfilled');
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill('rejected'));
    expect(await find(name, 'Anna')).toMatchObject({ id: event.id });
  });

  test('of two older events that share a name, the one that has it now comes first, then the last one', async () => {
    const name = `Party ${unique()}`;
    const { event: first, organizer } = await createTestEvent(getDb(), {
      name,
      organizer: { name: 'Anna' },
    });
    await rename(organizer, 'Anna Maria');
    const second = await createTestEvent(getDb(), { name, organizer: { name: 'Anna' } });
    expect(await find(name, 'Anna')).toMatchObject({ id: second.event.id });
    expect(await find(name, 'Anna Maria')).toMatchObject({ id: first.id });

    await getDb()
      .update(formerNames)
      .set({ createdAt: new Date('2026-01-01') })
      .where(eq(formerNames.eventId, first.id));
    await rename(second.organizer, 'Somebody else');
    expect(await find(name, 'Anna')).toMatchObject({ id: second.event.id });
    await getDb().delete(events).where(eq(events.id, second.event.id));
    expect(await find(name, 'Anna')).toMatchObject({ id: first.id });
  });

  test('a refused change stores nothing', async () => {
    const name = `Party ${unique()}`;
    await createTestEvent(getDb(), { name, organizer: { name: 'Taken' } });
    const { event, organizer } = await createTestEvent(getDb(), { name });
    await expect(rename(organizer, 'Taken')).rejects.toMatchObject({ code: 'event_exists' });
    expect(await formerOf(event.id)).toEqual([]);
  });

  test('an event is distinguished from others by each of its names', async () => {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    await rename(organizer, 'Now');
    const isIts = (organizerNow: string, id = event.id) =>
      isFoundBy(getDb(), {
        event: { id },
        names: { event: event.name, organizerName: organizerNow },
      });
    expect([await isIts('now'), await isIts(organizerName)]).toEqual([true, true]);
    expect([await isIts('Nobody'), await isIts('Now', 5)]).toEqual([false, false]);
  });
});
