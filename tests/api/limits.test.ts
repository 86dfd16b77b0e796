import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';
import { createParty, expectStatus, unique } from './party';
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
