import { eq } from 'drizzle-orm';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events, sessions } from '~db/schema';
import { Client } from '../setup/client';
import { attributesOf } from '../setup/html';
import { createPostgresDatabase } from '../setup/databases';
import { openStream } from '../setup/change-stream';
import { open, send } from './pages';
import {
  createParty,
  day,
  ENDED,
  expectStatus,
  join,
  signInAdministrator,
  unique,
  visit,
  type Party,
} from './party';
import { startApart } from './servers';

const { origin, databaseUrl } = inject('postgresServer');
const nobody = () => new Client(origin).speak('en');
/** Streams end within a second (rule `session.end`), on a busy machine within some. */
const SOON = { timeout: 5000 };

/** Another browser with the same cookies: a stolen session. */
function copyOf(client: Client): Client {
  const thief = nobody();
  const cookies = (client.cookies.header() ?? '').split('; ');
  thief.cookies.take(cookies);
  return thief;
}

const isIn = async (client: Client) => (await client.get('/api/user')).status === 200;

/** An organizer who returns with name and e-mail, and a password if there is one. */
async function comeBack({ names, organizer }: Party, password?: string): Promise<Client> {
  const { name, email } = organizer.user;
  const client = nobody();
  expectStatus(await client.post('/api/login', { ...names, name, email, password }), 200);
  return client;
}

/** The path of a private link on a page; null if there is none. */
const linkOn = (html: string) => /\/return\/([\w-]{43})/.exec(html)?.[1] ?? null;

async function createByForm(client: Client): Promise<void> {
  const answer = await client.submit('/create-event', {
    name: `Event ${unique()}`,
    organizerName: `Organizer ${unique()}`,
    organizerEmail: `${unique()}@example.com`,
    description: 'A party',
    startDate: day(),
    endDate: day(7),
    intent: 'create',
  });
  expectStatus(answer, 302);
}

describe('a session in another event', () => {
  test('a member is asked before it is left, on the card and at the confirmation', async () => {
    const [own, other] = [await createParty(origin), await createParty(origin)];
    const { client, user } = await join(own);
    client.speak('en');
    const names = { event: other.names.event, organizer: other.names.organizerName };
    const query = new URLSearchParams(names);
    for (const path of [`/auth/join?${query}`, `/auth/join/confirm?${query}`]) {
      const page = await open(client, path);
      expect(page.text).toContain(`You are in “${own.names.event}” You are there as ${user.name}.`);
      expect(page.text).toContain('Switch to this event');
      expect(page.text).toContain('Stay where I am');
    }
    const sent = { event: names.event, organizerName: names.organizer };
    const refused = await client.submit(`/auth/join/confirm?${query}`, sent);
    expect(refused.status).toBe(409);
    expect(await isIn(client)).toBe(true);
    const left = await client.submit(`/auth/join/confirm?${query}`, { ...sent, leave: '1' });
    expect([left.status, left.headers.get('Location')]).toEqual([302, '/']);
    expect((await open(client, '/')).text).toContain(other.names.event);
  });

  test('visitors are not asked, nor a user who opens their own event’s link', async () => {
    const [own, other] = [await createParty(origin), await createParty(origin)];
    const visitor = (await visit(own)).speak('en');
    const query = (party: Party) =>
      new URLSearchParams({ event: party.names.event, organizer: party.names.organizerName });
    expect((await open(visitor, `/auth/join?${query(other)}`)).text).not.toContain(
      'Switch to this event',
    );
    const { client } = await join(own);
    client.speak('en');
    expect((await open(client, `/auth/join?${query(own)}`)).text).not.toContain(
      'Switch to this event',
    );
  });
});

