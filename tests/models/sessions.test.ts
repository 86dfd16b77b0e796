import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, sessions, users } from '~db/schema';
import { SYSTEM } from '~/models/access';
import { changePassword, endSessions } from '~/models/session/credentials.server';
import { CHANGES } from '~/models/live/streams.server';
import { createIdentities, findEnd } from '~/models/session/identity.server';
import { createReturnToken } from '~/models/session/sign-in.server';
import {
  beginSession,
  endOwnSession,
  endSession,
  listOwnSessions,
  recordAdminCheck,
  removeExpiredSessions,
  renewalOf,
  SESSIONS_A_PERSON,
  type SessionOwner,
} from '~/models/session/write.server';
import { hashSessionToken, newToken } from '~/models/session/token.server';
import type { UserRow } from '~/models/user/read.server';
import { asking, createTestEvent, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';

const NOW = new Date('2026-06-15T12:00:00Z');
const HOUR = 60 * 60 * 1000;
const after = (days: number) => new Date(NOW.getTime() + days * 24 * HOUR);

withDatabases('sessions', (getDb, _kind, getConnection) => {
  async function begin(who: SessionOwner, more: { now?: Date; replaces?: string } = {}) {
    const token = newToken();
    await beginSession(getDb(), { token, who, userAgent: null, now: NOW, ...more });
    return token;
  }

  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const isIn = async (token: string, now = NOW) => {
      const named = { token, eventId: event.id };
      return (await createIdentities({ db: getDb() }).findNow(named, now)) !== null;
    };
    return { event, organizer, guest, isIn };
  }

  const idsOf = async (user: UserRow) =>
    (await listOwnSessions(getDb(), { userId: user.id, now: NOW })).map(({ id }) => id);

  test('a session belongs to its member or visitor, in its event alone', async () => {
    const { event, guest } = await party();
    const { event: other } = await party();
    const find = async (token: string, eventId: number) =>
      createIdentities({ db: getDb() }).findNow({ token, eventId }, NOW);
    const [member, visitor] = [await begin({ user: guest }), await begin({ visitorOf: event })];
    expect(await find(member, event.id)).toMatchObject({
      user: { id: guest.id },
      event: { id: event.id },
    });
    expect(await find(visitor, event.id)).toMatchObject({ user: null, event: { id: event.id } });
    expect(await find(member, other.id)).toBeNull();
    expect(await find(newToken(), event.id)).toBeNull();
    // The table contains nobody's token.
    const rows = await getDb().select().from(sessions).where(eq(sessions.eventId, event.id));
    expect(JSON.stringify(rows)).not.toContain(member);
  });

  test('it ends with its user, and with its event', async () => {
    const { event, guest, isIn } = await party();
    const [member, visitor] = [await begin({ user: guest }), await begin({ visitorOf: event })];
    await getDb().delete(users).where(eq(users.id, guest.id));
    expect([await isIn(member), await isIn(visitor)]).toEqual([false, true]);
    const ofMember = { token: member, userId: guest.id, eventId: event.id };
    expect(await findEnd(getDb(), ofMember)).toBe('gone');
    await getDb().delete(events).where(eq(events.id, event.id));
    expect(await isIn(visitor)).toBe(false);
    const ofVisitor = { token: visitor, userId: null, eventId: event.id };
    expect(await findEnd(getDb(), ofVisitor)).toBe('gone');
  });

  test('logging out ends it, and so does the next sign-in of that browser', async () => {
    const { event, guest, isIn } = await party();
    const first = await begin({ visitorOf: event });
    const second = await begin({ user: guest }, { replaces: first });
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    const ofFirst = { token: first, userId: null, eventId: event.id };
    expect(await findEnd(getDb(), ofFirst)).toBe('replaced');
    await endSession(getDb(), { token: second });
    expect(await findEnd(getDb(), ofFirst)).toBe('over');
    expect(await isIn(second)).toBe(false);
  });

  test('a user can end their own sessions, and nobody else’s', async () => {
    const { organizer, guest, isIn } = await party();
    const [one, other] = [await begin({ user: guest }), await begin({ user: guest })];
    const endBy = (user: UserRow, token: string) =>
      endOwnSession(getDb(), { actor: asking(user), sessionId: hashSessionToken(token) });
    await endBy(organizer, one);
    expect([await isIn(one), await isIn(other)]).toEqual([true, true]);
    await endBy(guest, one);
    await endBy(guest, one);
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
  });

  test('a new password and a new private link end all sessions but the current one, which is renewed', async () => {
    const { organizer, guest, isIn } = await party();
    const own = await begin({ user: organizer });
    const other = await begin({ user: organizer });
    const guests = await begin({ user: guest });
    const renewal = renewalOf({ id: hashSessionToken(own) });
    await changePassword(getDb(), { actor: asking(organizer), password: 'open barley', renewal });
    expect([await isIn(renewal.token), await isIn(guests)]).toEqual([true, true]);
    // A copy of its cookie is invalid, too.
    expect([await isIn(own), await isIn(other)]).toEqual([false, false]);
    await createReturnToken(getDb(), { userId: organizer.id });
    expect([await isIn(renewal.token), await isIn(guests)]).toEqual([false, true]);
    await endSessions(getDb(), { actor: asking(guest) });
    expect(await isIn(guests)).toBe(false);
  });

  test('a sign-in with a password that is changed meanwhile is refused', async () => {
    const { event, organizer } = await party();
    await changePassword(getDb(), { actor: asking(organizer), password: 'open barley' });
    await expect(begin({ user: organizer })).rejects.toMatchObject({ code: 'invalid_credentials' });
    const gone = { ...organizer, id: 9_000_000 };
    await expect(begin({ user: gone })).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(begin({ visitorOf: { id: 5, code: null } })).rejects.toMatchObject({
      code: 'event_not_found',
    });
    expect(await getDb().$count(sessions, eq(sessions.eventId, event.id))).toBe(0);
  });

  test('it expires after 60 days, and sooner without use', async () => {
    const { event, organizer, guest, isIn } = await party();
    const going: [string, SessionOwner, number][] = [
      ['a guest', { user: guest }, 60],
      ['an organizer who does not come', { user: organizer }, 14],
      ['a visitor who does not come back', { visitorOf: event }, 2],
    ];
    for (const [who, beginner, days] of going) {
      const token = await begin(beginner);
      // A new cache each time, because a look counts as use.
      const [row] = await getDb()
        .select()
        .from(sessions)
        .where(eq(sessions.id, hashSessionToken(token)));
      const rewind = () =>
        getDb()
          .update(sessions)
          .set({ seenAt: row?.seenAt })
          .where(eq(sessions.id, row?.id ?? ''));
      expect([who, await isIn(token, after(days - 0.01))]).toEqual([who, true]);
      await rewind();
      expect([who, await isIn(token, after(days))]).toEqual([who, false]);
    }
  });

  test('use extends it, which is recorded once an hour, until its 60 days are over', async () => {
    const { event, organizer, isIn } = await party();
    const token = await begin({ user: organizer });
    const visitor = await begin({ visitorOf: event });
    const seenAt = async () =>
      (
        await getDb()
          .select()
          .from(sessions)
          .where(eq(sessions.id, hashSessionToken(token)))
      )[0]?.seenAt;
    await isIn(token, new Date(NOW.getTime() + 0.9 * HOUR));
    expect(await seenAt()).toEqual(NOW);
    const later = new Date(NOW.getTime() + 1.1 * HOUR);
    await isIn(token, later);
    expect(await seenAt()).toEqual(later);
    for (let day = 1; day < 60; day++) {
      expect([day, await isIn(token, after(day))]).toEqual([day, true]);
    }
    expect(await isIn(token, after(60))).toBe(false);
    await isIn(visitor, after(1));
    expect(await isIn(visitor, after(30))).toBe(true);
  });

  test('expired sessions are deleted, and nothing else', async () => {
    const { event, organizer, guest } = await party();
    const all = [
      await begin({ user: guest }),
      await begin({ user: organizer }),
      await begin({ visitorOf: event }),
    ].map(hashSessionToken);
    const left = async () =>
      (await getDb().select().from(sessions).where(eq(sessions.eventId, event.id))).map(
        ({ id }) => id,
      );
    const sweep = (days: number) =>
      removeExpiredSessions(getDb(), { actor: SYSTEM, now: after(days) });
    await sweep(1.9);
    expect((await left()).sort()).toEqual([...all].sort());
    await sweep(2);
    expect((await left()).sort()).toEqual(all.slice(0, 2).sort());
    await sweep(14);
    expect(await left()).toEqual(all.slice(0, 1));
    await sweep(60);
    expect(await left()).toEqual([]);
    const asGuest = removeExpiredSessions(getDb(), { actor: asking(guest), now: NOW });
    await expect(asGuest).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('a person has at most a hundred: the one used longest ago is ended', async () => {
    const { guest } = await party();
    const tokens: string[] = [];
    for (let number = 0; number <= SESSIONS_A_PERSON; number++) {
      tokens.push(await begin({ user: guest }, { now: new Date(NOW.getTime() + number) }));
    }
    const ids = await idsOf(guest);
    expect(ids).toHaveLength(SESSIONS_A_PERSON);
    expect(ids).not.toContain(hashSessionToken(tokens[0] ?? ''));
  });

  test('the cached caller is dropped by any change, on whichever server', async () => {
    const { event, guest } = await party();
    const identities = createIdentities({ db: getDb() });
    const heard: string[] = [];
    await getConnection().listen(CHANGES, (told) => {
      identities.receive(told);
      heard.push(told ?? '');
    });
    const token = await begin({ user: guest });
    const named = { token, eventId: event.id };
    const find = () => identities.find(named, NOW);
    const keptUntil = async (change: () => Promise<unknown>) => {
      const before = await find();
      expect(before).not.toBeNull();
      expect(await find()).toBe(before);
      heard.length = 0;
      await change();
      await expect.poll(() => heard.length).toBeGreaterThan(0);
      expect(await find()).not.toBe(before);
    };
    await keptUntil(() =>
      getDb().update(users).set({ passwordHash: 'another' }).where(eq(users.id, guest.id)),
    );
    await keptUntil(() =>
      getDb().update(events).set({ votingEnabled: false }).where(eq(events.id, event.id)),
    );
    const sessionId = hashSessionToken(token);
    await keptUntil(() => recordAdminCheck(getDb(), { sessionId, now: NOW }));
    await keptUntil(() =>
      getDb()
        .delete(sessions)
        .where(and(eq(sessions.id, sessionId))),
    );
    expect(await find()).toBeNull();
  });
});
