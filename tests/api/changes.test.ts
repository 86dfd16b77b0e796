import { connect } from 'node:net';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Marks } from '~/models/live/rules';
import type { PublicMessage } from '~/models/message/shape';
import { openStream, type OpenedStream } from '../setup/change-stream';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  joinAsCoOrganizer,
  visit,
  type Party,
  type Person,
} from './party';
import { startApart } from './servers';

/** What `GET /api/messages?unread=1` answers. */
interface Unread {
  count: number;
  messages: PublicMessage[];
}

describe.each([
  { database: 'PGlite', origin: inject('pgliteServer').origin },
  { database: 'PostgreSQL', origin: inject('postgresServer').origin },
])('changes on $database', ({ origin }) => {
  const marksOf = async ({ event }: Party, client: Client, of: string) =>
    expectStatus(await client.get<Marks>(`/api/events/${event.id}/marks?of=${of}`), 200).json;

  test('marks stay the same while nothing changes, and then cost nothing', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const path = `/api/events/${party.event.id}/marks?of=event,user,photos,ranking,stars,favorites,people,reports,messages,fallen,wall,tables`;
    const first = expectStatus(await client.get<Marks>(path), 200);
    expect(Object.keys(first.json)).toHaveLength(12);
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const again = expectStatus(await client.get(path, headers), 304);
    expect(again.bytes).toHaveLength(0);
  });

  test('a star that moves changes the ranking’s mark, though the number of stars is the same', async () => {
    const party = await createParty(origin);
    const [ann, bea, cem] = [await join(party), await join(party), await join(party)];
    const [first, second] = [await addPhoto(ann, 1), await addPhoto(bea, 1)];
    const star = { userId: cem.user.id, photoId: first.id };
    expectStatus(await cem.client.post('/api/favorites', star), 201);
    const of = 'ranking,favorites,photos';
    const before = await marksOf(party, cem.client, of);
    expectStatus(await cem.client.delete(`/api/favorites/${first.id}`), 200);
    expectStatus(await cem.client.post('/api/favorites', { ...star, photoId: second.id }), 201);
    const after = await marksOf(party, cem.client, of);
    expect(after.ranking).not.toBe(before.ranking);
    expect(after.favorites).not.toBe(before.favorites);
    expect(after.photos).toBe(before.photos);
    // A party's phones ask any server, and all of them answer the same.
    expect(await marksOf(party, ann.client, 'ranking')).toEqual({ ranking: after.ranking });
  });

  test('a photo that replaces another changes the photos’ mark', async () => {
    const party = await createParty(origin);
    const ann = await join(party);
    const { id } = await addPhoto(ann, 1);
    const before = await marksOf(party, ann.client, 'photos');
    expectStatus(await ann.client.delete(`/api/photos/${id}`), 200);
    await addPhoto(ann, 1);
    expect(await marksOf(party, ann.client, 'photos')).not.toEqual(before);
  });

  test('voting, slots and days change the event’s mark, and nobody else’s', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const seen = new Set<string | undefined>();
    const look = async () => seen.add((await marksOf(party, client, 'event')).event);
    await look();
    const path = `/api/events/${party.event.id}`;
    const patch = (what: string, json: object) =>
      client.request('PATCH', `${path}/${what}`, { json });
    expectStatus(await patch('voting-status', { votingEnabled: false }), 200);
    await look();
    expectStatus(await patch('max-photos', { maxPhotosPerUser: 5 }), 200);
    await look();
    expectStatus(await patch('description', { description: 'Another' }), 200);
    await look();
    expect(seen.size).toBe(4);
  });

  test('things that a caller may not see have no mark for them, and an unknown kind is refused', async () => {
    const party = await createParty(origin);
    const [guest, visitor] = [(await join(party)).client, await visit(party)];
    const ask = async (client: Client, of: string) =>
      (await client.get(`/api/events/${party.event.id}/marks?of=${of}`)).status;
    for (const kind of ['reports', 'people', 'stars']) {
      expect(await ask(guest, kind)).toBe(403);
      expect(await ask(visitor, kind)).toBe(403);
    }
    for (const kind of ['favorites', 'messages', 'fallen', 'tables'])
      expect(await ask(visitor, kind)).toBe(401);
    expect(await ask(visitor, 'event,user,photos,ranking')).toBe(200);
    for (const nonsense of ['', 'passwords', 'event,passwords', 'event;photos']) {
      expect(await ask(guest, nonsense)).toBe(400);
    }
  });

  test('a stream announces changes at once, and only their kind', async () => {
    const party = await createParty(origin);
    const desk = await openStream(party.organizer.client, party.event.id);
    onTestFinished(() => desk.leave());
    /** Waits until the newcomer was announced, so that later streams hear nothing of it. */
    const arrive = async () => {
      const announced = desk.next('people');
      const person = await join(party);
      await announced;
      return person;
    };
    const [ann, bea] = [await arrive(), await arrive()];
    const stream = await openStream(bea.client, party.event.id, { 'Accept-Encoding': 'gzip, br' });
    onTestFinished(() => stream.leave());
    expect(stream.status).toBe(200);
    const { headers } = stream;
    expect(headers.get('Content-Type')).toMatch(/^text\/event-stream/);
    expect(headers.get('Content-Encoding')).toBeNull();
    expect(headers.get('X-Accel-Buffering')).toBe('no');
    expect(headers.get('Cache-Control')).toContain('no-transform');
    expect(stream.text).toMatch(/^retry: \d+\n/);

    const photo = await addPhoto(ann, 1);
    await expect.poll(() => [...stream.told]).toEqual(['photos', 'ranking', 'favorites']);
    expect(stream.text).not.toMatch(new RegExp(`\\b${photo.id}\\b`));
    const { client } = party.organizer;
    const message = { toUserId: bea.user.id, message: 'To you alone' };
    expectStatus(await client.post('/api/messages', message), 201);
    await expect.poll(() => stream.told.has('messages')).toBe(true);
    expect(stream.text).not.toContain('alone');
  });

  test('nobody is notified of another event, and a guest of no report', async () => {
    const [party, elsewhere] = [await createParty(origin), await createParty(origin)];
    const [ann, bea] = [await join(party), await join(party)];
    const photo = await addPhoto(ann, 1);
    expect((await openStream(bea.client, elsewhere.event.id)).status).toBe(403);
    expect((await openStream(new Client(origin), party.event.id)).status).toBe(401);
    const guests = await openStream(ann.client, party.event.id);
    const desk = await openStream(party.organizer.client, party.event.id);
    onTestFinished(() => [guests, desk].forEach((stream) => stream.leave()));
    expectStatus(await bea.client.post(`/api/photos/${photo.id}/flag`), 201);
    await expect.poll(() => desk.told.has('reports')).toBe(true);
    expect(guests.told.has('reports')).toBe(false);
  });

  test('messages to the organizer are announced to a co-organizer, until that role ends', async () => {
    const party = await createParty(origin);
    const { organizer, event } = party;
    const helper = await joinAsCoOrganizer(party);
    const guest = await join(party);
    const write = async (toUserId: number, message: string) =>
      expectStatus(await guest.client.post('/api/messages', { toUserId, message }), 201);
    const unreadOf = async ({ client }: Person) =>
      expectStatus(await client.get<Unread>('/api/messages?unread=1'), 200).json;

    const before = (await unreadOf(helper)).count;
    const stream = await openStream(helper.client, event.id);
    const desk = await openStream(organizer.client, event.id);
    onTestFinished(() => [stream, desk].forEach((one) => one.leave()));
    await write(organizer.user.id, 'Where is the cake?');
    await expect.poll(() => stream.told.has('messages')).toBe(true);
    await expect.poll(() => desk.told.has('messages')).toBe(true);
    expect(stream.text).not.toContain('cake');
    const { count, messages } = await unreadOf(helper);
    expect([count, messages[0]?.message]).toEqual([before + 1, 'Where is the cake?']);

    const path = `/api/events/${event.id}/co-organizers/${helper.user.id}`;
    expectStatus(await organizer.client.delete(path), 200);
    await expect.poll(() => stream.isOver).toBe(true);
    // Somebody who stays as a guest may listen again, as a guest.
    const asGuest = await openStream(helper.client, event.id);
    onTestFinished(() => asGuest.leave());
    expect(asGuest.status).toBe(200);
    const later = desk.next('messages');
    await write(organizer.user.id, 'I have found it');
    await later;
    // Changes are announced in turn, so that one would have come before this.
    const own = asGuest.next('messages');
    const answer = { toUserId: helper.user.id, message: 'Thank you' };
    expectStatus(await organizer.client.post('/api/messages', answer), 201);
    await own;
    const heard = [...asGuest.text.matchAll(/event: changes\ndata: (.*)\n\n/g)];
    const ofMessages = heard.filter(([, data = '']) => data.includes('"messages"'));
    expect(ofMessages).toHaveLength(1);
    const unread = (await unreadOf(helper)).messages.map(({ message }) => message);
    expect(unread).toContain('Thank you');
    expect(unread).not.toContain('I have found it');
  });

  test('a removed user loses the stream, and gets no other one', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    const stream = await openStream(guest.client, party.event.id);
    const other = await openStream(party.organizer.client, party.event.id);
    onTestFinished(() => other.leave());
    expectStatus(await party.organizer.client.delete(`/api/users/${guest.user.id}`), 200);
    await expect.poll(() => stream.isOver).toBe(true);
    expect((await openStream(guest.client, party.event.id)).status).toBe(401);
    expect(other.isOver).toBe(false);
  });

  test('a fifth page of one person ends the stream of the first', async () => {
    const party = await createParty(origin);
    const { client } = await join(party);
    const streams: OpenedStream[] = [];
    for (let page = 0; page < 5; page++) streams.push(await openStream(client, party.event.id));
    await expect.poll(() => streams[0]?.isOver).toBe(true);
    expect(streams.slice(1).map(({ isOver }) => isOver)).toEqual([false, false, false, false]);
    streams.forEach((stream) => stream.leave());
  });

  test('HEAD is answered without waiting', async () => {
    const party = await createParty(origin);
    const path = `/api/events/${party.event.id}/changes`;
    expect((await party.organizer.client.request('HEAD', path)).status).toBe(200);
  });
});

