import { eq } from 'drizzle-orm';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { users } from '~db/schema';
import { createReturnToken } from '~/models/session/sign-in.server';
import { createSignInLink } from '../factories';
import { Client, type Answer } from '../setup/client';
import { outlastCachedReads } from '../setup/cached-reads';
import { createPostgresDatabase } from '../setup/databases';
import { parsePage } from '../setup/html';
import { builtRoutes } from '../setup/routes';
import type { TestServer } from '../setup/server';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  sendPhoto,
  signInAdministrator,
  smallJpeg,
  unique,
  visit,
} from './party';
import { startApart } from './servers';

const { origin, databaseUrl } = inject('postgresServer');
const nobody = () => new Client(origin);
const refusal = ({ status, json }: Answer) => [status, (json as { message?: string }).message];

/** The parameters of routes that let nobody in. */
const NO_SECRETS = [
  'duelId',
  'eventId',
  'file',
  'format',
  'keptOutId',
  'messageId',
  'missionId',
  'photoId',
  'reportId',
  'userId',
];

/** The URLs of all routes that hold a secret, with this one in its place. */
async function privateLinks(secret: string): Promise<string[]> {
  const patterns = (await builtRoutes()).map(({ path }) => path);
  return patterns
    .filter((path) => /:(token|key)\b/.test(path))
    .map((path) => path.replace(/:(token|key)\b/, secret).replace(/:\w+/g, '1'));
}

let connection: DatabaseConnection;
beforeAll(async () => {
  connection = await connectDatabase({ url: databaseUrl, dataDir: '' });
});
afterAll(() => connection.close());

describe('headers', () => {
  const directivesOf = ({ headers }: Answer) =>
    new Map(
      (headers.get('Content-Security-Policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources] as const;
      }),
    );

  test('the Content-Security-Policy is enforced, and strict', async () => {
    for (const path of ['/auth', '/create-event', '/nowhere', '/api/user', '/favicon.svg']) {
      const answer = await nobody().get(path);
      expect(answer.headers.has('Content-Security-Policy-Report-Only')).toBe(false);
      const policy = directivesOf(answer);
      expect(policy.get('default-src')).toEqual(["'self'"]);
      expect(policy.get('object-src')).toEqual(["'none'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('form-action')).toEqual(["'self'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy.get('script-src')).toEqual([
        "'self'",
        expect.stringMatching(/^'nonce-[\w-]{22}'$/),
      ]);
      expect(policy.get('style-src')).toEqual(["'self'"]);
      const sources = [...policy.values()].flat().join(' ');
      expect(sources).not.toMatch(/unsafe-eval|strict-dynamic|https?:|\*/);
    }
  });

  test('every script of a page carries the nonce of its response, which is never the same', async () => {
    const party = await createParty(origin);
    const visitor = await visit(party);
    const nonces = new Set<string>();
    for (const path of ['/auth', '/auth/join', '/create-event', '/', '/feed', '/top', '/login']) {
      const answer = await visitor.get(path);
      const page = answer.status === 200 ? answer : expectStatus(await nobody().get(path), 200);
      const nonce = /'nonce-([\w-]+)'/.exec(page.headers.get('Content-Security-Policy') ?? '')?.[1];
      const document = parsePage(page.text);
      const scripts = [...document.querySelectorAll('script')];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script.getAttribute('nonce')).toBe(nonce);
      const handlers = [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter((name) => /^on/i.test(name)),
      );
      expect(handlers).toEqual([]);
      nonces.add(nonce ?? '');
    }
    expect(nonces.size).toBe(7);
  });

  test('the other headers', async () => {
    for (const path of ['/auth', '/api/user', '/favicon.svg']) {
      const { headers } = await nobody().get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()'),
        'x-request-id': expect.stringMatching(/^[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/),
      });
      expect(headers.has('X-Powered-By')).toBe(false);
    }
    expect((await nobody().get('/auth')).headers.get('Cache-Control')).toContain('no-store');
  });

  test('the page of a private link sends its URL to no other resource', async () => {
    const links = await privateLinks('x'.repeat(43));
    for (const path of [...links, `/%72eturn/${'x'.repeat(43)}.data`]) {
      const { headers } = await nobody().get(path);
      expect([path, headers.get('Referrer-Policy')]).toEqual([path, 'strict-origin']);
    }
  });

  test('a build’s files have the headers that matter for them; a missing one is answered as a page', async () => {
    const page = parsePage((await nobody().get('/auth')).text);
    const sheet = page.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? '';
    const icons = page.querySelector('use')?.getAttribute('href')?.split('#')[0] ?? '';
    expect([sheet, icons]).toEqual([
      expect.stringMatching(/^\/assets\/.+\.css$/),
      expect.stringMatching(/^\/assets\/.+\.svg$/),
    ]);
    for (const path of [sheet, icons]) {
      const { headers } = expectStatus(await nobody().get(path), 200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public,max-age=31536000,immutable',
      });
      expect(headers.has('Permissions-Policy')).toBe(false);
    }
    // Opened by itself an icon is a document, and may do nothing.
    const policy = (await nobody().get(icons)).headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox');
    const missing = expectStatus(await nobody().get(`${sheet}x`), 404);
    expect(missing.headers.get('X-Frame-Options')).toBe('DENY');
    expect(missing.headers.get('Cache-Control')).toContain('no-store');
  });
});

