import { beforeAll, describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { messages, users } from '~db/schema';
import { MESSAGE_MAX, MESSAGE_PAGE } from '~/models/message/rules';
import type { PublicMessage } from '~/models/message/shape';
import { Client } from '../setup/client';
import { textOf } from '../setup/html';
import { errorAt, fieldsOf, open, send, type Page } from './pages';
import { addPhoto, createParty, expectStatus, join, visit, type Party, type Person } from './party';

const { origin } = inject('pgliteServer');
const postgres = inject('postgresServer');

let party: Party;
let guest: Person;
let other: Person;
beforeAll(async () => {
  party = await createParty(origin);
  guest = await join(party, { name: 'Jo Li' });
  other = await join(party, { name: 'Rosa Blum' });
});

const write = ({ client }: Person, toUserId: number | 'all', message: string) =>
  client.post<PublicMessage>('/api/messages', { toUserId, message });
const inboxOf = async ({ client }: Person) =>
  expectStatus(await client.get<PublicMessage[]>('/api/messages'), 200).json;
type Unread = { count: number; messages: PublicMessage[] };
const unreadOf = async ({ client }: Person) =>
  expectStatus(await client.get<Unread>('/api/messages?unread=1'), 200).json;

describe('the endpoints', () => {
  test('a message has all its fields, for both people', async () => {
    const sent = expectStatus(await write(guest, party.organizer.user.id, ' Hello\r\nthere '), 201);
    expect(sent.json).toEqual({
      id: expect.any(Number),
      fromUserId: guest.user.id,
      toUserId: party.organizer.user.id,
      message: 'Hello\nthere',
      isRead: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      eventId: party.event.id,
      fromName: 'Jo Li',
      toName: party.organizer.user.name,
    });
    expect((await inboxOf(guest))[0]).toEqual(sent.json);
    expect((await inboxOf(party.organizer))[0]).toEqual(sent.json);
    expect(await unreadOf(guest)).toEqual({ count: 0, messages: [] });
  });

  test('a message to everyone returns one message for each', async () => {
    const sent = expectStatus(await write(party.organizer, 'all', 'Cake!'), 201).json as unknown;
    const recipients = (sent as PublicMessage[]).map(({ toUserId }) => toUserId);
    expect(recipients.sort()).toEqual([guest.user.id, other.user.id].sort());
    expect((await inboxOf(other))[0]).toMatchObject({ message: 'Cake!', toName: 'Rosa Blum' });
  });

  test('one is marked as read, then all', async () => {
    const me = await join(party);
    for (const words of ['one', 'two', 'three']) {
      expectStatus(await write(party.organizer, me.user.id, words), 201);
    }
    const [newest] = await inboxOf(me);
    const path = `/api/messages/${newest?.id}/read`;
    const marked = await me.client.request<PublicMessage>('PATCH', path);
    expect(expectStatus(marked, 200).json).toEqual({ ...newest, isRead: true });
    expect((await unreadOf(me)).messages).toHaveLength(2);
    const all = await me.client.post('/api/messages/read-all');
    expect([all.status, all.json]).toEqual([200, { success: true }]);
    expect(await unreadOf(me)).toEqual({ count: 0, messages: [] });
  });

  test('an unchanged list is a 304', async () => {
    const { client } = await join(party);
    const first = await client.get('/api/messages?unread=1');
    const again = await client.get('/api/messages?unread=1', {
      'If-None-Match': first.headers.get('ETag') ?? '',
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    [{ message: 'Hi' }, 400, 'Please choose who should read it'],
    [{ toUserId: 'some', message: 'Hi' }, 400, 'Please choose who should read it'],
    [{ toUserId: 1.5, message: 'Hi' }, 400, 'Please choose who should read it'],
    [{ toUserId: 9_000_000_000, message: ' \n ' }, 400, 'Please write a message'],
    [{ toUserId: 9_000_000_000 }, 400, 'Please write a message'],
    [{ toUserId: 9_000_000_000, message: 'x'.repeat(2001) }, 400, 'This text is too long'],
    [{ toUserId: 9_000_000_000, message: 'x'.repeat(2000) }, 404, 'User not found'],
  ])('%#: a bad message is refused with its reason', async (body, status, message) => {
    const answer = await guest.client.post('/api/messages', body);
    expect([answer.status, answer.json]).toEqual([status, { message }]);
  });

  test('an unknown message is not found', async () => {
    const ask = (id: string) => guest.client.request('PATCH', `/api/messages/${id}/read`);
    expect(await ask('900000000')).toMatchObject({
      status: 404,
      json: { message: 'Message not found' },
    });
    expect((await ask('x')).status).toBe(400);
  });
});

describe('more than a page', () => {
  const COUNT = 2000;
  const LONG = 'x'.repeat(MESSAGE_MAX);
  const numbered = (number: number) =>
    `${String(number).padStart(9, '0')} ${LONG}`.slice(0, MESSAGE_MAX);
  const numberOf = ({ message }: PublicMessage) => Number(message.slice(0, 9));
  let host: Party;
  let writer: Person;
  beforeAll(async () => {
    host = await createParty(postgres.origin);
    writer = await join(host, { name: 'Jo Li' });
    const { db, close } = await connectDatabase({ url: postgres.databaseUrl, dataDir: '' });
    const ends = { eventId: host.event.id, fromUserId: writer.user.id };
    await db.insert(messages).values(
      Array.from({ length: COUNT }, (_, number) => ({
        ...ends,
        toUserId: host.organizer.user.id,
        message: numbered(number),
      })),
    );
    await close();
  });

  test.each(['/api/messages?', '/api/messages?unread=1&'])('%s returns pages', async (path) => {
    const { client } = host.organizer;
    const ask = async (before = '') => {
      const { json } = expectStatus(await client.get<PublicMessage[] | Unread>(path + before), 200);
      if (!path.includes('unread')) return json as PublicMessage[];
      // Of all, whichever page is returned.
      const { count, messages: page } = json as Unread;
      expect(count).toBe(COUNT);
      return page;
    };
    const newest = await ask();
    expect(newest.map(numberOf)).toEqual(
      Array.from({ length: MESSAGE_PAGE }, (_, number) => COUNT - 1 - number),
    );
    const earlier = await ask(`before=${newest.at(-1)?.id}`);
    expect(earlier.map(numberOf)).toEqual(
      Array.from({ length: MESSAGE_PAGE }, (_, number) => COUNT - 1 - MESSAGE_PAGE - number),
    );
    expect(await ask('before=1')).toEqual([]);
    for (const before of ['', 'x', '0', '-1', '1.5']) {
      const refused = await client.get(`${path}before=${before}`);
      expect([before, refused.status, refused.json]).toEqual([
        before,
        400,
        { message: 'Invalid request' },
      ]);
    }
  });

  test('the screen stays small, and links to earlier messages and back', async () => {
    const client = host.organizer.client.speak('en');
    const address = `/messages?with=${writer.user.id}`;
    const linkTo = ({ document }: Page, words: string) =>
      [...document.querySelectorAll('a')]
        .find((link) => textOf(link) === words)
        ?.getAttribute('href');
    const numbersOn = ({ document }: Page) =>
      [...document.querySelectorAll('ol > li > p:nth-of-type(2)')].map((said) =>
        Number(said.textContent?.slice(0, 9)),
      );
    const page = await open(client, address);
    expect(page.html.length).toBeLessThan(300_000);
    const last = Array.from({ length: MESSAGE_PAGE }, (_, number) => COUNT - MESSAGE_PAGE + number);
    expect(numbersOn(page)).toEqual(last);
    expect(linkTo(page, 'Newest messages')).toBeUndefined();

    const earlier = await open(client, linkTo(page, 'Earlier messages') ?? '');
    expect(earlier.html.length).toBeLessThan(300_000);
    expect(numbersOn(earlier).at(-1)).toBe(COUNT - 1 - MESSAGE_PAGE);
    expect(linkTo(earlier, 'Newest messages')).toBe(`${address}#newest`);
    expect(earlier.document.querySelector('div[hidden] > form:first-child')).not.toBeNull();

    const empty = await open(client, `${address}&before=1`);
    expect(empty.text).toContain('There are no earlier messages');
    expect(linkTo(empty, 'Newest messages')).toBe(`${address}#newest`);
    expect(linkTo(empty, 'Earlier messages')).toBeUndefined();
    const own = await open(writer.client.speak('en'), '/messages?before=x');
    expect([own.html.length < 300_000, numbersOn(own)]).toEqual([true, numbersOn(page)]);
  });

  test('to a thousand people: the notice counts them, the answer is a page', async () => {
    const crowd = await createParty(postgres.origin);
    const { db, close } = await connectDatabase({ url: postgres.databaseUrl, dataDir: '' });
    await db.insert(users).values(
      Array.from({ length: 1000 }, (_, number) => ({
        eventId: crowd.event.id,
        username: 'guest',
        name: `Guest ${number}`,
        nameKey: `guest ${number}`,
        email: `${number}@example.com`,
        emailKey: `${number}@example.com`,
      })),
    );
    await close();
    const sent = expectStatus(await write(crowd.organizer, 'all', LONG), 201);
    expect(sent.json).toHaveLength(MESSAGE_PAGE);
    expect(sent.bytes.length).toBeLessThan(1_000_000);
    const client = crowd.organizer.client.speak('en');
    const form = await open(client, '/messages?with=all');
    // The letters of a long list.
    expect(form.html).toContain('href="/messages?with=all&amp;letter=g"');
    const gs = await open(client, '/messages?letter=g');
    expect(gs.text).toContain('Guest 0');
    expect((await open(client, '/messages?letter=z')).text).toContain('Nobody found');
    expect((await open(client, '/messages?q=999')).text).toContain('Guest 999');
    for (const odd of ['letter=%00', 'letter=gg', 'letter=A', 'q=%25', `q=${'x'.repeat(999)}`]) {
      expect((await client.get(`/messages?${odd}`)).status).toBe(200);
    }
    const everybody = await open(client, '/participants');
    expect(everybody.html).toContain('href="/participants?sort=name&amp;after=0-g"');
    expect((await open(client, '/participants?sort=name&after=0-g')).text).toContain('Guest 0');
    const list = await send(client, form, 'Your message', {
      message: LONG,
      intent: 'send',
    });
    expect(list.text).toContain('Message sent to 1000 guests');
  });
});

describe('the screen without scripts', () => {
  const reader = ({ client }: Person) => client.speak('en');

  const wordsOn = ({ document }: Page) =>
    [...document.querySelectorAll('ol > li > p:nth-of-type(2)')].map((said) => said.textContent);

  test('a participant reads and answers: what is opened is read, in the same answer', async () => {
    const me = await join(party);
    const organizer = reader(party.organizer);
    expectStatus(await write(party.organizer, me.user.id, 'Bring <b>candles</b>'), 201);
    expect((await open(reader(me), '/feed')).html).toContain('aria-label="Messages, 1 unread"');
    const page = await open(reader(me), '/messages');
    expect([page.status, page.text.includes('Bring <b>candles</b>')]).toEqual([200, true]);
    expect(page.text).toContain('New');
    expect(page.html).toContain('aria-label="Messages"');
    expect(await unreadOf(me)).toEqual({ count: 0, messages: [] });

    // A message that arrives before the answer is sent is not unread right after it.
    expectStatus(await write(party.organizer, me.user.id, 'And matches'), 201);
    const answered = await send(me.client, page, 'Your message to', {
      message: 'I will\r\nof course',
      intent: 'send',
    });
    expect(answered.text).toContain('Message sent');
    expect(answered.html).toContain('aria-label="Messages"');
    expect(wordsOn(answered)).toEqual(['Bring <b>candles</b>', 'And matches', 'I will\nof course']);
    expect(fieldsOf(answered.html).message).toBe('');
    expect((await inboxOf(party.organizer))[0]).toMatchObject({ message: 'I will\nof course' });

    const list = await open(organizer, '/messages');
    expect(list.html).toMatch(/aria-label="Messages, \d+ unread"/);
    const before = (await unreadOf(party.organizer)).count;
    const seen = await open(organizer, `/messages?with=${me.user.id}`);
    expect(seen.html).toMatch(/<\/svg>Read</);
    expect((await unreadOf(party.organizer)).count).toBe(before - 1);
  });

  test('a prefetch, under any name, marks nothing as read', async () => {
    const me = await join(party);
    expectStatus(await write(party.organizer, me.user.id, 'Hello'), 201);
    const ahead: Record<string, string>[] = [
      { 'Sec-Purpose': 'prefetch' },
      { 'Sec-Purpose': 'prefetch;prerender' },
      { Purpose: 'prefetch' },
      { 'Snapodium-Ahead': '1' },
    ];
    for (const headers of ahead) {
      for (const path of ['/messages', '/messages.data']) {
        expectStatus(await me.client.get(path, headers), 200);
      }
    }
    expect((await unreadOf(me)).messages).toHaveLength(1);
    // The feed opens no conversation. This screen's data do, and count right away.
    await me.client.get('/feed.data');
    expect((await unreadOf(me)).messages).toHaveLength(1);
    expectStatus(await me.client.get('/messages.data'), 200);
    expect(await unreadOf(me)).toEqual({ count: 0, messages: [] });
  });

  test('the frame around the screen marks nothing: the messages themselves do', async () => {
    const me = await join(party);
    expectStatus(await write(party.organizer, me.user.id, 'Hello'), 201);
    const frame = '/messages.data?_routes=routes%2Fevent%2Fshell';
    expectStatus(await me.client.get(frame), 200);
    expect((await unreadOf(me)).messages).toHaveLength(1);
    expectStatus(await me.client.get('/messages.data?_routes=routes%2Faccount%2Fmessages'), 200);
    expect(await unreadOf(me)).toEqual({ count: 0, messages: [] });
  });

  test('opening a conversation changes nothing for others, and a refusal marks nothing', async () => {
    const own = await createParty(origin);
    const [ann, bob] = [await join(own, { name: 'Ann Lee' }), await join(own, { name: 'Bob' })];
    expectStatus(await write(ann, own.organizer.user.id, 'From Ann'), 201);
    expectStatus(await write(bob, own.organizer.user.id, 'From Bob'), 201);
    const client = reader(own.organizer);
    const elsewhere = await createParty(origin);
    const refused = await open(reader(elsewhere.organizer), `/messages?with=${ann.user.id}`);
    expect([refused.status, (await unreadOf(own.organizer)).count]).toEqual([403, 2]);
    const page = await open(client, `/messages?with=${ann.user.id}`);
    expect(page.html).toContain('aria-label="Messages, 1 unread"');
    // The list beside it counts only Bob's.
    const lines = [...page.document.querySelectorAll('main nav li')].map(textOf);
    expect(lines.filter((line) => line.includes('1 unread message'))).toEqual([
      expect.stringContaining('Bob'),
    ]);
    expect(lines.filter((line) => line.includes('unread'))).toHaveLength(1);
  });

  test('an organizer writes to everyone: one thread, each message once, and marks all as read', async () => {
    const own = await createParty(origin);
    const client = reader(own.organizer);
    expect((await open(client, '/messages')).text).toContain('No guests yet');
    const [ann, bob] = [await join(own, { name: 'Ann Lee' }), await join(own, { name: 'Bob' })];
    const form = await open(client, '/messages?with=all');
    expect(form.text).toContain('Everyone (2) No photo yet (2) No star given yet (2)');
    expect(form.text).toContain('Messages to everyone will appear here.');
    const thread = await send(client, form, 'Your message', {
      message: 'Dinner',
      intent: 'send',
    });
    expect([thread.path, thread.status]).toEqual(['/messages?with=all#newest', 200]);
    expect(thread.text).toContain('Message sent to 2 guests');
    expect([wordsOn(thread), thread.text.includes('To 2 guests')]).toEqual([['Dinner'], true]);
    expect((await unreadOf(ann)).messages).toHaveLength(1);

    // Messages to those without a photo are another entry, and the list shows the last of both.
    await addPhoto(bob, 1);
    const remind = await open(client, '/event/remind');
    await send(client, remind, 'Your message to everyone', { message: 'Your photo?' });
    expect((await open(reader(ann), '/messages')).text).not.toContain('without a photo');
    const both = await open(client, '/messages?with=all');
    expect(wordsOn(both)).toEqual(['Dinner', 'Your photo?']);
    expect(both.text).toMatch(
      /Dinner To 2 guests .*Read: 1.* Your photo\? To 1 guest without a photo .*Read: 1/,
    );
    const list = await open(client, '/messages');
    const lines = [...list.document.querySelectorAll('main nav li')].map(textOf);
    expect(lines.map((line) => line.replace(/\d+:\d+ [ap]m /, ''))).toEqual(
      ['Everyone You: Your photo?', 'Ann Lee No messages yet', 'Bob No messages yet'].map((line) =>
        expect.stringMatching(new RegExp(line.replaceAll('?', '\\?').replaceAll(' ', '.*'))),
      ),
    );
    const withAnn = await open(client, `/messages?with=${ann.user.id}`);
    expect(withAnn.text).toMatch(/Dinner To everyone .* Your photo\? To everyone without a photo/);

    expectStatus(await write(bob, own.organizer.user.id, 'Coming'), 201);
    expectStatus(await write(ann, own.organizer.user.id, 'Me too'), 201);
    const unread = await open(client, '/messages');
    expect(unread.text).toContain('2 unread messages');
    expect(unread.text).toContain('Coming');
    const read = await send(client, unread, 'Mark all as read', { intent: 'read-all' });
    expect(read.text).toContain('All messages are marked as read');
    expect(read.text).not.toContain('unread');
  });

  test('a bad message keeps its text and says why', async () => {
    const client = reader(guest);
    const words = `${'é & <'.repeat(401)}`;
    const page = await send(client, await open(client, '/messages'), 'Your message to', {
      message: words,
      intent: 'send',
    });
    expect([page.status, errorAt(page, 'message')]).toEqual([400, 'This text is too long']);
    expect(fieldsOf(page.html).message).toBe(words);
    const empty = await send(client, page, 'Your message to', { message: ' ', intent: 'send' });
    expect([empty.status, errorAt(empty, 'message')]).toEqual([400, 'Please write a message']);
  });

  test('a conversation is closed to other events, other guests and visitors, and nobody has one with themselves', async () => {
    const elsewhere = await createParty(origin);
    const status = async (person: Person, path: string) => (await open(person.client, path)).status;
    const withGuest = `/messages?with=${guest.user.id}`;
    expect(await status(elsewhere.organizer, withGuest)).toBe(403);
    expect(await status(party.organizer, '/messages?with=900000000')).toBe(404);
    expect(await status(party.organizer, `/messages?with=${party.organizer.user.id}`)).toBe(403);
    // A participant has one conversation, whatever the URL says.
    expect((await open(reader(other), withGuest)).text).not.toContain('Jo Li');
    const visitor = await open(await visit(party), '/messages');
    expect(visitor.path).toBe('/login?next=%2Fmessages');
    expect((await open(new Client(origin), '/messages')).path).toBe('/auth');
  });

  test('a message for somebody who was removed meanwhile redirects to the list', async () => {
    const me = await join(party);
    const client = reader(party.organizer);
    const page = await open(client, `/messages?with=${me.user.id}`);
    await send(reader(me), await open(me.client, '/settings/delete'), 'Delete my account');
    const list = await send(client, page, 'Your message to', { message: 'Hi', intent: 'send' });
    expect([list.path, list.status]).toEqual(['/messages', 200]);
    expect(list.text).toContain('The message could not be sent');
    expect(list.text).toContain('User not found');
  });
});
