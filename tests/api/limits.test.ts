import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';
import { fieldsOf, open, send } from './pages';
import { createParty, expectStatus, join, unique, visit } from './party';
import { startApart } from './servers';

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

  test('whoever comes back with a slip gets a link to the address that is known', async () => {
    const party = await createParty(server.origin);
    const camille = { name: 'Camille Martin', email: 'camille.martin@example.com' };
    const { user } = await join(party, camille);
    const client = (await visit(party)).speak('en');
    const slip = { ...camille, email: 'camille.matrin@example.com', consent: 'on' };
    const confirm = await send(client, await open(client, '/login'), 'Continue', slip);
    const asked = await send(client, confirm, 'Submit', { intent: 'submit' });
    expect(asked.text).toContain('Are you Camille M.?');
    expect(asked.text).toContain('Yes, send me a sign-in link');
    const before = smtp.mails.length;
    const sent = await send(client, asked, 'sign-in link', { intent: 'link' });
    expect(sent.status).toBe(401);
    expect(sent.text).toContain('Check your mailbox');
    expect(sent.text).toContain('We have sent a sign-in link to the address we have for you.');
    expect(fieldsOf(sent.html)).toMatchObject(slip);
    expect(sent.html).not.toContain(camille.email);
    expect(smtp.mails).toHaveLength(before + 1);

    const mail = smtp.mails.at(-1) ?? '';
    expect(mail).toMatch(/^To: camille\.martin@example\.com$/m);
    expect(mail).not.toContain('organizer');
    const [path = ''] = /\/login\/link\/[\w-]{43}/.exec(mail) ?? [];
    const link = await open(client, path);
    expect(link.text).toContain('This is your private way back into the event.');
    expect(link.text).not.toContain('organizer');
    const home = await send(client, link, 'Open the event');
    expect(home.text).toContain('Welcome back');
    expect((await client.get('/api/user')).json).toEqual(user);
    expect((await open(client, path)).status).toBe(404);
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
