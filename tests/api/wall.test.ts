import { describe, expect, inject, test } from 'vitest';
import type { WallState } from '~/models/wall/rules';
import type { Answer } from '../setup/client';
import { Client } from '../setup/client';
import { followStream } from '../setup/change-stream';
import {
  addMissions,
  addPhoto,
  createParty,
  expectStatus,
  join,
  openCard,
  sendSelfie,
  smallJpeg,
  visit,
  type Party,
} from './party';

interface Made {
  code: string;
  expiresAt: string;
  url: string;
}

const refusal = ({ status, json }: Answer) => [status, (json as { message?: string }).message];

const change = ({ event, organizer }: Party, what: object) =>
  organizer.client.post(`/api/events/${event.id}/wall`, what);

async function makeCode({ event, organizer }: Party): Promise<Made> {
  const answer = await organizer.client.post<Made>(`/api/events/${event.id}/wall/code`, {});
  return expectStatus(answer, 201).json;
}

/** Opens the wall on a browser that nobody has signed in on, through a code. */
async function openWall(party: Party) {
  const { code } = await makeCode(party);
  const client = new Client(party.origin);
  const answer = expectStatus(await client.submit('/wall', { code }), 302);
  const path = answer.headers.get('Location') ?? '';
  const state = async () => expectStatus(await client.get<WallState>(`${path}/state`), 200).json;
  return { client, path, state };
}

