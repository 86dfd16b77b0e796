import { expect, test } from 'vitest';
import { keptOut, users } from '~db/schema';
import { liftBan, listBans } from '~/models/user/bans.server';
import { findUserByPerson, type UserRow } from '~/models/user/read.server';
import { register } from '~/models/user/register.server';
import { removeParticipant } from '~/models/user/remove.server';
import { loginOrRegister } from '~/models/session/sign-in.server';
import { asking, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { KEYS } from '../setup/fakes';

withDatabases('a banned person', (getDb) => {
  const deps = (env = KEYS) => ({ db: getDb(), env });
  const join = (eventId: number, who: { name: string; email: string }, env = KEYS) =>
    register(deps(env), { ...who, eventId, today: TODAY });
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const actor = asking(organizer);
    const remove = (user: UserRow, keepOut: boolean) =>
      removeParticipant(deps(), { actor, userId: user.id, keepOut });
    return { event, organizer, guest, actor, remove };
  }

  test('cannot join again, under any name or by any way; a person who was only removed can', async () => {
    const { event, guest, remove } = await party();
    const { name, email } = guest;
    await remove(guest, false);
    const again = await join(event.id, { name, email });
    await remove(again, true);
    const refused = { code: 'kept_out', status: 403 };
    const inCapitals = { name: `Guest ${unique()}`, email: ` ${email.toUpperCase()} ` };
    await expect(join(event.id, { name, email })).rejects.toMatchObject(refused);
    await expect(join(event.id, inCapitals)).rejects.toMatchObject(refused);
    const signIn = { ...deps(), mail: null, now: () => new Date(), today: () => TODAY };
    const signInMail = () => ({ subject: '', text: '' });
    const typed = { name, email, eventId: event.id, signInMail };
    await expect(loginOrRegister(signIn, typed)).rejects.toMatchObject(refused);
    expect(await findUserByPerson(getDb(), typed)).toBeNull();
    // It affects nobody else, and no other event.
    await join(event.id, { name, email: `${unique()}@example.com` });
    const other = await party();
    expect((await join(other.event.id, { name, email })).eventId).toBe(other.event.id);
  });

  test('is listed by name, once, and can be let back in; the address itself is not stored', async () => {
    const { event, guest, actor, remove } = await party();
    const second = await createTestUser(getDb(), event.id, { name: 'Ann Lee', email: guest.email });
    await remove(guest, true);
    await remove(second, true);
    const listed = await listBans(getDb(), { actor, eventId: event.id });
    expect(listed).toMatchObject([{ name: 'Ann Lee' }]);
    const stored = JSON.stringify(await getDb().select().from(keptOut));
    expect(stored.toLowerCase()).not.toContain(guest.email.toLowerCase());

    const id = listed[0]?.id ?? 0;
    const other = await party();
    const foreign = liftBan(getDb(), { actor: other.actor, eventId: event.id, id });
    await expect(foreign).rejects.toMatchObject({ code: 'access_denied' });
    const guests = liftBan(getDb(), { actor: asking(second), eventId: event.id, id });
    await expect(guests).rejects.toMatchObject({ code: 'not_an_organizer' });
    await liftBan(getDb(), { actor, eventId: event.id, id });
    await expect(liftBan(getDb(), { actor, eventId: event.id, id })).rejects.toMatchObject({
      code: 'user_not_found',
    });
    expect((await join(event.id, guest)).email).toBe(guest.email);
    expect(await getDb().$count(users)).toBeGreaterThan(0);
  });

  test('stays banned when the server’s secret has changed', async () => {
    const { event, guest, remove } = await party();
    await remove(guest, true);
    const rotated: typeof KEYS = { SESSION_SECRET: ['a new one'] };
    rotated.SESSION_SECRET.push(...KEYS.SESSION_SECRET);
    await expect(join(event.id, guest, rotated)).rejects.toMatchObject({ code: 'kept_out' });
  });
});
