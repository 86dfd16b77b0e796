import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, messages, users } from '~db/schema';
import { handoverMessage } from '~/i18n/platform-texts.server';
import { ADMINISTRATOR, type Actor } from '~/models/access';
import { ensureAdministrator } from '~/models/admin/account.server';
import { findSuccessors } from '~/models/admin/list.server';
import { SUCCESSORS_SHOWN } from '~/models/admin/list';
import { readAuditQuery } from '~/models/admin/audit';
import { listAuditPage } from '~/models/admin/audit.server';
import { readConversation } from '~/models/message/conversation.server';
import { readCorrespondentPage } from '~/models/message/correspondents.server';
import { changePassword } from '~/models/session/credentials.server';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { findEventByNames } from '~/models/event/names.server';
import { countParticipants, findOrganizer } from '~/models/event/read.server';
import { addFavorite } from '~/models/photo/star.server';
import { sendMessage } from '~/models/message/write.server';
import { changeOrganizer } from '~/models/event/organizer.server';
import { createReturnToken, findUserByReturnToken, login } from '~/models/session/sign-in.server';
import { findUserBySignInLink } from '~/models/session/sign-in-link.server';
import type { UserRow } from '~/models/user/read.server';
import {
  createSignInLink,
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';

// Changing the organizer of an event (rule `admin.event-organizer`).
withDatabases('a new organizer', (getDb) => {
  const now = new Date(`${TODAY}T12:00:00Z`);
  const party = async () => {
    await ensureAdministrator(getDb(), {
      email: 'admin@example.com',
      username: 'admin',
      password: 'a long one',
      today: TODAY,
    });
    const made = await createTestEvent(getDb(), { maxUsers: 2, organizer: { language: 'de' } });
    const anna = await createTestUser(getDb(), made.event.id, { language: 'fr' });
    const ben = await createTestUser(getDb(), made.event.id);
    return { ...made, anna, ben };
  };
  const choose = (eventId: number, successorId: number, actor: Actor = ADMINISTRATOR) =>
    changeOrganizer(getDb(), { actor, eventId, successorId, words: handoverMessage });
  const rowOf = async ({ id }: { id: number }) => {
    const [row] = await getDb().select().from(users).where(eq(users.id, id));
    return row as UserRow;
  };

  test('swaps places with the former one, and both keep everything of theirs', async () => {
    const { event, organizer, anna, ben } = await party();
    const photo = await createTestPhoto(getDb(), organizer);
    await addFavorite(getDb(), { actor: asking(anna), photoId: photo.id });
    await choose(event.id, anna.id);
    expect(await rowOf(anna)).toEqual({ ...anna, isOrganizer: true });
    expect(await rowOf(organizer)).toEqual({ ...organizer, isOrganizer: false });
    expect(await findOrganizer(getDb(), { eventId: event.id })).toMatchObject({ id: anna.id });
    expect(await countParticipants(getDb(), { eventId: event.id })).toBe(2);
    expect(await rowOf(ben)).toEqual(ben);
    const [row] = await getDb().select().from(events).where(eq(events.id, event.id));
    expect(row?.organizerNameKey).toBe(anna.nameKey);
    // And back again.
    await choose(event.id, organizer.id);
    expect(await rowOf(anna)).toEqual(anna);
  });

  test('is the one by whom the event is found, and its former names stay known', async () => {
    const { event, organizer, anna } = await party();
    await choose(event.id, anna.id);
    for (const { name } of [organizer, anna]) {
      const names = { event: event.name, organizerName: name };
      expect(await findEventByNames(getDb(), names, 'member')).toMatchObject({ id: event.id });
    }
  });

  test('leaves the former one no password and no link', async () => {
    const { event, organizer, organizerName, anna } = await party();
    const actor = asking(organizer);
    await changePassword(getDb(), { actor, password: 'quite secret' });
    const token = await createReturnToken(getDb(), { userId: organizer.id });
    const link = await createSignInLink(getDb(), { userId: organizer.id, now });
    await choose(event.id, anna.id);
    expect(await findUserByReturnToken(getDb(), { token })).toBeNull();
    expect(await findUserBySignInLink(getDb(), { token: link, now })).toBeNull();
    expect(await rowOf(organizer)).toMatchObject({ passwordHash: null, returnTokenSealed: null });
    // Name and e-mail are enough, as for every participant.
    const deps = { db: getDb(), mail: null, now: () => now, today: () => TODAY };
    const signInMail = () => ({ subject: '', text: '' });
    const { name, email } = organizer;
    const names = { event: event.name, organizerName };
    const { user } = await login(deps, { ...names, name, email, signInMail });
    expect(asking(user).role).toBe('participant');
    await expect(
      changePassword(getDb(), { actor, password: 'quite secret' }),
    ).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('is told so, like the former one, each in their language; the audit log says it once', async () => {
    const { event, organizer, anna } = await party();
    await choose(event.id, anna.id);
    const told = await getDb()
      .select({ to: messages.toUserId, text: messages.message })
      .from(messages)
      .where(eq(messages.eventId, event.id))
      .orderBy(messages.id);
    expect(told).toEqual([
      { to: anna.id, text: expect.stringContaining('Vous organisez maintenant') as string },
      { to: organizer.id, text: expect.stringContaining(`${anna.name} organisiert`) as string },
    ]);
    const query = readAuditQuery(new URLSearchParams({ q: `#${event.id}` }));
    expect((await listAuditPage(getDb(), query)).rows).toMatchObject([
      {
        deed: 'event.organizer',
        targetId: anna.id,
        eventName: event.name,
        detail: `${organizer.name} → ${anna.name}`,
      },
    ]);
  });

  test('cannot read what the former one and the guests wrote', async () => {
    const { event, organizer, anna, ben } = await party();
    const say = (from: UserRow, to: UserRow, message: string) =>
      sendMessage(getDb(), { actor: asking(from), toUserId: to.id, message });
    await say(organizer, ben, 'Between us');
    await say(ben, organizer, 'Of course');
    await choose(event.id, anna.id);
    const page = { organizerId: anna.id, eventId: event.id };
    const { people } = await readCorrespondentPage(getDb(), page);
    expect(people.map(({ id, line }) => [id, line])).toEqual(
      expect.arrayContaining([
        [organizer.id, null],
        [ben.id, null],
      ]),
    );
    expect(people).toHaveLength(2);
    // The platform's messages to the former one are in their only conversation.
    const { messages: said } = await readConversation(getDb(), {
      ...{ userId: organizer.id, eventId: event.id, withUserId: anna.id, isWithPlatform: true },
    });
    expect(said.map(({ toUserId, fromName }) => [toUserId, fromName])).toEqual([
      [organizer.id, 'Snapodium'],
    ]);
  });

  test('is a participant of the event, chosen by the administrator', async () => {
    const { event, organizer, anna } = await party();
    const elsewhere = await party();
    for (const id of [organizer.id, elsewhere.anna.id, elsewhere.organizer.id, 1, 9_000_000_000]) {
      await expect(choose(event.id, id)).rejects.toMatchObject({
        code: 'user_not_found',
        field: 'successorId',
      });
    }
    for (const actor of [asking(organizer), asking(anna)]) {
      await expect(choose(event.id, anna.id, actor)).rejects.toMatchObject({
        code: 'access_denied',
      });
    }
    await expect(choose(DEMO_EVENT_ID, anna.id)).rejects.toMatchObject({
      code: 'demo_event_organizer',
    });
    await expect(choose(5, anna.id)).rejects.toMatchObject({ code: 'event_not_found' });
    expect(await rowOf(organizer)).toEqual(organizer);
  });

  test('cannot be somebody whose name would give the event the names of another one', async () => {
    const { event, organizer, anna } = await party();
    await createTestEvent(getDb(), { name: event.name, organizer: { name: anna.name } });
    await expect(choose(event.id, anna.id)).rejects.toMatchObject({
      code: 'event_exists',
      field: 'successorId',
    });
    expect(await rowOf(organizer)).toEqual(organizer);
    expect(await rowOf(anna)).toEqual(anna);
    expect(await getDb().$count(messages, eq(messages.eventId, event.id))).toBe(0);
  });

  test('is one of two who are chosen at once', async () => {
    const { event, anna, ben } = await party();
    await Promise.all([choose(event.id, anna.id), choose(event.id, ben.id)]);
    const all = await getDb().select().from(users).where(eq(users.eventId, event.id));
    expect(all.filter(({ isOrganizer }) => isOrganizer)).toHaveLength(1);
  });

  test('is searched by name and e-mail, with a limited number of results', async () => {
    const { event, anna } = await party();
    const eventId = event.id;
    const find = (search: string) => findSuccessors(getDb(), { eventId, search });
    expect((await find('')).people).toHaveLength(2);
    expect((await find(anna.name.toUpperCase())).people.map(({ id }) => id)).toEqual([anna.id]);
    expect((await find(anna.email)).people.map(({ id }) => id)).toEqual([anna.id]);
    expect(await find(unique())).toMatchObject({ people: [], hasMore: false });
    for (let index = 2; index <= SUCCESSORS_SHOWN; index += 1) {
      await createTestUser(getDb(), eventId);
    }
    const { people, hasMore } = await find('');
    expect([people.length, hasMore]).toEqual([SUCCESSORS_SHOWN, true]);
  });
});