describe('writes that another site makes the browser send', () => {
  const post = (headers: Record<string, string>, path = '/api/logout') =>
    nobody().request('POST', path, { headers });

  test.each<Record<string, string>>([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: origin.replace('127.0.0.1', 'localhost') },
    { Origin: `${origin}.evil.example` },
    { Origin: origin.replace('http:', 'https:') },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
  ])('%o', async (headers) => {
    expect(refusal(await post(headers))).toEqual([403, 'This request came from another site']);
    for (const path of ['/logout', '/auth/join', '/create-event', '/photos/add', '/selfie']) {
      expect((await post(headers, path)).status).toBe(403);
    }
  });

  test('are refused whatever the method, and nothing happens', async () => {
    const guest = await join(await createParty(origin));
    const { id } = await addPhoto(guest, 1);
    const headers = { Origin: 'https://evil.example' };
    const answer = await guest.client.request('DELETE', `/api/photos/${id}`, { headers });
    expect(answer.status).toBe(403);
    const { json } = await guest.client.get(`/api/photos/user/${guest.user.id}`);
    expect(json).toHaveLength(1);
  });

  test.each<Record<string, string>>([
    { Origin: origin },
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
  ])('our own pages write: %o', async (headers) => {
    expect((await post(headers)).status).toBe(200);
  });

  test('and so does a browser that hides the origin', async () => {
    expect((await post({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    for (const site of ['none', 'same-site', 'cross-site']) {
      expect((await post({ Origin: 'null', 'Sec-Fetch-Site': site })).status).toBe(403);
    }
  });

  test('reading is allowed: a link from another site opens', async () => {
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await nobody().get('/auth', headers)).status).toBe(200);
  });
});

describe('the session’s cookie', () => {
  const attributesOf = (answer: Answer) => {
    const [cookie = ''] = answer.headers.getSetCookie();
    return cookie.split('; ').map((attribute) => attribute.replace(/=.*/, ''));
  };
  const register = async (headers: Record<string, string> = {}) => {
    const { names } = await createParty(origin);
    const person = { name: `Guest ${unique()}`, email: `${unique()}@example.com` };
    const options = { json: { ...names, ...person }, headers };
    return expectStatus(await nobody().request('POST', '/api/register', options), 201);
  };

  test('is HttpOnly and SameSite=Lax', async () => {
    const answer = await register();
    const attributes = attributesOf(answer);
    expect(attributes).toEqual(
      expect.arrayContaining(['snapodium_session', 'HttpOnly', 'SameSite', 'Path']),
    );
    expect(attributes).not.toContain('Secure');
    expect(answer.headers.getSetCookie()[0]).toMatch(/SameSite=Lax/);
  });

  test('is Secure behind a proxy with https', async () => {
    expect(attributesOf(await register({ 'X-Forwarded-Proto': 'https' }))).toContain('Secure');
  });

  test('is signed: a changed one is invalid', async () => {
    const { client } = await join(await createParty(origin));
    const cookie = client.cookies.header() ?? '';
    const [name = '', value = ''] = cookie.split('=');
    const [payload = '', signature = ''] = decodeURIComponent(value).split('.');
    const session = JSON.parse(Buffer.from(payload, 'base64').toString()) as { userId: number };
    const forged = Buffer.from(JSON.stringify({ ...session, userId: 1, eventId: 1 })).toString(
      'base64',
    );
    const forgeries = [
      `${name}=${encodeURIComponent(`${forged}.${signature}`)}`,
      `${name}=${payload}`,
    ];
    expect((await nobody().get('/api/user', { Cookie: cookie })).status).toBe(200);
    for (const forgery of forgeries) {
      expect((await nobody().get('/api/user', { Cookie: forgery })).status).toBe(401);
    }
  });

  test('of a removed user is cleared with the next request', async () => {
    const party = await createParty(origin);
    const removed = async () => {
      const guest = await join(party);
      await connection.db.delete(users).where(eq(users.id, guest.user.id));
      await outlastCachedReads();
      return guest;
    };
    for (const path of ['/api/user', '/api/favorites', `/api/events/${party.event.id}`]) {
      const { client } = await removed();
      const old = client.cookies.header();
      const answer = await client.get(path);
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toHaveLength(1);
      expect(client.cookies.header()).not.toBe(old);
      expect((await client.get('/api/user')).status).toBe(401);
    }
    const upload = await removed();
    expect((await sendPhoto(upload, 1, await smallJpeg())).status).toBe(401);
    const { client } = await removed();
    const page = await client.get('/');
    expect([page.status, page.headers.get('Location')]).toEqual([302, '/auth']);
    expect(page.headers.getSetCookie()).toHaveLength(1);
    expect((await client.get('/auth')).status).toBe(200);
  });

  test('keeps the notice of its end, whatever its page requested meanwhile', async () => {
    const party = await createParty(origin);
    const client = party.organizer.client.speak('en');
    const old = client.cookies.header() ?? '';
    const sent = await client.submit('/event/delete', { typed: party.names.event });
    expect(sent.status).toBe(302);
    const fromPage = { Cookie: old, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' };
    for (const path of [`/api/events/${party.event.id}/changes`, '/api/user', '/media/photos/x']) {
      const late = await client.get(path, fromPage);
      expect(late.status).toBeGreaterThanOrEqual(400);
      expect(late.headers.getSetCookie()).toEqual([]);
    }
    expect((await client.get('/auth')).text).toContain('Event deleted');
  });
});

describe('too many failures', () => {
  const person = (name = `Guest ${unique()}`) => ({ name, email: `${unique()}@example.com` });
  const expectThrottled = (answer: Answer) => {
    expect(refusal(answer)).toEqual([429, 'Too many attempts. Please try again later.']);
    const seconds = Number(answer.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
  };

  test('20 for one person from one IP address', async () => {
    const party = await createParty(origin);
    const { user } = await join(party, { name: 'Ann Lee' });
    const client = nobody();
    const login = (fields: object) => client.post('/api/login', { ...party.names, ...fields });
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const name = attempt % 2 ? 'Ann Lee' : ' ANN LEE';
      expect((await login(person(name))).status).toBe(401);
    }
    expectThrottled(await login(person('Ann Lee')));
    expectThrottled(await login({ name: 'Ann Lee', email: user.email }));
    // Other people, and the same name in another event, are not affected.
    expect((await login(person('Bob Lee'))).status).toBe(401);
    const elsewhere = await createParty(origin);
    const there = await client.post('/api/login', { ...elsewhere.names, ...person('Ann Lee') });
    expect(there.status).toBe(401);
  });

  test('5 failed checks of the administrator', async () => {
    const administrator = await signInAdministrator(origin);
    const check = (password: string) =>
      administrator.post('/api/verify-admin', { username: 'admin', password });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await check('wrong password')).status).toBe(401);
    }
    expectThrottled(await check('admin-password'));
  });
});

