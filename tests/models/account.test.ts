import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '~db/schema';
import type { Person } from '~/models/access';
import { ensureAdministrator } from '~/models/admin/account.server';
import { changePassword } from '~/models/session/credentials.server';
import { findEventByNames } from '~/models/event/names.server';
import { verifyPassword } from '~/models/session/password.server';
import { singleRow } from '~/models/row.server';
import { findUserBySignInLink } from '~/models/session/sign-in-link.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { changeDetails } from '~/models/user/write.server';
import { findUserByPerson, type UserRow } from '~/models/user/read.server';
import {
  asking,
  createSignInLink,
  createTestEvent,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('a user’s own account', (getDb) => {
  const change = (user: UserRow, name: string, email: string) =>
    changeDetails(getDb(), { actor: asking(user), name, email });
  const rowOf = async ({ id }: { id: number }) =>
    singleRow(await getDb().select().from(users).where(eq(users.id, id)));

  test('a participant is found by the new name and e-mail, and no longer by the old ones', async () => {
    const { event } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    await change(guest, ' Ann  Lee ', ' Ann@Example.com ');
    const find = (name: string, email: string) =>
      findUserByPerson(getDb(), { eventId: event.id, name, email });
    expect(await find('ann lee', 'ann@example.com')).toMatchObject({
      id: guest.id,
      name: 'Ann  Lee',
      email: 'Ann@Example.com',
    });
    expect(await find(guest.name, guest.email)).toBeNull();
  });

  test('two members of an event never have both name and e-mail in common', async () => {
    const { event, organizerName } = await createTestEvent(getDb());
    const [ann, bob] = [
      await createTestUser(getDb(), event.id, { name: 'Ann', email: 'ann@example.com' }),
      await createTestUser(getDb(), event.id, { name: 'Bob', email: 'bob@example.com' }),
    ];
    const taken = change(bob, 'ANN', 'Ann@example.com');
    await expect(taken).rejects.toMatchObject({ code: 'user_exists', field: 'name' });
    expect(await rowOf(bob)).toMatchObject({ name: 'Bob', email: 'bob@example.com' });
    // The same name with another address is another person, and so is anybody in another event.
    await change(bob, 'Ann', 'bob@example.com');
    const { event: other } = await createTestEvent(getDb());
    await change(await createTestUser(getDb(), other.id), 'Ann', 'ann@example.com');
    // An event is not found by a participant's name.
    await findEventByNames(getDb(), { event: event.name, organizerName }, 'member');
    expect(ann.id).not.toBe(bob.id);
  });

  test('the event is found by its organizer’s new name', async () => {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    await change(organizer, 'New Name', organizer.email);
    const find = (name: string) =>
      findEventByNames(getDb(), { event: event.name, organizerName: name }, 'member');
    expect(await find('new name')).toMatchObject({ id: event.id });
    // Printed invitations show the old one.
    expect(await find(organizerName)).toMatchObject({ id: event.id });
    await expect(find('Somebody')).rejects.toMatchObject({ code: 'incorrect_organizer_name' });
  });

  test('no two events get the same two names, even in simultaneous changes', async () => {
    const name = `Party ${unique()}`;
    const { organizer: first } = await createTestEvent(getDb(), { name });
    const { event, organizer: second } = await createTestEvent(getDb(), { name });
    const outcomes = await Promise.allSettled([
      change(first, 'The Same', first.email),
      change(second, 'The Same', second.email),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => [reason.code, reason.field])).toEqual([
      ['event_exists', 'name'],
    ]);
    const loser = outcomes[0].status === 'rejected' ? first : second;
    expect(await rowOf(loser)).toMatchObject({ name: loser.name });
    expect(event.name).toBe(name);
  });

  test('a sign-in link sent to the old address is invalid', async () => {
    const { organizer } = await createTestEvent(getDb());
    const now = new Date();
    const token = await createSignInLink(getDb(), { userId: organizer.id, now });
    await change(organizer, organizer.name, 'new@example.com');
    expect(await findUserBySignInLink(getDb(), { token, now })).toBeNull();
  });

  test('a deleted user, or one of another event, changes nothing', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const { organizer: other } = await createTestEvent(getDb());
    const details = { name: 'Somebody', email: 'some@example.com' };
    const role: Person['role'] = 'organizer';
    for (const who of [
      { userId: 900_000_000, eventId: event.id },
      { userId: other.id, eventId: event.id },
    ]) {
      await expect(
        changeDetails(getDb(), { actor: { ...who, role, today: TODAY }, ...details }),
      ).rejects.toMatchObject({
        code: 'authentication_required',
      });
    }
    expect(await rowOf(organizer)).toMatchObject({ name: organizer.name });
  });

  test('a password is chosen, then changed with the current one', async () => {
    const { organizer } = await createTestEvent(getDb());
    const to = (password: string, current?: string) =>
      changePassword(getDb(), { actor: asking(organizer), current, password });
    const opens = async (password: string) =>
      verifyPassword(password, (await rowOf(organizer)).passwordHash);
    const field = 'currentPassword';

    await to('first-one');
    expect(await opens('first-one')).toBe(true);
    await expect(to('second-one')).rejects.toMatchObject({ code: 'password_required', field });
    await expect(to('second-one', 'wrong')).rejects.toMatchObject({
      code: 'password_wrong',
      field,
    });
    expect(await opens('first-one')).toBe(true);
    await to('second-one', 'first-one');
    expect(await opens('second-one')).toBe(true);
    expect(await opens('first-one')).toBe(false);
  });

  test('of two passwords chosen at once one is stored, and the other is refused', async () => {
    const { organizer } = await createTestEvent(getDb());
    const outcomes = await Promise.allSettled(
      ['one-of-them', 'other-of-them'].map((password) =>
        changePassword(getDb(), { actor: asking(organizer), password }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('participants choose no password, and the administrator changes neither', async () => {
    const { event } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const admin = { email: 'admin@example.com', username: 'admin', password: 'admin-password' };
    await ensureAdministrator(getDb(), { ...admin, today: TODAY });
    const denied = { code: 'access_denied' };
    for (const user of [guest, await rowOf({ id: ADMIN_USER_ID })]) {
      const chosen = changePassword(getDb(), {
        actor: asking(user),
        current: admin.password,
        password: 'another-one',
      });
      await expect(chosen).rejects.toMatchObject(denied);
    }
    const renamed = change(await rowOf({ id: ADMIN_USER_ID }), 'Somebody', 'x@example.com');
    await expect(renamed).rejects.toMatchObject(denied);
  });
});
