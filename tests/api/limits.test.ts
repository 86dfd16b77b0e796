import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { jobs, messages } from '~db/schema';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { startSmtpServer, type SmtpServer } from '../setup/smtp-server';
import { fieldsOf, open, send, type Page } from './pages';
import { createParty, expectStatus, join, signInAdministrator, unique, visit } from './party';
import { startApart } from './servers';

describe('a server with mails and limits', () => {
  let smtp: SmtpServer;
  let server: TestServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    env = {
      DATABASE_URL: await createPostgresDatabase(),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Snapodium <hello@photos.example>',
      PUBLIC_ORIGIN: 'https://photos.example',
      EVENTS_PER_HOUR: '3',
    };
    server = await startApart(env);
  });
  afterAll(async () => {
    await server.stop();
    await server.clean();
    await smtp.stop();
  });

  test('links in mails lead to PUBLIC_ORIGIN, whatever host a request names', async () => {
    const party = await createParty(server.origin, {
      name: `You have won http://bait.example ${unique()}`,
    });
    const { name, email } = party.organizer.user;
    const client = new Client(server.origin).speak('en');
    const headers = { 'X-Forwarded-Host': 'evil.example' };
    const json = { ...party.names, name, email };
    const answer = await client.request('POST', '/api/login', { json, headers });
    expect(answer.status).toBe(401);
    const [mail] = smtp.mails;
    expect(mail).toContain('https://photos.example/login/link/');
    // Neither that host nor, for an unconfirmed address, what users typed.
    expect(mail).not.toMatch(/evil|bait|won|Organizer/);
    expect(mail).toContain('Subject: Your login link');
    for (const path of ['/auth', `/invitation-pdf/${party.event.id}`]) {
      const page = await client.get(path, headers);
      expect(page.text).toContain('https://photos.example');
      expect(page.text).not.toContain('evil.example');
    }
  });

  test('cookies are bound to this host and to https, even if the proxy does not mention it', async () => {
    const party = await createParty(server.origin);
    const client = new Client(server.origin);
    const guest = { name: `Guest ${unique()}`, email: `${unique()}@example.com` };
    const joined = expectStatus(
      await client.post('/api/register', { ...party.names, ...guest }),
      201,
    );
    const left = expectStatus(await client.post('/api/logout'), 200);
    const cookies = [joined, left].flatMap(({ headers }) => headers.getSetCookie());
    const names = new Set(cookies.map((cookie) => cookie.split('=')[0]));
    const own = ['session', 'browser', 'last_event'].map((name) => `__Host-snapodium_${name}`);
    expect([...names]).toEqual(expect.arrayContaining(own));
    for (const cookie of cookies.filter((one) => one.includes('snapodium'))) {
      expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    }
  });

  test('a person with a typing mistake gets a link to the known address', async () => {
    const party = await createParty(server.origin);
    const camille = { name: 'Camille Martin', email: 'camille.martin@example.com' };
    const { user } = await join(party, camille);
    const client = (await visit(party)).speak('en');
    const slip = { ...camille, email: 'camille.matrin@example.com', consent: 'on' };
    const confirm = await send(client, await open(client, '/login'), 'Continue', slip);
    const asked = await send(client, confirm, 'Submit', { intent: 'submit' });
    expect(asked.text).toContain('Have you already joined?');
    expect(asked.text).toContain('Yes, e-mail me a login link');
    const before = smtp.mails.length;
    const sent = await send(client, asked, 'login link', { intent: 'link' });
    expect(sent.status).toBe(401);
    expect(sent.text).toContain('Check your e-mail');
    expect(sent.text).toContain('We’ve sent a login link to the e-mail address you joined with.');
    expect(fieldsOf(sent.html)).toMatchObject(slip);
    expect(sent.html).not.toContain(camille.email);
    expect(smtp.mails).toHaveLength(before + 1);

    const mail = smtp.mails.at(-1) ?? '';
    expect(mail).toMatch(/^To: camille\.martin@example\.com$/m);
    expect(mail).not.toContain('organizer');
    const [path = ''] = /\/login\/link\/[\w-]{43}/.exec(mail) ?? [];
    const link = await open(client, path);
    expect(link.text).toContain('This link is just for you: it takes you back into the event.');
    expect(link.text).not.toContain('organizer');
    const home = await send(client, link, 'Open the event');
    expect(home.text).toContain('Welcome back');
    expect((await client.get('/api/user')).json).toEqual(user);
    expect((await open(client, path)).status).toBe(404);
  });

  test('mails about news are switched in the settings, and sent', async () => {
    const party = await createParty(server.origin);
    const guest = await join(party, { name: 'Jo Li', email: `${unique()}@mail.example` });
    const organizer = party.organizer.client.speak('en');
    const client = guest.client.speak('en');
    const switchOf = ({ document }: Page) => document.querySelector('[role=switch][name=intent]');
    const wants = async (reader: Client) =>
      switchOf(await open(reader, '/settings'))?.getAttribute('aria-checked');
    const press = async (reader: Client) =>
      send(reader, await open(reader, '/settings'), 'E-mail me about new messages', {
        intent: 'mails',
      });

    // On by default for an organizer, off for a guest.
    expect([await wants(organizer), await wants(client)]).toEqual(['true', 'false']);
    expect((await open(organizer, '/settings')).text).toContain('new messages and reports');
    expect((await open(client, '/settings')).text).not.toContain('new messages and reports');
    expect((await press(client)).text).toContain('You will get e-mails');
    expect(await wants(client)).toBe('true');
    expect((await press(client)).text).toContain('You won’t get any more e-mails');
    expect(await wants(client)).toBe('false');
    await press(client);
    const odd = await client.submit('/settings', { intent: 'mails', mails: 'perhaps' });
    expect([odd.status, await wants(client)]).toEqual([302, 'true']);
    const administrator = (await signInAdministrator(server.origin)).speak('en');
    expect(await wants(administrator)).toBeUndefined();

    const { user } = party.organizer;
    const message = { toUserId: user.id, message: 'The words themselves' };
    expectStatus(await guest.client.post('/api/messages', message), 201);
    const toAll = { toUserId: 'all', message: 'The cake is here' };
    expectStatus(await party.organizer.client.post('/api/messages', toAll), 201);
    const before = smtp.mails.length;
    const mailsTo = (address: string) =>
      smtp.mails.slice(before).filter((mail) => mail.includes(`To: ${address}`));
    // A starting server runs at once what is due; the other one keeps running.
    const runJob = async (count: number) => {
      const { db, close } = await connectDatabase({ url: env.DATABASE_URL, dataDir: '' });
      const past = sql`now() - interval '3 minutes'`;
      await db.update(messages).set({ createdAt: past });
      await db.update(jobs).set({ dueAt: past }).where(eq(jobs.name, 'notices'));
      await close();
      const another = await startApart(env);
      await expect.poll(() => smtp.mails.length).toBe(before + count);
      await another.stop();
      await another.clean();
    };

    // First each is asked, in fixed words, whether the address is theirs.
    await runJob(2);
    const reader = new Client(server.origin).speak('en');
    for (const { email } of [user, guest.user]) {
      const [asked = ''] = mailsTo(email);
      expect(asked).not.toMatch(/Jo Li|Event /);
      const [path = ''] = /\/login\/confirm\/[\w-]+/.exec(asked) ?? [];
      const page = await open(reader, path);
      expect(page.text).toContain('Is this your e-mail address?');
      expect((await send(reader, page, 'Confirm')).text).toContain('E-mail address confirmed');
    }
    expect((await reader.get('/api/user')).status).toBe(401);
    await runJob(4);
    const [, toOrganizer] = mailsTo(user.email);
    expect(toOrganizer).toMatch(/- 1.{1,2}nouveau message de Jo Li/);
    expect(toOrganizer).toContain('https://photos.example/messages#newest');
    expect(toOrganizer).toContain('https://photos.example/settings#mails');
    expect(mailsTo(guest.user.email)).toHaveLength(2);
    expect(smtp.mails.join('\n')).not.toMatch(/The words themselves|The cake is here/);
  });

  test('an IP address can create a limited number of events in an hour, by form and by call', async () => {
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
    // A request that is refused for another reason does not count.
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
