import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { coOrganizerLinks, events, messages, sessions, users } from '~db/schema';
import { coOrganizerMessage } from '~/i18n/platform-texts.server';
import { ADMINISTRATOR, assertCan, memberOf, type Actor } from '~/models/access';
import { readAuditQuery } from '~/models/admin/audit';
import { listAuditPage } from '~/models/admin/audit.server';
import { deleteUser, deleteOwnAccount, removeParticipant } from '~/models/user/remove.server';
import { addDays } from '~/models/day';
import { CO_ORGANIZERS_MAX, LINK_DAYS } from '~/models/event/co-organizers';
import {
  createCoOrganizerLink,
  endCoOrganizer,
  findLinkedEvent,
  listCoOrganizerLinks,
  listCoOrganizers,
  withdrawCoOrganizerLink,
} from '~/models/event/co-organizers.server';
import { deleteEvent } from '~/models/event/end.server';
import { changeOrganizer } from '~/models/event/organizer.server';
import { countParticipants, findOrganizer } from '~/models/event/read.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { changePassword } from '~/models/session/credentials.server';
import { findUserByReturnToken, login } from '~/models/session/sign-in.server';
import { newToken } from '~/models/session/token.server';
import { beginSession } from '~/models/session/write.server';
import { joinAsCoOrganizer } from '~/models/user/co-organizer-join.server';
import { changeDetails } from '~/models/user/write.server';
import { ensureAdministrator } from '~/models/admin/account.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { KEYS } from '../setup/fakes';

