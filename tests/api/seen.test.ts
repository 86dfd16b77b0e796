import { describe, expect, inject, test } from 'vitest';
import type { PublicPhoto } from '~/models/photo/shape';
import { Client } from '../setup/client';
import { open } from './pages';
import { addPhoto, createParty, join, sendPhoto, smallJpeg, unique, visit } from './party';

// Seen photos (rules `seen.…`) by endpoint, and the pile (rules `pile.…`) as pages without scripts.

const MANY = 'Too many photos';

describe.each([
  { database: 'PGlite', origin: inject('pgliteServer').origin },
  { database: 'PostgreSQL', origin: inject('postgresServer').origin },
])('on $database', ({ origin }) => {
  async function scene() {
    const party = await createParty(origin);
    const [owner, guest] = await Promise.all([join(party), join(party)]);
    const ids: number[] = [];
    for (const slot of [1, 2, 3]) ids.push((await addPhoto(owner, slot)).id);
    guest.client.speak('en');
    const see = async (client: Client, ids: unknown) => {
      const { status, json } = await client.post('/api/seen', { ids });
      return [status, json];
    };
    return { party, owner, guest, ids, see };
  }

  test('POST /api/seen counts what was new, and ignores the rest', async () => {
    const { party, owner, guest, ids, see } = await scene();
    const elsewhere = await createParty(origin);
    const foreign = (await addPhoto(elsewhere.organizer, 1)).id;
    expect(await see(guest.client, [...ids, ids[0], foreign, 999_999_999_999])).toEqual([
      200,
      { seen: 3 },
    ]);
    expect(await see(guest.client, ids.map(String))).toEqual([200, { seen: 0 }]);
    expect(await see(owner.client, ids)).toEqual([200, { seen: 0 }]);
    expect(await see(await visit(party), ids)).toEqual([200, { seen: 0 }]);
    expect(await see(guest.client, [])).toEqual([200, { seen: 0 }]);
    expect((await see(new Client(origin), ids))[0]).toBe(401);
  });

  test('POST /api/seen refuses what is no list of ids, and more than 200 of them', async () => {
    const { party, guest, see } = await scene();
    const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect(await see(guest.client, many(201))).toEqual([400, { message: MANY }]);
    expect(await see(guest.client, Array(10_000).fill({}))).toEqual([400, { message: MANY }]);
    expect(await see(await visit(party), many(201))).toEqual([400, { message: MANY }]);
    expect((await see(guest.client, many(200)))[0]).toBe(200);
    const odd = [undefined, null, 1, '1', {}, [[1]], [null], [1.5], [-1], [0], ['x'], [1e308]];
    for (const ids of [...odd, ['1 or 1=1'], [{ id: 1 }], [true], [Number.MAX_VALUE]]) {
      expect([ids, await see(guest.client, ids)]).toEqual([
        ids,
        [400, { message: 'Invalid request' }],
      ]);
    }
  });

  test('POST /api/seen answers so often, and then asks to wait', async () => {
    const { guest, see } = await scene();
    for (let batch = 0; batch < 30; batch++) {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, async () => (await see(guest.client, []))[0]),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    const answer = await guest.client.post('/api/seen', { ids: [] });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('the organizer alone reads the views: in lists, of own photos, and in the viewer', async () => {
    const { party, owner, guest, ids, see } = await scene();
    const { organizer } = party;
    await see(guest.client, ids.slice(0, 2));
    await see(organizer.client, ids.slice(0, 1));
    const lists = [
      `/api/photos/event/${party.event.id}`,
      `/api/photos/user/${owner.user.id}`,
    ] as const;
    const viewsIn = async (client: Client, path: string) => {
      const { json } = await client.get<PublicPhoto[]>(path);
      return ids.map((id) => json.find((photo) => photo.id === id)?.views);
    };
    for (const path of lists) {
      expect(await viewsIn(organizer.client, path)).toEqual([2, 1, 0]);
      for (const client of [guest.client, owner.client, await visit(party)]) {
        expect((await client.get(path)).text).not.toContain('views');
      }
    }
    const own = await sendPhoto(organizer, 1, await smallJpeg());
    expect(own.json.views).toBe(0);
    const viewer = `/photos/${ids[0]}`;
    expect((await open(organizer.client.speak('en'), viewer)).text).toContain('Seen by 2 people');
    expect((await open(guest.client, viewer)).text).not.toContain('Seen by');
  });

  test('without scripts the pile is one photo a page, and ends', async () => {
    const { party, guest, ids } = await scene();
    const { client } = guest;
    const shownAt = async (path = '/pile') => {
      const { document, text } = await open(client, path);
      const id = document.querySelector('input[name="seen"]')?.getAttribute('value');
      return [text.match(/(\d+) you have not seen/)?.[1], id && Number(id)];
    };
    const next = async (id: number | undefined) => {
      const { status, headers } = await client.submit('/pile', { seen: String(id) });
      expect([status, headers.get('Location')]).toEqual([302, '/pile']);
    };
    expect(await shownAt()).toEqual(['3', ids[0]]);
    // A star does not lay it aside.
    await client.submit(`/photos/${ids[0]}/star`, { on: '1', next: '/pile' });
    expect(await shownAt()).toEqual(['3', ids[0]]);
    await next(ids[0]);
    expect(await shownAt()).toEqual(['2', ids[1]]);
    // Nonsense, and a photo that is gone, change nothing.
    for (const seen of ['x', '', '99999999999999999999', '999999999']) {
      await client.submit('/pile', { seen });
    }
    expect(await shownAt('/pile?after=nonsense')).toEqual(['2', ids[1]]);
    // A photo that was opened counts, unless a browser only prefetched it.
    const page = { Accept: 'text/html' };
    await client.get(`/photos/${ids[1]}`, { ...page, 'Sec-Purpose': 'prefetch' });
    expect(await shownAt()).toEqual(['2', ids[1]]);
    await client.get(`/photos/${ids[1]}`, page);
    expect(await shownAt()).toEqual(['1', ids[2]]);
    await next(ids[2]);
    const end = await open(client, '/pile');
    expect(end.text).toContain('You have seen all 3');
    expect(end.text).toContain('2 stars left. New photos come here by themselves.');
    const own = await addPhoto(guest, 1);
    expect((await open(client, '/pile')).text).toContain('You have seen all 4');
    expect(own.id).toBeGreaterThan(0);
    expect((await open(party.organizer.client.speak('en'), '/pile')).text).toContain(
      '4 you have not seen',
    );
  });

  test('a guest who has seen ten photos and added none is asked once, on every device', async () => {
    const party = await createParty(origin);
    const name = `Guest ${unique()}`;
    const email = `${unique()}@example.com`;
    const guest = await join(party, { name, email });
    const ids: number[] = [];
    for (let owner = 0; owner < 4; owner++) {
      const other = await join(party);
      for (const slot of [1, 2, 3]) ids.push((await addPhoto(other, slot)).id);
    }
    await guest.client.post('/api/seen', { ids });
    const other = new Client(origin);
    await other.post('/api/login', { ...party.names, name, email });
    const isAsked = async (client: Client) =>
      (await open(client.speak('en'), '/pile')).text.includes('one of yours');
    expect([await isAsked(guest.client), await isAsked(other)]).toEqual([true, true]);
    await guest.client.submit('/pile', { later: '1' });
    expect([await isAsked(guest.client), await isAsked(other)]).toEqual([false, false]);
  });

  test('the feed leads to the pile from five photos on; a visitor has none', async () => {
    const { party, guest, ids, see } = await scene();
    const leads = async (client: Client, path = '/feed') =>
      (await open(client.speak('en'), path)).html.includes('href="/pile"');
    expect(await leads(guest.client)).toBe(false);
    const other = await join(party);
    for (const slot of [1, 2]) await addPhoto(other, slot);
    expect(await leads(guest.client)).toBe(true);
    expect(await leads(guest.client, '/?tab=feed')).toBe(true);
    expect(await leads(guest.client, `/feed?userId=${other.user.id}`)).toBe(false);
    const visitor = await visit(party);
    expect(await leads(visitor)).toBe(false);
    const { headers } = await visitor.get('/pile');
    expect(headers.get('Location')).toBe('/login?next=%2Fpile');
    await see(guest.client, ids.slice(0, 1));
    expect(await leads(guest.client)).toBe(false);
  });
});
