import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messages, users } from '~db/schema';
import type { Person } from '~/models/access';
import { deleteOwnAccount } from '~/models/user/remove.server';
import { EVERYONE, MESSAGE_PAGE, PLATFORM } from '~/models/message/rules';
import { listBroadcasts } from '~/models/message/broadcast.server';
import {
  markConversationRead,
  readConversation,
  summarizePlatformMessages,
} from '~/models/message/conversation.server';
import { readCorrespondentPage } from '~/models/message/correspondents.server';
import { markAllRead, markRead, sendMessage } from '~/models/message/write.server';
import { readUnread, listMessages } from '~/models/message/read.server';
import { singleRow } from '~/models/row.server';
import { listInitials, readMemberPage } from '~/models/user/members.server';
import type { UserRow } from '~/models/user/read.server';
import {
  createTestEvent,
  createTestPhoto,
  createTestUser,
  createTestUsers,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';

const GONE = 9_000_000_000;

const actorOf = ({ id, eventId, isOrganizer }: UserRow): Person => ({
  userId: id,
  eventId,
  role: isOrganizer ? 'organizer' : 'participant',
  today: TODAY,
});

withDatabases('messages', (getDb) => {
  async function party(guestCount = 2) {
    const { event, organizer } = await createTestEvent(getDb());
    const guests = await createTestUsers(getDb(), event.id, guestCount, (number) => ({
      name: `Guest ${number}`,
    }));
    return { event, organizer, guests, guest: (number: number) => singleRow(guests.slice(number)) };
  }
  const send = async (from: UserRow, toUserId: number | 'all', message = 'Hello') =>
    (await sendMessage(getDb(), { actor: actorOf(from), toUserId, message })).messages;
  const pageOf = ({ id: userId, eventId }: UserRow, rest = {}) =>
    listMessages(getDb(), { userId, eventId, ...rest });
  const inbox = async (user: UserRow, rest = {}) => (await pageOf(user, rest)).messages;
  const unread = ({ id: userId }: UserRow) =>
    readUnread(getDb(), { userId }).then(({ count }) => count);
  const read = (reader: UserRow, messageId: number) =>
    markRead(getDb(), { messageId, actor: actorOf(reader) });

  test('a message to all reaches everybody of the largest party', async () => {
    const { organizer, event } = await party(1);
    // A row has six values, and a statement accepts 65,535.
    const GUESTS = 20_000;
    const others = GUESTS - 1;
    await getDb().execute(sql`
      insert into users (event_id, username, name, name_key, email, email_key)
      select ${event.id}::bigint, 'guest', 'Guest', 'guest', n || '@example.com', n || '@example.com'
      from generate_series(1, ${others}::int) n
    `);
    const sent = await sendMessage(getDb(), {
      actor: actorOf(organizer),
      toUserId: EVERYONE,
      message: 'The cake is here',
    });
    expect(sent.count).toBe(GUESTS);
    expect(sent.messages).toHaveLength(MESSAGE_PAGE);
    const isTheirs = eq(messages.eventId, event.id);
    const reached = sql<number>`count(distinct ${messages.toUserId})::int`;
    expect(await getDb().select({ reached }).from(messages).where(isTheirs)).toEqual([
      { reached: GUESTS },
    ]);
    expect(await getDb().$count(messages, isTheirs)).toBe(GUESTS);
  }, 180_000);

  test('messages go to the organizer and back, newest first, with both names', async () => {
    const { event, organizer, guest } = await party();
    const [first] = await send(guest(0), organizer.id, 'Where is the cake?');
    const [second] = await send(organizer, guest(0).id, 'In the kitchen');
    await send(guest(1), organizer.id, 'Hi');
    expect(await inbox(guest(0))).toEqual([second, first]);
    expect(first).toEqual({
      id: expect.any(Number),
      fromUserId: guest(0).id,
      toUserId: organizer.id,
      message: 'Where is the cake?',
      isRead: false,
      createdAt: expect.any(Date),
      eventId: event.id,
      fromName: 'Guest 0',
      toName: organizer.name,
    });
    expect(await inbox(organizer)).toHaveLength(3);
    expect(await inbox(organizer, { withUserId: guest(0).id })).toEqual([second, first]);
    expect(await inbox(organizer, { isUnread: true })).toHaveLength(2);
  });

  test('a message to everyone is a row for each participant, none for the organizer', async () => {
    const { event, organizer, guests } = await party(7);
    await party(2);
    const sent = await send(organizer, EVERYONE, 'Cake!');
    const rows = await getDb().select().from(messages).where(eq(messages.eventId, event.id));
    expect(rows.map((row) => row.toUserId).sort()).toEqual(guests.map(({ id }) => id).sort());
    expect(sent.map((message) => message.id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(rows.every((row) => row.fromUserId === organizer.id && !row.isRead)).toBe(true);
  });

  test('a message to more than a page of participants reaches all, and the newest page is returned', async () => {
    const { event, organizer, guests } = await party(MESSAGE_PAGE + 3);
    const actor = actorOf(organizer);
    const sent = await sendMessage(getDb(), { actor, toUserId: EVERYONE, message: 'Cake!' });
    const rows = await getDb().select().from(messages).where(eq(messages.eventId, event.id));
    expect([sent.count, rows.length]).toEqual([guests.length, guests.length]);
    const ids = rows.map(({ id }) => id).sort((one, other) => other - one);
    expect(sent.messages.map(({ id }) => id)).toEqual(ids.slice(0, MESSAGE_PAGE));
  });

  test('a long conversation has pages, with each message once and none of others', async () => {
    const { event, organizer, guest } = await party();
    // Written at the same time, like the messages of one transaction.
    const createdAt = new Date(Date.UTC(2026, 5, 15, 12));
    const between = (from: UserRow, to: UserRow, number: number) => ({
      eventId: event.id,
      fromUserId: from.id,
      toUserId: to.id,
      message: `${number}`,
      createdAt,
    });
    const rows = Array.from({ length: 2 * MESSAGE_PAGE + 5 }, (_, number) => [
      number % 3 ? between(guest(0), organizer, number) : between(organizer, guest(0), number),
      between(guest(1), organizer, -number),
    ]);
    await getDb().insert(messages).values(rows.flat());
    const expected = rows.map((_, number) => String(rows.length - 1 - number));

    for (const [reader, rest] of [
      [guest(0), {}],
      [organizer, { withUserId: guest(0).id }],
    ] as const) {
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let before: number | undefined, more = true; more;) {
        const page = await pageOf(reader, { ...rest, before });
        seen.push(...page.messages.map(({ message }) => message));
        sizes.push(page.messages.length);
        before = page.messages.at(-1)?.id;
        more = page.hasEarlier;
      }
      expect(seen).toEqual(expected);
      expect(sizes).toEqual([MESSAGE_PAGE, MESSAGE_PAGE, 5]);
    }
    const unreadPage = await pageOf(organizer, { isUnread: true, limit: 3 });
    expect(unreadPage).toMatchObject({ hasEarlier: true, messages: { length: 3 } });
    // Exactly a page: nothing comes after it.
    const all = { withUserId: guest(0).id, limit: rows.length };
    expect(await pageOf(organizer, all)).toMatchObject({ hasEarlier: false });
    expect(await pageOf(guest(0), { before: 1 })).toEqual({ messages: [], hasEarlier: false });
    expect(await pageOf(guest(0), { before: GONE, limit: 1 })).toMatchObject({
      messages: [{ message: expected[0] }],
    });
  });

  test('participants write to the organizer only, and nobody to themselves', async () => {
    const { organizer, guest } = await party();
    for (const [from, to] of [
      [guest(0), guest(1).id],
      [guest(0), guest(0).id],
      [organizer, organizer.id],
      [guest(0), EVERYONE],
    ] as const) {
      await expect(send(from, to)).rejects.toMatchObject({ code: 'access_denied' });
    }
  });

  test('nobody writes to another event, to an unknown user, or after being removed', async () => {
    const { organizer, guest } = await party();
    const elsewhere = await party(0);
    const denied = { code: 'access_denied' };
    await expect(send(organizer, elsewhere.organizer.id)).rejects.toMatchObject(denied);
    await expect(send(guest(0), elsewhere.organizer.id)).rejects.toMatchObject(denied);
    await expect(send(organizer, GONE)).rejects.toMatchObject({ code: 'user_not_found' });
    const nobody = send(elsewhere.organizer, EVERYONE);
    await expect(nobody).rejects.toMatchObject({ code: 'user_not_found' });
    await deleteOwnAccount(getDb(), { actor: actorOf(guest(0)) });
    const removed = { code: 'authentication_required' };
    await expect(send(guest(0), organizer.id)).rejects.toMatchObject(removed);
  });

  test('a message to everyone while guests leave reaches exactly those who stay', async () => {
    const { event, organizer, guests } = await party(12);
    const leaving = guests.slice(0, 6);
    await Promise.all([
      ...leaving.slice(0, 3).map((user) => deleteOwnAccount(getDb(), { actor: actorOf(user) })),
      send(organizer, EVERYONE),
      ...leaving.slice(3).map((user) => deleteOwnAccount(getDb(), { actor: actorOf(user) })),
      ...guests.slice(6).map((guest) => send(guest, organizer.id)),
    ]);
    const left = await getDb().select().from(users).where(eq(users.eventId, event.id));
    expect(left).toHaveLength(7);
    const broadcast = (await inbox(organizer)).filter(
      ({ fromUserId }) => fromUserId === organizer.id,
    );
    expect(broadcast.map(({ toUserId }) => toUserId).sort()).toEqual(
      guests
        .slice(6)
        .map(({ id }) => id)
        .sort(),
    );
  });

  test('only its recipient marks a message as read', async () => {
    const { organizer, guest } = await party();
    const elsewhere = await party(1);
    const { id } = singleRow(await send(organizer, guest(0).id));
    for (const reader of [organizer, guest(1), elsewhere.organizer, elsewhere.guest(0)]) {
      await expect(read(reader, id)).rejects.toMatchObject({ code: 'access_denied' });
    }
    await expect(read(guest(0), GONE)).rejects.toMatchObject({ code: 'message_not_found' });
    expect(await unread(guest(0))).toBe(1);
    expect(await read(guest(0), id)).toMatchObject({ id, isRead: true });
    expect(await unread(guest(0))).toBe(0);
    expect(await inbox(organizer)).toMatchObject([{ id, isRead: true }]);
  });

  test('marked at once, one by one and all together, everything is read once', async () => {
    const { organizer, guest } = await party();
    const ids: number[] = [];
    for (let number = 0; number < 5; number++) {
      ids.push(singleRow(await send(organizer, guest(0).id)).id);
    }
    await send(organizer, guest(1).id);
    await Promise.all([
      ...ids.map((id) => read(guest(0), id)),
      markAllRead(getDb(), { actor: actorOf(guest(0)) }),
      ...ids.map((id) => read(guest(0), id)),
    ]);
    expect(await unread(guest(0))).toBe(0);
    expect(await unread(guest(1))).toBe(1);
    expect((await inbox(guest(0))).map(({ isRead }) => isRead)).toEqual(Array(5).fill(true));
  });

  test('the organizer’s people: unread first, then the last message, then the name', async () => {
    const { event, organizer, guest } = await party(5);
    const elsewhere = await party(1);
    await send(elsewhere.guest(0), elsewhere.organizer.id);
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 15, 12, minute));
    const exchanged = (from: UserRow, to: UserRow, minute: number, isRead = false) => ({
      eventId: event.id,
      fromUserId: from.id,
      toUserId: to.id,
      message: `${from.name}, minute ${minute}`,
      isRead,
      createdAt: at(minute),
    });
    await getDb()
      .insert(messages)
      .values([
        exchanged(guest(4), organizer, 1, true),
        exchanged(organizer, guest(4), 2),
        exchanged(guest(2), organizer, 0),
        exchanged(guest(2), organizer, 3),
        exchanged(organizer, guest(1), 9),
        exchanged(guest(2), organizer, 1, true),
      ]);
    const { people } = await readCorrespondentPage(getDb(), {
      organizerId: organizer.id,
      eventId: event.id,
    });
    expect(
      people.map(({ name, line, isSent, lastAt, unread: count }) => [
        name,
        line,
        isSent,
        lastAt,
        count,
      ]),
    ).toEqual([
      ['Guest 2', 'Guest 2, minute 3', false, at(3), 2],
      ['Guest 1', `${organizer.name}, minute 9`, true, at(9), 0],
      ['Guest 4', `${organizer.name}, minute 2`, true, at(2), 0],
      ['Guest 0', null, null, null, 0],
      ['Guest 3', null, null, null, 0],
    ]);
  });

  test('many people are split into pages', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const guests = await createTestUsers(getDb(), event.id, 26, (index) => ({
      name: `Guest ${10 + index}`,
    }));
    const ids = guests.map(({ id }) => id);
    const of = { organizerId: organizer.id, eventId: event.id };
    const first = await readCorrespondentPage(getDb(), of);
    const second = await readCorrespondentPage(getDb(), { ...of, page: 2 });
    expect([...first.people, ...second.people].map(({ id }) => id)).toEqual(ids);
    expect([first, second].map(({ people }) => people.length)).toEqual([24, 2]);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    const beyond = await readCorrespondentPage(getDb(), { ...of, page: 3 });
    expect([beyond.page, beyond.people.length]).toEqual([1, 24]);
  });

  const talkOf = (reader: UserRow, other: UserRow) =>
    readConversation(getDb(), {
      userId: reader.id,
      eventId: reader.eventId,
      withUserId: other.id,
    }).then((page) => page.messages);
  const openUpTo = (reader: UserRow, withUserId: number | typeof PLATFORM, upTo: number) =>
    markConversationRead(getDb(), { actor: actorOf(reader), withUserId, upTo });

  test('opening marks as read what was shown of this conversation, and nothing else', async () => {
    const { organizer, guest } = await party();
    const [first] = await send(guest(0), organizer.id, 'one');
    const [second] = await send(guest(0), organizer.id, 'two');
    await send(guest(1), organizer.id, 'from somebody else');
    await send(organizer, guest(0).id, 'an answer');
    await openUpTo(organizer, guest(0).id, first?.id ?? 0);
    const states = async () =>
      (await talkOf(organizer, guest(0))).map(({ message, isRead }) => [message, isRead]);
    expect(await states()).toEqual([
      ['an answer', false],
      ['two', false],
      ['one', true],
    ]);
    await openUpTo(organizer, guest(0).id, second?.id ?? 0);
    await openUpTo(organizer, PLATFORM, GONE);
    expect(await states()).toEqual([
      ['an answer', false],
      ['two', true],
      ['one', true],
    ]);
    expect([await unread(organizer), await unread(guest(0))]).toEqual([1, 1]);
    const visitor: Person = {
      userId: null,
      eventId: organizer.eventId,
      role: 'visitor',
      today: TODAY,
    };
    const looked = { actor: visitor, withUserId: organizer.id, upTo: GONE };
    await expect(markConversationRead(getDb(), looked)).rejects.toThrow('access_denied');
  });

  test('opening the platform’s messages marks them as read, and not those of people', async () => {
    const { event, organizer, guest } = await party();
    const { organizer: outside } = await createTestEvent(getDb());
    const warning = { eventId: event.id, toUserId: organizer.id, message: 'Photos will go' };
    await getDb()
      .insert(messages)
      .values({ ...warning, fromUserId: outside.id });
    await send(guest(0), organizer.id);
    await openUpTo(organizer, PLATFORM, GONE);
    const left = await inbox(organizer, { isUnread: true });
    expect(left.map(({ fromUserId }) => fromUserId)).toEqual([guest(0).id]);
  });

  test('people are searched by name and listed by initial, whatever the accents', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    for (const name of ['Élodie Roux', 'emil 100%', 'Zoé', '漢字', '1st guest', 'Ernst']) {
      await createTestUser(getDb(), event.id, { name });
    }
    const { organizer: elsewhere } = await createTestEvent(getDb());
    await createTestUser(getDb(), elsewhere.eventId, { name: 'Quentin' });
    const whose = { organizerId: organizer.id, eventId: event.id };
    const names = async (wanted: { search?: string; initial?: string }) => {
      const { people } = await readCorrespondentPage(getDb(), { ...whose, ...wanted });
      return people.map(({ name }) => name);
    };
    expect(await listInitials(getDb(), { eventId: event.id })).toEqual(['e', 'z']);
    expect(await names({ initial: 'e' })).toEqual(['Élodie Roux', 'emil 100%', 'Ernst']);
    expect(await names({ initial: 'q' })).toEqual([]);
    expect(await names({ search: ' ROUX elo ' })).toEqual(['Élodie Roux']);
    expect(await names({ search: '%' })).toEqual(['emil 100%']);
    expect(await names({ search: 'quentin' })).toEqual([]);
    expect(await names({})).toHaveLength(6);
    // A letter leads to its place in the list by name.
    const place = { id: 0, by: 'f' };
    const from = await readMemberPage(getDb(), {
      ...{ eventId: event.id, search: '', sort: 'name', after: place },
    });
    expect(from.members.map(({ name }) => name).slice(0, 1)).not.toContain('Ernst');
    expect(from.members.map(({ name }) => name)).toContain('Zoé');
  });

  test('a message to all is one entry, with how many got it and have read it', async () => {
    const { organizer, guest, guests } = await party(3);
    const elsewhere = await party(2);
    await send(elsewhere.organizer, EVERYONE, 'elsewhere');
    await createTestPhoto(getDb(), guest(0));
    await send(organizer, EVERYONE, 'Cake!');
    await send(organizer, guest(1).id, 'For you alone');
    await sendMessage(getDb(), {
      actor: actorOf(organizer),
      toUserId: 'without_photo',
      message: 'Your photo?',
    });
    const ofOrganizer = { organizerId: organizer.id };
    const listed = async (rest = {}) =>
      (await listBroadcasts(getDb(), { ...ofOrganizer, ...rest })).broadcasts;
    const entry = { id: expect.any(Number), createdAt: expect.any(Date) };
    expect(await listed()).toEqual([
      { ...entry, message: 'Your photo?', audience: 'without_photo', count: 2, read: 0 },
      { ...entry, message: 'Cake!', audience: 'all', count: 3, read: 0 },
    ]);
    for (const user of guests.slice(0, 2)) await openUpTo(user, organizer.id, GONE);
    expect((await listed()).map(({ read: seen }) => seen)).toEqual([1, 2]);
    // The message to a person who leaves is deleted with them.
    await deleteOwnAccount(getDb(), { actor: actorOf(guest(2)) });
    expect((await listed()).map(({ count, read: seen }) => [count, seen])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const first = await listBroadcasts(getDb(), { ...ofOrganizer, limit: 1 });
    expect([first.broadcasts.length, first.hasEarlier]).toEqual([1, true]);
    const rest = await listed({ before: first.broadcasts[0]?.id });
    expect(rest.map(({ message }) => message)).toEqual(['Cake!']);

    // It appears once in each conversation, marked, and is read like any other.
    const talk = await talkOf(organizer, guest(1));
    expect(talk.map(({ message, audience }) => [message, audience])).toEqual([
      ['Your photo?', 'without_photo'],
      ['For you alone', null],
      ['Cake!', 'all'],
    ]);
    expect((await talkOf(guest(1), organizer)).map(({ message }) => message)).toEqual([
      'Your photo?',
      'For you alone',
      'Cake!',
    ]);
    // It moves nobody up in the list.
    const { people } = await readCorrespondentPage(getDb(), {
      organizerId: organizer.id,
      eventId: organizer.eventId,
    });
    expect(people.map(({ id, line }) => [id, line])).toEqual([
      [guest(1).id, 'For you alone'],
      [guest(0).id, null],
    ]);
  });

  test('the platform’s messages carry its name, are read like any other, and cannot be answered', async () => {
    const { event, organizer, guest } = await party();
    const { organizer: outside } = await createTestEvent(getDb());
    const warning = { eventId: event.id, toUserId: organizer.id, message: 'Photos will go' };
    await getDb()
      .insert(messages)
      .values({ ...warning, fromUserId: outside.id });
    await send(guest(0), organizer.id);

    const mine = { userId: organizer.id, eventId: event.id };
    const talk = { ...mine, withUserId: PLATFORM } as const;
    const page = await readConversation(getDb(), talk);
    const [written, ...more] = page.messages;
    expect([more, page.hasEarlier]).toEqual([[], false]);
    expect(written).toMatchObject({ ...warning, fromName: 'Snapodium', toName: organizer.name });
    const { audience, mark, isSent, keepingWarning, ...asAnswered } = singleRow(page.messages);
    expect([audience, mark, isSent, keepingWarning]).toEqual([null, 'platform', false, null]);
    expect(await inbox(organizer)).toContainEqual(asAnswered);
    expect(await inbox(organizer, { isUnread: true })).toHaveLength(2);
    const { people } = await readCorrespondentPage(getDb(), { organizerId: organizer.id, ...mine });
    expect(people.map(({ id }) => id).sort()).toEqual([guest(0).id, guest(1).id].sort());
    expect(await unread(organizer)).toBe(2);
    await read(organizer, written?.id ?? 0);
    expect(await unread(organizer)).toBe(1);

    const summary = () => summarizePlatformMessages(getDb(), mine);
    expect(await summary()).toMatchObject({ line: 'Photos will go', unread: 0 });
    const again = { ...warning, fromUserId: outside.id, message: 'x'.repeat(200) };
    await getDb().insert(messages).values([again, again]);
    expect(await summary()).toMatchObject({ line: 'x'.repeat(140), unread: 2 });
    const newest = await readConversation(getDb(), { ...talk, limit: 2 });
    expect([newest.messages.length, newest.hasEarlier]).toEqual([2, true]);
    const before = newest.messages.at(-1)?.id;
    const earlier = await readConversation(getDb(), { ...talk, before });
    expect(earlier.messages.map(({ id }) => id)).toEqual([written?.id]);
    const theirs = { userId: guest(0).id, eventId: event.id };
    expect(await summarizePlatformMessages(getDb(), theirs)).toBeNull();
    await expect(send(organizer, outside.id)).rejects.toThrow('access_denied');
    // The administrator who wrote for the platform does not see it in their own event.
    expect(await inbox(outside)).toEqual([]);
  });
});
