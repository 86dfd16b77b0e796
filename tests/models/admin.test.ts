import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, users } from '~db/schema';
import { checkAdmin, ensureAdministrator } from '~/models/admin/account.server';
import { createTestEvent, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('the administrator', (getDb) => {
  const passwords: string[] = [];
  const tell = (password: string) => void passwords.push(password);
  const administrator = { email: 'admin@example.com', username: 'admin', today: TODAY, tell };
  const deps = () => ({
    db: getDb(),
    env: { SESSION_SECRET: ['test'] as const },
    now: () => new Date(),
  });
  const check = (changes: object = {}) =>
    checkAdmin(deps(), { userId: 1, username: 'admin', password: 'x', ...changes });

  test('servers that start together create user 1 and event 1 once', async () => {
    const untold = () => {
      throw new Error('the disk is full');
    };
    const refused = ensureAdministrator(getDb(), { ...administrator, tell: untold });
    await expect(refused).rejects.toThrow('the disk is full');
    await Promise.all(Array.from({ length: 4 }, () => ensureAdministrator(getDb(), administrator)));
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
    await ensureAdministrator(getDb(), administrator);
    expect(passwords).toHaveLength(1);
  });

  test('the next user gets another id', async () => {
    expect((await createTestEvent(getDb())).organizer.id).toBeGreaterThan(1);
  });

  test('a password from a variable is not printed', async () => {
    await getDb().delete(events).where(eq(events.id, 1));
    const given = { ...administrator, password: 'open sesame' };
    passwords.length = 0;
    expect(await ensureAdministrator(getDb(), given)).toBeNull();
    expect(passwords).toEqual([]);
    expect(await check({ password: 'open sesame' })).toMatchObject({ isAdmin: true });
  });

  test('a common password from a variable is reported, once', async () => {
    await getDb().delete(events).where(eq(events.id, 1));
    const start = () => ensureAdministrator(getDb(), { ...administrator, password: 'Admin-87' });
    expect([await start(), await start()]).toEqual(['password_names', null]);
    await getDb().delete(events).where(eq(events.id, 1));
    await ensureAdministrator(getDb(), { ...administrator, password: 'open sesame' });
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
});
