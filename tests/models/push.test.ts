import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { events, pushDeliveries, pushKeys, sessions, users } from '~db/schema';
import { pushPlan } from '~/jobs/push.server';
import { SYSTEM } from '~/models/access';
import { addDays } from '~/models/day';
import { deleteEvent } from '~/models/event/end.server';
import { removeOverdue } from '~/models/event/retention.server';
import type { EventRow } from '~/models/event/read.server';
import { ensurePushKeys } from '~/models/push/keys.server';
import { listPushDevices, readPushTopics } from '~/models/push/read.server';
import { PUSH_DEVICES, PUSH_TOPICS, type PushTopic } from '~/models/push/rules';
import { subscribeToPush, unsubscribeFromPush } from '~/models/push/write.server';
import { changePassword } from '~/models/session/credentials.server';
import { hashSessionToken, newToken } from '~/models/session/token.server';
import { beginSession, endSession } from '~/models/session/write.server';
import type { UserRow } from '~/models/user/read.server';
import { createPushSender, makePushKeys, type PushSender } from '~/services/push/push.server';
import { asking, createTestEvent, createTestPhoto, createTestUser, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';
import { trustedClock } from '../setup/fakes';
import { startPushServer, type PushAnswer, type PushServer } from '../setup/push-server';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 5, 15, 12);
const env: { EVENT_TIME_ZONE: string; SESSION_SECRET: [string] } = {
  EVENT_TIME_ZONE: 'UTC',
  SESSION_SECRET: ['a secret'],
};