describe('a copied cookie is invalid', () => {
  const END: [string, (client: Client) => Promise<unknown>][] = [
    ['once its owner has logged out by the form', (client) => client.submit('/logout', {})],
    ['… and by the call', (client) => client.post('/api/logout')],
    ['… and from everywhere', (client) => client.submit('/settings', { intent: 'everywhere' })],
    ['once the account is gone', (client) => client.submit('/settings/delete', {})],
    [
      'once the same browser signs in elsewhere',
      async (client) => client.post('/api/visitor-access', (await createParty(origin)).names),
    ],
  ];
  test.each(END)('%s', async (_when, end) => {
    const party = await createParty(origin);
    const { client } = await join(party);
    const thief = copyOf(client);
    const path = `/api/photos/event/${party.event.id}`;
    for (const one of [client, thief]) expectStatus(await one.get(path), 200);
    const stream = await openStream(thief, party.event.id);
    await end(client);
    expectStatus(await thief.get(path), 401);
    expectStatus(await thief.post('/api/messages/read-all'), 401);
    await expect.poll(() => stream.isOver, SOON).toBe(true);
    expect((await openStream(thief, party.event.id)).status).toBe(401);
  });

  test('for a visitor as well', async () => {
    const visitor = await visit(await createParty(origin));
    const thief = copyOf(visitor);
    expect(await isIn(thief)).toBe(true);
    expectStatus(await visitor.submit('/logout', {}), 302);
    expect(await isIn(thief)).toBe(false);
  });

  test('the administrator’s check ends with it', async () => {
    const administrator = await signInAdministrator(origin);
    const thief = copyOf(administrator);
    expectStatus(await thief.get('/api/admin/users'), 200);
    expectStatus(await administrator.post('/api/logout'), 200);
    expectStatus(await thief.get('/api/admin/users'), 401);
  });

  test('once another device has ended it, in the settings', async () => {
    const party = await createParty(origin, { organizerPassword: 'open-sesame' });
    const [phone, laptop] = [party.organizer.client, await comeBack(party, 'open-sesame')];
    const stream = await openStream(phone, party.event.id);
    const settings = await open(laptop.speak('en'), '/settings');
    expect(settings.text).toContain('This device');
    const ids = attributesOf(settings.document, 'input[name=session]', 'value');
    expect(ids).toHaveLength(1);
    // Nobody else can end it by knowing its number.
    const { client: guest } = await join(party);
    expectStatus(
      await guest.submit('/settings', { intent: 'session', session: ids[0] ?? '' }),
      302,
    );
    expect(await isIn(phone)).toBe(true);
    const ended = await send(laptop, settings, 'Log out: Unknown device', {
      intent: 'session',
      session: ids[0] ?? '',
    });
    expect(ended.text).toContain('That device is logged out');
    expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true]);
    await expect.poll(() => stream.isOver, SOON).toBe(true);
    expect(attributesOf(ended.document, 'input[name=session]', 'value')).toEqual([]);
  });

  test('on every server', async () => {
    const env = { DATABASE_URL: await createPostgresDatabase() };
    const servers = await Promise.all([startApart(env), startApart(env)]);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all(servers.map((server) => server.clean()));
    });
    const [here = '', there = ''] = servers.map((server) => server.origin);
    const party = await createParty(here);
    const { client } = await join(party);
    const thief = new Client(there);
    thief.cookies.take((client.cookies.header() ?? '').split('; '));
    const stream = await openStream(thief, party.event.id);
    expect(await isIn(thief)).toBe(true);
    expectStatus(await client.post('/api/logout'), 200);
    await expect.poll(() => isIn(thief), SOON).toBe(false);
    await expect.poll(() => stream.isOver, SOON).toBe(true);
  });
});

describe('a stolen session ends', () => {
  test('with a new password, while one’s own session stays', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const thief = copyOf(client);
    const settings = await open(client.speak('en'), '/settings');
    const saved = await send(client, settings, 'New password', {
      intent: 'password',
      password: 'first-one',
    });
    expect(saved.text).toContain('Password saved');
    expect(await isIn(client)).toBe(true);
    expect(await isIn(thief)).toBe(false);
    expect((await thief.get('/')).headers.get('Location')).toBe('/auth');
  });

  test('with a new private link', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const thief = copyOf(client);
    // The first one is shown in place of the button until it is kept.
    await client.speak('en').submit('/settings', { intent: 'link-kept' });
    const renewed = await send(client, await open(client, '/settings'), 'new link', {
      intent: 'link',
    });
    expect(renewed.text).toContain('Your new private link is ready');
    expect(linkOn(renewed.html)).not.toBeNull();
    expect(await isIn(client)).toBe(true);
    expect(await isIn(thief)).toBe(false);
  });

  test('with “log out everywhere”, and so does one’s own', async () => {
    const { client } = await join(await createParty(origin));
    const thief = copyOf(client);
    const page = await send(client, await open(client.speak('en'), '/settings'), 'everywhere', {
      intent: 'everywhere',
    });
    expect(page.path).toBe('/auth');
    expect(page.text).toContain('You are logged out everywhere');
    expect(await isIn(client)).toBe(false);
    expect(await isIn(thief)).toBe(false);
  });

  test('60 days after it began, and 14 after its organizer used it last', async () => {
    const party = await createParty(origin);
    const { client: guest } = await join(party);
    const { db, close } = await connectDatabase({ url: databaseUrl, dataDir: '' });
    const isInAfter = async (client: Client, begun: number, used: number) => {
      const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
      const whose = (await client.get<{ id: number }>('/api/user')).json.id;
      await db
        .update(sessions)
        .set({ createdAt: ago(begun), seenAt: ago(used) })
        .where(eq(sessions.userId, whose));
      // It is cached for a second, because setting the clock is not a change that anybody announces.
      const answer = await client.post('/api/messages/read-all');
      return answer.status === 200;
    };
    expect(await isInAfter(guest, 59, 59)).toBe(true);
    expect(await isInAfter(guest, 61, 0)).toBe(false);
    const { client: organizer } = party.organizer;
    expect(await isInAfter(organizer, 59, 13)).toBe(true);
    expect(await isInAfter(organizer, 15, 15)).toBe(false);
    await close();
  });
});

