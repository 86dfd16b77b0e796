import { request } from 'node:http';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Client } from '../setup/client';
import { addPhoto, createParty, expectStatus, join, smallJpeg, visit, type Party } from './party';

const { origin } = inject('pgliteServer');
const nobody = () => new Client(origin);
/** The limit of what a phone loads in advance, with brotli, in all. */
const AHEAD_MAX_BYTES = 400_000;

/** The bytes of a file as it is sent to a browser. */
function bytesOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'br, gzip' };
    const outgoing = request(origin + path, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    outgoing.once('error', reject).end();
  });
}

describe('/sw.js', () => {
  let code: string;
  let files: { url: string; revision: string | null }[];
  beforeAll(async () => {
    code = (await nobody().get('/sw.js')).text;
    files = [...code.matchAll(/\{url:"([^"]+)",revision:(null|"[\da-f]+")\}/g)].map(
      ([, url = '', revision]) => ({ url, revision: revision === 'null' ? null : `${revision}` }),
    );
  });

  test('is requested each time, and answers for the whole site', async () => {
    const { headers } = expectStatus(await nobody().get('/sw.js'), 200);
    expect(headers.get('Cache-Control')).toBe('no-cache');
    expect(headers.get('Content-Type')).toMatch(/javascript/);
    expect(headers.get('Content-Security-Policy')).toContain("connect-src 'self'");
  });

  test('loads less than 400 kB in advance', async () => {
    expect(files.length).toBeGreaterThan(30);
    const sizes = await Promise.all(
      [...files.map(({ url }) => url), '/offline'].map(
        async (url) => [url, await bytesOf(url)] as const,
      ),
    );
    const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0);
    process.stdout.write(`Loaded ahead: ${sum} bytes in ${sizes.length} files\n`);
    expect(sum).toBeLessThan(AHEAD_MAX_BYTES);
    // React and Remix alone are larger than this, so less means that something was not counted.
    expect(sum).toBeGreaterThan(100_000);
  });

  test('loads without a revision only files with a hash in their name', () => {
    const unmarked = files.filter(({ revision }) => revision === null).map(({ url }) => url);
    expect(unmarked.filter((url) => !/^\/assets\/.+-[\w-]{6,8}\.\w+$/.test(url))).toEqual([]);
    expect(files.filter(({ revision }) => revision !== null).map(({ url }) => url)).toContain(
      '/favicon.svg',
    );
  });

  test('loads everything that a guest’s pages name', async () => {
    const visitor = await visit(await createParty(origin));
    const ahead = new Set(files.map(({ url }) => url));
    for (const path of ['/', '/feed', '/top', '/login']) {
      const html = (await visitor.get(path)).text;
      const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"#]+\.(?:js|css|woff2))"/g)].map(
        ([, url = '']) => url,
      );
      expect(named.length).toBeGreaterThan(5);
      // The texts are in the reader's language, and cached when they are first loaded.
      expect(named.filter((url) => !ahead.has(url) && !/\/texts-/.test(url))).toEqual([]);
    }
  });

  test('loads nothing that only the organizer and the administrator see', () => {
    // The bundler puts the route of the settings into the file of the small shop-link.
    const foreign = files.filter(({ url }) =>
      /dashboard|panel|storage|payments|users|events-screen|shop(?!-link)/.test(url),
    );
    expect(foreign).toEqual([]);
  });
});

