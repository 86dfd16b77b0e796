import { describe, expect, inject, test } from 'vitest';
import { createParty, expectStatus, join, signInAdministrator, unique, visit } from '../api/party';
import { Client, type Answer } from '../setup/client';
import { ADMIN_PASSWORD } from '../setup/server';

const { origin } = inject('postgresServer');
const nobody = (address?: string) => new Client(origin, address).speak('en');
const person = (name = `Guest ${unique()}`) => ({ name, email: `${unique()}@example.com` });
const statusesOf = (answers: Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('guesses at a password', () => {
  test('are not forgiven by registering, neither as another person nor with the same name', async () => {
    const party = await createParty(origin, { organizerPassword: 'open sesame' });
    const { name, email } = party.organizer.user;
    const client = nobody();
    const guess = () =>
      client.post('/api/login', { ...party.names, name, email, password: 'open barley' });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await guess()).status).toBe(401);
      if (attempt < 5) {
        expectStatus(await client.post('/api/register', { ...party.names, ...person() }), 201);
        // Nobody can be called like the organizer.
        expectStatus(await client.post('/api/register', { ...party.names, ...person(name) }), 400);
      }
    }
    expect((await guess()).status).toBe(429);
  });

  test('many at once are no more than one after the other', async () => {
    const party = await createParty(origin);
    const { user } = await join(party, { name: 'Ann Lee' });
    const guesser = nobody();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        guesser.post('/api/login', { ...party.names, ...person(user.name) }),
      ),
    );
    expect(statusesOf(answers)).toEqual({ 401: 20, 429: 180 });
  });

  test('by the form count together with those by call', async () => {
    const party = await createParty(origin, { organizerPassword: 'open sesame' });
    const { name, email } = party.organizer.user;
    const wrong = { name, email, consent: 'on', password: 'open barley', intent: 'submit' };
    const visitor = (await visit(party)).speak('en');
    const call = new Client(origin, visitor.address);
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      expect((await visitor.submit('/login', wrong)).status).toBe(401);
    }
    const answer = await visitor.submit('/login', { ...wrong, password: 'open sesame' });
    expect(answer.status).toBe(429);
    expect(answer.text).toContain('Too many attempts. Please try again later.');
    const { names } = party;
    const right = { ...names, name, email, password: 'open sesame' };
    expect((await call.post('/api/login', right)).status).toBe(429);
  });

  test('at the current password are limited, too', async () => {
    const own = await createParty(origin);
    const { client } = own.organizer;
    const post = (currentPassword: string) =>
      client.submit('/settings', { intent: 'password', currentPassword, password: 'another-one' });
    expect((await post('')).status).toBe(302);
    const statuses: number[] = [];
    for (let guess = 0; guess < 21; guess++) statuses.push((await post(`guess-${guess}`)).status);
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
  });

  test('of the administrator’s check: five of a hundred at once', async () => {
    const administrator = await signInAdministrator(origin);
    const wrong = { username: 'admin', password: 'wrong password' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => administrator.post('/api/verify-admin', wrong)),
    );
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 95 });
  });

  test('nobody else’s attempts lock the administrator out', async () => {
    const address = '203.0.113.9';
    const party = await createParty(origin);
    const guest = await join(party);
    const check = { username: 'admin', password: ADMIN_PASSWORD };
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const headers = { 'X-Forwarded-For': address };
      const json = { username: 'admin', password: 'wrong password' };
      const answer = await guest.client.request('POST', '/api/verify-admin', { json, headers });
      expect(answer.status).toBe(403);
    }
    const administrator = await signInAdministrator(origin);
    const headers = { 'X-Forwarded-For': address };
    const answer = await administrator.request('POST', '/api/verify-admin', {
      json: check,
      headers,
    });
    expect(answer.status).toBe(200);
  });
});

describe('guesses at who takes part', () => {
  test('of a full event are limited: right and wrong ones count alike', async () => {
    const party = await createParty(origin);
    const { user } = await join(party, { name: 'Ann Lee' });
    for (let place = 2; place <= 10; place += 1) await join(party);
    const guesser = nobody();
    const register = (fields: object) =>
      guesser.post('/api/register', { ...party.names, ...fields });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await register(person('Ann Lee'))).status).toBe(409);
    }
    const right = { name: 'Ann Lee', email: user.email };
    expect((await register(right)).status).toBe(429);
    expect((await guesser.post('/api/login', { ...party.names, ...right })).status).toBe(429);
    const visitor = new Client(origin, guesser.address);
    expectStatus(await visitor.post('/api/visitor-access', party.names), 200);
    const form = { ...right, consent: 'on', intent: 'submit' };
    expect((await visitor.submit('/login', form)).status).toBe(429);
  });

  test('of the names of events are limited to 300 from one IP address', async () => {
    const address = '203.0.113.10';
    const party = await createParty(origin);
    const known = { event: party.names.event, organizerName: 'Somebody else' };
    const { event, organizerName: organizer } = known;
    const query = new URLSearchParams({ event, organizer });
    const ways = [
      () => nobody(address).post('/api/visitor-access', { event: unique(), organizerName: 'Ann' }),
      () => nobody(address).post('/api/visitor-access', known),
      () =>
        nobody(address).post('/api/login', { event: unique(), organizerName: 'Ann', ...person() }),
      () => nobody(address).post('/api/register', { ...known, ...person() }),
      () => nobody(address).submit(`/auth/join/confirm?${query}`, known),
      () => nobody(address).submit('/auth/join', known),
    ];
    for (let round = 0; round < 50; round += 1) {
      for (const answer of await Promise.all(ways.map((ask) => ask()))) {
        expect([302, 403, 404]).toContain(answer.status);
      }
    }
    const refused = [];
    for (const ask of ways) refused.push((await ask()).status);
    expect(refused).toEqual(ways.map(() => 429));
    // A person who knows the names is not locked out.
    expect((await nobody(address).post('/api/visitor-access', party.names)).status).toBe(200);
  });

  test('a failed login that ends in a registration does not count', async () => {
    const party = await createParty(origin);
    const administrator = await signInAdministrator(origin);
    await administrator.request('PATCH', `/api/events/${party.event.id}/max-users`, {
      json: { maxUsers: 100 },
    });
    const guests = new Client(origin);
    const [name, failing] = ['Ann Lee', person('Ann Lee')];
    const login = (fields: object) => guests.post('/api/login', { ...party.names, ...fields });
    for (let attempt = 0; attempt < 19; attempt += 1) {
      expect((await login({ ...failing, password: 'open barley' })).status).toBe(401);
    }
    // 25 of one name, more than the remaining attempts, sign in after a first failure.
    for (let guest = 1; guest <= 25; guest += 1) {
      const fields = { ...person(name) };
      expect((await login(fields)).status).toBe(401);
      const answer = await guests.post('/api/register', { ...party.names, ...fields });
      expect(answer.status).toBe(201);
    }
  }, 600_000);
});
