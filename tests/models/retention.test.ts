import { and, asc, eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  events,
  favorites,
  fileWork,
  flagReports,
  jobs,
  messages,
  payments,
  photos,
  users,
  type UserRow,
} from '~db/schema';
import { runJobNow } from '~/jobs/job.server';
import { retentionPlan } from '~/jobs/retention.server';
import { setLanguage } from '~/models/user/write.server';
import { ensureAdministrator } from '~/models/admin/account.server';
import { dayOf, type Day } from '~/models/day';
import { listEventsToWarnOfDeletion, listEventsToDelete } from '~/models/event/deletion.server';
import { listEventsToWarn, listOverdueEvents } from '~/models/event/retention.server';
import {
  asking,
  createTestEvent,
  createTestPayment,
  createTestPhoto,
  createTestStar,
  createTestUser,
  testImageKey,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { trustedClock } from '../setup/fakes';

withDatabases('retention', (getDb) => {
  const administrator = { email: 'admin@example.com', username: 'admin', password: 'secret' };
  beforeAll(() => ensureAdministrator(getDb(), { ...administrator, today: TODAY }));
  beforeEach(() => getDb().delete(jobs));

  const log = pino({ level: 'silent' });
  const depsAt = (now: Date) => ({
    db: getDb(),
    log,
    now: () => now,
    today: () => dayOf(now, 'Europe/Paris'),
    env: { EVENT_KEEP_MONTHS: 12 },
    clock: trustedClock,
  });
  /** A run of the job at a moment. */
  const runAt = (now: Date) => runJobNow(depsAt(now), retentionPlan(depsAt(now)));
  const runOn = (day: Day) => runAt(new Date(`${day}T12:00:00Z`));

  /** An event with a photo that was starred and reported, two selfies and its own image. */
  async function createAged({ endDate, language }: { endDate: Day; language?: string }) {
    const eventImage = { imageStorage: 'local', imageKey: testImageKey(1) } as const;
    const selfie = () => ({ selfieStorage: 'local', selfieKey: testImageKey(1) }) as const;
    const dates = { startDate: '2022-01-01', endDate };
    const { event, organizer } = await createTestEvent(getDb(), {
      ...dates,
      ...eventImage,
      organizer: { ...selfie(), language },
    });
    const guest = await createTestUser(getDb(), event.id, selfie());
    const photo = await createTestPhoto(getDb(), guest);
    await createTestStar(getDb(), { userId: organizer.id, photoId: photo.id, star: 1 });
    await getDb()
      .insert(flagReports)
      .values({ photoId: photo.id, reportedById: organizer.id, eventId: event.id });
    return { event, organizer, guest, photo };
  }
  type Aged = Awaited<ReturnType<typeof createAged>>;

  const countPhotos = ({ event }: Aged) => getDb().$count(photos, eq(photos.eventId, event.id));
  const warnings = ({ event }: Aged) =>
    getDb()
      .select()
      .from(messages)
      .where(and(eq(messages.eventId, event.id), eq(messages.fromUserId, 1)))
      .orderBy(asc(messages.id));
  const extend = ({ event }: Aged, endDate: Day) =>
    getDb().update(events).set({ endDate }).where(eq(events.id, event.id));
  const removalOf = (key: string | null) =>
    getDb().$count(fileWork, eq(fileWork.imageKey, key ?? ''));

  test('a month after the end photos and selfies are deleted with everything attached; the rest stays', async () => {
    const aged = await createAged({ endDate: '2026-06-15' });
    const other = await createAged({ endDate: '2026-06-16' });
    expect(await runOn('2026-07-15')).toMatchObject({ photos: 0, selfies: 0, events: 0 });
    expect(await listOverdueEvents(getDb(), { today: '2026-07-15' })).toEqual([]);
    const { id, name } = aged.event;
    expect(await listOverdueEvents(getDb(), { today: '2026-07-16' })).toEqual([
      {
        id,
        name,
        endDate: '2026-06-15',
        endedAt: null,
        photoCount: 1,
        selfieCount: 2,
        messageCount: 0,
      },
    ]);
    expect(await runOn('2026-07-16')).toMatchObject({ photos: 1, selfies: 2, events: 1 });

    expect(await countPhotos(aged)).toBe(0);
    expect(await getDb().$count(favorites, eq(favorites.photoId, aged.photo.id))).toBe(0);
    expect(await getDb().$count(flagReports, eq(flagReports.eventId, id))).toBe(0);
    const members = await getDb().select().from(users).where(eq(users.eventId, id));
    expect(members.map(({ selfieKey, selfieStorage }) => selfieKey ?? selfieStorage)).toEqual([
      null,
      null,
    ]);
    for (const key of [aged.photo.imageKey, aged.guest.selfieKey, aged.organizer.selfieKey]) {
      expect(await removalOf(key)).toBe(1);
    }
    const [event] = await getDb().select().from(events).where(eq(events.id, id));
    expect([event?.imageKey, event?.imageStorage]).toEqual([null, null]);
    expect(await removalOf(aged.event.imageKey)).toBe(1);
    expect(await countPhotos(other)).toBe(1);

    expect(await listOverdueEvents(getDb(), { today: '2026-07-16' })).toEqual([]);
    expect(await runOn('2026-07-16')).toEqual({
      warned: 0,
      photos: 0,
      selfies: 0,
      events: 0,
      gone: 0,
    });
    await runOn('2027-01-01');
  });

  // Paris: summer time from 29 March to 25 October 2026.
  test.each([
    ['2026-02-28', '2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00.000Z'],
    ['2026-03-01', '2026-04-01T21:59:59.999Z', '2026-04-01T22:00:00.000Z'],
    ['2026-09-24', '2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00.000Z'],
    ['2026-09-25', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z'],
  ])('what ended on %s is deleted at midnight in Paris', async (endDate, last, first) => {
    const aged = await createAged({ endDate });
    await runAt(new Date(last));
    expect(await countPhotos(aged)).toBe(1);
    await runAt(new Date(first));
    expect(await countPhotos(aged)).toBe(0);
  });

  test('the organizer is warned once, seven days before, in their own language', async () => {
    const aged = await createAged({ endDate: '2028-06-15', language: 'de' });
    await runOn('2028-07-07');
    expect(await warnings(aged)).toEqual([]);
    const { id, name } = aged.event;
    expect(await listEventsToWarn(getDb(), { today: '2028-07-08' })).toMatchObject([{ id }]);
    expect(await runOn('2028-07-08')).toMatchObject({ warned: 1 });
    expect(await runOn('2028-07-08')).toMatchObject({ warned: 0 });
    await runOn('2028-07-15');
    const [warning, ...more] = await warnings(aged);
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ toUserId: aged.organizer.id, isRead: false });
    expect(warning?.message).toContain(`„${name}“ ging am 15. Juni 2028 zu Ende.`);
    expect(warning?.message).toContain('bis zum 15. Juli 2028');
    expect(warning?.message).toMatch(/Shop.*herunterladen.*verlängern/);
    expect(await countPhotos(aged)).toBe(1);
    await runOn('2028-07-16');
    expect(await countPhotos(aged)).toBe(0);
  });

  test('an organizer of unknown language is warned in French', async () => {
    const aged = await createAged({ endDate: '2029-06-15' });
    await runOn('2029-07-15');
    const [warning] = await warnings(aged);
    expect(warning?.message).toContain('restent jusqu’au 15 juillet 2029');
    await runOn('2029-08-01');
  });

  test('an event extended after the warning keeps everything, and is warned again', async () => {
    const aged = await createAged({ endDate: '2030-06-15' });
    await runOn('2030-07-10');
    await extend(aged, '2030-09-30');
    expect(await runOn('2030-07-16')).toEqual({
      warned: 0,
      events: 0,
      photos: 0,
      selfies: 0,
      gone: 0,
    });
    expect(await countPhotos(aged)).toBe(1);
    await runOn('2030-10-23');
    expect(await warnings(aged)).toHaveLength(2);
    await runOn('2030-10-31');
    expect(await countPhotos(aged)).toBe(0);
  });

  test('nobody is warned about an event without photos or organizer, or by themselves', async () => {
    await createTestEvent(getDb(), { startDate: '2031-06-01', endDate: '2031-06-15' });
    const change = (id: number, values: Partial<UserRow>) =>
      getDb().update(users).set(values).where(eq(users.id, id));
    const orphan = await createAged({ endDate: '2031-06-15' });
    await change(orphan.organizer.id, { isOrganizer: false });
    const demo = await createAged({ endDate: '2031-06-15' });
    await change(demo.organizer.id, { isOrganizer: false });
    await change(1, { eventId: demo.event.id });
    expect(await runOn('2031-07-10')).toMatchObject({ warned: 0 });
    expect(await runOn('2031-07-16')).toMatchObject({ warned: 0, events: 2, photos: 2 });
  });

  test('over thirteen months everything of an event but its payments is deleted, with a warning before each step', async () => {
    const keepAll = await createAged({ endDate: '2024-06-15' });
    const aged = await createAged({ endDate: '2024-06-15', language: 'en' });
    const { id: eventId, name } = aged.event;
    await extend(keepAll, '2099-06-15');
    const written = new Date('2024-06-15T12:00:00Z');
    const said = { eventId, fromUserId: aged.guest.id, toUserId: aged.organizer.id };
    await getDb()
      .insert(messages)
      .values({ ...said, message: 'Lovely party', createdAt: written });
    await createTestPayment(getDb(), aged.event);
    const keys = [
      aged.event.imageKey,
      aged.photo.imageKey,
      aged.guest.selfieKey,
      aged.organizer.selfieKey,
    ];
    /** The tables that still have rows of the event. */
    const left = async () => {
      const count = {
        events: await getDb().$count(events, eq(events.id, eventId)),
        users: await getDb().$count(users, eq(users.eventId, eventId)),
        photos: await countPhotos(aged),
        favorites: await getDb().$count(favorites, eq(favorites.photoId, aged.photo.id)),
        flagReports: await getDb().$count(flagReports, eq(flagReports.eventId, eventId)),
        messages: await getDb().$count(messages, eq(messages.eventId, eventId)),
        payments: await getDb().$count(payments, eq(payments.eventName, name)),
      };
      return Object.entries(count).flatMap(([table, rows]) => (rows > 0 ? [table] : []));
    };
    /** All warnings, by the last day that they name. */
    const told = async () => (await warnings(aged)).map(({ message }) => message);
    const removals = () => Promise.all(keys.map(removalOf));

    await runOn('2024-07-08');
    expect(await told()).toEqual([expect.stringContaining('messages are kept until 15 July 2024')]);
    await getDb().update(messages).set({ createdAt: written }).where(eq(messages.eventId, eventId));
    await runOn('2024-07-15');
    expect(await left()).toHaveLength(7);
    await runOn('2024-07-16');
    expect(await left()).toEqual(['events', 'users', 'payments']);
    expect(await removals()).toEqual([1, 1, 1, 1]);
    const [row] = await getDb().select().from(events).where(eq(events.id, eventId));
    expect([row?.imageKey, row?.imageStorage]).toEqual([null, null]);

    const keeping = (today: Day) => ({ today, keepMonths: 12 });
    await runOn('2025-06-07');
    expect(await told()).toEqual([]);
    expect(await listEventsToWarnOfDeletion(getDb(), keeping('2025-06-08'))).toMatchObject([
      { id: eventId, peopleCount: 2 },
    ]);
    await runOn('2025-06-08');
    await runOn('2025-06-15');
    expect(await told()).toEqual([expect.stringContaining('itself is kept until 15 June 2025')]);
    expect(await listEventsToDelete(getDb(), keeping('2025-06-15'))).toEqual([]);
    expect(await listEventsToDelete(getDb(), keeping('2025-06-16'))).toMatchObject([
      { id: eventId },
    ]);
    expect(await listEventsToDelete(getDb(), { today: '2025-06-16', keepMonths: 0 })).toEqual([]);
    expect(await runOn('2025-06-16')).toMatchObject({ gone: 1 });
    expect(await left()).toEqual(['payments']);
    expect(await removals()).toEqual([1, 1, 1, 1]);
    expect(await countPhotos(keepAll)).toBe(1);
    expect(await getDb().$count(events, eq(events.id, 1))).toBe(1);
  });

  test('an event whose organizer was not warned in time is deleted a week after the warning', async () => {
    const aged = await createAged({ endDate: '2023-06-15', language: 'en' });
    const isThere = () => getDb().$count(events, eq(events.id, aged.event.id));
    await runOn('2025-01-10');
    const [warning] = await warnings(aged);
    expect(warning?.message).toContain('itself is kept until 17 January 2025');
    await runOn('2025-01-17');
    expect(await isThere()).toBe(1);
    await extend(aged, '2023-06-30');
    await runOn('2025-01-18');
    expect(await isThere()).toBe(0);
  });

  test('the demo event is never deleted, and one without an organizer is deleted without a warning', async () => {
    const orphan = await createAged({ endDate: '2022-06-15' });
    await getDb()
      .update(users)
      .set({ isOrganizer: false })
      .where(eq(users.id, orphan.organizer.id));
    const demo = { startDate: '2010-01-01', endDate: '2020-01-01' };
    const [before] = await getDb().select().from(events).where(eq(events.id, 1));
    await getDb().update(events).set(demo).where(eq(events.id, 1));
    await runOn('2023-06-16');
    expect(await getDb().$count(events, eq(events.id, 1))).toBe(1);
    expect(await getDb().$count(events, eq(events.id, orphan.event.id))).toBe(0);
    const { startDate, endDate } = before ?? demo;
    await getDb().update(events).set({ startDate, endDate }).where(eq(events.id, 1));
  });

  test('the language of a member is the one used last', async () => {
    const { organizer } = await createTestEvent(getDb());
    const stored = async () => {
      const [row] = await getDb().select().from(users).where(eq(users.id, organizer.id));
      return row?.language;
    };
    expect(await stored()).toBeNull();
    await setLanguage(getDb(), { actor: asking(organizer), language: 'nl' });
    expect(await stored()).toBe('nl');
    await setLanguage(getDb(), { actor: asking(organizer), language: 'es' });
    expect(await stored()).toBe('es');
  });
});
