import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, users } from '~db/schema';
import { checkAdmin, ensureAdministrator } from '~/models/admin.server';
import { checkHealth, createHealthCheck } from '~/models/health.server';
import { createTestEvent, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const TIME = Date.parse('2026-06-15T12:00:00Z');

withDatabases('the administrator', (getDb) => {
  const administrator = { email: 'admin@example.com', username: 'admin', today: TODAY };
  const check = (changes: object = {}) =>
    checkAdmin(getDb(), { userId: 1, username: 'admin', password: 'x', ...changes });

  test('servers that start together make user 1 and event 1 once', async () => {
    const starts = await Promise.all(
      Array.from({ length: 4 }, () => ensureAdministrator(getDb(), administrator)),
    );
    const passwords = starts.flatMap(({ createdPassword }) => createdPassword ?? []);
    expect(passwords).toHaveLength(1);

    const [event] = await getDb().select().from(events).where(eq(events.id, 1));
    expect(event).toMatchObject({
      name: 'DEMO',
      startDate: '2026-06-15',
      endDate: '2036-06-15',
    });
    const [user] = await getDb().select().from(users).where(eq(users.id, 1));
    expect(user).toMatchObject({ name: 'Demo', username: 'admin', isOrganizer: true, eventId: 1 });

    expect(await check({ password: passwords[0] })).toMatchObject({ isAdmin: true });
    expect(await ensureAdministrator(getDb(), administrator)).toEqual({});
  });

  test('the next user gets an id of their own', async () => {
    expect((await createTestEvent(getDb())).organizer.id).toBeGreaterThan(1);
  });

  test('a given password is kept to oneself', async () => {
    await getDb().delete(events).where(eq(events.id, 1));
    const given = { ...administrator, password: 'open sesame' };
    expect(await ensureAdministrator(getDb(), given)).toEqual({});
    expect(await check({ password: 'open sesame' })).toMatchObject({ isAdmin: true });
  });

  test('wrong credentials, and other users, are refused', async () => {
    const failed = { isAdmin: false, refusal: 'admin_authentication_failed' };
    expect(await check({ password: 'open barley' })).toEqual(failed);
    expect(await check({ username: 'root', password: 'open sesame' })).toEqual(failed);
    expect(await check({ userId: 2, password: 'open sesame' })).toEqual({
      isAdmin: false,
      refusal: 'no_admin_privileges',
    });
  });

  test('health names the part that fails', async () => {
    const storage = createFakeStorage();
    expect(await checkHealth({ db: getDb(), storage })).toEqual({ status: 'ok' });
    storage.check = () => Promise.reject(new Error('gone'));
    expect(await checkHealth({ db: getDb(), storage })).toEqual({
      status: 'failing',
      part: 'storage',
    });
  });

  test('health is looked at every five seconds at most, however many ask', async () => {
    const storage = createFakeStorage();
    let looks = 0;
    let look = () => Promise.resolve();
    storage.check = () => {
      looks += 1;
      return look();
    };
    let now = TIME;
    const health = createHealthCheck({ db: getDb(), storage, now: () => new Date(now) });
    const ok = { status: 'ok' };
    const failing = { status: 'failing', part: 'storage' };

    // It takes longer than its answer holds, and those who come meanwhile wait for the same one.
    let answer: () => void = () => undefined;
    look = () => new Promise((resolve) => (answer = resolve));
    const first = health();
    await expect.poll(() => looks).toBe(1);
    now += 6000;
    const second = health();
    answer();
    expect([await first, await second, looks]).toEqual([ok, ok, 1]);

    look = () => Promise.reject(new Error('gone'));
    now += 4999;
    expect([await health(), looks]).toEqual([ok, 1]);
    now += 1;
    expect([await health(), looks]).toEqual([failing, 2]);
    look = () => Promise.resolve();
    now += 4999;
    expect([await health(), looks]).toEqual([failing, 2]);
    now += 1;
    expect([await health(), looks]).toEqual([ok, 3]);
    // A clock that was set back must not make an old answer last.
    now -= 3_600_000;
    expect([await health(), looks]).toEqual([ok, 4]);
  });
});
