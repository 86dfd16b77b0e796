import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { photos } from '~db/schema';
import type { Health } from '~/models/admin/health.server';
import { addDays } from '~/models/day';
import {
  countNeeds,
  findOldestUnread,
  findPaymentInProcess,
  otherNeeds,
} from '~/models/event/needs.server';
import { recordTurnedAway } from '~/models/event/turned-away.server';
import { updateEvent } from '~/models/event/update.server';
import { sendMessage } from '~/models/message/write.server';
import { findOldestPending } from '~/models/report/read.server';
import { reportPhoto, setReportStatus } from '~/models/report/write.server';
import {
  asking,
  TODAY,
  createTestEvent,
  createTestPayment,
  createTestPhoto,
  createTestUser,
} from '../factories';
import { withDatabases } from '../setup/databases';

const DEPS = {
  mail: null as object | null,
  payments: {} as object | null,
  health: { look: (): Promise<Health> => Promise.resolve({ status: 'ok' }) },
  env: { ORGANIZER_PROOF: 'none' as 'none' | 'required' },
  now: () => new Date(`${TODAY}T12:00:00Z`),
  today: () => TODAY,
};
const FREE = { count: 0, turnedAway: 0 };
const NOTHING = { reports: 0, waiting: 0, messages: 0, turnedAway: 0, payments: 0, damaged: 0 };

