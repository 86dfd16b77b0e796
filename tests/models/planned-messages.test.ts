import { eq } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { events, messages, plannedMessages, users, type UserRow } from '~db/schema';
import { plannedMessagesPlan } from '~/jobs/planned-messages.server';
import { runJobNow } from '~/jobs/job.server';
import { memberOf, SYSTEM } from '~/models/access';
import { listOverdueEvents, removeOverdue } from '~/models/event/retention.server';
import { makeParticipant } from '~/models/event/organizer.server';
import { countAudiences } from '~/models/message/audience.server';
import {
  cancelPlanned,
  changePlanned,
  listPlanned,
  planMessage,
} from '~/models/message/planned.server';
import { listDuePlanned, sendPlanned } from '~/models/message/planned-sending.server';
import { LATE_MS, PLANNED_MAX, type Recipients } from '~/models/message/rules';
import { sendMessage } from '~/models/message/write.server';
import { deleteOwnAccount } from '~/models/user/remove.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { trustedClock } from '../setup/fakes';

const NOW = new Date(`${TODAY}T12:00:00Z`);
const LATER = new Date(`${TODAY}T18:00:00Z`);
const clock = { now: NOW, timeZone: 'Europe/Paris' };
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

withDatabases('planned messages', (getDb) => {
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const cells = { isOrganizer: true, coOrganizerSince: NOW };
    const second = await createTestUser(getDb(), event.id, { name: 'Second', ...cells });
    const guest = await createTestUser(getDb(), event.id, { name: 'Ann' });
    const other = await createTestUser(getDb(), event.id, { name: 'Bob' });
    return { event, organizer, second, guest, other };
  }
  const plan = (from: UserRow, toUserId: Recipients = 'all', sendAt = LATER) =>
    planMessage(getDb(), { actor: asking(from), clock, toUserId, message: 'Cake!', sendAt });
  const change = (
    from: UserRow,
    id: number,
    changes: Parameters<typeof changePlanned>[1]['changes'],
  ) => changePlanned(getDb(), { actor: asking(from), clock, id, changes });
  const send = (id: number, now = LATER, today = TODAY) =>
    sendPlanned(getDb(), { actor: SYSTEM, id, now, today });
  const listed = async (from: UserRow) => {
    const [event] = await getDb().select().from(events).where(eq(events.id, from.eventId));
    if (!event) throw new Error('the event is gone');
    return listPlanned(getDb(), { actor: asking(from), event });
  };
  const sentIn = ({ id }: { id: number }) =>
    getDb().select().from(messages).where(eq(messages.eventId, id)).orderBy(messages.toUserId);
  const isRefused = (work: Promise<unknown>, code: string) =>
    expect(work).rejects.toMatchObject({ code });

  test('the organizers share them, in order of their times', async () => {
    const { event, organizer, second, guest } = await party();
    const last = await plan(organizer, 'without_star', after(LATER, 60_000));
    const first = await plan(second, guest.id);
    expect(first).toEqual({
      id: expect.any(Number),
      eventId: event.id,
      fromUserId: second.id,
      fromName: 'Second',
      toUserId: guest.id,
      toName: 'Ann',
      message: 'Cake!',
      sendAt: LATER,
      createdAt: expect.any(Date),
      unsent: null,
    });
    expect(last).toMatchObject({ toUserId: 'without-star', toName: null });
    expect((await listed(second)).map(({ id }) => id)).toEqual([first.id, last.id]);
    expect(await listed(organizer)).toEqual(await listed(second));
    await isRefused(listed(guest), 'access_denied');
    expect(await sentIn(event)).toEqual([]);
  });

  test('no id is also that of a message', async () => {
    const { organizer, guest } = await party();
    const ids: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const actor = asking(organizer);
      const sent = await sendMessage(getDb(), { actor, toUserId: guest.id, message: 'Hi' });
      ids.push((await plan(organizer)).id, ...sent.messages.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(6);
  });

  test.each([
    ['of a guest', 'access_denied', { from: 'guest' as const }],
    ['to another organizer', 'access_denied', { to: 'second' as const }],
    ['to somebody elsewhere', 'access_denied', { to: 'elsewhere' as const }],
    ['to nobody', 'user_not_found', { to: 'nobody' as const }],
    ['for now', 'send_at_past', { at: NOW }],
    ['for a day after the end', 'send_at_after_end', { at: new Date('2099-01-01T12:00:00Z') }],
  ])('one %s is refused with %s', async (_, code, what) => {
    const people = await party();
    const { event: elsewhere } = await createTestEvent(getDb());
    const stranger = await createTestUser(getDb(), elsewhere.id);
    const {
      from = 'organizer',
      to,
      at,
    } = { to: undefined, at: undefined, ...what } as {
      from?: 'organizer' | 'guest';
      to?: 'second' | 'elsewhere' | 'nobody';
      at?: Date;
    };
    const ids = { second: people.second.id, elsewhere: stranger.id, nobody: 9_000_000_000 };
    await isRefused(plan(people[from], to ? ids[to] : 'all', at), code);
    expect(
      await getDb().$count(plannedMessages, eq(plannedMessages.eventId, people.event.id)),
    ).toBe(0);
  });

  test('the last minute of the last day is the latest, in the event’s zone', async () => {
    const { event, organizer } = await party();
    await getDb().update(events).set({ endDate: TODAY }).where(eq(events.id, event.id));
    await isRefused(plan(organizer, 'all', new Date(`${TODAY}T22:00:00Z`)), 'send_at_after_end');
    await expect(plan(organizer, 'all', new Date(`${TODAY}T21:59:00Z`))).resolves.toBeDefined();
  });

  test(`an event has at most ${PLANNED_MAX}, even when many are planned at once`, async () => {
    const { organizer, second } = await party();
    for (let count = 2; count < PLANNED_MAX; count += 1) await plan(organizer);
    const tries = await Promise.allSettled(
      [organizer, second, organizer, second].map((from) => plan(from)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await isRefused(plan(second), 'planned_full');
    const [one] = await listed(second);
    await cancelPlanned(getDb(), { actor: asking(second), id: one?.id ?? 0 });
    await expect(plan(second)).resolves.toBeDefined();
  });

  test('it is changed and cancelled by each organizer until it is sent, by nobody else', async () => {
    const { event, organizer, second, guest } = await party();
    const { organizer: foreign } = await createTestEvent(getDb());
    const { id } = await plan(organizer);
    for (const one of [guest, foreign]) {
      await isRefused(change(one, id, { message: 'Mine' }), 'access_denied');
      await isRefused(cancelPlanned(getDb(), { actor: asking(one), id }), 'access_denied');
    }
    await isRefused(change(organizer, id, { sendAt: NOW }), 'send_at_past');
    const sendAt = after(LATER, 60_000);
    expect(await change(second, id, { message: 'Tea!', toUserId: guest.id, sendAt })).toMatchObject(
      {
        id,
        fromName: 'Second',
        toUserId: guest.id,
        message: 'Tea!',
        sendAt,
      },
    );
    // Its old time has come.
    expect(await listDuePlanned(getDb(), { now: LATER })).not.toContain(id);
    expect(await send(id)).toBeNull();
    expect(await send(id, sendAt)).toBe('sent');
    expect(await sentIn(event)).toMatchObject([
      { fromUserId: organizer.id, authorId: second.id, toUserId: guest.id, message: 'Tea!' },
    ]);
    await isRefused(change(organizer, id, { message: 'Late' }), 'message_not_found');
    await isRefused(cancelPlanned(getDb(), { actor: asking(organizer), id }), 'message_not_found');
  });

  test('it is sent once, however many servers try, or change it at that moment', async () => {
    const { event, organizer } = await party();
    const { id } = await plan(organizer);
    const ends = await Promise.all(Array.from({ length: 5 }, () => send(id)));
    expect(ends.filter((end) => end !== null)).toEqual(['sent']);
    expect(await sentIn(event)).toHaveLength(2);

    const { id: next } = await plan(organizer);
    const [end, changed] = await Promise.all([
      send(next),
      change(organizer, next, { sendAt: after(LATER, 60_000) }).then(
        () => true,
        () => false,
      ),
    ]);
    // Either of them came first, and the other found that out.
    expect(changed).toBe(end === null);
    expect(await sentIn(event)).toHaveLength(changed ? 2 : 4);
  });

  test('a failure in the middle leaves it planned, and nothing sent', async () => {
    const { event, organizer } = await party();
    const { id } = await plan(organizer);
    const failing = getDb().transaction(async (tx) => {
      expect(await sendPlanned(tx, { actor: SYSTEM, id, now: LATER, today: TODAY })).toBe('sent');
      throw new Error('the server dies');
    });
    await expect(failing).rejects.toThrow('the server dies');
    expect(await sentIn(event)).toEqual([]);
    expect(await send(id)).toBe('sent');
    expect(await sentIn(event)).toHaveLength(2);
  });

  test('its recipients are those of the moment at which it is sent', async () => {
    const { event, organizer, guest, other } = await party();
    const photo = await createTestPhoto(getDb(), guest);
    const withoutPhoto = await plan(organizer, 'without_photo');
    const withoutStar = await plan(organizer, 'without_star');
    expect(await countAudiences(getDb(), { eventId: event.id })).toEqual({
      all: 2,
      without_photo: 1,
      without_star: 2,
    });
    const late = await createTestUser(getDb(), event.id, { name: 'Cleo' });
    await createTestPhoto(getDb(), other);
    await createTestStar(getDb(), { userId: other.id, photoId: photo.id, star: 1 });
    for (const { id } of [withoutPhoto, withoutStar]) expect(await send(id)).toBe('sent');
    const sent = await sentIn(event);
    expect(sent.map(({ toUserId, audience }) => [toUserId, audience])).toEqual([
      [guest.id, 'without_star'],
      [late.id, 'without_photo'],
      [late.id, 'without_star'],
    ]);
  });

  test('an ended event sends none and says so; more time lets it be planned again', async () => {
    const { event, organizer } = await party();
    const { id } = await plan(organizer);
    const setEvent = (values: { endedAt: Date | null }) =>
      getDb().update(events).set(values).where(eq(events.id, event.id));
    await setEvent({ endedAt: NOW });
    expect(await listed(organizer)).toMatchObject([{ id, unsent: 'ended' }]);
    expect(await send(id)).toBe('unsent');
    expect(await send(id)).toBeNull();
    expect(await sentIn(event)).toEqual([]);
    await isRefused(plan(organizer), 'event_closed');
    await isRefused(change(organizer, id, { message: 'Now' }), 'event_closed');
    await setEvent({ endedAt: null });
    expect(await listed(organizer)).toMatchObject([{ id, unsent: 'ended' }]);
    expect(await change(organizer, id, { message: 'Now' })).toMatchObject({ unsent: null });
    expect(await send(id)).toBe('sent');
    // After the end it can still be cancelled.
    const { id: last } = await plan(organizer);
    await setEvent({ endedAt: NOW });
    await cancelPlanned(getDb(), { actor: asking(organizer), id: last });
    expect(await listed(organizer)).toEqual([]);
  });

  test('one that is hours late, or has no recipient or no organizer any more, is not sent', async () => {
    const { event, organizer, second, guest, other } = await party();
    const late = await plan(organizer);
    expect(await send(late.id, after(LATER, LATE_MS + 1))).toBe('unsent');
    const inTime = await plan(organizer);
    expect(await send(inTime.id, after(LATER, LATE_MS))).toBe('sent');

    const toGuest = await plan(organizer, guest.id);
    const become = { isOrganizer: true, coOrganizerSince: NOW };
    await getDb().update(users).set(become).where(eq(users.id, guest.id));
    expect(await send(toGuest.id)).toBe('unsent');

    const ofSecond = await plan(second);
    await makeParticipant(getDb(), second.id);
    expect(await send(ofSecond.id)).toBe('unsent');
    const ends = (await listed(organizer)).map(({ id, unsent }) => [id, unsent]);
    expect(ends).toEqual([
      [late.id, 'late'],
      [toGuest.id, 'nobody'],
      [ofSecond.id, 'author'],
    ]);
    // The organizer who changes it becomes its author.
    await change(organizer, ofSecond.id, {});
    expect(await send(ofSecond.id)).toBe('sent');
    const reached = (await sentIn(event)).filter(({ toUserId }) => toUserId === other.id);
    expect(reached).toHaveLength(2);
  });

  test('it is deleted with its author, its recipient, the event, and a month after the end', async () => {
    const { event, organizer, second, guest } = await party();
    await plan(second);
    await plan(organizer, guest.id);
    await plan(organizer);
    const count = () => getDb().$count(plannedMessages, eq(plannedMessages.eventId, event.id));
    expect(await count()).toBe(3);
    for (const one of [second, guest]) await deleteOwnAccount(getDb(), { actor: asking(one) });
    expect(await count()).toBe(1);
    const today = '2031-01-01';
    const overdue = await listOverdueEvents(getDb(), { today });
    expect(overdue.map(({ id }) => id)).toContain(event.id);
    await removeOverdue(getDb(), { actor: SYSTEM, eventId: event.id, today });
    expect(await count()).toBe(0);

    const next = await party();
    await plan(next.organizer);
    await getDb().delete(events).where(eq(events.id, next.event.id));
    expect(await getDb().$count(plannedMessages, eq(plannedMessages.eventId, next.event.id))).toBe(
      0,
    );
  });

  test('the job sends what is due and counts it; one that fails holds up no other', async () => {
    const { event, organizer, guest } = await party();
    const { event: ended, organizer: theirs } = await createTestEvent(getDb());
    await getDb().delete(plannedMessages);
    await plan(theirs);
    await getDb().update(events).set({ endedAt: NOW }).where(eq(events.id, ended.id));
    const broken = await plan(organizer);
    await plan(organizer, guest.id, after(LATER, 1000));
    const tomorrow = await plan(organizer, 'all', after(LATER, 86_400_000));
    // The check of the message's author fails as a database that is out of order does.
    const execute = getDb();
    const deps = {
      db: new Proxy(execute, {
        get(db, name, receiver) {
          if (name !== 'transaction') return Reflect.get(db, name, receiver) as unknown;
          return (work: Parameters<typeof db.transaction>[0]) =>
            db.transaction(async (tx) => {
              const result = await work(tx);
              const isLeft = await tx.$count(plannedMessages, eq(plannedMessages.id, broken.id));
              if (isLeft === 0) throw new Error('out of order');
              return result;
            });
        },
      }),
      log: pino({ level: 'silent' }),
      now: () => after(LATER, 2000),
      today: () => TODAY,
      clock: trustedClock,
    };
    const counts = await runJobNow(deps, plannedMessagesPlan(deps));
    expect(counts).toEqual({ sent: 1, unsent: 1, failed: 1 });
    expect(await sentIn(event)).toMatchObject([{ toUserId: guest.id }]);
    const whole = { ...deps, db: getDb() };
    expect(await runJobNow(whole, plannedMessagesPlan(whole))).toEqual({
      sent: 1,
      unsent: 0,
      failed: 0,
    });
    expect((await listed(organizer)).map(({ id }) => id)).toEqual([tomorrow.id]);
  });

  test('only the system delivers', async () => {
    const { organizer } = await party();
    const { id } = await plan(organizer);
    const actor = memberOf(organizer, TODAY);
    const work = async () => sendPlanned(getDb(), { actor, id, now: LATER, today: TODAY });
    await isRefused(work(), 'access_denied');
  });
});