describe('URLs', () => {
  const get = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = httpRequest(origin, { path }, (response) => resolve(response.resume()));
      outgoing.once('error', reject).end();
    });

  test('an absolute one is read as its path', async () => {
    expect((await get('http://elsewhere.example/auth')).statusCode).toBe(200);
    expect((await get('http://elsewhere.example/nowhere')).statusCode).toBe(404);
  });

  test.each(['http://[::1/auth', 'http:///', '/%', '/api/%0A', '/photos/%00'])(
    '%s, which nobody can parse, is refused like everything else',
    async (path) => {
      const { statusCode, headers } = await get(path);
      expect(statusCode).toBe(400);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-request-id': expect.any(String),
        'x-frame-options': 'DENY',
      });
    },
  );
});

test('every parameter of a route is known to be a secret or none', async () => {
  const names = (await builtRoutes()).flatMap(({ path }) => path.match(/(?<=:)\w+/g) ?? []);
  // What lets somebody in is called `token` or `key`, and is then hidden in the log (server/private-link.ts).
  expect([...new Set(names)].sort()).toEqual([...NO_SECRETS, 'key', 'token'].sort());
});

describe('the log', () => {
  let server: TestServer;
  let talkative: DatabaseConnection;
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    server = await startApart({ DATABASE_URL: url, LOG_LEVEL: 'trace' });
    talkative = await connectDatabase({ url, dataDir: '' });
  });
  afterAll(async () => {
    await talkative.close();
    await server.stop();
    await server.clean();
  });

  test('contains no private link, no password, no name and no address', async () => {
    const party = await createParty(server.origin, {
      organizerName: 'Zebedee Quill',
      organizerEmail: 'zebedee@example.com',
      organizerPassword: 'open-sesame-3141',
    });
    const { user } = party.organizer;
    const returnToken = await createReturnToken(talkative.db, { userId: user.id });
    const now = new Date();
    // A mailed link is for a user without a password.
    const { organizer } = await createParty(server.origin);
    const linkToken = await createSignInLink(talkative.db, { userId: organizer.user.id, now });
    const client = new Client(server.origin);
    for (const path of [`/return/${returnToken}`, `/login/link/${linkToken}`]) {
      expect((await client.get(path)).status).toBe(200);
      expect((await client.get(`${path}.data`)).status).toBe(200);
      expect((await client.submit(path, {})).status).toBe(302);
    }
    const links = await privateLinks('s3cret-of-somebody');
    expect(links.length).toBeGreaterThan(10);
    for (const path of links) {
      await client.get(path);
      await client.get(`${path}.data`);
      await client.submit(path, {});
    }
    const { event, organizerName } = party.names;
    const query = new URLSearchParams({ event, organizer: organizerName });
    expect((await client.get(`/auth/join?${query}`)).status).toBe(200);
    const wrong = { name: 'Zebedee Quill', email: user.email, password: 'open-barley-2718' };
    expect((await client.post('/api/login', { ...party.names, ...wrong })).status).toBe(401);

    await expect.poll(() => server.output()).toContain('/api/login');
    const log = server.output();
    expect(log).toContain('/return/…');
    expect(log).toContain('/login/link/…');
    const secrets = [
      returnToken,
      linkToken,
      's3cret-of-somebody',
      'open-sesame',
      'open-barley',
      'Zebedee',
      'zebedee',
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/snapodium_session|scrypt/);
  });
});

test('the administrator’s user name is revealed to nobody', async () => {
  const visitor = nobody().speak('en');
  expectStatus(
    await visitor.post('/api/visitor-access', { event: 'DEMO', organizerName: 'Demo' }),
    200,
  );
  const { json, text } =
    await visitor.get<{ id: number; username: string }[]>('/api/events/1/users');
  expect(json.find(({ id }) => id === 1)?.username).toBe('demo');
  expect(text).not.toContain('"admin"');
});
