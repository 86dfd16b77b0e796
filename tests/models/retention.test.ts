import { and, asc, eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  events,
  favorites,
  fileRemovals,
  flagReports,
  jobs,
  messages,
  photos,
  users,
  type UserRow,
} from '~db/schema';
import { runJobNow } from '~/jobs/job.server';
import { retentionPlan } from '~/jobs/retention.server';
import { setLanguage } from '~/models/account.server';
import { ensureAdministrator } from '~/models/admin.server';
import { dayOf, type Day } from '~/models/day';
import { listEventsToWarn, listOverdueEvents } from '~/models/retention.server';
import {
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  testImageKey,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';

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
  });
  /** A run of the job at a moment. */
  const runAt = (now: Date) => runJobNow(depsAt(now), retentionPlan(depsAt(now)));
  const runOn = (day: Day) => runAt(new Date(`${day}T12:00:00Z`));

  /** An event with a photo that was starred and reported, two selfies and an image of its own. */
  async function createAged({ endDate, language }: { endDate: Day; language?: string }) {
    const eventImage = { imageStorage: 'local', imageKey: testImageKey(1) } as const;
    const selfie = () => ({ selfieStorage: 'local', selfieKey: testImageKey(1) }) as const;
    const dates = { startDate: '2026-01-01', endDate };
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
    getDb().$count(fileRemovals, eq(fileRemovals.imageKey, key ?? ''));

  test('a month after the end photos and selfies go with all that hangs on them; the rest stays', async () => {
    const aged = await createAged({ endDate: '2026-06-15' });
    const other = await createAged({ endDate: '2026-06-16' });
    expect(await runOn('2026-07-15')).toMatchObject({ photos: 0, selfies: 0, events: 0 });
    expect(await listOverdueEvents(getDb(), { today: '2026-07-15' })).toEqual([]);
    const { id, name } = aged.event;
    expect(await listOverdueEvents(getDb(), { today: '2026-07-16' })).toEqual([
      { id, name, endDate: '2026-06-15', photoCount: 1, selfieCount: 2 },
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
    expect(event?.imageKey).toBe(aged.event.imageKey);
    expect(await removalOf(aged.event.imageKey)).toBe(0);
    expect(await countPhotos(other)).toBe(1);

    expect(await listOverdueEvents(getDb(), { today: '2026-07-16' })).toEqual([]);
    expect(await runOn('2026-07-16')).toEqual({ warned: 0, photos: 0, selfies: 0, events: 0 });
    await runOn('2027-01-01');
  });

  // Paris: summer time from 29 March to 25 October 2026.
  test.each([
    ['2026-02-28', '2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00.000Z'],
    ['2026-03-01', '2026-04-01T21:59:59.999Z', '2026-04-01T22:00:00.000Z'],
    ['2026-09-24', '2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00.000Z'],
    ['2026-09-25', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z'],
  ])('what ended on %s goes at midnight in Paris', async (endDate, last, first) => {
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
    expect(warning?.message).toContain('conservés jusqu’au 15 juillet 2029');
    await runOn('2029-08-01');
  });

  test('what is extended after the warning keeps everything, and is warned of again', async () => {
    const aged = await createAged({ endDate: '2030-06-15' });
    await runOn('2030-07-10');
    await extend(aged, '2030-09-30');
    expect(await runOn('2030-07-16')).toEqual({ warned: 0, events: 0, photos: 0, selfies: 0 });
    expect(await countPhotos(aged)).toBe(1);
    await runOn('2030-10-23');
    expect(await warnings(aged)).toHaveLength(2);
    await runOn('2030-10-31');
    expect(await countPhotos(aged)).toBe(0);
  });

  test('nobody is warned of an event without photos, without organizer, or of their own', async () => {
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

  test('the language of a member is the one used last', async () => {
    const { organizer } = await createTestEvent(getDb());
    const stored = async () => {
      const [row] = await getDb().select().from(users).where(eq(users.id, organizer.id));
      return row?.language;
    };
    expect(await stored()).toBeNull();
    await setLanguage(getDb(), { userId: organizer.id, language: 'nl' });
    expect(await stored()).toBe('nl');
    await setLanguage(getDb(), { userId: organizer.id, language: 'es' });
    expect(await stored()).toBe('es');
  });
});