describe('what a user signs in with is changed with the current password', () => {
  const password = 'open-sesame';
  const ownSettings = async () => {
    const party = await createParty(origin, { organizerPassword: password });
    const { client, user } = party.organizer;
    return { party, client: client.speak('en'), user, page: await open(client, '/settings') };
  };

  test('the e-mail address, and not the name', async () => {
    const { client, user, page } = await ownSettings();
    const details = { name: user.name, email: `${unique()}@example.com`, intent: 'details' };
    const without = await client.submit('/settings', details);
    expect([without.status, without.text.includes('Please enter the organizer password')]).toEqual([
      401,
      true,
    ]);
    const wrong = await client.submit('/settings', { ...details, currentPassword: 'not-this' });
    expect([wrong.status, wrong.text.includes('That password isn’t right')]).toEqual([401, true]);
    // What was typed is still there, except the password.
    expect(wrong.text).toContain(details.email);
    expect(wrong.text).not.toContain('not-this');
    const right = await send(client, page, 'Only needed', {
      email: details.email,
      currentPassword: password,
      intent: 'details',
    });
    expect(right.text).toContain('Details saved');
    const renamed = { name: `Organizer ${unique()}`, email: details.email, intent: 'details' };
    expect((await client.submit('/settings', renamed)).status).toBe(302);
  });

  test('the private link', async () => {
    const { client } = await ownSettings();
    expect((await client.submit('/settings', { intent: 'link' })).status).toBe(401);
    const wrong = await client.submit('/settings', { intent: 'link', currentPassword: 'nothing' });
    expect(wrong.status).toBe(401);
    const right = await client.submit('/settings', { intent: 'link', currentPassword: password });
    expect(right.status).toBe(302);
    expect(linkOn((await client.get('/settings')).text)).not.toBeNull();
  });
});

describe('the private return link', () => {
  test('is shown until it is kept, and is never in a cookie', async () => {
    const client = nobody();
    await createByForm(client);
    const cookies = decodeURIComponent(client.cookies.header() ?? '');
    const session = Buffer.from(cookies.split('snapodium_session=')[1] ?? '', 'base64').toString();
    const token = linkOn((await client.get('/')).text);
    expect(token).not.toBeNull();
    expect(session).toContain('organizer');
    expect(session).not.toContain(token);
    expect(linkOn((await client.get('/')).text)).toBe(token);
    await client.submit('/settings', { intent: 'link-kept' });
    expect(linkOn((await client.get('/')).text)).toBeNull();
    expect((await nobody().get(`/return/${token}`)).status).toBe(200);
  });

  test('is shown to no one who comes by names and address alone, nor to the next one on that browser', async () => {
    const client = nobody();
    await createByForm(client);
    const { json: organizer } = await client.get<{ name: string; email: string }>('/api/user');
    const created = await client.get<{ name: string }[]>('/api/admin/events');
    const names = { event: created.json[0]?.name ?? '', organizerName: organizer.name };
    expectStatus(await client.post('/api/logout'), 200);

    const other = await createParty(origin);
    const guest = { name: `Guest ${unique()}`, email: `${unique()}@example.com` };
    expectStatus(await client.post('/api/register', { ...other.names, ...guest }), 201);
    expect(linkOn((await client.get('/')).text)).toBeNull();
    expect(linkOn((await client.get('/settings')).text)).toBeNull();

    const back = nobody();
    const { name, email } = organizer;
    expectStatus(await back.post('/api/login', { ...names, name, email }), 200);
    expect(linkOn((await back.get('/')).text)).toBeNull();
    expect(linkOn((await back.get('/settings')).text)).toBeNull();
  });

  test('a password replaces it', async () => {
    const { client } = (await createParty(origin)).organizer;
    expect(linkOn((await client.get('/')).text)).not.toBeNull();
    await client.submit('/settings', { intent: 'password', password: 'open barley fields' });
    expect(linkOn((await client.get('/')).text)).toBeNull();
  });

  test('is also shown to a user who created the event by call', async () => {
    const { client } = (await createParty(origin)).organizer;
    expect(linkOn((await client.get('/')).text)).not.toBeNull();
  });
});

