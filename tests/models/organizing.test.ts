import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events } from '~db/schema';
import { SYSTEM, type Person } from '~/models/access';
import { addDays } from '~/models/day';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { nameKey } from '~/models/event/name';
import { editEvent, setMaxUsers } from '~/models/event/write.server';
import type { EventRow } from '~/models/event/read.server';
import { createEvent } from '~/models/event/create.server';
import { addFavorite } from '~/models/photo/star.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { readMarks } from '~/models/live/marks.server';
import { sendMessage } from '~/models/message/write.server';
import { GROWTH_DAYS, readDatabasePlace, readGrowth } from '~/models/admin/platform.server';
import { HOURS_SHOWN, readProgress } from '~/models/event/progress.server';
import { countTurnedAway, recordTurnedAway } from '~/models/event/turned-away.server';
import { register } from '~/models/user/register.server';
import { readWrap } from '~/models/event/wrap.server';
import { createTestEvent, createTestPhoto, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage, KEYS } from '../setup/fakes';

withDatabases('organizing', (getDb) => {
  async function party(fields: Parameters<typeof createTestEvent>[1] = {}) {
    const { event, organizer, organizerName } = await createTestEvent(getDb(), fields);
    const actor: Person = {
      userId: organizer.id,
      eventId: event.id,
      role: 'organizer',
      today: TODAY,
    };
    return { event, actor, organizer, organizerName };
  }

  describe('an event that is edited', () => {
    const edit = (
      { event, actor }: { event: EventRow; actor: Person },
      values: Partial<Pick<EventRow, 'name' | 'startDate' | 'endDate'>>,
      isSold = true,
    ) =>
      editEvent(getDb(), {
        actor,
        eventId: event.id,
        values: { name: event.name, startDate: event.startDate, endDate: event.endDate, ...values },
        today: TODAY,
        isSold,
      });

    test('has another name, by which it is found', async () => {
      const own = await party();
      const name = `  Gala ${unique()} `;
      const edited = await edit(own, { name });
      expect([edited.name, edited.nameKey]).toEqual([name.trim(), nameKey(name)]);
    });

    test('cannot take the name of another event whose organizer has the same name', async () => {
      const own = await party();
      const other = await party({ organizer: { name: own.organizerName } });
      await expect(edit(own, { name: other.event.name.toUpperCase() })).rejects.toMatchObject({
        code: 'event_exists',
        field: 'name',
      });
    });

    test('lasts no longer than its plan allows, if plans are sold', async () => {
      const own = await party({ startDate: TODAY, endDate: addDays(TODAY, 3) });
      const to = (endDate: string, isSold?: boolean) => edit(own, { endDate }, isSold);
      expect((await to(addDays(TODAY, 7))).endDate).toBe(addDays(TODAY, 7));
      await expect(to(addDays(TODAY, 8))).rejects.toMatchObject({
        code: 'plan_days_max',
        field: 'endDate',
      });
      expect((await to(addDays(TODAY, 300), false)).endDate).toBe(addDays(TODAY, 300));
    });

    test('that lasts longer may be moved as it is', async () => {
      const own = await party({ startDate: TODAY, endDate: addDays(TODAY, 40) });
      const moved = { startDate: addDays(TODAY, 10), endDate: addDays(TODAY, 50) };
      expect(await edit(own, moved)).toMatchObject(moved);
      const longer = { ...moved, endDate: addDays(TODAY, 51) };
      await expect(edit(own, longer)).rejects.toMatchObject({ code: 'plan_days_max' });
    });

    test('that is shortened can use its paid days later', async () => {
      const paidUntil = addDays(TODAY, 60);
      const own = await party({ startDate: TODAY, endDate: paidUntil, plan: 'basic', paidUntil });
      const to = (endDate: string) => edit(own, { endDate });
      expect(await to(addDays(TODAY, 1))).toMatchObject({ paidUntil });
      await expect(to(addDays(paidUntil, 1))).rejects.toMatchObject({ code: 'plan_days_max' });
      expect(await to(paidUntil)).toMatchObject({ endDate: paidUntil, paidUntil });
    });

    test('that has begun, with photos, cannot begin later, if plans are sold', async () => {
      const own = await party({ startDate: TODAY, endDate: addDays(TODAY, 7) });
      const later = (days: number) => ({
        startDate: addDays(TODAY, days),
        endDate: addDays(TODAY, days + 7),
      });
      // Nobody has added a photo, so the party may be moved to another day.
      await edit(own, later(1));
      await edit(own, later(0));
      const guest = await createTestUser(getDb(), own.event.id);
      await createTestPhoto(getDb(), guest);
      await expect(edit(own, later(1))).rejects.toMatchObject({
        code: 'event_begun',
        field: 'startDate',
      });
      expect(await edit(own, later(0))).toMatchObject(later(0));
      expect(await edit(own, later(-1))).toMatchObject(later(-1));
      expect(await edit(own, later(1), false)).toMatchObject(later(1));
      // Now it is in the future.
      expect(await edit(own, later(2))).toMatchObject(later(2));
    });

    test('ends neither before it starts nor before today; an ended one keeps its days', async () => {
      const own = await party({ startDate: addDays(TODAY, -9), endDate: addDays(TODAY, -3) });
      expect((await edit(own, { name: `Over ${unique()}` })).endDate).toBe(addDays(TODAY, -3));
      await expect(edit(own, { endDate: addDays(TODAY, -1) })).rejects.toMatchObject({
        code: 'day_past',
      });
      await expect(edit(own, { endDate: addDays(TODAY, -10) })).rejects.toMatchObject({
        code: 'end_before_start',
      });
    });

    test('keeps its name if it is the demo event, whose days may be moved', async () => {
      const own = await party({ id: DEMO_EVENT_ID, startDate: TODAY, endDate: addDays(TODAY, 7) });
      for (const name of [`Gala ${unique()}`, own.event.name.toUpperCase()]) {
        await expect(edit(own, { name })).rejects.toMatchObject({
          code: 'demo_name_stays',
          field: 'name',
        });
      }
      const shorter = { name: ` ${own.event.name} `, endDate: addDays(TODAY, 6) };
      expect(await edit(own, shorter)).toMatchObject({ ...shorter, name: own.event.name });
    });

    test('can only be edited by its own organizer', async () => {
      const [own, other] = [await party(), await party()];
      const guest = await createTestUser(getDb(), own.event.id);
      await expect(edit({ ...own, actor: other.actor }, {})).rejects.toMatchObject({
        code: 'access_denied',
      });
      const actor: Person = {
        userId: guest.id,
        eventId: own.event.id,
        role: 'participant',
        today: TODAY,
      };
      await expect(edit({ ...own, actor }, {})).rejects.toMatchObject({ code: 'not_an_organizer' });
    });
  });

  test('a new event lasts at most 7 days, if plans are sold', async () => {
    const create = (endDate: string, isSold: boolean) =>
      createEvent(getDb(), {
        values: {
          name: `Event ${unique()}`,
          organizerName: 'Ada Lovelace',
          organizerEmail: 'ada@example.com',
          description: 'A test',
          startDate: addDays(TODAY, 100),
          endDate,
        },
        today: TODAY,
        isSold,
      });
    expect((await create(addDays(TODAY, 107), true)).event.endDate).toBe(addDays(TODAY, 107));
    await expect(create(addDays(TODAY, 108), true)).rejects.toMatchObject({
      code: 'free_days_max',
      field: 'endDate',
    });
    expect((await create(addDays(TODAY, 465), false)).event.endDate).toBe(addDays(TODAY, 465));
  });

  test('a person who finds no place is counted once, until they get in', async () => {
    const { event, actor, organizer } = await party({ maxUsers: 1 });
    const eventId = event.id;
    const join = (email: string) =>
      register({ db: getDb(), env: KEYS }, { eventId, name: 'Guest', email, today: TODAY });
    const feeds = createFeedAnswers({ db: getDb(), storage: createFakeStorage() });
    const deps = { db: getDb(), feeds, now: () => new Date(), today: () => TODAY };
    const mark = () => readMarks(deps, { actor, user: organizer, event }, ['people']);
    await join('first@example.com');
    expect(await countTurnedAway(getDb(), { eventId })).toBe(0);
    const before = await mark();
    for (const email of ['one@example.com', ' ONE@example.com', 'two@example.com']) {
      await expect(join(email)).rejects.toMatchObject({ code: 'event_full' });
    }
    expect(await countTurnedAway(getDb(), { eventId })).toBe(2);
    expect(await mark()).not.toEqual(before);
    // A member is not counted as turned away.
    await expect(join('first@example.com')).rejects.toMatchObject({ code: 'user_exists' });
    expect(await countTurnedAway(getDb(), { eventId })).toBe(2);

    await setMaxUsers(getDb(), { actor: SYSTEM, eventId, maxUsers: 2 });
    await join('one@example.com');
    expect(await countTurnedAway(getDb(), { eventId })).toBe(1);
  });

  test('nobody is counted as turned away from a deleted event', async () => {
    const { event } = await party();
    await getDb().delete(events).where(eq(events.id, event.id));
    await recordTurnedAway(getDb(), { eventId: event.id, email: 'late@example.com' });
    expect(await countTurnedAway(getDb(), { eventId: event.id })).toBe(0);
  });

  test('the progress: today’s figures, by the hour, and the guests without a photo', async () => {
    // Midnight in Paris is 22 h of the day before in UTC.
    const now = new Date('2026-06-15T09:30:00Z');
    const { event, actor } = await party();
    const eventId = event.id;
    const joinedAt = (createdAt: string) =>
      createTestUser(getDb(), eventId, { createdAt: new Date(createdAt) });
    const early = await joinedAt('2026-06-14T21:59:59Z');
    const late = await joinedAt('2026-06-14T22:00:00Z');
    const idle = await joinedAt('2026-06-15T08:00:00Z');
    const taken = [
      [early, '2026-06-14T21:59:00Z', 1],
      [early, '2026-06-15T07:00:00Z', 2],
      [late, '2026-06-15T07:59:59Z', 1],
      [late, '2026-06-15T09:00:00Z', 2],
    ] as const;
    for (const [user, createdAt, position] of taken) {
      await createTestPhoto(getDb(), user, { createdAt: new Date(createdAt), position });
    }
    const progress = await readProgress(getDb(), { eventId, now });
    expect(progress).toMatchObject({ withoutPhoto: 1 });
    expect(progress.hours.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
    expect(progress.hours).toHaveLength(HOURS_SHOWN);
    expect(progress.hours.at(-1)?.startsAt).toEqual(new Date('2026-06-15T09:00:00Z'));

    const sent = await sendMessage(getDb(), {
      actor,
      toUserId: 'without_photo',
      message: 'A photo of yours is missing',
    });
    expect(sent.count).toBe(1);
    expect(sent.messages).toMatchObject([{ toUserId: idle.id }]);
  });

  test('the result: photos that everybody sees, their bytes, guests, stars, the busiest hour', async () => {
    const { event, actor } = await party();
    const eventId = event.id;
    expect(await readWrap(getDb(), { eventId })).toEqual({
      bytes: 0,
      participants: 0,
      stars: 0,
      late: 0,
      busiest: null,
    });
    const guest = await createTestUser(getDb(), eventId);
    const taken = [
      ['2026-06-14T20:10:00Z', 1_000],
      ['2026-06-14T21:59:00Z', 20_000],
      ['2026-06-14T21:00:00Z', 300_000],
      ['2026-06-15T07:00:00Z', 4_000_000],
      ['2026-06-15T07:10:00Z', 50_000_000],
    ] as const;
    let photoId = 0;
    for (const [index, [createdAt, imageBytes]] of taken.entries()) {
      const photo = { createdAt: new Date(createdAt), imageBytes, position: index + 1 };
      ({ id: photoId } = await createTestPhoto(getDb(), guest, photo));
      if (index === 0) await addFavorite(getDb(), { photoId, actor });
    }
    await setPhotoHidden(getDb(), {
      photoId,
      actor,
      isHidden: true,
      now: new Date('2026-06-15T08:00:00Z'),
    });
    expect(await readWrap(getDb(), { eventId })).toEqual({
      bytes: 4_321_000,
      participants: 1,
      stars: 1,
      late: 0,
      // Of two hours with the same number the earlier one.
      busiest: { startsAt: new Date('2026-06-14T21:00:00Z'), count: 2 },
    });
  });

  test('the platform’s growth on each of 30 days, as its time zone counts them', async () => {
    const { event } = await party();
    const timeZone = 'Pacific/Kiritimati';
    const today = '2031-03-30';
    // Fourteen hours ahead of UTC: its days begin at 10 h of the day before.
    const at = ['2031-02-28T09:59:59Z', '2031-02-28T10:00:00Z', '2031-03-29T10:00:00Z'];
    for (const [index, moment] of at.entries()) {
      const createdAt = new Date(moment);
      const guest = await createTestUser(getDb(), event.id, { createdAt });
      if (index > 0) await createTestPhoto(getDb(), guest, { createdAt });
      if (index > 1) await createTestPhoto(getDb(), guest, { createdAt, position: 2 });
    }
    const days = await readGrowth(getDb(), { today, timeZone });
    expect(days).toHaveLength(GROWTH_DAYS);
    expect(days.filter(({ photos, people }) => photos + people > 0)).toEqual([
      { day: '2031-03-01', photos: 1, people: 1 },
      { day: today, photos: 2, people: 1 },
    ]);
    expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2031-03-01', today]);
  });

  test('the database is shown by its version and server, without the user name', async () => {
    const at = (url?: string) => readDatabasePlace(getDb(), { url });
    expect(await at()).toEqual({ version: expect.stringMatching(/^\d+(\.\d+)*$/), server: null });
    const { server } = await at('postgres://me:secret@db.example.com:5433/snapodium');
    expect(server).toBe('db.example.com:5433');
    expect((await at('postgres:///snapodium?host=/run/postgresql')).server).toBe('/run/postgresql');
  });
});
