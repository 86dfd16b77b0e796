import { beforeAll, describe, expect, inject, test } from 'vitest';
import { FIRST_MS } from '~/models/event/reveal-steps';
import type { RevealShow } from '~/models/event/shape';
import type { PublicEvent } from '~/models/event/shape';
import { TOP_PHOTOS } from '~/models/photo/star';
import type { Client } from '../setup/client';
import { errorAt, open, send } from '../api/pages';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  joinAsCoOrganizer,
  visit,
} from '../api/party';
import type { Party, Person } from '../api/party';

// Rule `standings.hidden`: what guests could learn stars from, one by one.

const { origin } = inject('pgliteServer');
const HIDDEN = 'The standings are hidden until the reveal';
const INVALID = 'Invalid request';
const MINUTE = 60_000;
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const patch = ({ event, organizer }: Party, json: object) =>
  organizer.client.request<PublicEvent & { message: string }>('PATCH', `/api/events/${event.id}`, {
    json,
  });
const star = ({ client, user }: Person, photoId: number) =>
  client.post('/api/favorites', { userId: user.id, photoId });

/** Every address where stars, an order or a place of photos could show, for a member who may be told nothing. */
const readingsOf = ({ event: { id } }: Party, owner: Person, photoId: number) => [
  `/api/photos/event/${id}`,
  `/api/photos/event/${id}?limit=2`,
  `/api/photos/user/${owner.user.id}`,
  '/api/favorites',
  `/api/events/${id}`,
  `/api/events/${id}/users`,
  `/api/events/${id}/marks?of=ranking,photos,event`,
  '/feed',
  '/feed?sort=person',
  `/feed?userId=${owner.user.id}`,
  '/',
  '/top',
  `/photos/${photoId}?from=top`,
  `/photos/${photoId}?from=feed`,
];

describe('while standings are hidden', () => {
  let party: Party;
  let owner: Person;
  let guest: Person;
  let helper: Person;
  let visitor: Client;
  let leader: number;
  beforeAll(async () => {
    party = await createParty(origin, { startDate: day(-1) });
    [owner, guest] = [await join(party), await join(party)];
    helper = await joinAsCoOrganizer(party);
    visitor = await visit(party);
    const first = await addPhoto(owner, 1);
    await addPhoto(owner, 2);
    leader = first.id;
    expectStatus(await patch(party, { standings: 'hidden' }), 200);
  });

  test('nothing that a guest reads changes with a star, byte by byte', async () => {
    const addresses = readingsOf(party, owner, leader);
    const readers = { owner: owner.client, visitor };
    const read = async () => {
      const found: Record<string, string> = {};
      for (const [name, client] of Object.entries(readers)) {
        for (const address of addresses) {
          const { status, headers, text } = await client.get(address);
          // A page's nonce and the moment of its answer differ anyway.
          const body = text.replace(/nonce(="|\\",\\")[^"\\]+/g, '');
          found[`${name} ${address}`] =
            `${status} ${headers.get('etag')} ${headers.get('content-length')} ${body}`;
        }
      }
      return found;
    };
    await read();
    const before = await read();
    expectStatus(await star(guest, leader), 201);
    expectStatus(await star(helper, leader), 201);
    const after = await read();
    for (const [name, answer] of Object.entries(before)) {
      const at = [...answer].findIndex((letter, index) => letter !== after[name]?.[index]);
      expect(after[name], `${name}: ${answer.slice(at - 200, at + 100)}`).toBe(answer);
    }
    expect(Object.values(before).join()).not.toContain('"favoriteCount":0');
  });

  test('the ranking is refused as call, file and page, to members and visitors alike', async () => {
    const { id } = party.event;
    for (const client of [owner.client, visitor]) {
      for (const query of ['', '?limit=1', `?limit=${TOP_PHOTOS}`]) {
        const { status, json } = await client.get<{ message: string }>(
          `/api/events/${id}/top-photos${query}`,
        );
        expect([status, json.message]).toEqual([403, HIDDEN]);
      }
    }
    for (const query of ['', '?format=jpeg']) {
      const { status, json } = await owner.client.get<{ message: string }>(
        `/api/events/${id}/download-top-photos${query}`,
      );
      expect([status, json.message]).toEqual([403, HIDDEN]);
    }
    for (const address of ['/top/photos.zip', '/top/photos.zip?format=jpeg']) {
      expect((await owner.client.get(address)).status, address).not.toBe(200);
    }
    owner.client.speak('en');
    const page = await owner.client.get('/top');
    expect(page.status).toBe(200);
    expect(page.text).toContain('The curtain falls');
    expect(page.text).not.toContain(`/photos/${leader}?from=top`);
  });

  test('one’s own data contain no number of stars', async () => {
    const { headers } = await owner.client.get('/settings/data.zip');
    expect(headers.get('content-type')).toContain('zip');
  });

  test('organizers and co-organizers read everything', async () => {
    for (const { client } of [party.organizer, helper]) {
      const top = await client.get<{ id: number; favoriteCount: number }[]>(
        `/api/events/${party.event.id}/top-photos`,
      );
      expect(top.json).toMatchObject([{ id: leader, favoriteCount: 2 }]);
      const feed = await client.get<{ favoriteCount: number }[]>(
        `/api/photos/event/${party.event.id}`,
      );
      expect(feed.json.map(({ favoriteCount }) => favoriteCount)).toEqual([0, 2]);
      client.speak('en');
      expect((await client.get('/top')).text).toContain(
        'Only organizers see this podium until the reveal',
      );
    }
  });

  test('the reveal tells it in steps, and opens all of it when it is over', async () => {
    const { id } = party.event;
    const reveal = (json: object) =>
      party.organizer.client.post<PublicEvent & { message: string }>(
        `/api/events/${id}/reveal`,
        json,
      );
    const early = await reveal({});
    expect([early.status, early.json.message]).toEqual([
      409,
      'Voting is still open then: close it first',
    ]);
    expectStatus(await patch(party, { votingClosesAt: soon(-1) }), 200);
    const past = await reveal({ at: soon(-5) });
    expect([past.status, past.json.message]).toEqual([400, 'Choose a time that is still to come']);
    for (const at of ['soon', 5, {}]) expect((await reveal({ at })).status).toBe(400);
    const show = () =>
      owner.client.get<RevealShow & { message: string }>(`/api/events/${id}/reveal`);
    const before = await show();
    expect([before.status, before.json.message]).toEqual([404, 'The reveal has not begun yet']);
    const done = await reveal({});
    expect(done.status).toBe(200);
    expect(Date.parse(done.json.revealedAt ?? '')).toBeLessThanOrEqual(Date.now());
    // The standings open when the reveal is over, and the place is told shortly before its step.
    const top = () => owner.client.get<{ id: number }[]>(`/api/events/${id}/top-photos`);
    expect((await top()).status).toBe(403);
    expect((await show()).json).toMatchObject({
      startsAt: Date.parse(done.json.revealedAt ?? ''),
      steps: [{ place: 1, at: FIRST_MS }],
      places: [],
    });
    await expect
      .poll(async () => (await show()).json.places, { timeout: 60_000, interval: 500 })
      .toMatchObject([{ place: 1, photos: [{ id: leader, stars: 2, isYours: true }] }]);
    expect((await top()).status).toBe(403);
    await expect.poll(async () => (await top()).status, { timeout: 60_000 }).toBe(200);
    expect((await top()).json).toMatchObject([{ id: leader, favoriteCount: 2 }]);
  });
});