test('changes on one server are announced by the others', async () => {
  const env = { DATABASE_URL: await createPostgresDatabase() };
  const [one, two] = await Promise.all([startApart(env), startApart(env)]);
  onTestFinished(async () => {
    await Promise.all([one, two].map((server) => server.stop()));
    await Promise.all([one, two].map((server) => server.clean()));
  });
  const party = await createParty(one.origin);
  const [ann, bea] = [await join(party), await join(party)];
  const there = Object.assign(new Client(two.origin), { cookies: bea.client.cookies });
  const stream = await openStream(there, party.event.id);
  const photo = await addPhoto(ann, 1);
  await expect.poll(() => stream.told.has('photos')).toBe(true);
  // A client that asks because of it finds it there.
  const { json } = await there.get<{ id: number }[]>(`/api/photos/event/${party.event.id}`);
  expect(json.map(({ id }) => id)).toEqual([photo.id]);
  const paths = ['photos', 'ranking'].map(
    (kind) => `/api/events/${party.event.id}/marks?of=${kind}`,
  );
  for (const path of paths) {
    expect((await there.get(path)).json).toEqual((await bea.client.get(path)).json);
  }
  expectStatus(await party.organizer.client.delete(`/api/users/${bea.user.id}`), 200);
  await expect.poll(() => stream.isOver).toBe(true);
});

test('a server that stops ends its streams first, and then at once', async () => {
  const server = await startApart();
  onTestFinished(() => server.clean());
  const party = await createParty(server.origin);
  const streams = await Promise.all(
    [1, 2, 3].map(async () => openStream((await join(party)).client, party.event.id)),
  );
  const code = await server.stop();
  expect(code).toBe(0);
  // A busy test reads the ends after that of the process.
  await expect.poll(() => streams.map(({ isOver }) => isOver)).toEqual([true, true, true]);
});

test('a phone that disconnects silently frees its place', async () => {
  const { origin } = inject('postgresServer');
  const party = await createParty(origin);
  const { client } = party.organizer;
  const { hostname, port } = new URL(origin);
  for (let page = 0; page < 8; page++) {
    const socket = connect(Number(port), hostname);
    const request = [
      `GET /api/events/${party.event.id}/changes HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Cookie: ${client.cookies.header()}`,
      '',
      '',
    ];
    socket.write(request.join('\r\n'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
  }
  const stream = await openStream(client, party.event.id);
  onTestFinished(() => stream.leave());
  await addPhoto(party.organizer, 1);
  await expect.poll(() => stream.told.has('photos')).toBe(true);
  expect(stream.isOver).toBe(false);
});