describe.each([
  { database: 'PGlite', origin: inject('pgliteServer').origin },
  { database: 'PostgreSQL', origin: inject('postgresServer').origin },
])('the wall on $database', ({ origin }) => {
  test('is opened by a code, once, and its key is all that the browser gets', async () => {
    const party = await createParty(origin);
    const made = await makeCode(party);
    expect(made.code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/);
    expect(made.url).toBe(`${origin}/wall`);
    const left = new Date(made.expiresAt).getTime() - Date.now();
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);

    const television = new Client(origin);
    const typed = ` ${made.code.slice(0, 3).toLowerCase()} ${made.code.slice(3)} `;
    const opened = expectStatus(await television.submit('/wall', { code: typed }), 302);
    const path = opened.headers.get('Location') ?? '';
    expect(path).toMatch(/^\/wall\/[\w-]{22}$/);
    expect(opened.headers.getSetCookie()).toEqual([]);
    const page = expectStatus(await television.get(path), 200);
    expect(page.headers.get('Content-Type')).toContain('text/html');
    expect(page.headers.get('Cache-Control')).toBe('private, no-store');
    expect(page.headers.get('Referrer-Policy')).toBe('strict-origin');
    expect(page.text).toContain(party.names.event);
    expectStatus(await television.submit('/wall', { code: made.code }), 400);
  });

  test('leaves an organizer signed in who opens it on the own device', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const opened = expectStatus(await client.submit('/event/wall', { make: 'screen' }), 302);
    const path = opened.headers.get('Location') ?? '';
    expectStatus(await client.get(path), 200);
    expectStatus(await client.get(`${path}/state`), 200);
    expect((await client.get<{ id: number }>('/api/user')).json.id).toBe(party.organizer.user.id);
  });

  test('reads what guests see, and nothing else with its key', async () => {
    const party = await createParty(origin);
    const { client, path } = await openWall(party);
    const guest = await join(party);
    const photo = await addPhoto(guest, 1);
    const id = party.event.id;
    for (const asked of [
      `/api/events/${id}`,
      `/api/events/${id}/users`,
      `/api/events/${id}/top-photos`,
      `/api/events/${id}/marks?of=photos`,
      `/api/events/${id}/changes`,
      `/api/photos/event/${id}`,
      '/api/user',
      '/api/messages',
      photo.imageUrl,
    ]) {
      expect([asked, (await client.get(asked)).status]).toEqual([asked, 401]);
    }
    const star = { userId: guest.user.id, photoId: photo.id };
    expectStatus(await client.post('/api/favorites', star), 401);
    expectStatus(await client.post(`/api/events/${id}/wall`, { programme: 'dark' }), 401);
    for (const asked of [path, `${path}/state`]) {
      expect((await client.submit(asked, {})).status).toBeGreaterThanOrEqual(404);
    }
    const text = (await client.get(`${path}/state`)).text;
    expect(text).not.toContain(guest.user.email);
    expect(text).not.toContain(party.organizer.user.email);
  });

  test('shows photos, names, captions and ranking, and pictures under its own key', async () => {
    const party = await createParty(origin);
    const [zoe, tom] = [await join(party, { name: 'Zoé Martin' }), await join(party)];
    expectStatus(await change(party, { delay: 0, pace: 10 }), 200);
    const { client, path, state } = await openWall(party);
    const photo = await addPhoto(zoe, 1);
    await tom.client.post('/api/favorites', { userId: tom.user.id, photoId: photo.id });
    await expect.poll(async () => (await state()).podium).toHaveLength(1);
    const seen = await state();
    expect(seen).toMatchObject({
      language: 'fr',
      event: { name: party.names.event },
      programme: 'photos',
      paused: false,
      next: 0,
      pace: 10,
      podium: [{ place: 1, photoId: photo.id, stars: 1 }],
      votingClosesAt: null,
      voting: 'open',
      stars: [],
    });
    expect(seen.event.url).toContain(`/e/${party.event.id}`);
    expect(seen.event.url).not.toContain('://');
    expectStatus(await client.get(seen.event.qrUrl), 200);
    const [shown] = seen.photos;
    expect(shown).toMatchObject({
      id: photo.id,
      userName: 'Zoé Martin',
      caption: null,
      isFirst: true,
    });
    const imageUrl = shown?.imageUrl ?? '';
    expect(imageUrl.startsWith(`${path}/photos/`)).toBe(true);
    for (const url of [imageUrl, imageUrl.replace('.webp', '-320.webp')]) {
      const picture = expectStatus(await client.get(url), 200);
      expect(picture.headers.get('Content-Type')).toBe('image/webp');
    }
    expectStatus(await client.get(`${path}/photos/${'A'.repeat(22)}.webp`), 404);
  });

  test('shows the photos for missions alone, as soon as there is one', async () => {
    const party = await createParty(origin);
    await addMissions(party, 'Two hands');
    const zoe = await join(party);
    const asked = { delay: 0, programme: 'missions' };
    expect(expectStatus(await change(party, asked), 200).json).toMatchObject(asked);
    const { state } = await openWall(party);
    const shown = async () => {
      const { programme, photos } = await state();
      return [programme, ...photos.map(({ id, mission }) => [id, mission])];
    };
    const other = await addPhoto(zoe, 1);
    await expect.poll(shown).toEqual(['photos', [other.id, null]]);
    const played = await addPhoto(zoe, 2, (await openCard(zoe)).missionId);
    await expect.poll(shown).toEqual(['photos', [played.id, 'Two hands']]);
    expectStatus(await change(party, { programme: 'photos' }), 200);
    expect(await shown()).toHaveLength(3);
  });

  test('answers 304 while nothing changes', async () => {
    const party = await createParty(origin);
    const { client, path, state } = await openWall(party);
    const first = expectStatus(await client.get(`${path}/state`), 200);
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const again = expectStatus(await client.get(`${path}/state`, headers), 304);
    expect(Number(again.headers.get('Snapodium-Now'))).toBeGreaterThan(1e12);
    expectStatus(await change(party, { next: true }), 200);
    expectStatus(await client.get(`${path}/state`, headers), 200);
    expect((await state()).next).toBe(1);
  });

  test('waits 20 s before it shows a photo, and announces it then', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    expectStatus(await change(party, { delay: 20 }), 200);
    const { client, path, state } = await openWall(party);
    const stream = await followStream(client, `${path}/changes`);
    expect(stream.status).toBe(200);
    const added = await addPhoto(guest, 1);
    const came = new Date(added.createdAt).getTime();
    for (;;) {
      const announced = stream.next('wall');
      const { now, photos } = await state();
      if (photos.length > 0) {
        expect(photos[0]?.from).toBe(came + 20_000);
        expect(now).toBeGreaterThanOrEqual(came + 20_000);
        break;
      }
      expect(now).toBeLessThan(came + 21_000);
      await announced;
    }
    stream.leave();
  });

  test('loses a photo at once that is hidden or taken off', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    expectStatus(await change(party, { delay: 0 }), 200);
    const [first, second] = [await addPhoto(guest, 1), await addPhoto(guest, 2)];
    const { client, path, state } = await openWall(party);
    const ids = async () => (await state()).photos.map(({ id }) => id);
    await expect.poll(ids).toEqual([first.id, second.id]);
    const imageUrl = (await state()).photos[0]?.imageUrl ?? '';
    const stream = await followStream(client, `${path}/changes`);

    const taken = stream.next('wall');
    expectStatus(await change(party, { skip: second.id }), 200);
    await taken;
    expect(await ids()).toEqual([first.id]);

    const hidden = stream.next('wall');
    const form = { hidden: '1' };
    expectStatus(await party.organizer.client.submit(`/photos/${first.id}/hidden`, form), 302);
    await hidden;
    expect(await ids()).toEqual([]);
    await expect.poll(async () => (await client.get(imageUrl)).status).toBe(404);
    stream.leave();
  });

  test('serves no picture but those of its event’s photos that everybody sees', async () => {
    const [party, other] = [await createParty(origin), await createParty(origin)];
    const { client, path } = await openWall(party);
    const guest = await join(party);
    const selfie = expectStatus(await sendSelfie(guest, await smallJpeg()), 200).json;
    const shown = await addPhoto(guest, 1);
    const event = `/api/events/${party.event.id}`;
    const approval = { json: { approvalRequired: true } };
    expectStatus(await party.organizer.client.request('PATCH', event, approval), 200);
    const pending = await addPhoto(guest, 2);
    const foreign = await addPhoto(await join(other), 1);
    const statusOf = async (imageUrl: string | null) => {
      const file = /[^/]+\.webp$/.exec(imageUrl ?? '')?.[0] ?? '';
      expect(file).not.toBe('');
      return (await client.get(`${path}/photos/${file}`)).status;
    };
    expect(await statusOf(shown.imageUrl)).toBe(200);
    expect(await statusOf(pending.imageUrl)).toBe(404);
    expect(await statusOf(selfie.selfieUrl)).toBe(404);
    expect(await statusOf(foreign.imageUrl)).toBe(404);
    const approve = `/api/photos/${pending.id}/approve`;
    expectStatus(await party.organizer.client.post(approve, {}), 200);
    await expect.poll(() => statusOf(pending.imageUrl)).toBe(200);
  });

  test('neither shows nor announces stars while the standings are hidden', async () => {
    const party = await createParty(origin);
    const [zoe, tom] = [await join(party), await join(party)];
    expectStatus(await change(party, { delay: 0 }), 200);
    const photo = await addPhoto(zoe, 1);
    const event = `/api/events/${party.event.id}`;
    const hide = { json: { standings: 'hidden' } };
    expectStatus(await party.organizer.client.request('PATCH', event, hide), 200);
    const { client, path, state } = await openWall(party);
    await expect.poll(async () => (await state()).photos.length).toBe(1);
    const stream = await followStream(client, `${path}/changes`);
    const etagOf = async () => (await client.get(`${path}/state`)).headers.get('ETag');
    const before = await etagOf();
    const star = { userId: tom.user.id, photoId: photo.id };
    expectStatus(await tom.client.post('/api/favorites', star), 201);
    expect(await etagOf()).toBe(before);
    expect(await state()).toMatchObject({ podium: null, stars: [] });
    // An announcement of the star would come before this one.
    const announced = stream.next('wall');
    expectStatus(await change(party, { next: true }), 200);
    await announced;
    expect(stream.text.split('event: changes')).toHaveLength(2);
    stream.leave();
  });

  test('tells the whole result at the very moment of the reveal, and announces it', async () => {
    const party = await createParty(origin);
    const [zoe, tom] = [await join(party, { name: 'Zoé Martin' }), await join(party)];
    expectStatus(await change(party, { delay: 0, programme: 'join' }), 200);
    const photo = await addPhoto(zoe, 1);
    const star = { userId: tom.user.id, photoId: photo.id };
    expectStatus(await tom.client.post('/api/favorites', star), 201);
    const event = `/api/events/${party.event.id}`;
    const { organizer } = party;
    const hide = { json: { standings: 'hidden' } };
    expectStatus(await organizer.client.request('PATCH', event, hide), 200);
    expectStatus(await organizer.client.post(`${event}/close-voting`, {}), 200);
    const { client, path, state } = await openWall(party);
    const stream = await followStream(client, `${path}/changes`);
    const at = Date.now() + 4000;
    const planned = { at: new Date(at).toISOString() };
    expectStatus(await organizer.client.post(`${event}/reveal`, planned), 200);
    for (;;) {
      const announced = stream.next('wall');
      const { now, reveal, programme, podium } = await state();
      expect(podium).toBeNull();
      if (reveal) {
        expect(now).toBeGreaterThanOrEqual(at);
        // A busy machine may take a while to answer.
        expect(now).toBeLessThan(at + 5000);
        expect(programme).toBe('podium');
        expect(reveal.startsAt).toBe(at);
        const [only] = reveal.places;
        expect([reveal.places.length, only?.place]).toEqual([1, 1]);
        expect(only?.photos).toEqual([
          expect.objectContaining({ photoId: photo.id, userName: 'Zoé Martin', stars: 1 }),
        ]);
        const picture = only?.photos[0]?.imageUrl ?? '';
        expect(picture.startsWith(`${path}/photos/`)).toBe(true);
        expectStatus(await client.get(picture), 200);
        break;
      }
      expect(programme).toBe('join');
      expect(now).toBeLessThan(at);
      await announced;
    }
    const form = { hidden: '1' };
    const hidden = stream.next('wall');
    expectStatus(await organizer.client.submit(`/photos/${photo.id}/hidden`, form), 302);
    await hidden;
    expect((await state()).reveal?.places).toEqual([]);
    // Now the organizer's choice holds again.
    expectStatus(await change(party, { programme: 'dark' }), 200);
    expect((await state()).programme).toBe('dark');
    stream.leave();
  });

  test('ends everywhere within a second as it is renewed', async () => {
    const party = await createParty(origin);
    expectStatus(await change(party, { delay: 0 }), 200);
    await addPhoto(await join(party), 1);
    const { client, path, state } = await openWall(party);
    await expect.poll(async () => (await state()).photos.length).toBe(1);
    const imageUrl = (await state()).photos[0]?.imageUrl ?? '';
    const stream = await followStream(client, `${path}/changes`);
    const { code } = await makeCode(party);
    const renew = `/api/events/${party.event.id}/wall/renew`;
    expectStatus(await party.organizer.client.post(renew, {}), 200);
    // On a busy machine within some.
    await expect.poll(() => stream.isOver, { timeout: 5000 }).toBe(true);
    for (const url of [path, `${path}/state`, `${path}/changes`, imageUrl]) {
      expect([url, (await client.get(url)).status]).toEqual([url, 404]);
    }
    expectStatus(await client.submit('/wall', { code }), 400);
  });

  test('is unknown to everybody without a key', async () => {
    const party = await createParty(origin);
    for (const client of [new Client(origin), await visit(party), party.organizer.client]) {
      for (const key of ['x', 'A'.repeat(22), '..%2Fstate', 'a'.repeat(5000)]) {
        for (const end of ['', '/state', '/changes', `/photos/${'A'.repeat(22)}.webp`]) {
          expect((await client.get(`/wall/${key}${end}`)).status).toBe(404);
        }
      }
    }
  });

  test('refuses the eleventh wrong code of an address in a minute', async () => {
    const party = await createParty(origin);
    const address = `203.0.113.${Math.ceil(Math.random() * 250)}`;
    const client = new Client(origin);
    const headers = { 'X-Forwarded-For': address };
    const type = (code: string) => client.request('POST', '/wall', { fields: { code }, headers });
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await type('AAAAAA')).status).toBe(400);
    }
    const { code } = await makeCode(party);
    const refused = await type(code);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    expectStatus(await new Client(origin).submit('/wall', { code }), 302);
  });

  test.each([
    [{}, 'Say what to change'],
    [{ programme: 'reveal' }, 'Invalid request'],
    [{ programme: null }, 'Invalid request'],
    [{ delay: 30 }, 'Invalid request'],
    [{ delay: '' }, 'Invalid request'],
    [{ pace: 5 }, 'Invalid request'],
    [{ pace: 1e300 }, 'Invalid request'],
    [{ paused: 'maybe' }, 'Say true or false'],
    [{ skip: -1 }, 'Invalid request'],
    [{ skip: [1] }, 'Invalid request'],
  ])('refuses the change %j', async (what, message) => {
    const party = await createParty(origin);
    expect(refusal(await change(party, what))).toEqual([400, message]);
  });

  test('is changed by a call that answers what it shows', async () => {
    const party = await createParty(origin);
    const shows = async (what: object) => expectStatus(await change(party, what), 200).json;
    const first = { programme: 'photos', paused: false, next: 0, pace: 8, delay: 20 };
    expect(await shows({ paused: false })).toEqual(first);
    expect(await shows({ programme: 'join', next: true, delay: null })).toEqual({
      ...first,
      programme: 'join',
      next: 1,
      delay: null,
    });
    expect(refusal(await change(party, { skip: 2_000_000_000 }))).toEqual([404, 'Photo not found']);
  });
});
