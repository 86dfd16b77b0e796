import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { sessions, users } from '~db/schema';
import { ADMINISTRATOR } from '~/models/access';
import { PAGE_SIZE, readListQuery, USER_SORTS } from '~/models/admin/list';
import {
  getUserToDelete,
  listAllUsers,
  findSuccessors,
  listUsersPage,
} from '~/models/admin/list.server';
import { checkAdmin, ensureAdministrator } from '~/models/admin/account.server';
import { updateAdminCredentials } from '~/models/session/credentials.server';
import { singleRow } from '~/models/row.server';
import { beginSession } from '~/models/session/write.server';
import { hashSessionToken, newToken } from '~/models/session/token.server';
import { deleteUser } from '~/models/user/remove.server';
import {
  createTestEvent,
  createTestPhoto,
  createTestUser,
  createTestUsers,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('users and their administrator', (getDb) => {
  beforeAll(async () => {
    const administrator = { email: 'admin@example.com', username: 'admin', today: TODAY };
    await ensureAdministrator(getDb(), { ...administrator, password: 'open sesame' });
  });

  const read = (address: string) => readListQuery(new URLSearchParams(address), USER_SORTS);
  const list = (address: string) => listUsersPage(getDb(), read(address));
  const namesOf = async (address: string) => (await list(address)).rows.map(({ name }) => name);

  const party = (name = `Event ${unique()}`) => createTestEvent(getDb(), { name });

  test('each word of a search matches name, e-mail or event, literally', async () => {
    const mark = unique();
    const { event } = await party(`Ball ${mark}`);
    await createTestUser(getDb(), event.id, { name: 'Zoé 100%', email: 'z_e@example.com' });
    await createTestUser(getDb(), event.id, { name: 'Zoé 100x', email: 'zze@example.com' });
    expect((await list(`q=${mark}`)).total).toBe(3);
    expect(await namesOf(`q=ball ${mark} zoé&sort=name`)).toEqual(['Zoé 100%', 'Zoé 100x']);
    expect(await namesOf(`q=${mark} 100%25`)).toEqual(['Zoé 100%']);
    expect(await namesOf(`q=${mark} z_e@`)).toEqual(['Zoé 100%']);
    expect(await list(`q=${mark} nobody`)).toEqual({ rows: [], total: 0, page: 1, pages: 1 });
  });

  test('every column sorts, both ways', async () => {
    const mark = unique();
    const { event } = await party(`B ${mark}`);
    const { event: other, organizer } = await party(`a ${mark}`);
    const bob = await createTestUser(getDb(), event.id, { name: 'Bob', email: 'C@example.com' });
    const amy = await createTestUser(getDb(), other.id, { name: 'amy', email: 'd@example.com' });
    await createTestPhoto(getDb(), bob);
    await createTestPhoto(getDb(), bob, { position: 2 });
    await createTestPhoto(getDb(), amy);
    const ours = new Set([bob.id, amy.id]);
    const order = async (sort: string) =>
      (await list(`q=${mark}&sort=${sort}`)).rows
        .filter(({ id }) => ours.has(id))
        .map(({ name, photoCount }) => `${name} ${photoCount}`);
    const bobFirst = ['Bob 2', 'amy 1'];
    const amyFirst = ['amy 1', 'Bob 2'];
    expect(await order('id')).toEqual(bobFirst);
    expect(await order('-id')).toEqual(amyFirst);
    expect(await order('name')).toEqual(amyFirst);
    expect(await order('-name')).toEqual(bobFirst);
    expect(await order('email')).toEqual(bobFirst);
    expect(await order('-email')).toEqual(amyFirst);
    expect(await order('event')).toEqual(amyFirst);
    expect(await order('-event')).toEqual(bobFirst);
    expect(await order('photos')).toEqual(amyFirst);
    expect(await order('-photos')).toEqual(bobFirst);
    const [row] = (await list(`q=${mark} ${organizer.name}`)).rows;
    expect(row).toEqual({
      id: organizer.id,
      name: organizer.name,
      email: organizer.email,
      username: organizer.username,
      isOrganizer: true,
      event: { id: other.id, name: `a ${mark}` },
      photoCount: 0,
    });
  });

  test('every user is on exactly one page; a page number that is too high shows the last page', async () => {
    const { event } = await party();
    await createTestUsers(getDb(), event.id, PAGE_SIZE);
    const page = (number: number) =>
      listUsersPage(getDb(), { ...read(`page=${number}`), eventId: event.id });
    const first = await page(1);
    const second = await page(2);
    expect([first.rows.length, second.rows.length]).toEqual([PAGE_SIZE, 1]);
    expect(first).toMatchObject({ total: PAGE_SIZE + 1, pages: 2 });
    expect(await page(9)).toEqual(second);
    const all = await listAllUsers(getDb(), { ...read(''), eventId: event.id });
    expect([...first.rows, ...second.rows]).toEqual(all);
  });

  test('a user to be deleted is shown with the event, and with who could take it over', async () => {
    const { event, organizer } = await party();
    const other = await party();
    await createTestUser(getDb(), other.event.id, { name: 'Somewhere Else' });
    const guests = [];
    for (const name of ['Zoë', 'émile', 'Anna', 'Émile']) {
      guests.push(await createTestUser(getDb(), event.id, { name }));
    }
    const { people: successors } = await findSuccessors(getDb(), { eventId: event.id, search: '' });
    expect(successors.map(({ name }) => name)).toEqual(['Anna', 'émile', 'Émile', 'Zoë']);
    expect(successors[3]).toEqual({ id: guests[0]?.id, name: 'Zoë', email: guests[0]?.email });
    for (const { id, name, isOrganizer } of [organizer, ...guests.slice(0, 1)]) {
      expect(await getUserToDelete(getDb(), { userId: id })).toEqual({
        name,
        isOrganizer,
        event: { id: event.id, name: event.name },
      });
    }
  });

  test('the administrator and deleted users cannot be deleted', async () => {
    const { organizer } = await party();
    await deleteUser(getDb(), { actor: ADMINISTRATOR, userId: organizer.id });
    for (const [userId, code] of [
      [1, 'access_denied'],
      [organizer.id, 'user_not_found'],
      [9_000_000_000, 'user_not_found'],
    ] as const) {
      await expect(deleteUser(getDb(), { actor: ADMINISTRATOR, userId })).rejects.toMatchObject({
        code,
      });
      await expect(getUserToDelete(getDb(), { userId })).rejects.toMatchObject({ code });
    }
    expect(await getDb().$count(users, eq(users.id, 1))).toBe(1);
  });

  test('new credentials replace the old ones, and only a new password ends other sessions', async () => {
    const deps = { db: getDb(), env: { SESSION_SECRET: ['test'] as const }, now: () => new Date() };
    const check = async (username: string, password: string) =>
      (await checkAdmin(deps, { userId: 1, username, password })).isAdmin;
    const begin = async () => {
      const user = singleRow(await getDb().select().from(users).where(eq(users.id, 1)));
      const [token, userAgent, who] = [newToken(), null, { user }];
      await beginSession(getDb(), { token, who, userAgent, now: new Date() });
      return hashSessionToken(token);
    };
    const [own, other] = [await begin(), await begin()];
    const left = async () =>
      (await getDb().select().from(sessions).where(eq(sessions.userId, 1))).map(({ id }) => id);
    const update = (password: string) => {
      const values = { username: 'root', password, renewal: { sessionId: own, token: 'next' } };
      return updateAdminCredentials(getDb(), { actor: ADMINISTRATOR, ...values });
    };
    await update('');
    expect(await check('root', 'open sesame')).toBe(true);
    expect(await check('admin', 'open sesame')).toBe(false);
    expect((await left()).sort()).toEqual([own, other].sort());

    await update('open barley');
    expect(await check('root', 'open sesame')).toBe(false);
    expect(await check('root', 'open barley')).toBe(true);
    expect(await left()).toEqual([hashSessionToken('next')]);
  });
});
