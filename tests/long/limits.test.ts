import { expect, inject, test } from 'vitest';
import { createParty, expectStatus, join } from '../api/party';
import { Client } from '../setup/client';

const { origin } = inject('postgresServer');
const nobody = (address?: string) => new Client(origin, address).speak('en');

test('one person writes to another sixty times an hour, and to everybody as often', async () => {
  const party = await createParty(origin);
  const [guest, other] = [await join(party), await join(party)];
  const { client, user } = party.organizer;
  const write = (from: Client, toUserId: number | 'all') =>
    from.post('/api/messages', { toUserId, message: 'Hi' });
  for (let count = 0; count < 60; count += 1) {
    expect((await write(guest.client, user.id)).status).toBe(201);
    expect((await write(client, 'all')).status).toBe(201);
  }
  expect((await write(guest.client, user.id)).status).toBe(429);
  expect((await write(client, 'all')).status).toBe(429);
  expect((await write(client, guest.user.id)).status).toBe(201);
  expect((await write(other.client, user.id)).status).toBe(201);
  const form = await guest.client.submit('/messages', { message: 'Hello again', intent: 'send' });
  expect(form.status).toBe(429);
  expect(form.text).toContain('Hello again');
});

test('one IP address can have a limited number of invitations made, and others are not affected', async () => {
  const client = nobody('203.0.113.11');
  const party = await createParty(origin);
  const describeIt = (description: string) =>
    party.organizer.client.request('PATCH', `/api/events/${party.event.id}/description`, {
      json: { description },
    });
  const path = `/invitation-pdf/${party.event.id}/pdf`;
  const begun = Date.now();
  for (let count = 0; count < 30; count += 1) {
    expectStatus(await describeIt(`The party, take ${count}`), 200);
    expectStatus(await client.get(path), 200);
  }
  // The same one again is cached.
  expectStatus(await client.get(path), 200);
  expectStatus(await describeIt('The party, take 31'), 200);
  const over = expectStatus(await client.get(path), 429);
  // Ten minutes after the first one.
  const wait = Number(over.headers.get('Retry-After'));
  expect(wait).toBeGreaterThanOrEqual(600 - Math.ceil((Date.now() - begun) / 1000));
  expect(wait).toBeLessThanOrEqual(600);
  expectStatus(await nobody().get(path), 200);
  expectStatus(await client.get(path), 200);
}, 600_000);
