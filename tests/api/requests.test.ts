import { describe, expect, inject, test } from 'vitest';
import { Client, type Answer } from '../setup/client';
import { rawHead, sendRaw } from '../setup/raw-request';
import { addPhoto, createParty, day, join, unique, visit } from './party';

// What anyone can send, and what it may cost: no 5xx, no large answer, no redirect to another site.

const { origin } = inject('postgresServer');
const nobody = () => new Client(origin).speak('en');

const EVENT = {
  name: 'Party',
  organizerName: 'Ann Lee',
  organizerEmail: 'ann@example.com',
  description: 'A party',
  startDate: day(),
  endDate: day(7),
};
const MISSED = { event: 'No such event', organizerName: 'No such organizer' };

/** Every form that is open to anybody, or to a visitor. */
const OPEN_FORMS = ['/auth/join', '/auth/join/confirm', '/create-event'];
const VISITORS_FORMS = ['/login', '/photos/1/star'];
const MEMBERS_FORMS = ['/messages', '/settings', '/photos/1/report', '/selfie'];
const ORGANIZERS_FORMS = [
  '/flags/1',
  '/event/description',
  '/event/photo-count',
  '/event/voting',
  '/messages?with=all',
];

/** Each form with a person who may send it. */
async function formsAndSenders(): Promise<[string, Client][]> {
  const party = await createParty(origin);
  const [visitor, { client: guest }] = await Promise.all([visit(party), join(party)]);
  const organizer = party.organizer.client;
  const by = (client: Client, paths: string[]) =>
    paths.map((path): [string, Client] => [path, client]);
  return [
    ...by(nobody(), OPEN_FORMS),
    ...by(visitor, VISITORS_FORMS),
    ...by(guest, MEMBERS_FORMS),
    ...by(organizer, ORGANIZERS_FORMS),
  ];
}

const isRefused = ({ status }: Answer, ...others: number[]) =>
  [400, 415, ...others].includes(status);

describe('names of fields', () => {
  test('that look like places in a list make none', async () => {
    for (const name of ['name[200000000]', 'name[20000000]', 'name.length', 'organizerName[9]']) {
      const answer = await nobody().submit('/create-event', { ...EVENT, [name]: 'x' });
      expect(answer.status).toBe(200);
      expect(answer.bytes.length).toBeLessThan(60_000);
    }
    const only = await nobody().submit('/create-event', { 'name[200000000]': 'x' });
    expect(only.status).toBe(400);
    expect(only.bytes.length).toBeLessThan(60_000);
  });

  test('that conform uses for its own commands, and deep ones, are ignored', async () => {
    const deep = 'a.'.repeat(3000);
    for (const [path, client] of await formsAndSenders()) {
      for (const fields of [{ __state__: '{' }, { __intent__: '{' }, { [`${deep}b`]: 'x' }]) {
        const answer = await client.submit(path, fields as Record<string, string>);
        expect([path, answer.status < 500]).toEqual([path, true]);
        expect(answer.text).not.toContain('a.a.a.');
      }
    }
  });

  test('an answer contains only the form’s own fields, each truncated', async () => {
    const fields = { ...EVENT, name: 'x'.repeat(60_000), unknown: 'y'.repeat(60_000) };
    const answer = await nobody().submit('/create-event', fields);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('xxx');
    expect(answer.text).not.toContain('yyy');
    expect(answer.bytes.length).toBeLessThan(60_000);
  });
});

