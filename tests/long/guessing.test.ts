import { readdir, stat } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Client, type Answer } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { ADMIN_PASSWORD, startServer, type TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';
import { createParty, expectStatus, join, signInAdministrator, unique, visit } from './party';
import { newFolder, startApart } from './servers';

const { origin, dataDir } = inject('postgresServer');
const nobody = (address?: string) => new Client(origin, address).speak('en');
const person = (name = `Guest ${unique()}`) => ({ name, email: `${unique()}@example.com` });
const statusesOf = (answers: Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('guesses at a password', () => {
  test('are not forgiven by registering with the same name', async () => {
    const party = await createParty(origin, { organizerPassword: 'open sesame' });
    const { name, email } = party.organizer.user;
    const client = nobody();
    const guess = () =>
      client.post('/api/login', { ...party.names, name, email, password: 'open barley' });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await guess()).status).toBe(401);
      if (attempt < 5) {
        expectStatus(await client.post('/api/register', { ...party.names, ...person(name) }), 201);
      }
    }
    expect((await guess()).status).toBe(429);
  });

  test('many at once are no more than one after the other', async () => {
    const party = await createParty(origin);
    const { user } = await join(party, { name: 'Ann Lee' });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        nobody().post('/api/login', { ...party.names, ...person(user.name) }),
      ),
    );
    expect(statusesOf(answers)).toEqual({ 401: 20, 429: 180 });
  });

  test('of the administrator’s check: five of a hundred at once', async () => {
    const administrator = await signInAdministrator(origin);
    const wrong = { username: 'admin', password: 'wrong password' };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => administrator.post('/api/verify-admin', wrong)),
    );
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 95 });
  });

  test('nobody else’s tries keep the administrator out', async () => {
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
  test('of a full event end: right and wrong ones count alike', async () => {
    const party = await createParty(origin);
    const { user } = await join(party, { name: 'Ann Lee' });
    for (let place = 2; place <= 10; place += 1) await join(party);
    const register = (fields: object) =>
      nobody().post('/api/register', { ...party.names, ...fields });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await register(person('Ann Lee'))).status).toBe(409);
    }
    const right = { name: 'Ann Lee', email: user.email };
    expect((await register(right)).status).toBe(429);
    expect((await nobody().post('/api/login', { ...party.names, ...right })).status).toBe(429);
    const visitor = await visit(party);
    const form = { ...right, consent: 'on', intent: 'submit' };
    expect((await visitor.submit('/login', form)).status).toBe(429);
  });

  test('of the names of events end after 300 from one address', async () => {
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
    const right = { ...party.names };
    expect((await nobody(address).post('/api/visitor-access', right)).status).toBe(429);
    expect((await nobody().post('/api/visitor-access', right)).status).toBe(200);
  });
});

describe('a server with mails and limits', () => {
  let smtp: SmtpServer;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    server = await startApart({
      DATABASE_URL: await createPostgresDatabase(),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Snapodium <hello@photos.example>',
      PUBLIC_ORIGIN: 'https://photos.example',
      EVENTS_PER_HOUR: '3',
    });
  });
  afterAll(async () => {
    await server.stop();
    await server.clean();
    await smtp.stop();
  });

  test('links of mails lead to PUBLIC_ORIGIN, whatever a request says of its host', async () => {
    const party = await createParty(server.origin);
    const { name, email } = party.organizer.user;
    const client = new Client(server.origin).speak('en');
    const headers = { 'X-Forwarded-Host': 'evil.example' };
    const json = { ...party.names, name, email };
    const answer = await client.request('POST', '/api/login', { json, headers });
    expect(answer.status).toBe(401);
    const [mail] = smtp.mails;
    expect(mail).toContain('https://photos.example/login/link/');
    expect(mail).not.toContain('evil.example');
    for (const path of ['/auth', `/invitation-pdf/${party.event.id}`]) {
      const page = await client.get(path, headers);
      expect(page.text).toContain('https://photos.example');
      expect(page.text).not.toContain('evil.example');
    }
  });

  test('an address creates so many events in an hour, by form and by call', async () => {
    const client = new Client(server.origin).speak('en');
    const payload = () => ({
      name: `Event ${unique()}`,
      organizerName: `Organizer ${unique()}`,
      organizerEmail: `${unique()}@example.com`,
    });
    const form = { description: 'A party', startDate: '2026-11-01', endDate: '2030-01-01' };
    const create = () => client.post('/api/create-event', payload());
    const existing = payload();
    expectStatus(await client.post('/api/create-event', existing), 201);
    // What is refused for another reason takes no place.
    expectStatus(await client.post('/api/create-event', existing), 409);
    expectStatus(await create(), 201);
    const posted = await client.submit('/create-event', {
      ...payload(),
      ...form,
      intent: 'create',
    });
    expectStatus(posted, 302);
    const over = expectStatus(await create(), 429);
    expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(3000);
    const values = payload();
    const page = await client.submit('/create-event', { ...values, ...form, intent: 'create' });
    expect(page.status).toBe(429);
    expect(page.text).toContain('Too many attempts');
    expect(page.text).toContain(values.name);
    expectStatus(await new Client(server.origin).post('/api/create-event', payload()), 201);
  });
});

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

test('an address has so many invitations made, and others meanwhile theirs', async () => {
  const client = nobody('203.0.113.11');
  const party = await createParty(origin);
  const describeIt = (description: string) =>
    party.organizer.client.request('PATCH', `/api/events/${party.event.id}/description`, {
      json: { description },
    });
  const path = `/invitation-pdf/${party.event.id}/pdf`;
  for (let count = 0; count < 30; count += 1) {
    expectStatus(await describeIt(`The party, take ${count}`), 200);
    expectStatus(await client.get(path), 200);
  }
  // The same one again is there already.
  expectStatus(await client.get(path), 200);
  expectStatus(await describeIt('The party, take 31'), 200);
  const over = expectStatus(await client.get(path), 429);
  expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(500);
  expectStatus(await nobody().get(path), 200);
  expectStatus(await client.get(path), 200);
}, 180_000);

test('the administrator’s user name is told to nobody', async () => {
  const visitor = nobody();
  expectStatus(
    await visitor.post('/api/visitor-access', { event: 'DEMO', organizerName: 'Demo' }),
    200,
  );
  const { json, text } =
    await visitor.get<{ id: number; username: string }[]>('/api/events/1/users');
  expect(json.find(({ id }) => id === 1)?.username).toBe('demo');
  expect(text).not.toContain('"admin"');
});

describe('the data folder', () => {
  const modesIn = async (folder: string): Promise<string[]> => {
    const open: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
      const path = joinPath(entry.parentPath, entry.name);
      const { mode } = await stat(path);
      if (mode & 0o077) open.push(path);
    }
    return open;
  };

  test('is its owner’s alone', async () => {
    const folder = await newFolder();
    const server = await startServer({ dataDir: joinPath(folder, 'data') });
    try {
      const party = await createParty(server.origin);
      await join(party);
      expect((await stat(server.dataDir)).mode & 0o777).toBe(0o700);
      expect(await modesIn(server.dataDir)).toEqual([]);
    } finally {
      await server.stop();
      await server.clean();
    }
  });

  test('is closed when it was open', async () => {
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });
});
