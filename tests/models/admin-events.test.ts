import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, messages, users } from '~db/schema';
import { endedMessage } from '~/i18n/platform-texts.server';
import { ADMINISTRATOR, type Actor } from '~/models/access';
import { listAllEvents, listEventsPage, readEventFigures } from '~/models/event/admin-list.server';
import { PAGE_SIZE, type EVENT_SORTS, type ListQuery } from '~/models/admin/list';
import { addDays, addMonths } from '~/models/day';
import {
  daysRemaining,
  DEMO_EVENT_ID,
  EVENT_STATUSES,
  isExpired,
  statusOf,
  type EventStatus,
} from '~/models/event/rules';
import { editEvent, grantPlan, setEndDate } from '~/models/event/write.server';
import { endEvent } from '~/models/event/end.server';
import { lastRetentionDay } from '~/models/event/retention';
import { listOverdueEvents } from '~/models/event/retention.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';

type Query = ListQuery<(typeof EVENT_SORTS)[number]>;

withDatabases('the administrator’s events', (getDb) => {
  const query = (search: string, part: Partial<Query> = {}): Query => ({
    search,
    sort: 'created',
    isDescending: false,
    page: 1,
    ...part,
  });
  const namesOf = async (search: string, part?: Partial<Query>) =>
    (await listEventsPage(getDb(), query(search, part))).rows.map(({ event }) => event.name);

  const party = (fields: Parameters<typeof createTestEvent>[1] = {}) =>
    createTestEvent(getDb(), fields);

  test('are found by name, number, organizer and e-mail, all words, without accents', async () => {
    const word = unique();
    const { event } = await party({
      name: `Fête à Châteauneuf ${word}`,
      organizer: { name: `Zoë ${word}`, email: `Zoe.${word}@Example.com` },
    });
    const found = [`chateauneuf ${word}`, `FÊTE ${word}`, `zoe ${word}`, `zoe.${word}@example`];
    for (const search of [...found, `#${event.id}`]) {
      expect([search, await namesOf(search)]).toEqual([search, [event.name]]);
    }
    for (const search of [`${word} %`, `f_te ${word}`, `${word} \\`, `nobody ${word}`]) {
      expect([search, await namesOf(search)]).toEqual([search, []]);
    }
  });

  test('are sorted in every order, with their organizer and how many have joined', async () => {
    const word = unique();
    const a = await party({ name: `Á ${word}`, endDate: addDays(TODAY, 2) });
    const b = await party({ name: `b ${word}`, endDate: addDays(TODAY, 9) });
    const alone = await party({ name: `C ${word}`, endDate: addDays(TODAY, 5) });
    await createTestUser(getDb(), a.event.id);
    await createTestUser(getDb(), a.event.id);
    await createTestUser(getDb(), alone.event.id);
    await getDb().delete(users).where(eq(users.id, alone.organizer.id));
    const [A, B, C] = [a.event.name, b.event.name, alone.event.name];
    const ids = [a, b, alone].map(({ event }) => event.id);
    for (const [second, id] of ids.entries()) {
      const createdAt = new Date(Date.UTC(2026, 5, 1, 12, 0, second));
      await getDb().update(events).set({ createdAt }).where(eq(events.id, id));
    }
    const orders: Record<Query['sort'], string[]> = {
      created: [A, B, C],
      name: [A, B, C],
      end: [A, C, B],
      participants: [B, C, A],
    };
    for (const sort of ['created', 'name', 'end', 'participants'] as const) {
      expect([sort, await namesOf(word, { sort })]).toEqual([sort, orders[sort]]);
      const down = await namesOf(word, { sort, isDescending: true });
      expect([sort, down]).toEqual([sort, orders[sort].toReversed()]);
    }
    // Those created at the same time are reversed with the rest.
    const { createdAt } = a.event;
    await getDb().update(events).set({ createdAt }).where(inArray(events.id, ids));
    const [up, down] = [await namesOf(word), await namesOf(word, { isDescending: true })];
    expect(down).toEqual(up.toReversed());
    const { id, name, email } = a.organizer;
    expect(await listAllEvents(getDb(), query(word, { sort: 'name' }))).toMatchObject([
      { participantCount: 2, organizer: { id, name, email } },
      { participantCount: 0, organizer: { id: b.organizer.id } },
      { participantCount: 1, organizer: null },
    ]);
  });

  test('are listed by their status, the same that each event shows', async () => {
    const word = unique();
    const spans = [
      [1, 2, 1],
      [0, 0, 2],
      [-3, 0, 1],
      [0, 3, 1],
      [-2, -1, 1],
    ] as const;
    for (const [start, end, maxUsers] of spans) {
      const dates = { startDate: addDays(TODAY, start), endDate: addDays(TODAY, end) };
      const { event } = await party({ name: `${word} ${start} ${end}`, ...dates, maxUsers });
      await createTestUser(getDb(), event.id);
    }
    const all = await listAllEvents(getDb(), query(word));
    const byStatus: Record<string, number> = {};
    for (const is of EVENT_STATUSES) {
      const { rows } = await listEventsPage(getDb(), {
        ...query(word),
        status: { is, today: TODAY },
      });
      const ids = rows.map(({ event }) => event.id);
      const said = all
        .filter(({ event, ...row }) => statusOf(event, { ...row, today: TODAY }) === is)
        .map(({ event }) => event.id);
      expect([is, ids]).toEqual([is, said]);
      byStatus[is] = ids.length;
    }
    expect(byStatus).toEqual({ soon: 1, running: 1, full: 2, ended: 1 });
  });

  test('show the number and size of their own photos', async () => {
    const [one, other, none] = [await party(), await party(), await party()];
    for (const [{ organizer }, position, imageBytes] of [
      [one, 1, 400_000],
      [one, 2, 2_000_000_000],
      [one, 3, 2_000_000_000],
      [other, 1, 7],
    ] as const) {
      await createTestPhoto(getDb(), organizer, { position, imageBytes });
    }
    const eventIds = [one.event.id, none.event.id];
    const figures = await readEventFigures(getDb(), { eventIds });
    expect([...figures]).toEqual([
      [one.event.id, { photoCount: 3, hiddenCount: 0, photoBytes: 4_000_400_000 }],
    ]);
    expect(await readEventFigures(getDb(), { eventIds: [] })).toEqual(new Map());
  });

  test('are split into pages, and a page number that is too high shows the last one', async () => {
    const word = unique();
    for (let number = 0; number <= PAGE_SIZE; number++) await party({ name: `${word} ${number}` });
    const first = await listEventsPage(getDb(), query(word));
    expect(first).toMatchObject({ total: PAGE_SIZE + 1, page: 1, pages: 2 });
    const last = await listEventsPage(getDb(), query(word, { page: 99 }));
    expect(last).toMatchObject({ page: 2, rows: [expect.anything()] });
    const ids = [...first.rows, ...last.rows].map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(PAGE_SIZE + 1);
    expect(await listAllEvents(getDb(), query(word))).toHaveLength(PAGE_SIZE + 1);
  });

  test('are limited to their own event for an organizer', async () => {
    const mine = await party();
    await party();
    const all = await listAllEvents(getDb(), { ...query(''), eventId: mine.event.id });
    expect(all.map(({ event }) => event.id)).toEqual([mine.event.id]);
  });

  test('end when the administrator says, from today on, never before they start', async () => {
    const { event } = await party();
    const set = (endDate: string, id = event.id) =>
      setEndDate(getDb(), { actor: ADMINISTRATOR, eventId: id, endDate, today: TODAY });
    expect(await set(TODAY)).toMatchObject({ endDate: TODAY, startDate: event.startDate });
    await expect(set(addDays(TODAY, -1))).rejects.toMatchObject({ code: 'day_past' });
    const later = await party({ startDate: addDays(TODAY, 3) });
    await expect(set(addDays(TODAY, 2), later.event.id)).rejects.toMatchObject({
      code: 'end_before_start',
    });
    await expect(set(TODAY, 5)).rejects.toMatchObject({ code: 'event_not_found' });
    const [row] = await getDb().select().from(events).where(eq(events.id, event.id));
    expect(row?.endDate).toBe(TODAY);
  });

  const now = new Date(`${TODAY}T20:00:00Z`);
  const end = (eventId: number, actor: Actor = ADMINISTRATOR) =>
    endEvent(getDb(), { actor, eventId, today: TODAY, now, words: endedMessage });

  test('can be ended by the administrator at once; the first day stays', async () => {
    const [before, later] = [addDays(TODAY, -4), addDays(TODAY, 4)];
    const running = await party({ startDate: before, endDate: later });
    const ended = await end(running.event.id);
    expect(ended).toMatchObject({ startDate: before, endDate: TODAY, endedAt: now });
    expect([isExpired(ended, TODAY), daysRemaining(ended, TODAY)]).toEqual([true, -1]);
    const soon = await party({ startDate: later, endDate: addDays(TODAY, 5) });
    const dates = { startDate: later, endDate: later, endedAt: now };
    expect(await end(soon.event.id)).toMatchObject(dates);
    await expect(end(soon.event.id)).rejects.toMatchObject({ code: 'event_over' });
    await expect(end(DEMO_EVENT_ID)).rejects.toMatchObject({ code: 'demo_event_endless' });
    await expect(end(5)).rejects.toMatchObject({ code: 'event_not_found' });
  });

  test('can be ended by their organizer, who then gets no message, and by no other one', async () => {
    const [own, other] = [await party(), await party()];
    await expect(end(own.event.id, asking(other.organizer))).rejects.toMatchObject({
      code: 'access_denied',
    });
    expect(await end(own.event.id, asking(own.organizer))).toMatchObject({ endedAt: now });
    const isTheirs = eq(messages.toUserId, own.organizer.id);
    expect(await getDb().select().from(messages).where(isTheirs)).toEqual([]);
  });

  test('that were ended notify their organizers in their language', async () => {
    const { event, organizer } = await party();
    await getDb().update(users).set({ language: 'de' }).where(eq(users.id, organizer.id));
    await end(event.id);
    const isTheirs = eq(messages.toUserId, organizer.id);
    const told = await getDb().select().from(messages).where(isTheirs);
    expect(told).toMatchObject([{ fromUserId: ADMIN_USER_ID }]);
    expect(told[0]?.message).toContain(`Das Team von Snapodium hat „${event.name}“ beendet.`);
  });

  test('that were ended continue with more time, by the administrator, the organizer or a plan', async () => {
    const { event, organizer } = await party({ startDate: addDays(TODAY, -1) });
    const { id: eventId, name, startDate } = event;
    const values = { name, startDate, endDate: addDays(TODAY, 1) };
    const more = [
      () => setEndDate(getDb(), { actor: ADMINISTRATOR, eventId, endDate: TODAY, today: TODAY }),
      () =>
        editEvent(getDb(), {
          ...{ actor: asking(organizer), eventId, values },
          ...{ today: TODAY, isSold: false },
        }),
      () =>
        getDb().transaction((tx) =>
          grantPlan(tx, {
            eventId,
            plan: 'basic',
            endDate: addDays(TODAY, 30),
            paidUntil: null,
            maxUsers: 85,
          }),
        ),
    ];
    for (const give of more) {
      await end(eventId);
      // Another name alone gives no more time.
      const same = { name, startDate, endDate: TODAY };
      const edit = { actor: asking(organizer), eventId, values: same, today: TODAY, isSold: false };
      expect((await editEvent(getDb(), edit)).endedAt).toEqual(now);
      await give();
      const [row] = await getDb().select().from(events).where(eq(events.id, eventId));
      expect(row?.endedAt).toBeNull();
    }
  });

  test('that were ended are listed as such, and their photos are stored for a month from that day on', async () => {
    const { event, organizer } = await party({
      startDate: addDays(TODAY, 50),
      endDate: addDays(TODAY, 60),
    });
    await createTestPhoto(getDb(), organizer);
    const ended = await end(event.id);
    const listed = async (is: EventStatus) =>
      (
        await listAllEvents(getDb(), {
          ...query(''),
          eventId: event.id,
          status: { is, today: TODAY },
        })
      ).length;
    expect([await listed('ended'), await listed('soon'), await listed('running')]).toEqual([
      1, 0, 0,
    ]);
    const overdue = async (today: string) =>
      (await listOverdueEvents(getDb(), { today })).some(({ id }) => id === event.id);
    const last = lastRetentionDay(ended);
    expect(last).toBe(addMonths(addDays(TODAY, 1), 1));
    expect([await overdue(last), await overdue(addDays(last, 1))]).toEqual([false, true]);
  });
});