withDatabases('notifications', (getDb) => {
  let service: PushServer;
  let push: PushSender;
  beforeAll(async () => {
    service = await startPushServer();
    const keys = await makePushKeys();
    const subject = 'mailto:host@example.com';
    push = createPushSender({ keys, subject, testOrigin: service.origin, timeoutMs: 3000 });
  });
  afterAll(async () => {
    await service.stop();
    expect(service.faults).toEqual([]);
  });

  const at = (minutes: number) => new Date(NOON + minutes * MINUTE);
  const log = pino({ level: 'silent' });

  /** One run of the job on one server. */
  function run(minutes: number, mayContinue = () => Promise.resolve(true)) {
    const deps = { db: getDb(), log, now: () => at(minutes), clock: trustedClock, push, env };
    return pushPlan(deps).work({ mayContinue });
  }

  async function signIn(user: UserRow) {
    const token = newToken();
    await beginSession(getDb(), { token, who: { user }, userAgent: null, now: at(-60) });
    return { token, sessionId: hashSessionToken(token) };
  }

  /** A device of a member that wants some topics. */
  async function deviceOf(
    user: UserRow,
    topics: PushTopic[] = [...PUSH_TOPICS],
    answer: PushAnswer = 201,
    since = at(-30),
  ) {
    const { token, sessionId } = await signIn(user);
    const device = service.device({ answer, publicKey: push.publicKey });
    const { endpoint, keys } = device.subscription;
    const target = { endpoint, ...keys };
    const actor = asking(user);
    const subscribe = (wanted: PushTopic[], now = since) =>
      subscribeToPush({ db: getDb(), push }, { actor, sessionId, now, target, topics: wanted });
    await subscribe(topics);
    const got = () => device.messages.map(({ text }) => JSON.parse(text) as Record<string, string>);
    const off = () => unsubscribeFromPush(getDb(), { actor, sessionId, now: at(0) });
    return { device, token, sessionId, target, subscribe, off, got };
  }

  /** An event with a photo whose voting closes at 12:10. */
  async function party(fields: Partial<EventRow> = {}) {
    const { event, organizer } = await createTestEvent(getDb(), {
      votingClosesAt: at(10),
      endDate: TODAY,
      ...fields,
    });
    await createTestPhoto(getDb(), organizer);
    const guest = (more: Partial<UserRow> = {}) => createTestUser(getDb(), event.id, more);
    return { event, organizer, guest };
  }

  test('everybody who wants it is notified once, in their language, and nobody else', async () => {
    const { guest } = await party();
    const wants = await deviceOf(await guest({ language: 'de' }));
    const wantsAnother = await deviceOf(await guest(), ['morning']);
    const elsewhere = await deviceOf(
      await createTestUser(getDb(), (await party({ votingClosesAt: null })).event.id),
    );
    expect(await run(-1)).toMatchObject({ notified: 0 });
    expect(await run(0)).toMatchObject({ notified: 1, unsent: 0, failed: 0 });
    expect(await run(1)).toMatchObject({ notified: 0 });
    expect(wants.got()).toEqual([
      {
        title: expect.stringContaining('12:10') as string,
        body: 'Vergib deine letzten Sterne.',
        tag: 'voting-closes',
        path: '/feed',
      },
    ]);
    // The push service drops it when voting has closed.
    expect(wants.device.messages[0]).toMatchObject({ ttl: 600, topic: 'voting-closes' });
    expect(wantsAnother.got()).toEqual([]);
    expect(elsewhere.got()).toEqual([]);
  });

  test('a flash mission is announced while it runs, even before the first photo, and so is the next one', async () => {
    const { event } = await createTestEvent(getDb(), { endDate: TODAY });
    const [wants, left, late] = [
      await createTestUser(getDb(), event.id, { language: 'fr' }),
      await createTestUser(getDb(), event.id),
      await createTestUser(getDb(), event.id),
    ];
    const { got, device } = await deviceOf(wants);
    const others = [await deviceOf(left), await deviceOf(late, ['reveal'])];
    const flash = (minutes: number) =>
      getDb()
        .update(events)
        .set({ flashMissionId: 7, flashedAt: at(minutes) })
        .where(eq(events.id, event.id));
    await flash(0);
    await others[0]?.off();
    expect(await run(1)).toMatchObject({ notified: 1 });
    expect(await run(2)).toMatchObject({ notified: 0 });
    expect(got()).toMatchObject([{ tag: 'flash', path: '/feed' }]);
    expect(got()[0]?.title).toContain('12 h 10'.replaceAll(' ', '\u00a0'));
    // The push service drops it when the ten minutes are over.
    expect(device.messages[0]).toMatchObject({ ttl: 540, topic: 'flash' });
    await flash(20);
    expect(await run(30)).toMatchObject({ notified: 0 });
    await flash(31);
    expect(await run(31)).toMatchObject({ notified: 1 });
    for (const other of others) expect(other.got()).toEqual([]);
  });

  test('another closing is announced again', async () => {
    const { event, guest } = await party();
    const { got } = await deviceOf(await guest());
    await run(0);
    await getDb()
      .update(events)
      .set({ votingClosesAt: at(90) })
      .where(eq(events.id, event.id));
    await run(20);
    expect(got()).toHaveLength(1);
    await run(81);
    expect(got()).toHaveLength(2);
  });

  test('the reveal and the morning after come to guests and organizers', async () => {
    const { guest, organizer } = await party({ votingClosesAt: null, revealedAt: at(30) });
    const devices = [await deviceOf(await guest()), await deviceOf(organizer)];
    await run(30);
    const morning = 22 * 60;
    await run(morning - 1);
    await run(morning);
    await run(morning + 1);
    for (const { got } of devices) {
      expect(got().map(({ tag, path }) => [tag, path])).toEqual([
        ['reveal', '/reveal'],
        ['morning', '/'],
      ]);
    }
  });

  test('there is no morning after without a photo, or for guests who may not look back', async () => {
    const { event } = await createTestEvent(getDb(), { endDate: TODAY });
    const nothing = await deviceOf(await createTestUser(getDb(), event.id));
    const closed = await party({ votingClosesAt: null, guestsMayLook: false });
    const locked = await deviceOf(await closed.guest());
    const host = await deviceOf(closed.organizer);
    await run(22 * 60);
    expect([nothing.got().length, locked.got().length, host.got().length]).toEqual([0, 0, 1]);
  });

  describe('a notice that is planned', () => {
    /** What happens between planning and sending. */
    async function afterPlanning(
      happens: (scene: {
        user: UserRow;
        event: EventRow;
        organizer: UserRow;
        device: Awaited<ReturnType<typeof deviceOf>>;
      }) => Promise<unknown>,
    ) {
      const { event, organizer, guest } = await party();
      const user = await guest();
      const device = await deviceOf(user);
      let steps = 0;
      // It plans, and then may not go on.
      await run(0, () => Promise.resolve((steps += 1) === 1));
      expect(
        await getDb().$count(pushDeliveries, eq(pushDeliveries.sessionId, device.sessionId)),
      ).toBe(1);
      await happens({ user, event, organizer, device });
      await run(1);
      return device.device.calls();
    }

    test('goes to a member who is still there', async () => {
      expect(await afterPlanning(() => Promise.resolve())).toBe(1);
    });
    test('does not go to a member who has logged out', async () => {
      const out = ({ device }: { device: { token: string } }) =>
        endSession(getDb(), { token: device.token });
      expect(await afterPlanning(out)).toBe(0);
    });
    test('does not go to a member who left or was removed', async () => {
      const gone = ({ user }: { user: UserRow }) =>
        getDb().delete(users).where(eq(users.id, user.id));
      expect(await afterPlanning(gone)).toBe(0);
    });
    test('does not go to a member whose removal waits', async () => {
      const going = ({ user }: { user: UserRow }) =>
        getDb()
          .update(users)
          .set({ removeAt: at(2) })
          .where(eq(users.id, user.id));
      expect(await afterPlanning(going)).toBe(0);
    });
    test('does not go to a session that has expired', async () => {
      const old = ({ device }: { device: { sessionId: string } }) =>
        getDb()
          .update(sessions)
          .set({ createdAt: at(-61 * 24 * 60) })
          .where(eq(sessions.id, device.sessionId));
      expect(await afterPlanning(old)).toBe(0);
    });
    test('does not go to a member who has switched it off', async () => {
      expect(await afterPlanning(({ device }) => device.off())).toBe(0);
      expect(await afterPlanning(({ device }) => device.subscribe(['morning']))).toBe(0);
    });
    test('does not go to the people of a deleted event', async () => {
      const deleted = ({ event, organizer }: { event: EventRow; organizer: UserRow }) =>
        deleteEvent(getDb(), { actor: asking(organizer), eventId: event.id });
      expect(await afterPlanning(deleted)).toBe(0);
    });
    test('goes to nobody if voting now closes later, or not at all', async () => {
      const later = ({ event }: { event: EventRow }) =>
        getDb()
          .update(events)
          .set({ votingClosesAt: at(50) })
          .where(eq(events.id, event.id));
      expect(await afterPlanning(later)).toBe(0);
    });
  });

  test('servers that find it at the same time plan it once', async () => {
    const { guest } = await party();
    const devices = [await deviceOf(await guest()), await deviceOf(await guest())];
    const runs = await Promise.all([run(0), run(0), run(0), run(0)]);
    expect(runs.reduce((sum, { notified = 0 }) => sum + notified, 0)).toBe(2);
    expect(devices.map(({ device }) => device.calls())).toEqual([1, 1]);
  });

  test('a run that was stopped goes on, and two servers notify nobody twice', async () => {
    const { event, guest } = await party();
    const devices: Awaited<ReturnType<typeof deviceOf>>[] = [];
    for (let count = 0; count < 25; count += 1) devices.push(await deviceOf(await guest()));
    let steps = 0;
    // It plans, sends the first ten, and is stopped.
    await run(0, () => Promise.resolve((steps += 1) <= 2));
    const told = () => devices.filter(({ got }) => got().length === 1).length;
    expect(told()).toBe(10);
    await Promise.all([run(1), run(1), run(1)]);
    expect(devices.map(({ device }) => device.calls())).toEqual(devices.map(() => 1));
    expect(told()).toBe(25);
    expect(service.most()).toBeLessThanOrEqual(30);
    await getDb().delete(events).where(eq(events.id, event.id));
  });

  test('a device that no longer exists is forgotten, and one that is busy tried again', async () => {
    const { guest } = await party();
    const gone = await deviceOf(await guest(), undefined, 410);
    const busy = await deviceOf(await guest(), undefined, 500);
    const silent = await deviceOf(await guest(), undefined, 'hang');
    expect(await run(0)).toMatchObject({ notified: 0, devices: 1, failed: 1, unsent: 1 });
    expect(await readPushTopics(getDb(), gone)).toBeNull();
    expect(await readPushTopics(getDb(), busy)).not.toBeNull();
    // Not before its time.
    await run(0.2);
    expect(busy.device.calls()).toBe(1);
    busy.device.answerWith(201);
    await run(0.3);
    await run(1);
    expect(busy.got()).toHaveLength(1);
    // It may have arrived.
    expect(silent.device.calls()).toBe(1);
  });

  test('a busy service is given up after five tries', async () => {
    const { guest } = await party();
    const { device, sessionId } = await deviceOf(await guest(), undefined, 429);
    for (let minutes = 0; minutes < 9; minutes += 0.25) await run(minutes);
    expect(device.calls()).toBe(5);
    expect(await getDb().$count(pushDeliveries, eq(pushDeliveries.sessionId, sessionId))).toBe(0);
  });

  describe('a subscription', () => {
    test('has each topic once, and may be changed and ended', async () => {
      const { guest } = await party();
      const user = await guest();
      const { sessionId, subscribe, off } = await deviceOf(user, ['morning', 'reveal', 'reveal']);
      expect(await readPushTopics(getDb(), { sessionId })).toEqual(['reveal', 'morning']);
      const [asked] = await getDb().select().from(users).where(eq(users.id, user.id));
      expect(asked?.pushAnsweredAt).toEqual(at(-30));
      await subscribe(['voting-closes']);
      expect(await listPushDevices(getDb(), { userId: user.id })).toEqual([
        {
          device: null,
          browser: null,
          topics: ['voting-closes'],
          since: at(-30),
          service: '127.0.0.1',
        },
      ]);
      await off();
      expect(await readPushTopics(getDb(), { sessionId })).toBeNull();
    });

    test('belongs to the member who signed in last on the browser', async () => {
      const { guest } = await party();
      const first = await deviceOf(await guest());
      const next = await guest();
      const { sessionId } = await signIn(next);
      const wish = { actor: asking(next), sessionId, now: at(0), topics: [...PUSH_TOPICS] };
      await subscribeToPush({ db: getDb(), push }, { ...wish, target: first.target });
      expect(await readPushTopics(getDb(), first)).toBeNull();
      expect(await readPushTopics(getDb(), { sessionId })).not.toBeNull();
    });

    test('is one of five at most; the oldest is deleted', async () => {
      const { guest } = await party();
      const user = await guest();
      const devices = [];
      for (let count = 0; count <= PUSH_DEVICES; count += 1) {
        devices.push(await deviceOf(user, undefined, 201, at(count - 30)));
      }
      expect(await listPushDevices(getDb(), { userId: user.id })).toHaveLength(PUSH_DEVICES);
      expect(await readPushTopics(getDb(), { sessionId: devices[0]?.sessionId ?? '' })).toBeNull();
    });

    test('is only taken for one’s own session, and for an address that may be called', async () => {
      const { guest } = await party();
      const [one, other] = [await guest(), await guest()];
      const { target, sessionId } = await deviceOf(one);
      const wish = { sessionId, now: at(0), target, topics: [...PUSH_TOPICS] };
      const deps = { db: getDb(), push };
      await expect(subscribeToPush(deps, { ...wish, actor: asking(other) })).rejects.toMatchObject({
        code: 'authentication_required',
      });
      const endpoint = 'http://169.254.169.254/';
      const hostile = { ...wish, actor: asking(one), target: { ...target, endpoint } };
      await expect(subscribeToPush(deps, hostile)).rejects.toMatchObject({
        code: 'invalid_request',
      });
      const visitor = { ...asking(one), role: 'visitor' as const, userId: null };
      await expect(subscribeToPush(deps, { ...wish, actor: visitor })).rejects.toMatchObject({
        code: 'access_denied',
      });
    });

    test('may be set by guests of an ended event who may look back, and by no others', async () => {
      const open = await party({ endDate: addDays(TODAY, -1) });
      const { sessionId } = await deviceOf(await open.guest());
      expect(await readPushTopics(getDb(), { sessionId })).not.toBeNull();
      const closed = await party({ endDate: addDays(TODAY, -1), guestsMayLook: false });
      await expect(deviceOf(await closed.guest())).rejects.toMatchObject({ code: 'event_ended' });
    });

    test('stays when its owner changes the password on that device, and ends elsewhere', async () => {
      const { organizer } = await party();
      const [here, elsewhere] = [await deviceOf(organizer), await deviceOf(organizer)];
      const token = newToken();
      await changePassword(getDb(), {
        actor: asking(organizer),
        isProven: true,
        password: 'a brand new password',
        renewal: { sessionId: here.sessionId, token },
      });
      const renewed = { sessionId: hashSessionToken(token) };
      expect(await readPushTopics(getDb(), renewed)).toEqual([...PUSH_TOPICS]);
      expect(await readPushTopics(getDb(), elsewhere)).toBeNull();
      await run(0);
      expect([here.got().length, elsewhere.got().length]).toEqual([1, 0]);
    });

    test('is deleted a month after the event', async () => {
      const { event, guest } = await party();
      const { sessionId } = await deviceOf(await guest());
      const today = addDays(TODAY, 40);
      await removeOverdue(getDb(), { actor: SYSTEM, eventId: event.id, today });
      expect(await readPushTopics(getDb(), { sessionId })).toBeNull();
    });
  });

  test('the keys are made once, sealed, and made again when no secret opens them', async () => {
    await getDb().delete(pushKeys);
    const ensure = (...secrets: [string, ...string[]]) =>
      ensurePushKeys({ db: getDb(), env: { SESSION_SECRET: secrets } });
    const made = await Promise.all([ensure('old'), ensure('old'), ensure('old')]);
    const [first] = made;
    expect(made.map(({ keys }) => keys)).toEqual(made.map(() => first.keys));
    const [row] = await getDb().select().from(pushKeys);
    expect(JSON.stringify(row)).not.toContain(first.keys.privateKey);
    // A further secret seals them again, so that the old one can be removed.
    expect((await ensure('new', 'old')).keys).toEqual(first.keys);
    expect((await ensure('new')).keys).toEqual(first.keys);

    const { guest } = await party();
    const { sessionId } = await deviceOf(await guest());
    const replaced = await ensure('another');
    expect(replaced.areReplaced).toBe(true);
    expect(replaced.keys.publicKey).not.toBe(first.keys.publicKey);
    expect(await readPushTopics(getDb(), { sessionId })).toBeNull();
    expect((await ensure('another')).areReplaced).toBe(false);
  });
});