describe('the header that says whose an answer is', () => {
  let party: Party;
  beforeAll(async () => {
    party = await createParty(origin);
  });
  const personOf = async (client: Client, path: string) =>
    (await client.get(path)).headers.get('Snapodium-Person');

  test('is the same in pages, their data and calls', async () => {
    const { client } = await join(party);
    const person = await personOf(client, '/feed');
    expect(person).toMatch(/^[\da-f]{16}$/);
    for (const path of ['/feed.data', '/', '/api/user', '/api/favorites', '/auth']) {
      expect([path, await personOf(client, path)]).toEqual([path, person]);
    }
  });

  test('is different for each person, and for each sign-in', async () => {
    const [one, other, visitor] = [await join(party), await join(party), await visit(party)];
    const again = nobody();
    expectStatus(
      await again.post('/api/login', {
        ...party.names,
        name: one.user.name,
        email: one.user.email,
      }),
      200,
    );
    const clients = [one.client, other.client, visitor, again];
    const people = await Promise.all(clients.map((client) => personOf(client, '/feed')));
    expect(new Set(people).size).toBe(4);
  });

  test('changes as soon as the person does', async () => {
    const { client } = await join(party);
    const out = await client.post('/api/logout');
    expect(out.headers.get('Snapodium-Person')).toBe('nobody');
    expect(out.headers.get('Clear-Site-Data')).toBe('"cache"');
    expect(await personOf(client, '/auth')).toBe('nobody');

    const removed = await join(party);
    expectStatus(
      await party.organizer.client.request('DELETE', `/api/users/${removed.user.id}`),
      200,
    );
    const refused = expectStatus(await removed.client.get('/api/user'), 401);
    expect(refused.headers.get('Snapodium-Person')).toBe('nobody');
    expect(refused.headers.get('Clear-Site-Data')).toBe('"cache"');
  });

  test('is missing if the session was not needed', async () => {
    for (const path of ['/offline', '/sw.js', '/manifest.webmanifest']) {
      expect([path, await personOf(nobody(), path)]).toEqual([path, null]);
    }
    // Logging out without a session clears nobody's cache.
    expect((await nobody().post('/api/logout')).headers.has('Clear-Site-Data')).toBe(false);
  });
});

test('a private link is shown to its owner until it is kept, and cached by no phone', async () => {
  const { organizer } = await createParty(origin);
  const renewed = await organizer.client.submit('/settings', { intent: 'link' });
  expect(renewed.status).toBeLessThan(400);
  const ahead = await organizer.client.request('GET', '/settings', {
    headers: { 'Snapodium-Ahead': '1' },
  });
  expect(ahead.text).not.toContain('/return/');
  const seen = await organizer.client.get('/settings');
  expect(seen.text).toMatch(/\/return\/[\w-]{43}/);
  expect(seen.headers.get('Snapodium-Once')).toBe('1');
  await organizer.client.submit('/settings', { intent: 'link-kept' });
  expect((await organizer.client.get('/settings')).headers.has('Snapodium-Once')).toBe(false);
});

test('the offline page is in the reader’s language, and runs no script of its own', async () => {
  const client = nobody();
  client.cookies.take(['preferred_language=de']);
  const page = expectStatus(await client.get('/offline'), 200);
  expect(page.headers.get('Content-Language')).toBe('de');
  expect(page.text).toContain('Du bist offline');
  expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)/);
});

describe('the manifest', () => {
  test('has its own name, shortcuts with icons, and accepts what the gallery shares', async () => {
    const client = nobody();
    client.cookies.take(['preferred_language=en']);
    const { json } = await client.get<{
      shortcuts: { name: string; url: string; icons: { src: string }[] }[];
    }>('/manifest.webmanifest');
    expect(json).toMatchObject({
      id: '/',
      share_target: {
        action: '/photos/shared',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { files: [{ name: 'image', accept: ['image/*'] }] },
      },
    });
    expect(json.shortcuts.map(({ url }) => url)).toEqual(['/photos/new', '/feed', '/top']);
    for (const { icons } of json.shortcuts) {
      for (const { src } of icons) expectStatus(await client.get(src), 200);
    }
  });

  test('what is shared without a worker goes into the first free slot, of members only', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    await addPhoto(guest, 1);
    const form = async () => {
      const data = new FormData();
      data.set(
        'image',
        new File([new Uint8Array(await smallJpeg())], 'party.jpg', { type: 'image/jpeg' }),
      );
      return data;
    };
    const share = async (client: Client) =>
      client.request('POST', '/photos/shared', { body: await form() });
    const shared = await share(guest.client);
    expect([shared.status, shared.headers.get('Location')]).toEqual([302, '/?tab=profile']);
    const photos = await guest.client.get<{ position: number }[]>(
      `/api/photos/user/${guest.user.id}`,
    );
    expect(photos.json.map(({ position }) => position).sort()).toEqual([1, 2]);

    const stranger = await share(nobody());
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([302, '/auth']);
    const visitor = await share(await visit(party));
    expect(visitor.headers.get('Location')).toMatch(/^\/login\?/);
    const opened = await guest.client.get('/photos/shared');
    expect(opened.headers.get('Location')).toBe('/photos/new');
  });
});