withDatabases('what waits for an organizer', (getDb) => {
  async function party(maxUsers = 10) {
    const { event, organizer } = await createTestEvent(getDb(), { maxUsers });
    const [rosa, tom] = [
      await createTestUser(getDb(), event.id, { name: 'Rosa' }),
      await createTestUser(getDb(), event.id, { name: 'Tom' }),
    ];
    return { event, organizer, rosa, tom, needs: () => countNeeds(getDb(), organizer) };
  }

  test('a new event needs nothing, and another event’s things count nowhere else', async () => {
    const [one, other] = [await party(), await party()];
    const photo = await createTestPhoto(getDb(), other.rosa);
    await reportPhoto(getDb(), { photoId: photo.id, actor: asking(other.tom), reason: null });
    expect(await one.needs()).toEqual(NOTHING);
    expect(await other.needs()).toEqual({ ...NOTHING, reports: 1 });
  });

  test('reports wait until they are reviewed, the oldest first', async () => {
    const { event, organizer, rosa, tom, needs } = await party();
    const [first, second] = [
      await createTestPhoto(getDb(), rosa, { position: 1 }),
      await createTestPhoto(getDb(), rosa, { position: 2 }),
    ];
    for (const { id: photoId } of [first, second]) {
      await reportPhoto(getDb(), { photoId, actor: asking(tom), reason: null });
    }
    const oldest = () => findOldestPending(getDb(), { eventId: event.id });
    const report = await oldest();
    expect([(await needs()).reports, report?.photoId]).toEqual([2, first.id]);
    await setReportStatus(getDb(), {
      reportId: report?.id ?? 0,
      actor: asking(organizer),
      status: 'dismissed',
      now: new Date(),
    });
    expect([(await needs()).reports, (await oldest())?.photoId]).toEqual([1, second.id]);
  });

  test('unread messages wait, the oldest first, with its sender', async () => {
    const { organizer, rosa, tom, needs } = await party();
    expect(await findOldestUnread(getDb(), organizer)).toBeNull();
    for (const [from, message] of [
      [rosa, 'First'],
      [tom, 'Second'],
    ] as const) {
      await sendMessage(getDb(), { actor: asking(from), toUserId: organizer.id, message });
    }
    expect(await needs()).toMatchObject({ messages: 2 });
    expect(await findOldestUnread(getDb(), organizer)).toMatchObject({
      fromUserId: rosa.id,
      fromName: 'Rosa',
      line: 'First',
    });
  });

  test('people who found no place count while the event is full', async () => {
    const { event, needs } = await party(2);
    await recordTurnedAway(getDb(), { eventId: event.id, email: 'late@example.com' });
    expect(await needs()).toEqual({ ...NOTHING, turnedAway: 1 });
    await updateEvent(getDb(), event.id, { maxUsers: 3 });
    expect(await needs()).toEqual(NOTHING);
  });

  test('payments in process and damaged photos', async () => {
    const { event, rosa, needs } = await party();
    await createTestPayment(getDb(), event, { state: 'open' });
    const { key } = await createTestPayment(getDb(), event, { state: 'processing' });
    const { id } = await createTestPhoto(getDb(), rosa);
    await getDb().update(photos).set({ damagedAt: new Date() }).where(eq(photos.id, id));
    expect(await needs()).toEqual({ ...NOTHING, payments: 1, damaged: 1 });
    expect(await findPaymentInProcess(getDb(), { eventId: event.id })).toMatchObject({ key });
  });

  test('a last day, a name that is enough, a private link that is not kept', async () => {
    const { organizer, event } = await party();
    const session = { isProven: true };
    const bare = { ...organizer, passwordHash: null, returnTokenSealed: 'sealed' };
    const ending = { ...event, endDate: TODAY };
    expect(await otherNeeds(DEPS, { user: bare, event: ending, session }, FREE)).toEqual({
      end: 'today',
      isDoorOpen: true,
      hasReturnLink: true,
      isStorageClosed: false,
      isRevealDue: false,
      placesLeft: null,
    });
    const stranger = { user: bare, event: ending, session: { isProven: false } };
    expect((await otherNeeds(DEPS, stranger, FREE)).hasReturnLink).toBe(false);
    for (const [change, user] of [
      [{ mail: {} }, bare],
      [{ env: { ORGANIZER_PROOF: 'required' } as const }, bare],
      [{}, { ...bare, passwordHash: 'hash' }],
    ] as const) {
      const { isDoorOpen } = await otherNeeds(
        { ...DEPS, ...change },
        { user, event, session },
        FREE,
      );
      expect(isDoorOpen).toBe(false);
    }
  });

  test('a storage that takes no photos, as long as the event takes some', async () => {
    const { organizer: user, event } = await party();
    const session = { isProven: true };
    const ended = { ...event, endDate: addDays(TODAY, -1) };
    const states: [Health, boolean][] = [
      [{ status: 'ok' }, false],
      [{ status: 'busy' }, false],
      [{ status: 'failing', part: 'database' }, false],
      [{ status: 'failing', part: 'storage' }, true],
      [{ status: 'failing', part: 'disk' }, true],
    ];
    for (const [health, isClosed] of states) {
      const deps = { ...DEPS, health: { look: () => Promise.resolve(health) } };
      const running = await otherNeeds(deps, { user, event, session }, FREE);
      expect(running.isStorageClosed).toBe(isClosed);
      const over = await otherNeeds(deps, { user, event: ended, session }, FREE);
      expect(over.isStorageClosed).toBe(false);
    }
  });

  test('places that run short, for anyone who can buy more', async () => {
    const { organizer, event } = await party(10);
    const session = { isProven: true };
    const asked = { user: organizer, event, session };
    const left = async (
      guests: { count: number; turnedAway: number } | undefined,
      change: Partial<typeof asked> = {},
      deps: Partial<typeof DEPS> = {},
    ) => (await otherNeeds({ ...DEPS, ...deps }, { ...asked, ...change }, guests)).placesLeft;
    expect(await left({ count: 8, turnedAway: 0 })).toBeNull();
    expect(await left({ count: 9, turnedAway: 0 })).toBe(1);
    expect(await left({ count: 10, turnedAway: 0 })).toBe(0);
    expect(await left({ count: 11, turnedAway: 0 })).toBe(0);

    const full = { count: 10, turnedAway: 0 };
    expect(await left({ ...full, turnedAway: 2 })).toBeNull();
    expect(await left(undefined)).toBeNull();
    expect(await left(full, {}, { payments: null })).toBeNull();
    const helper = { ...organizer, coOrganizerSince: new Date() };
    expect(await left(full, { user: helper })).toBeNull();
    expect(await left(full, { event: { ...event, endDate: addDays(TODAY, -1) } })).toBeNull();
  });
});
