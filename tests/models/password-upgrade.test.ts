import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { checkAdmin, ensureAdministrator } from '~/models/admin/account.server';
import { changePassword } from '~/models/session/credentials.server';
import { hashPassword, needsRehash, verifyPassword } from '~/models/session/password.server';
import { upgradePassword } from '~/models/session/password-upgrade.server';
import { singleRow } from '~/models/row.server';
import { login } from '~/models/session/sign-in.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { asking, createTestEvent, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';

const PASSWORD = 'open sesame';
/** That password, hashed as it was before the cost was raised. */
const OLD = 'scrypt$32768$8$1$c2FsdHNhbHRzYWx0c2FsdA$eo7bYrbSFi-FCgbeBgF7seFm_A7GEwuTMR4L7pD9mGg';

withDatabases('a password hashed at an older cost', (getDb) => {
  const hashOf = async (userId: number) => {
    const rows = await getDb().select().from(users).where(eq(users.id, userId));
    return singleRow(rows).passwordHash ?? '';
  };
  const setHash = (userId: number, passwordHash: string) =>
    getDb().update(users).set({ passwordHash }).where(eq(users.id, userId));

  async function party() {
    const { event, organizer, organizerName } = await createTestEvent(getDb(), {
      organizer: { passwordHash: OLD },
    });
    const signIn = (password: string) =>
      login(
        { db: getDb(), mail: null, now: () => new Date(), today: () => TODAY },
        {
          event: event.name,
          organizerName,
          name: organizer.name,
          email: organizer.email,
          password,
          signInMail: () => ({ subject: '', text: '' }),
        },
      );
    return { userId: organizer.id, actor: asking(organizer), signIn };
  }

  /** A database in which something happens right before each change. */
  function before(meanwhile: () => PromiseLike<unknown>): Db {
    const db = getDb();
    const update = () => ({
      set: (values: object) => ({
        where: (where: Parameters<ReturnType<ReturnType<Db['update']>['set']>['where']>[0]) => ({
          returning: async () => {
            await meanwhile();
            return db.update(users).set(values).where(where).returning({ id: users.id });
          },
        }),
      }),
    });
    return Object.create(db, { update: { value: update } }) as Db;
  }

  test('is hashed again when the administrator enters it, however often at once', async () => {
    const administrator = { email: 'admin@example.com', username: 'admin', password: PASSWORD };
    await ensureAdministrator(getDb(), { ...administrator, today: TODAY });
    await setHash(ADMIN_USER_ID, OLD);
    const deps = { db: getDb(), env: { SESSION_SECRET: ['test'] as const }, now: () => new Date() };
    const credentials = { userId: ADMIN_USER_ID, username: 'admin', password: PASSWORD };
    const checks = await Promise.all([1, 2, 3].map(() => checkAdmin(deps, credentials)));
    expect(needsRehash(await hashOf(ADMIN_USER_ID))).toBe(false);
    expect(checks).toMatchObject(Array(3).fill({ isAdmin: true, proof: 'none' }));
  });

  test('is hashed again when it signs its organizer in', async () => {
    const { userId, signIn } = await party();
    await expect(signIn('open barley')).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await hashOf(userId)).toBe(OLD);

    const { user } = await signIn(PASSWORD);
    const upgraded = await hashOf(userId);
    expect(needsRehash(upgraded)).toBe(false);
    expect(await verifyPassword(PASSWORD, upgraded)).toBe(true);
    expect(user.passwordHash).toBe(upgraded);

    await signIn(PASSWORD);
    expect(await hashOf(userId)).toBe(upgraded);
  });

  test('does not overwrite a password that was changed meanwhile', async () => {
    const { userId } = await party();
    const changed = await hashPassword('open barley');
    const db = before(() => setHash(userId, changed));
    expect(await upgradePassword(db, { userId, password: PASSWORD, proven: OLD })).toBe(OLD);
    expect(await hashOf(userId)).toBe(changed);
  });

  test('can be changed while it is hashed again', async () => {
    const { userId, actor } = await party();
    const upgraded = await hashPassword(PASSWORD);
    const isOld = and(eq(users.id, userId), eq(users.passwordHash, OLD));
    const db = before(() => getDb().update(users).set({ passwordHash: upgraded }).where(isOld));
    await changePassword(db, { actor, current: PASSWORD, password: 'open barley' });
    expect(await verifyPassword('open barley', await hashOf(userId))).toBe(true);
  });

  test('signs in unchanged if it cannot be hashed again in time', async () => {
    const { userId } = await party();
    const upgrade = (db: Db) => upgradePassword(db, { userId, password: PASSWORD, proven: OLD });
    const broken = before(() => Promise.reject(new Error('no connection')));
    expect(await upgrade(broken)).toBe(OLD);

    const cheap = `scrypt$2$1$1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
    const crowd = Array.from({ length: 52 }, () => verifyPassword('anything', cheap));
    expect(await upgrade(getDb())).toBe(OLD);
    await Promise.all(crowd);
    expect(await hashOf(userId)).toBe(OLD);
  });
});
