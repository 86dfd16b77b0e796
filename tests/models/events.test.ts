import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { photos, users } from '~db/schema';
import { SYSTEM } from '~/models/access';
import { setMaxUsers } from '~/models/event/write.server';
import { findEventByNames } from '~/models/event/names.server';
import {
  countParticipants,
  findEvent,
  eventImageUrl,
  findOrganizer,
  getEvent,
  presentEvent,
} from '~/models/event/read.server';
import { EVENT_TEXT_NAMES } from '~/models/event/rules';
import { createEvent } from '~/models/event/create.server';
import type { CreateEventValues } from '~/models/event/create.server';
import { MEMBER_SORTS, type MemberPlace, type MemberSort } from '~/models/user/members';
import {
  guestsCsv,
  type GuestColumn,
  listEventMembers,
  readMemberPage,
} from '~/models/user/members.server';
import { singleRow } from '~/models/row.server';
import { findUserByReturnToken } from '~/models/session/sign-in.server';
import { presentMember } from '~/models/user/read.server';
import {
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { parseCsv, recordsOf } from '../csv';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

withDatabases('events', (getDb) => {
  const storage = createFakeStorage();
  const valuesOf = (changes: Partial<CreateEventValues> = {}): CreateEventValues => ({
    name: `Summer ${unique()}`,
    organizerName: 'Ada Lovelace',
    organizerEmail: 'ada@example.com',
    description: 'Best photos wanted',
    ...changes,
  });
  const create = (changes?: Partial<CreateEventValues>) =>
    createEvent(getDb(), { values: valuesOf(changes), today: TODAY });

  test('a new event has the defaults of the rules', async () => {
    const { event, user } = await create({ name: `  Gala ${unique()}  ` });
    expect(event.name).toMatch(/^Gala \S+$/);
    expect(String(event.id)).toMatch(/^\d{12}$/);
    expect(event).toMatchObject({
      startDate: '2026-06-15',
      endDate: '2026-06-22',
      maxUsers: 10,
      maxPhotosPerUser: 3,
      votingEnabled: true,
      plan: 'free',
    });
    expect(await findOrganizer(getDb(), { eventId: event.id })).toEqual(user);
    expect(user).toMatchObject({
      eventId: event.id,
      name: 'Ada Lovelace',
      username: 'ada_lovelace',
      isOrganizer: true,
      passwordHash: null,
    });
  });

  test('chosen values are stored, the password as a hash', async () => {
    const { event, user } = await create({
      organizerUsername: 'countess',
      organizerPassword: 'analytical engine',
      startDate: '2026-07-01',
      endDate: '2026-07-02',
    });
    expect(event).toMatchObject({ startDate: '2026-07-01', endDate: '2026-07-02' });
    expect(user.username).toBe('countess');
    expect(user.passwordHash).toMatch(/^scrypt\$/);
  });

  test('the default end is seven days after the start', async () => {
    const { event } = await create({ startDate: '2026-12-28' });
    expect(event.endDate).toBe('2027-01-04');
  });

  test('an event does not end before it starts', async () => {
    const reversed = create({ startDate: '2026-07-02', endDate: '2026-07-01' });
    await expect(reversed).rejects.toMatchObject({ code: 'end_before_start', field: 'endDate' });
  });

  test('the same two names, in other case and spacing, are the same event', async () => {
    const { event } = await create();
    const again = create({
      name: ` ${event.name.toUpperCase()} `,
      organizerName: 'ada   LOVELACE',
    });
    await expect(again).rejects.toMatchObject({ code: 'event_exists' });
    const another = await create({ name: event.name, organizerName: 'Grace Hopper' });
    expect(another.event.id).not.toBe(event.id);
  });

  test('simultaneous creations of one event create one', async () => {
    const values = valuesOf();
    const tries = Array.from({ length: 8 }, () => createEvent(getDb(), { values, today: TODAY }));
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  test('an id that is taken is drawn again', async () => {
    const { event } = await create();
    const ids = [event.id, event.id, 123_456_789_012];
    const { event: next } = await createEvent(getDb(), {
      values: valuesOf(),
      today: TODAY,
      newId: () => ids.shift() ?? 0,
    });
    expect(next.id).toBe(123_456_789_012);
    expect(ids).toEqual([]);
  });

  test('if no id is free, no event can be created', async () => {
    const { event } = await create();
    const again = createEvent(getDb(), {
      values: valuesOf(),
      today: TODAY,
      newId: () => event.id,
    });
    await expect(again).rejects.toMatchObject({ code: 'cannot_create_event', status: 503 });
  });

  test('the return link is found by its token, which is not stored', async () => {
    const { user, returnToken } = await create();
    expect(user.returnTokenHash).not.toContain(returnToken);
    expect((await findUserByReturnToken(getDb(), { token: returnToken }))?.id).toBe(user.id);
    expect(await findUserByReturnToken(getDb(), { token: 'guess' })).toBeNull();
  });

  test('an event is found by its names, or the refusal says what is wrong', async () => {
    const { event, organizerName } = await createTestEvent(getDb());
    const find = (name: string, organizer: string) =>
      findEventByNames(getDb(), { event: name, organizerName: organizer }, 'member');
    expect((await find(` ${event.name.toLowerCase()}`, organizerName)).id).toBe(event.id);
    await expect(find('  ', organizerName)).rejects.toMatchObject({ code: 'event_name_required' });
    await expect(find(event.name, ' ')).rejects.toMatchObject({ code: 'organizer_name_required' });
    await expect(find(event.name, 'Somebody')).rejects.toMatchObject({
      code: 'incorrect_organizer_name',
    });
    await expect(find('No such\0 event', 'x')).rejects.toMatchObject({ code: 'event_not_found' });
  });

  test('an unknown event is null, or a refusal', async () => {
    expect(await findEvent(getDb(), { eventId: 5 })).toBeNull();
    await expect(getEvent(getDb(), { eventId: 5 })).rejects.toMatchObject({
      code: 'event_not_found',
    });
    await expect(
      setMaxUsers(getDb(), { actor: SYSTEM, eventId: 5, maxUsers: 3 }),
    ).rejects.toMatchObject({
      code: 'event_not_found',
    });
  });

  test('the number of participants can be changed', async () => {
    const { event } = await createTestEvent(getDb());
    expect(
      (await setMaxUsers(getDb(), { actor: SYSTEM, eventId: event.id, maxUsers: 42 })).maxUsers,
    ).toBe(42);
  });

  test('many members are split into pages, the organizer first; so is a search', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const ids = [organizer.id];
    for (let number = 0; number < 26; number++) {
      const name = number % 5 === 0 ? `Amélie ${number}` : `Guest ${number}`;
      ids.push((await createTestUser(getDb(), event.id, { name })).id);
    }
    const page = (search: string, after: MemberPlace | null = null) =>
      readMemberPage(getDb(), { eventId: event.id, search, after: after ?? undefined });
    const first = await page('');
    const second = await page('', first.next);
    expect([...first.members, ...second.members].map(({ id }) => id)).toEqual(ids);
    expect([first.members.length, second.next, first.found]).toEqual([24, null, null]);
    const beyond = await page('', { id: ids.at(-1) ?? 0, by: '' });
    expect([beyond.members.length, beyond.after]).toEqual([24, undefined]);
    const found = await page('AMELIE');
    expect([found.members.length, found.found, found.next]).toEqual([6, 6, null]);
    const guests = await page('e');
    expect([guests.members.length, guests.found]).toEqual([24, 27]);
    const rest = await page('e', guests.next);
    expect([...guests.members, ...rest.members].map(({ id }) => id)).toEqual(ids);
  });

  test('members are sorted and filtered by their photos and stars; places stay valid when somebody leaves', async () => {
    const { event, organizer } = await createTestEvent(getDb(), { organizer: { name: 'Olga' } });
    const add = (name: string) => createTestUser(getDb(), event.id, { name });
    const ben = await add('Ben');
    const zoe = await add('Zoë');
    const ada = await add('ada');
    const [first] = [await createTestPhoto(getDb(), ben)];
    await createTestPhoto(getDb(), ben, { position: 2 });
    const zoes = await createTestPhoto(getDb(), zoe, { hiddenAt: new Date() });
    await createTestStar(getDb(), { userId: ada.id, photoId: first.id, star: 1 });
    await createTestStar(getDb(), { userId: zoe.id, photoId: first.id, star: 1 });
    await createTestStar(getDb(), { userId: organizer.id, photoId: zoes.id, star: 1 });
    const eventId = event.id;
    const read = async (query: { sort?: MemberSort; withoutPhoto?: boolean }) => {
      const { members, found, withoutPhoto } = await readMemberPage(getDb(), {
        eventId,
        search: '',
        ...query,
      });
      return {
        rows: members.map((one) => [one.name, one.photoCount, one.starCount]),
        found,
        withoutPhoto,
      };
    };
    const [a, b, o, z] = [
      ['ada', 0, 0],
      ['Ben', 2, 2],
      ['Olga', 0, 0],
      ['Zoë', 1, 1],
    ];
    const all = { found: null, withoutPhoto: 1 };
    expect(await read({})).toEqual({ rows: [o, b, z, a], ...all });
    expect(await read({ sort: 'name' })).toEqual({ rows: [a, b, o, z], ...all });
    expect(await read({ sort: 'photos' })).toEqual({ rows: [b, z, o, a], ...all });
    expect(await read({ sort: 'stars' })).toEqual({ rows: [b, z, o, a], ...all });
    expect(await read({ withoutPhoto: true })).toEqual({ rows: [a], found: 1, withoutPhoto: 1 });

    for (let number = 0; number < 25; number++) await add(`Guest ${number % 3}`);
    for (const sort of MEMBER_SORTS) {
      const one = await readMemberPage(getDb(), { eventId, search: '', sort });
      const last = one.members.at(-1);
      await getDb()
        .delete(users)
        .where(eq(users.id, last?.id ?? 0));
      const after = one.next ?? undefined;
      const two = await readMemberPage(getDb(), { eventId, search: '', sort, after });
      const ids = [...one.members, ...two.members].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const left = await listEventMembers(getDb(), { eventId });
      expect(ids.filter((id) => id !== last?.id).sort()).toEqual(left.map(({ id }) => id).sort());
    }
  });

  test('the guest list contains its participants with addresses, and formulas are neutralized', async () => {
    const { event } = await createTestEvent(getDb());
    const joined = new Date('2026-06-15T10:00:00Z');
    const guest = await createTestUser(getDb(), event.id, {
      name: '=1+1; Ada',
      email: 'ada@example.com',
      createdAt: joined,
    });
    await createTestPhoto(getDb(), guest);
    await createTestUser(getDb(), (await createTestEvent(getDb())).event.id);
    const heading = (column: GuestColumn) => `${column} in French`;
    const csv = await guestsCsv(getDb(), { eventId: event.id, heading, decimalMark: ',' });
    expect(csv[0]).toBe('\ufeff');
    expect(recordsOf(parseCsv(csv.slice(1), ';'))).toEqual([
      expect.objectContaining({
        'name in French': "'=1+1; Ada",
        'email in French': 'ada@example.com',
        'joined in French': joined.toISOString(),
        'photos in French': '1',
        'stars in French': '0',
      }),
    ]);
  });

  test('members are listed organizer first, without e-mails, and counted without the organizer', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const first = await createTestUser(getDb(), event.id);
    const second = await createTestUser(getDb(), event.id);
    await getDb().update(users).set({ isOrganizer: false }).where(eq(users.id, organizer.id));
    await getDb().update(users).set({ isOrganizer: true }).where(eq(users.id, second.id));
    await createTestUser(getDb(), (await createTestEvent(getDb())).event.id);
    await createTestPhoto(getDb(), first);

    const members = await listEventMembers(getDb(), { eventId: event.id });
    expect(members.map((member) => member.id)).toEqual([second.id, organizer.id, first.id]);
    expect(Object.keys(presentMember(singleRow(members), storage)).sort()).toEqual([
      'id',
      'isOrganizer',
      'name',
      'selfieUrl',
      'username',
    ]);
    expect(await countParticipants(getDb(), { eventId: event.id })).toBe(2);
    expect(await getDb().$count(photos, eq(photos.eventId, event.id))).toBe(1);
  });

  test('an event shows its public fields', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    await createTestUser(getDb(), event.id);
    const shown = await presentEvent({ db: getDb(), storage }, event);
    expect(Object.keys(shown)).toEqual([
      'id',
      'name',
      ...EVENT_TEXT_NAMES,
      'imageUrl',
      'startDate',
      'endDate',
      'organizerId',
      'maxUsers',
      'votingEnabled',
      'maxPhotosPerUser',
      'plan',
      'partyDate',
      'endedAt',
      'standings',
      'votingOpensAt',
      'votingClosesAt',
      'revealedAt',
      'approvalRequired',
      'guestsMayLook',
      'guestsMayDownload',
      'photosUntil',
      'thanks',
    ]);
    expect(shown).toMatchObject({ imageUrl: null, organizerId: organizer.id });
    const withImage = { ...event, imageStorage: 'local' as const, imageKey: '1/abc' };
    expect(eventImageUrl(withImage, storage)).toBe('/media/1/abc.webp');
    await getDb().delete(users).where(eq(users.id, organizer.id));
    const orphan = await presentEvent({ db: getDb(), storage }, event);
    expect(orphan).toMatchObject({ organizerId: null });
  });
});
