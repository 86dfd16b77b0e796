import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { makeSubscription, startPushServer, type PushServer } from '../setup/push-server';
import type { TestServer } from '../setup/server';
import { unzip } from '../unzip';
import { addPhoto, createParty, join, unique } from './party';
import { startApart } from './servers';

// Notifications (rules `push.…`) by endpoint, sent by the built server.

const ALL = ['flash', 'voting-closes', 'reveal', 'morning'];

describe.each([
  { database: 'PGlite', origin: inject('pgliteServer').origin },
  { database: 'PostgreSQL', origin: inject('postgresServer').origin },
])('on $database', ({ origin }) => {
  test('POST /api/push answers the topics, DELETE ends them', async () => {
    const { client } = await join(await createParty(origin));
    const { subscription } = makeSubscription(`https://push.example/${unique()}`);
    const set = (topics: unknown) => client.post('/api/push', { subscription, topics });
    // What browsers add is ignored.
    const more = { ...subscription, expirationTime: null };
    const answer = await client.post('/api/push', { subscription: more, topics: ['morning'] });
    expect([answer.status, answer.json]).toEqual([200, { topics: ['morning'] }]);
    expect((await set(['morning', 'reveal'])).json).toEqual({ topics: ['reveal', 'morning'] });
    expect(await client.delete('/api/push')).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect((await client.delete('/api/push')).status).toBe(200);
  });

  test('refuses unknown topics and invalid subscriptions', async () => {
    const { client } = await join(await createParty(origin));
    const { subscription } = makeSubscription(`https://push.example/${unique()}`);
    const { endpoint, keys } = subscription;
    const odd: unknown[] = [
      {},
      { subscription },
      { topics: ALL },
      { subscription, topics: [] },
      { subscription, topics: ['party'] },
      { subscription, topics: [...ALL, 'reveal'] },
      { subscription, topics: 'reveal' },
      { subscription: endpoint, topics: ALL },
      { subscription: { endpoint }, topics: ALL },
      { subscription: { endpoint, keys: { ...keys, auth: 'short' } }, topics: ALL },
      { subscription: { endpoint, keys: { ...keys, p256dh: keys.auth } }, topics: ALL },
    ];
    const addresses = [
      'http://push.example/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://push.example:8443/',
      'https://user@push.example/',
      `https://push.example/${'a'.repeat(1000)}`,
      'javascript:alert(1)',
      '\0',
      7,
    ];
    odd.push(
      ...addresses.map((address) => ({ subscription: { endpoint: address, keys }, topics: ALL })),
    );
    for (const body of odd) {
      const { status, json } = await client.post('/api/push', body);
      expect([body, status, json]).toEqual([body, 400, { message: 'Invalid request' }]);
    }
  });
});

describe('a server with a push service', () => {
  let service: PushServer;
  let server: TestServer;
  beforeAll(async () => {
    service = await startPushServer();
    server = await startApart({ PUSH_TEST_ORIGIN: service.origin });
  });
  afterAll(async () => {
    await server.stop();
    await server.clean();
    await service.stop();
  });

  test('a subscription that the browser replaced gets what its session had chosen', async () => {
    const party = await createParty(server.origin);
    const { client } = await join(party);
    const [former, fresh] = [service.device(), service.device()];
    const send = (body: object) => client.post<{ topics: string[] }>('/api/push', body);
    expect((await send({ subscription: fresh.subscription })).status).toBe(400);
    await send({ subscription: former.subscription, topics: ['flash'] });
    const answer = await send({ subscription: fresh.subscription });
    expect([answer.status, answer.json]).toEqual([200, { topics: ['flash'] }]);
    const flash = `/api/events/${party.event.id}/flash`;
    expect((await party.organizer.client.post(flash, { text: 'The ceiling' })).status).toBe(201);
    await vi.waitFor(() => expect(fresh.messages).toHaveLength(1), 30_000);
    expect(former.calls()).toBe(0);
    // Nobody else's session takes the topics over.
    const { client: other } = await join(party);
    const theirs = await other.post('/api/push', { subscription: service.device().subscription });
    expect(theirs.status).toBe(400);
  });

  test('notifies guests who want it, once, and nobody who has logged out', async () => {
    const party = await createParty(server.origin);
    await addPhoto(party.organizer, 1);
    const newGuest = async () => {
      const { client } = await join(party);
      const device = service.device();
      const body = { subscription: device.subscription, topics: ['voting-closes', 'reveal'] };
      expect((await client.post('/api/push', body)).status).toBe(200);
      return { client, device };
    };
    const [stays, leaves, ends] = [await newGuest(), await newGuest(), await newGuest()];
    await leaves.client.post('/api/logout', {});
    await ends.client.delete('/api/push');
    const closesAt = new Date(Date.now() + 9 * 60_000).toISOString();
    const { client: organizer } = party.organizer;
    const path = `/api/events/${party.event.id}`;
    expect(
      (await organizer.request('PATCH', path, { json: { votingClosesAt: closesAt } })).status,
    ).toBe(200);
    await vi.waitFor(() => expect(stays.device.messages).toHaveLength(1), 30_000);
    expect(JSON.parse(stays.device.messages[0]?.text ?? '')).toMatchObject({ path: '/feed' });

    // The next notice is sent by a later run, which would have sent the first one again.
    await organizer.post(`${path}/close-voting`, {});
    await organizer.post(`${path}/reveal`, {});
    await vi.waitFor(() => expect(stays.device.messages).toHaveLength(2), 30_000);
    const calls = [stays, leaves, ends].map(({ device }) => device.calls());
    expect(calls).toEqual([2, 0, 0]);
    expect(service.faults).toEqual([]);
    const files = await unzip((await stays.client.get('/settings/data.zip')).bytes);
    const data = JSON.parse(String(files.get('data.json'))) as { notifications: unknown };
    expect(data.notifications).toEqual([
      expect.objectContaining({ topics: ['voting-closes', 'reveal'], service: '127.0.0.1' }),
    ]);
    expect(server.output()).not.toContain(service.origin);
  });
});
