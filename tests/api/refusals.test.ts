import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pixelBomb } from '../images';
import type { TestServer } from '../setup/server';
import { open, pageOf } from './pages';
import {
  createParty,
  expectStatus,
  join,
  sendPhoto,
  signInAdministrator,
  smallJpeg,
  visit,
  type Party,
  type Person,
} from './party';
import { startApart } from './servers';

const { origin } = inject('pgliteServer');

/** The headers of a browser that follows a link, or sends a form without scripts. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let party: Party;
let guest: Person;
beforeAll(async () => {
  party = await createParty(origin);
  guest = await join(party);
});

describe('identifiers', () => {
  const MALFORMED = ['abc', '0', '-1', '1.5', '1e3', '9999999999999999'];

  test.each(MALFORMED)('a page of “%s” is not found, and no form of it', async (id) => {
    const { client } = party.organizer;
    const pages = [
      `/photos/${id}`,
      `/photos/${id}/delete`,
      `/photos/${id}/report`,
      `/photos/${id}/star/move`,
      `/photos/${id}/star`,
      `/photos/${id}/hidden`,
      `/photos/${id}/file`,
      `/flags/${id}`,
      `/flags/${id}/delete`,
      `/participants/${id}/remove`,
      `/e/${id}`,
      `/invitation-pdf/${id}`,
      `/invitation-pdf/${id}/pdf`,
      `/invitation-pdf/${id}/code/png`,
      `/media/${id}/aaaaaaaaaaaaaaaaaaaaaa.webp`,
    ];
    const statuses = pages.map(async (path) => [path, (await client.get(path)).status]);
    expect(await Promise.all(statuses)).toEqual(pages.map((path) => [path, 404]));
    const forms = [
      `/photos/${id}/delete`,
      `/photos/${id}/report`,
      `/photos/${id}/star/move`,
      `/photos/${id}/star`,
      `/photos/${id}/hidden`,
      `/flags/${id}`,
      `/flags/${id}/delete`,
      `/participants/${id}/remove`,
    ];
    const sent = forms.map(async (path) => [path, (await client.submit(path, {})).status]);
    expect(await Promise.all(sent)).toEqual(forms.map((path) => [path, 404]));
  });

  test('the administrator’s pages and forms', async () => {
    const client = await signInAdministrator(origin);
    const pages = [
      '/admin/events/abc',
      '/admin/events/abc/delete',
      '/admin/events/abc/end',
      '/admin/events/abc/organizer',
      '/admin/users/abc/delete',
    ];
    for (const path of pages) {
      const page = pageOf(path, await client.get(path));
      expect([path, page.status, page.text.includes('Page introuvable')]).toEqual([
        path,
        404,
        true,
      ]);
    }
    for (const path of pages.slice(1)) {
      const isChoice = path.endsWith('/organizer');
      const fields: Record<string, string> = isChoice ? { successorId: '5' } : {};
      expect([path, (await client.submit(path, fields)).status]).toEqual([path, 404]);
    }
  });

  test('by call: malformed ones are 400, unknown ones 404', async () => {
    const { client } = guest;
    const taken = (id: string) => client.delete(`/api/favorites/${id}`);
    expect(await taken('99999999')).toMatchObject({
      status: 404,
      json: { message: 'Photo not found' },
    });
    expect(await taken('abc')).toMatchObject({ status: 400, json: { message: 'Invalid request' } });
    const other = await createParty(origin);
    expect(await client.get(`/api/events/${other.event.id}`)).toMatchObject({
      status: 403,
      json: { message: 'Access denied' },
    });
  });
});

describe('without scripts, a refusal without a screen', () => {
  test('is a page in the reader’s language, never JSON', async () => {
    const { client } = guest;
    const broken = 'multipart/form-data; boundary=x';
    const sent = await client
      .speak('en')
      .request('POST', '/photos/1/star', { headers: { ...BROWSER, 'Content-Type': broken } });
    const page = pageOf('/photos/1/star', sent);
    expect([page.status, sent.headers.get('Content-Type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ]);
    expect(page.document.querySelector('h1')?.textContent).toBe('Something went wrong');
    expect(page.text).toContain('Invalid request');
    const german = await client.speak('de').request('POST', '/photos/1/star', {
      headers: { ...BROWSER, 'Content-Type': broken },
    });
    expect(german.text).toContain('<html lang="de"');
  });

  test('a missing photo, and an event’s files, too', async () => {
    const { client } = guest;
    client.speak('en');
    for (const path of ['/photos/99999999/file', '/media/1/none.webp', '/photos/abc/star']) {
      const page = pageOf(path, await client.get(path, BROWSER));
      expect([path, page.status, page.text.includes('404 Page Not Found')]).toEqual([
        path,
        404,
        true,
      ]);
    }
  });

  test('and a form that is far too large', async () => {
    const { client } = guest;
    const body = new Blob(['x'.repeat(200_000)], { type: 'application/x-www-form-urlencoded' });
    const sent = await client
      .speak('en')
      .request('POST', '/photos/1/star', { body, headers: BROWSER });
    expect([sent.status, sent.headers.get('Content-Type')]).toEqual([
      413,
      'text/html; charset=utf-8',
    ]);
    expect(sent.text).toContain('This file is too large');
  });

  test('scripts and programs are answered as before', async () => {
    const { client } = guest;
    const star = await client.request('POST', '/photos/1/star', {
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expect([star.status, star.json]).toEqual([415, { code: 'unsupported_media' }]);
    const call = await client.get('/api/photos/user/99999999', BROWSER);
    expect([call.status, call.json]).toEqual([404, { message: 'User not found' }]);
  });
});

describe('the shop', () => {
  test('says whom it is for, to everybody else', async () => {
    const participant = await open(guest.client.speak('en'), '/shop');
    expect([participant.path, participant.status]).toEqual(['/', 200]);
    expect(participant.text).toContain('Not an organizer');
    expect(participant.text).toContain('Only event organizers can upgrade plans');
    const visitor = await open((await visit(party)).speak('en'), '/shop');
    expect([visitor.path, visitor.status]).toEqual(['/login?next=%2Fshop', 200]);
    expect(visitor.text).toContain('Authentication required');
    expect(visitor.text).toContain('Please log in to upgrade your plan');
  });
});

describe('the log', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApart({ LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await server.stop();
    await server.clean();
  });

  interface Line {
    msg: string;
    req: { id: string };
    refusal?: Record<string, unknown>;
  }

  /** What the log says about the request with this answer. */
  async function refusalsOf(headers: Headers): Promise<object[]> {
    const id = headers.get('X-Request-Id');
    const linesOf = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Line)
        .filter(({ req }) => req?.id === id);
    // Lines are written while the next request is answered; the last one of a request has its status.
    await expect.poll(() => linesOf().some(({ msg }) => msg === 'request completed')).toBe(true);
    return linesOf().flatMap(({ refusal }) => (refusal ? [refusal] : []));
  }

  test('says once why an upload was refused, with the figures and nothing about the person', async () => {
    const own = await createParty(server.origin);
    const someone = await join(own, { name: 'Zoé Unmistakable' });
    const empty = new File(['no picture at all'], 'holiday-of-zoe.jpg', { type: 'image/jpeg' });
    const bad = await sendPhoto(someone, 1, empty);
    expect(bad.status).toBe(400);
    expect(await refusalsOf(bad.headers)).toEqual([
      { code: 'invalid_image', status: 400, bytes: 17 },
    ]);
    const bomb = await sendPhoto(someone, 1, await pixelBomb());
    expect(await refusalsOf(bomb.headers)).toEqual([
      expect.objectContaining({ code: 'too_many_pixels', status: 413, limit: 60_000_000 }),
    ]);
    expectStatus(await sendPhoto(someone, 1, await smallJpeg()), 201);
    const taken = await sendPhoto(someone, 1, await smallJpeg());
    expect(await refusalsOf(taken.headers)).toEqual([
      { code: 'slot_taken', status: 409, position: 1, slots: 3, free: 2 },
    ]);
    for (const word of ['Unmistakable', 'holiday', someone.user.email]) {
      expect(server.output()).not.toContain(word);
    }
  });

  test('says why a form, a call, a page and a file were refused', async () => {
    const own = await createParty(server.origin);
    const someone = await join(own);
    const form = new FormData();
    form.set('position', '1');
    form.set('image', new File(['no picture'], 'x.png'));
    const sent = await someone.client.request('POST', '/photos/add', { body: form });
    expect(sent.status).toBe(302);
    expect(await refusalsOf(sent.headers)).toEqual([
      { code: 'invalid_image', status: 400, bytes: 10 },
    ]);
    const call = await someone.client.get('/api/photos/user/99999999');
    expect(await refusalsOf(call.headers)).toEqual([{ code: 'user_not_found', status: 404 }]);
    const page = await someone.client.get('/photos/99999999');
    expect(await refusalsOf(page.headers)).toEqual([{ code: 'photo_not_found', status: 404 }]);
    const file = await someone.client.get('/photos/99999999/file');
    expect(await refusalsOf(file.headers)).toEqual([{ code: 'photo_not_found', status: 404 }]);
    const visitor = await visit(own);
    const zip = await visitor.get('/top/photos.zip');
    expect(await refusalsOf(zip.headers)).toEqual([
      { code: 'authentication_required', status: 401 },
    ]);
    const large = await someone.client.post('/api/login', { name: 'x'.repeat(200_000) });
    expect(await refusalsOf(large.headers)).toEqual([
      expect.objectContaining({ status: 413, bytes: expect.any(Number), limit: 131_072 }),
    ]);
  });
});