// The people who run an event alongside its organizer (rules `co-organizers.…`).
withDatabases('co-organizers', (getDb) => {
  const now = new Date(`${TODAY}T12:00:00Z`);
  const deps = (at = now) => ({
    db: getDb(),
    env: KEYS,
    coOrganizerWords: coOrganizerMessage,
    now: () => at,
    today: () => TODAY,
  });
  const person = () => ({ name: `Karim ${unique()}`, email: `${unique()}@example.com` });
  async function party() {
    // The platform's messages come from user 1.
    await ensureAdministrator(getDb(), {
      email: 'admin@example.com',
      username: 'admin',
      password: 'a long one',
      today: TODAY,
    });
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const actor = asking(organizer);
    const link = async () =>
      (await createCoOrganizerLink(getDb(), { actor, eventId: event.id, now })).token;
    const co = async () =>
      (await joinAsCoOrganizer(deps(), { token: await link(), ...person() })).user;
    const end = (userId: number, by: Actor = actor) =>
      endCoOrganizer(getDb(), { actor: by, eventId: event.id, userId });
    return { event, organizer, organizerName, guest, actor, link, co, end };
  }
  const rowOf = async (id: number) =>
    (await getDb().select().from(users).where(eq(users.id, id)))[0];

  describe('a link', () => {
    test('is stored as a hash, lasts seven days, and opening it does not use it up', async () => {
      const { event, actor, link } = await party();
      const token = await link();
      const [row] = await getDb()
        .select()
        .from(coOrganizerLinks)
        .where(eq(coOrganizerLinks.eventId, event.id));
      expect(JSON.stringify(row)).not.toContain(token);
      expect(row?.expiresAt).toEqual(new Date(`${addDays(TODAY, LINK_DAYS)}T12:00:00Z`));
      const open = (at: Date) => findLinkedEvent(getDb(), { token, now: at });
      expect(await open(now)).toMatchObject({ id: event.id });
      expect(await open(now)).toMatchObject({ id: event.id });
      const late = new Date(now.getTime() + LINK_DAYS * 24 * 3600 * 1000);
      expect(await open(late)).toBeNull();
      await expect(joinAsCoOrganizer(deps(late), { token, ...person() })).rejects.toMatchObject({
        code: 'link_expired',
      });
      const asked = { actor, eventId: event.id };
      expect(await listCoOrganizerLinks(getDb(), { ...asked, now: late })).toEqual([]);
    });

    test('works once, even for two people at once', async () => {
      const { event, actor, link } = await party();
      const token = await link();
      const results = await Promise.allSettled(
        [person(), person(), person()].map((who) => joinAsCoOrganizer(deps(), { token, ...who })),
      );
      const refusals = results.filter(({ status }) => status === 'rejected');
      expect(refusals).toHaveLength(2);
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ reason: { code: 'link_expired' } });
      expect(await listCoOrganizers(getDb(), { actor, eventId: event.id })).toHaveLength(1);
      expect(await findLinkedEvent(getDb(), { token, now })).toBeNull();
    });

    test('is not used up by a person who is refused', async () => {
      const { event, organizer, link } = await party();
      const token = await link();
      const { name, email } = organizer;
      await expect(joinAsCoOrganizer(deps(), { token, name, email })).rejects.toMatchObject({
        code: 'user_exists',
      });
      await expect(
        joinAsCoOrganizer(deps(), { token, name, email: `${unique()}@example.com` }),
      ).rejects.toMatchObject({ code: 'name_imitates' });
      expect(await findLinkedEvent(getDb(), { token, now })).toMatchObject({ id: event.id });
      expect(await rowOf(organizer.id)).toEqual(organizer);
    });

    test('can be withdrawn by the organizer, of their own event only', async () => {
      const { event, actor, link } = await party();
      const token = await link();
      const other = await party();
      const [open] = await listCoOrganizerLinks(getDb(), { actor, eventId: event.id, now });
      const linkId = open?.id ?? 0;
      await withdrawCoOrganizerLink(getDb(), {
        ...{ actor: other.actor, eventId: other.event.id, linkId },
      });
      expect(await findLinkedEvent(getDb(), { token, now })).not.toBeNull();
      await withdrawCoOrganizerLink(getDb(), { actor, eventId: event.id, linkId });
      expect(await findLinkedEvent(getDb(), { token, now })).toBeNull();
    });

    test('is refused beyond the limit, which links and people share; expired links do not count', async () => {
      const { event, actor, link, co } = await party();
      await co();
      const left = CO_ORGANIZERS_MAX - 1;
      const made = await Promise.allSettled(Array.from({ length: left + 2 }, () => link()));
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(left);
      await expect(link()).rejects.toMatchObject({ code: 'co_organizers_full', status: 409 });
      const late = new Date(now.getTime() + (LINK_DAYS + 1) * 24 * 3600 * 1000);
      await createCoOrganizerLink(getDb(), { actor, eventId: event.id, now: late });
      const open = await listCoOrganizerLinks(getDb(), { actor, eventId: event.id, now: late });
      expect(open).toHaveLength(1);
    });
  });

  test('a newcomer organizes from then on, the event keeps its organizer, and no place is taken', async () => {
    const { event, organizer, actor, link } = await party();
    await getDb().update(events).set({ maxUsers: 1 }).where(eq(events.id, event.id));
    const who = person();
    const { user, returnToken } = await joinAsCoOrganizer(deps(), { token: await link(), ...who });
    expect(user).toMatchObject({ ...who, isOrganizer: true, coOrganizerSince: now });
    expect(await findOrganizer(getDb(), { eventId: event.id })).toEqual(organizer);
    expect(await countParticipants(getDb(), { eventId: event.id })).toBe(1);
    expect(await findUserByReturnToken(getDb(), { token: returnToken })).toMatchObject({
      id: user.id,
    });
    expect(await listCoOrganizers(getDb(), { actor, eventId: event.id })).toEqual([
      { id: user.id, ...who, since: now },
    ]);
  });

  test('a guest keeps photos and id, and every session of theirs ends', async () => {
    const { guest, link } = await party();
    const photo = await createTestPhoto(getDb(), guest);
    const session = { token: newToken(), who: { user: guest }, userAgent: null, now };
    await beginSession(getDb(), session);
    const { user } = await joinAsCoOrganizer(deps(), { token: await link(), userId: guest.id });
    expect(user).toMatchObject({ id: guest.id, isOrganizer: true });
    expect(photo.userId).toBe(user.id);
    expect(await getDb().$count(sessions, eq(sessions.userId, guest.id))).toBe(0);
  });

  test('a guest of another event is not made one by their id', async () => {
    const { link } = await party();
    const { guest: stranger } = await party();
    await expect(
      joinAsCoOrganizer(deps(), { token: await link(), userId: stranger.id }),
    ).rejects.toMatchObject({ code: 'authentication_required' });
    expect(await rowOf(stranger.id)).toEqual(stranger);
  });

  test('the organizer is told by the platform', async () => {
    const { event, organizer, co } = await party();
    const { name } = await co();
    const told = await getDb().select().from(messages).where(eq(messages.toUserId, organizer.id));
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toContain(name);
    expect(told[0]?.message).toContain(event.name);
  });

  test('an organizer’s protection holds: a password, once chosen, is asked for', async () => {
    const { event, organizerName, co } = await party();
    const user = await co();
    const password = 'a hard one to guess 7';
    await changePassword(getDb(), { actor: memberOf(user, TODAY), password });
    const { name, email } = user;
    const signIn = (given: { password?: string }, isProofRequired = false) =>
      login(
        { db: getDb(), mail: null, now: () => now, today: () => TODAY, isProofRequired },
        {
          ...{ event: event.name, organizerName, name, email, ...given },
          signInMail: () => ({ subject: '', text: '' }),
        },
      );
    await expect(signIn({})).rejects.toMatchObject({ code: 'password_required' });
    expect((await signIn({ password })).user.id).toBe(user.id);
    await getDb().update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    await expect(signIn({}, true)).rejects.toMatchObject({ code: 'organizer_proof' });
  });

  test('what stays with the organizer is refused in the write itself', async () => {
    const { event, organizer, co, guest } = await party();
    const [user, second] = [await co(), await co()];
    const actor = memberOf(user, TODAY);
    const eventId = event.id;
    const refused = { code: 'access_denied' };
    const db = getDb();
    await expect(deleteEvent(db, { actor, eventId })).rejects.toMatchObject(refused);
    await expect(createCoOrganizerLink(db, { actor, eventId, now })).rejects.toMatchObject(refused);
    await expect(listCoOrganizerLinks(db, { actor, eventId, now })).rejects.toMatchObject(refused);
    await expect(withdrawCoOrganizerLink(db, { actor, eventId, linkId: 1 })).rejects.toMatchObject(
      refused,
    );
    await expect(endCoOrganizer(db, { actor, eventId, userId: second.id })).rejects.toMatchObject(
      refused,
    );
    for (const { id: userId } of [organizer, second, user]) {
      const removing = removeParticipant(deps(), { actor, userId });
      await expect(removing).rejects.toMatchObject(refused);
    }
    expect(() => assertCan(actor, 'event.upgrade', { eventId })).toThrow('access_denied');
    expect(await listCoOrganizers(db, { actor, eventId })).toHaveLength(2);
    await removeParticipant(deps(), { actor, userId: guest.id });
    expect(await rowOf(guest.id)).toBeUndefined();
  });

  test('another name of theirs leaves the event’s names alone, and may not be the organizer’s', async () => {
    const { event, organizer, co } = await party();
    const user = await co();
    const actor = memberOf(user, TODAY);
    const { email } = user;
    await changeDetails(getDb(), { actor, name: `Léa ${unique()}`, email });
    const [row] = await getDb().select().from(events).where(eq(events.id, event.id));
    expect(row).toEqual(event);
    await expect(
      changeDetails(getDb(), { actor, name: organizer.name, email }),
    ).rejects.toMatchObject({ code: 'name_imitates' });
  });

  test('a former co-organizer is a guest at once, without password and links, and keeps the photos', async () => {
    const { event, actor, guest, link, end } = await party();
    const photo = await createTestPhoto(getDb(), guest);
    const { user } = await joinAsCoOrganizer(deps(), { token: await link(), userId: guest.id });
    await changePassword(getDb(), {
      ...{ actor: memberOf(user, TODAY), password: 'a hard one to guess 7' },
    });
    await end(user.id);
    expect(await rowOf(user.id)).toEqual(guest);
    const [kept] = await getDb().select().from(users).where(eq(users.id, photo.userId));
    expect(kept?.id).toBe(guest.id);
    expect(await listCoOrganizers(getDb(), { actor, eventId: event.id })).toEqual([]);
    await expect(end(user.id)).rejects.toMatchObject({ code: 'user_not_found' });
  });

  test('neither a guest nor the organizer can be ended, nor anybody by a stranger', async () => {
    const { organizer, guest, co, end } = await party();
    const user = await co();
    const other = await party();
    await expect(end(organizer.id)).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(end(guest.id)).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(end(user.id, other.actor)).rejects.toMatchObject({ code: 'access_denied' });
    await expect(end(user.id, asking(guest))).rejects.toMatchObject({ code: 'not_an_organizer' });
    expect(await rowOf(user.id)).toEqual(user);
  });

  test('they can delete their own account; the event stays', async () => {
    const { event, organizer, co } = await party();
    const user = await co();
    await deleteOwnAccount(getDb(), { actor: memberOf(user, TODAY) });
    expect(await rowOf(user.id)).toBeUndefined();
    expect(await findOrganizer(getDb(), { eventId: event.id })).toEqual(organizer);
    const own = deleteOwnAccount(getDb(), { actor: asking(organizer) });
    await expect(own).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('the administrator deletes one without deleting the event, and can make one the organizer', async () => {
    const { event, organizer, co } = await party();
    const [first, second] = [await co(), await co()];
    await deleteUser(getDb(), { actor: ADMINISTRATOR, userId: first.id });
    expect(await findOrganizer(getDb(), { eventId: event.id })).toEqual(organizer);
    await changeOrganizer(getDb(), {
      ...{ actor: ADMINISTRATOR, eventId: event.id, successorId: second.id },
      words: () => 'news',
    });
    expect(await rowOf(second.id)).toMatchObject({ isOrganizer: true, coOrganizerSince: null });
    expect(await rowOf(organizer.id)).toMatchObject({ isOrganizer: false });
    expect(await findOrganizer(getDb(), { eventId: event.id })).toMatchObject({ id: second.id });
  });

  test('every act is logged under its author’s name', async () => {
    const { event, organizer, guest, co, end } = await party();
    const user = await co();
    const photo = await createTestPhoto(getDb(), guest);
    const actor = memberOf(user, TODAY);
    await setPhotoHidden(getDb(), { actor, photoId: photo.id, isHidden: true, now });
    await end(user.id);
    const query = readAuditQuery(new URLSearchParams({ q: event.name }));
    const { rows } = await listAuditPage(getDb(), query);
    const said = rows.map(({ actorName, deed, targetName }) => [actorName, deed, targetName]);
    expect(said).toEqual([
      [organizer.name, 'co_organizer.ended', user.name],
      [user.name, 'photo.hidden', guest.name],
      [user.name, 'co_organizer.joined', user.name],
      [organizer.name, 'co_organizer.link', null],
    ]);
  });

  test('the links and the co-organizers are deleted with the event', async () => {
    const { event, actor, link, co } = await party();
    await link();
    const user = await co();
    await deleteEvent(getDb(), { actor, eventId: event.id });
    expect(await rowOf(user.id)).toBeUndefined();
    const isTheirs = eq(coOrganizerLinks.eventId, event.id);
    expect(await getDb().$count(coOrganizerLinks, isTheirs)).toBe(0);
  });

  test('the database allows one organizer only, and no co-organizer who does not organize', async () => {
    const { event, guest } = await party();
    const set = (cells: object) =>
      getDb()
        .update(users)
        .set(cells)
        .where(eq(users.id, guest.id))
        .then(
          () => 'done',
          () => 'no',
        );
    expect(await set({ isOrganizer: true })).toBe('no');
    expect(await set({ coOrganizerSince: now })).toBe('no');
    expect(await set({ isOrganizer: true, coOrganizerSince: now })).toBe('done');
    expect(await findOrganizer(getDb(), { eventId: event.id })).not.toMatchObject({ id: guest.id });
  });
});
