import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { firstRun, securityEvents, sessions, users } from '~db/schema';
import { ensureAdministrator } from '~/models/admin/account.server';
import { setAdminPassword } from '~/models/admin/lost-password.server';
import { singleRow } from '~/models/row.server';
import { verifyPassword } from '~/models/session/password.server';
import { newToken } from '~/models/session/token.server';
import { beginSession } from '~/models/session/write.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { withDatabases } from '../setup/databases';

const now = new Date('2026-06-15T12:00:00Z');

withDatabases('a lost administrator’s password', (getDb) => {
  const administrator = async () =>
    singleRow(await getDb().select().from(users).where(eq(users.id, ADMIN_USER_ID)));

  test('is replaced, every session ends, and it is logged', async () => {
    const db = getDb();
    const account = { email: 'anna@example.com', username: 'anna', password: 'the lost one' };
    await ensureAdministrator(db, { ...account, today: '2026-06-15' });
    const user = await administrator();
    await beginSession(db, { token: newToken(), who: { user }, userAgent: null, now });

    const { username, generated } = await setAdminPassword(db, { now });
    expect(username).toBe(user.username);
    expect(await verifyPassword(generated ?? '', (await administrator()).passwordHash)).toBe(true);
    expect(await db.$count(sessions, eq(sessions.userId, ADMIN_USER_ID))).toBe(0);
    expect(await db.$count(securityEvents, eq(securityEvents.kind, 'password_changed'))).toBe(1);
    expect(singleRow(await db.select().from(firstRun)).passwordChosenAt).toEqual(now);

    const chosen = { password: 'three plain words', now };
    expect((await setAdminPassword(db, chosen)).generated).toBeNull();
    const { passwordHash } = await administrator();
    expect(await verifyPassword(chosen.password, passwordHash)).toBe(true);
  });

  test('is not replaced by one that others would try first', async () => {
    const { passwordHash } = await administrator();
    const refused = setAdminPassword(getDb(), { password: 'password1', now });
    await expect(refused).rejects.toThrow('ADMIN_PASSWORD: is easy to guess');
    expect((await administrator()).passwordHash).toBe(passwordHash);
  });
});