describe('the choice', () => {
  test('of a new event is open, and a curtain once there is a closing time', async () => {
    const party = await createParty(origin, { startDate: day(-1) });
    const guest = await join(party);
    expect(party.event).toMatchObject({ standings: 'open', revealedAt: null });
    const top = async () =>
      (await guest.client.get(`/api/events/${party.event.id}/top-photos`)).status;
    expect((await patch(party, { votingClosesAt: soon(61) })).json.standings).toBe('curtain');
    expect(await top()).toBe(200);
    expectStatus(await patch(party, { votingClosesAt: soon(59) }), 200);
    expect(await top()).toBe(403);
    expect((await patch(party, { standings: 'open' })).json.standings).toBe('open');
    expect(await top()).toBe(200);
    for (const standings of ['', 'closed', null, 5, []]) {
      const { status, json } = await patch(party, { standings });
      expect([status, json.message]).toEqual([400, INVALID]);
    }
  });

  test('is made, and the reveal set and taken back, by forms without scripts', async () => {
    const party = await createParty(origin, { startDate: day(-1) });
    const { client } = party.organizer;
    client.speak('en');
    const form = await open(client, '/event/standings');
    const saved = await send(client, form, 'standings', { standings: 'hidden' });
    expect(saved.text).toContain('Only after the reveal');
    const reveal = await open(client, '/event/reveal');
    const refused = await send(client, reveal, 'intent', {
      intent: 'later',
      at: `${day(1)}T20:00`,
    });
    expect(errorAt(refused, 'at')).toBe('Voting is still open then: close it first');
    expectStatus(await client.submit('/event/voting', { votingEnabled: 'false' }), 302);
    const set = await open(client, '/event/reveal');
    const empty = await send(client, set, 'intent', { intent: 'later', at: '' });
    expect(errorAt(empty, 'at')).toBe('Choose a day and a time');
    const later = { intent: 'later', at: `${day(1)}T20:00` };
    expect((await send(client, set, 'intent', later)).status).toBe(200);
    const read = async () =>
      (await client.get<PublicEvent>(`/api/events/${party.event.id}`)).json.revealedAt;
    expect(await read()).toContain(day(1));
    expect((await send(client, set, 'intent', { intent: 'never' })).status).toBe(200);
    expect(await read()).toBeNull();
    expect((await send(client, set, 'intent', { intent: 'now' })).status).toBe(200);
    expect(Date.parse((await read()) ?? '')).toBeLessThanOrEqual(Date.now());
  });
});