test('a notice belongs to its session', async () => {
  const party = await createParty(origin);
  const visitor = (await visit(party)).speak('en');
  const join = { event: party.names.event, organizerName: party.names.organizerName };
  // The notice waits in the cookie, unread.
  const guest = nobody();
  expectStatus(await guest.submit('/auth/join/confirm', join), 302);
  expectStatus(await guest.post('/api/logout'), 200);
  expect((await guest.get('/auth')).text).not.toContain('Access granted');
  expect((await visitor.get('/')).status).toBe(200);
});

describe('a user who left an event finds the way back', () => {
  const wayBack = async (client: Client) => {
    const { document } = await open(client.speak('en'), '/auth');
    const links = attributesOf(document, 'main a[href^="/auth/join?event="]', 'href');
    return links[0] ? Object.fromEntries(new URL(links[0], origin).searchParams) : null;
  };
  const namesOf = ({ names }: Party) => ({ event: names.event, organizer: names.organizerName });

  test('by the form, by the call, and as a visitor', async () => {
    const party = await createParty(origin, { name: `"><b>عيد ${unique()}</b> & Co` });
    const [one, other, visitor] = [await join(party), await join(party), await visit(party)];
    expect(await wayBack(nobody())).toBeNull();
    expectStatus(await one.client.submit('/logout', {}), 302);
    expectStatus(await other.client.post('/api/logout'), 200);
    expectStatus(await visitor.submit('/logout', {}), 302);
    for (const { client } of [one, other, { client: visitor }]) {
      expect(await isIn(client)).toBe(false);
      expect(await wayBack(client)).toEqual(namesOf(party));
      // Once more, signed out.
      expectStatus(await client.submit('/logout', {}), 302);
      expect(await wayBack(client)).toEqual(namesOf(party));
    }
  });

  test('to the one they left last', async () => {
    const { client } = await join(await createParty(origin));
    expectStatus(await client.submit('/logout', {}), 302);
    const party = await createParty(origin);
    expectStatus(await client.post('/api/visitor-access', party.names), 200);
    expectStatus(await client.submit('/logout', {}), 302);
    expect(await wayBack(client)).toEqual(namesOf(party));
  });

  test('and not once it has ended or was deleted', async () => {
    const party = await createParty(origin);
    const { client } = await join(party);
    expectStatus(await client.submit('/logout', {}), 302);
    const setDates = async (dates: { startDate: string; endDate: string }) => {
      const { db, close } = await connectDatabase({ url: databaseUrl, dataDir: '' });
      await db.update(events).set(dates).where(eq(events.id, party.event.id));
      await close();
    };
    await setDates(ENDED);
    expect(await wayBack(client)).toBeNull();
    await setDates({ startDate: day(-8), endDate: day() });
    expect(await wayBack(client)).toEqual(namesOf(party));

    const organizer = party.organizer.client;
    const other = await comeBack(party);
    expectStatus(await organizer.submit('/logout', {}), 302);
    expectStatus(await other.submit('/event/delete', { typed: party.names.event }), 302);
    for (const one of [client, organizer, other]) expect(await wayBack(one)).toBeNull();
  });

  test('and not after “log out everywhere”, nor without an account', async () => {
    const party = await createParty(origin);
    for (const [path, fields] of [
      ['/settings', { intent: 'everywhere' }],
      ['/settings/delete', {}],
    ] as const) {
      const person = { name: `Guest ${unique()}`, email: `${unique()}@example.com` };
      const client = nobody();
      expectStatus(await client.post('/api/register', { ...party.names, ...person }), 201);
      expectStatus(await client.submit('/logout', {}), 302);
      expectStatus(await client.post('/api/login', { ...party.names, ...person }), 200);
      expect(client.cookies.header()).toContain('snapodium_last_event=');
      expectStatus(await client.submit(path, fields), 302);
      expect(client.cookies.header()).not.toContain('snapodium_last_event=');
      expect(await wayBack(client)).toBeNull();
    }
  });

  test('and not with a forged cookie', async () => {
    const { event } = await createParty(origin);
    for (const value of [String(event.id), btoa(String(event.id)), `${btoa('1')}.x`, '%E0%A4%A']) {
      const client = nobody();
      client.cookies.take([`snapodium_last_event=${value}`]);
      expect(await wayBack(client)).toBeNull();
    }
  });
});

test('an organizer can still come back', async () => {
  const party = await createParty(origin, { organizerPassword: 'open-sesame' });
  expect(await isIn(await comeBack(party, 'open-sesame'))).toBe(true);
});
