import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { Client, type Answer } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import { startRelay, type Relay } from '../setup/relay';
import { builtRoutes, type BuiltRoute } from '../setup/routes';
import type { TestServer } from '../setup/server';
import { open, send } from './pages';
import { addPhoto, createParty, join, smallJpeg, unique, type Party, type Person } from './party';
import { startApart } from './servers';

// A database that is down or too slow: 503 with `Retry-After` wherever it is needed (rule `api.away`).

/** What answers without it. */
const WITHOUT = [
  '/manifest.webmanifest',
  '/offline',
  '/photos/shared',
  '/*',
  // No card: the names are missing.
  '/auth/join',
  '/auth/sign-in',
  '/create-event',
  '/plans',
  '/wall',
  // Sealed: a foreign one is refused without the database.
  '/login/email/:token',
  '/invited/:token',
  '/invited/:token/stop',
  '/morning/in/:token',
  '/morning/stop/:token',
  '/api/*',
];
const LOGOUT = ['/logout', '/api/logout'];

let url: string;
let relay: Relay;
let server: TestServer;
let other: DatabaseConnection;
let party: Party;
let guest: Person;
let photo: { id: number };
let routes: BuiltRoute[];

beforeAll(async () => {
  url = await createPostgresDatabase();
  other = await connectDatabase({ url, dataDir: '' });
  const behind = new URL(url);
  relay = await startRelay(Number(behind.port));
  behind.port = String(relay.port);
  server = await startApart({
    DATABASE_URL: behind.href,
    DATABASE_LOCK_SECONDS: '1',
    // Only the limit above ends a wait for a lock before a test ends.
    DATABASE_STATEMENT_SECONDS: '600',
    DATABASE_WAIT_SECONDS: '1.5',
    LOG_LEVEL: 'info',
  });
  routes = await builtRoutes();
  party = await createParty(server.origin);
  guest = await join(party);
  photo = await addPhoto(guest, 1);
});
afterAll(async () => {
  await server.stop();
  await server.clean();
  await relay.stop();
  await other.close();
});

/** The URL of a route, for the party. */
function addressOf(path: string): string {
  const ids: Record<string, unknown> = { eventId: party.event.id, photoId: photo.id };
  if (path === '/auth/join/confirm') {
    const { event, organizerName: organizer } = party.names;
    return `${path}?${new URLSearchParams({ event, organizer })}`;
  }
  const named = path.replace(/:(\w+)\??/g, (_, name: string) => String(ids[name] ?? guest.user.id));
  return named.replace('*', 'nowhere');
}

/** What is wrong with an answer; null if nothing is. */
function faultOf(name: string, { status, headers }: Answer): string | null {
  const isSaid = status === 503 && Number(headers.get('Retry-After')) > 0;
  return isSaid ? null : `${name}: ${status} ${headers.get('Retry-After')}`;
}