describe('bodies', () => {
  test('that are not forms get 415 or 400 from every form', async () => {
    const kinds: [string | undefined, string][] = [
      ['application/xml', '<a/>'],
      ['text/plain', 'a=1'],
      ['application/json', '{}'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Dis'],
      ['not a type', 'a=1'],
      [undefined, 'a=1'],
    ];
    for (const [path, client] of await formsAndSenders()) {
      for (const [type, body] of kinds) {
        const headers = { 'Content-Type': type ?? '' };
        const answer = await client.request('POST', path, { body, headers });
        // An invalid upload is a notice on the next screen.
        const isUpload = path === '/selfie' && type?.startsWith('multipart');
        const refused = isRefused(answer, ...(isUpload ? [302] : []));
        expect([path, type, refused]).toEqual([path, type, true]);
      }
    }
  });

  test('that are multipart and large are refused before they are sent', async () => {
    for (const path of ['/auth/join', '/create-event', '/login', '/api/login', '/auth/join.data']) {
      const head = rawHead(`POST ${path} HTTP/1.1`, {
        Host: new URL(origin).host,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': String(250 * 1024 * 1024),
      });
      expect((await sendRaw(origin, head)).status).toBe(413);
    }
  });

  test('that are uploads of signed-out clients are refused before they are sent', async () => {
    for (const [path, status] of [
      ['/photos/add', 302],
      ['/images/add', 302],
      ['/selfie', 302],
      ['/event/image', 302],
      ['/api/photos', 401],
      ['/api/users/selfie', 401],
      ['/api/events/1/image', 401],
    ] as const) {
      const head = rawHead(`POST ${path} HTTP/1.1`, {
        Host: new URL(origin).host,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': String(20 * 1024 * 1024),
      });
      expect([path, (await sendRaw(origin, head)).status]).toEqual([path, status]);
    }
  });

  test('that are JSON and not an object, or not JSON at all, get 400', async () => {
    const bodies = ['', '{', 'null', '[]', '"x"', '1', `${'['.repeat(50_000)}`];
    for (const path of [
      '/api/login',
      '/api/register',
      '/api/create-event',
      '/api/visitor-access',
    ]) {
      for (const body of bodies) {
        const headers = { 'Content-Type': 'application/json' };
        expect((await nobody().request('POST', path, { body, headers })).status).toBe(400);
      }
    }
  });
});

describe('days', () => {
  const ODD = [
    '2026-11-21T00:00:00Z',
    '0000-01-01',
    '9999-12-31',
    '9999-12-31T23:59:59Z',
    '+275760-09-13',
    '2026-02-30',
    'soon',
    '-',
  ];

  test.each(ODD)('%s on the form is an error at its field', async (value) => {
    for (const field of ['startDate', 'endDate', 'partyDate']) {
      const answer = await nobody().submit('/create-event', { ...EVENT, [field]: value });
      expect([200, 400]).toContain(answer.status);
      expect(answer.text).toContain('Party');
    }
  });

  test.each(ODD)('%s by call', async (value) => {
    for (const field of ['startDate', 'endDate', 'partyDate']) {
      const organizerName = `Ann ${unique()}`;
      const payload = { ...EVENT, name: `Party ${unique()}`, organizerName, [field]: value };
      const { status } = await nobody().post('/api/create-event', payload);
      expect([201, 400]).toContain(status);
    }
  });
});

describe('addresses', () => {
  const isHere = (location: string | null) =>
    location === null || /^\/(?![/\\])/.test(location) || location.startsWith(`${origin}/`);

  test.each([
    '//evil.example/?lang=en',
    '//evil.example/%2e%2e?lang=en',
    '/.//evil.example/?lang=en',
    '/x/..//evil.example/?lang=en',
    '//evil.example/_root.data?lang=en',
    '//evil.example/feed.data?lang=en',
    '/%2f/evil.example?lang=en',
    '///evil.example?lang=en',
    '/\\evil.example?lang=en',
  ])('%s redirects nowhere else', async (target) => {
    const { head, body, status } = await sendRaw(
      origin,
      rawHead(`GET ${target} HTTP/1.1`, { Host: new URL(origin).host }),
    );
    expect(status).toBeLessThan(500);
    expect(isHere(/\r\nlocation: ([^\r]*)/i.exec(head)?.[1] ?? null)).toBe(true);
    // Scripts read the redirect from the answer itself.
    expect(body).not.toMatch(/"(?:https?:)?\/\/evil\.example/);
  });

  test('`next` leads to what it names, or home', async () => {
    const party = await createParty(origin);
    for (const next of ['/漢', '/.//evil.example', '//evil.example', '/\u0000', '/x?y=é']) {
      const { client } = await join(party);
      const answer = await client.get(`/login?${new URLSearchParams({ next })}`);
      expect(answer.status).toBe(302);
      expect(isHere(answer.headers.get('Location'))).toBe(true);
    }
  });

  test.each(['/%', '/%E0%A4%A', '/api/%c0', '/media/1/%ff.webp', '/?_data=root'])(
    '%s cannot be parsed',
    async (path) => expect((await nobody().get(path)).status).toBe(400),
  );

  test('may be absolute, and from before HTTP/1.1', async () => {
    const { host } = new URL(origin);
    const whole = rawHead(`GET http://${host}/healthz HTTP/1.1`, { Host: host });
    expect((await sendRaw(origin, whole)).status).toBe(200);
    expect((await sendRaw(origin, rawHead('GET /healthz HTTP/1.0'))).status).toBe(200);
  });
});

describe('hosts', () => {
  test.each([
    '',
    'a b',
    'x@y',
    '[::1',
    'evil.example:99999',
    'evil.example/x',
    'http://x',
    'ä.example',
    'x'.repeat(300),
    '1.2.3.4.5.6:x',
  ])('the host %j is refused', async (host) => {
    const answer = await sendRaw(origin, rawHead('GET /auth HTTP/1.1', { Host: host }));
    expect(answer.status).toBe(400);
    expect(answer.body).not.toMatch(/\bat .*\(|node_modules/);
  });

  test('forwarded ones are checked in the same way', async () => {
    const ask = (forwarded: string) => nobody().get('/auth', { 'X-Forwarded-Host': forwarded });
    expect((await ask('photos.example')).text).toContain('http://photos.example/auth');
    expect((await ask('photos.example:8443')).text).toContain('http://photos.example:8443/auth');
    expect((await ask('a b')).status).toBe(400);
    expect((await nobody().get('/auth', { 'X-Forwarded-Proto': 'gopher' })).status).toBe(400);
  });

  test('unknown methods are refused', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'OPTIONS']) {
      const head = rawHead(`${method} /auth HTTP/1.1`, { Host: new URL(origin).host });
      expect([method, (await sendRaw(origin, head)).status]).toEqual([method, 405]);
    }
  });
});