describe('a database that is down', () => {
  beforeAll(async () => {
    await relay.down();
    // The last result of the check is reused for five seconds (rule `screens.health`).
    while ((await guest.client.get('/healthz')).status === 200) await sleep(200);
  });
  afterAll(async () => {
    await relay.up();
    while ((await guest.client.get('/api/user')).status !== 200) await sleep(200);
  });

  test('is 503 with Retry-After at every URL that reads', async () => {
    const reading = routes.filter(({ path }) => !WITHOUT.includes(path));
    expect(reading.length).toBeGreaterThan(80);
    const faults: (string | null)[] = [];
    for (const { path } of reading) {
      const { client } = path.startsWith('/admin') ? party.organizer : guest;
      const answer = await client.get(addressOf(path), { Accept: 'text/html' });
      // URLs that only take forms redirect to their screen, or say so.
      if ([302, 404, 405].includes(answer.status)) continue;
      // A restart would not bring the database back.
      if (path === '/livez') {
        expect(answer.json).toEqual({ status: 'alive' });
        continue;
      }
      faults.push(faultOf(`GET ${path}`, answer));
    }
    expect(faults.filter(Boolean)).toEqual([]);
    expect(faults.length).toBeGreaterThan(60);
  });

  test('and at every one that writes, and ends no session', async () => {
    const cookie = guest.client.cookies.header();
    const faults: (string | null)[] = [];
    for (const { path } of routes) {
      if (WITHOUT.includes(path) || LOGOUT.includes(path)) continue;
      const person = { name: 'Zoé', email: 'zoe@example.com' };
      const fields = { intent: 'submit', on: '1', ...person, ...party.names };
      const isApi = path.startsWith('/api/');
      const answer = isApi
        ? await guest.client.post(addressOf(path), {})
        : await guest.client.submit(addressOf(path), fields);
      if ([404, 405, 415, 400].includes(answer.status)) continue;
      faults.push(faultOf(`POST ${path}`, answer));
    }
    expect(faults.filter(Boolean)).toEqual([]);
    expect(faults.length).toBeGreaterThan(40);
    expect(guest.client.cookies.header()).toBe(cookie);
  });

  test('is not reported as a refusal of anything that guests send', async () => {
    const { client, user } = guest;
    const eventId = party.event.id;
    const image = new Blob([Uint8Array.from(await smallJpeg())], { type: 'image/jpeg' });
    const form = (fields: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      body.set('image', image, 'x.jpg');
      return body;
    };
    const data = JSON.stringify({ userId: user.id, eventId, position: 2 });
    const script = { Accept: 'application/json' };
    const newcomer = { name: `Guest ${unique()}`, email: `${unique()}@example.com` };
    const stranger = new Client(server.origin);
    const answers = {
      upload: await client.request('POST', '/api/photos', { body: form({ data }) }),
      'an upload as scripts send it': await client.request('POST', '/photos/add', {
        body: form({ position: '2', userId: String(user.id) }),
        headers: script,
      }),
      selfie: await client.request('POST', '/api/users/selfie', { body: form({}) }),
      star: await client.post('/api/favorites', { userId: user.id, photoId: photo.id }),
      'taking it back': await client.delete(`/api/favorites/${photo.id}`),
      'the sign-in': await stranger.post('/api/login', { ...party.names, ...newcomer }),
      registration: await stranger.post('/api/register', { ...party.names, ...newcomer }),
      visit: await stranger.post('/api/visitor-access', party.names),
      message: await client.post('/api/messages', { toUserId: 1, message: 'Hello' }),
      marks: await client.get(`/api/events/${eventId}/marks?of=photos`),
      feed: await client.get(`/api/photos/event/${eventId}`),
    };
    const faults = Object.entries(answers).map(([name, answer]) => faultOf(name, answer));
    expect(faults.filter(Boolean)).toEqual([]);
    expect(answers.star.json).toEqual({
      message: 'We can’t be reached right now. Please try again in a moment.',
    });
    expect(answers['an upload as scripts send it'].json).toMatchObject({ code: 'away' });
  });

  test('is a page that tries again by itself, in the reader’s language', async () => {
    const client = new Client(server.origin);
    client.cookies.take([guest.client.cookies.header() ?? '']);
    client.speak('en');
    const page = await open(client, '/feed');
    expect([page.status, page.document.querySelector('h1')?.textContent]).toEqual([
      503,
      'One moment, please',
    ]);
    expect(page.html).toMatch(/<meta http-equiv="refresh" content="\d+"\/>/);
    // A form is not sent twice: its sender reads why, and nothing of the page is lost.
    const sent = await client.request('POST', `/photos/${photo.id}/star`, {
      fields: { on: '1' },
      headers: { Accept: 'text/html' },
    });
    expect(sent.status).toBe(503);
    expect(sent.text).not.toContain('http-equiv="refresh"');
    expect(sent.text).toContain('We can’t be reached right now. Please try again in a moment.');
  });

  test('is reported to scripts that request a screen’s data, which wait and leave the screen as it is', async () => {
    const asked = await guest.client.get('/feed.data');
    const sent = await guest.client.submit('/settings.data', { intent: 'everywhere' });
    for (const answer of [asked, sent]) {
      expect([answer.status, answer.headers.get('Snapodium-Away')]).toEqual([503, '1']);
    }
  });

  test('is reported by /healthz, and is an error in the log', async () => {
    const health = await new Client(server.origin).get('/healthz');
    expect([health.status, health.text]).toEqual([503, expect.stringContaining('database')]);
    const lines = server.output().split('\n');
    const failed = lines.find((line) => line.includes('"level":50') && line.includes('"away"'));
    expect(failed).toMatch(/\\n +at /);
  });
});

test('a form whose row cannot be written keeps what was typed', async () => {
  const { organizer, event } = await createParty(server.origin);
  const { client } = organizer;
  client.speak('en');
  const form = await open(client, '/event/description');
  const release = await hold('events');
  try {
    const page = await send(client, form, 'Save', { description: 'Under the old oak' });
    expect([page.status, page.html.includes('Under the old oak')]).toEqual([503, true]);
    expect(page.text).toContain('We can’t be reached right now');
  } finally {
    await release();
  }
  await send(client, form, 'Save', { description: 'Under the old oak' });
  const { json } = await client.get<{ description: string }>(`/api/events/${event.id}`);
  expect(json.description).toBe('Under the old oak');
});

test('while the photos are locked, whoever asks for them is answered, and nothing else is blocked', async () => {
  const release = await hold('photos');
  try {
    const feeds = Array.from({ length: 60 }, () =>
      guest.client.get(`/api/photos/user/${guest.user.id}`),
    );
    await sleep(300);
    // It waits for a connection at most.
    expect([200, 503]).toContain((await guest.client.get('/api/user')).status);
    // The lock is only released once all are answered.
    for (const answer of await Promise.all(feeds)) expect(faultOf('feed', answer)).toBeNull();
    expect((await guest.client.get('/api/user')).status).toBe(200);
  } finally {
    await release();
  }
  expect((await guest.client.get(`/api/photos/user/${guest.user.id}`)).status).toBe(200);
});

/** Locks a table until it is released. */
async function hold(table: 'photos' | 'events'): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = () => {};
  const holding = new Promise<void>((resolve) => (held = resolve));
  const mode = table === 'photos' ? 'access exclusive' : 'exclusive';
  const holder = other.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`lock table ${table} in ${mode} mode`));
    held();
    await released;
  });
  await holding;
  return async () => {
    release();
    await holder;
  };
}