describe('caches', () => {
  test('store nothing that does not say so', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    const photo = await addPhoto(guest, 1);
    const cacheOf = async (path: string, client = guest.client) =>
      (await client.get(path)).headers.get('Cache-Control');
    for (const path of [
      '/settings',
      '/messages',
      '/nowhere',
      '/login',
      '/api/nowhere',
      '/photos/add',
    ]) {
      expect([path, await cacheOf(path)]).toEqual([path, 'private, no-store']);
    }
    for (const path of [
      '/_root.data',
      '/feed.data',
      '/top.data',
      '/login.data',
      '/settings.data',
    ]) {
      expect([path, await cacheOf(path)]).toEqual([path, 'private, no-store']);
    }
    // Ready for Back, for the same session. An organizer's dashboard may contain what is shown once.
    for (const path of ['/', '/feed', '/top']) {
      const { headers } = await guest.client.get(path);
      expect([path, headers.get('Cache-Control')]).toEqual([path, 'private, no-cache']);
      expect(headers.get('Vary')).toContain('Cookie');
    }
    expect(await cacheOf('/', party.organizer.client)).toBe('private, no-store');
    expect(await cacheOf('/auth', nobody())).toBe('private, no-store');
    expect(await cacheOf('/api/user', nobody())).toBe('private, no-store');
    expect(await cacheOf('/%')).toBe('private, no-store');
    expect(await cacheOf('/api/user')).toBe('private, no-cache');
    expect(await cacheOf(photo.imageUrl)).toBe('private, max-age=31536000, immutable');
    expect(await cacheOf('/favicon.svg')).toBe('no-cache');
  });
});

test('names of unknown events are reported as such', async () => {
  expect((await nobody().post('/api/visitor-access', MISSED)).status).toBe(404);
});
