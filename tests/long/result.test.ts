import { describe, expect, inject, test } from 'vitest';
import type { PublicEvent } from '~/models/event/shape';
import type { ResultFile } from '~/models/photo/shape';
import { open } from '../api/pages';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  joinAsCoOrganizer,
  reveal,
  visit,
  type Party,
  type Person,
} from '../api/party';

// Rules `result.…` and `voting.late-star`.

const { origin } = inject('pgliteServer');
const CLOSED = 'Voting is closed';
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
const running = () => createParty(origin, { startDate: day(-1) });
type Asked = Pick<Person, 'client'>;

const close = ({ event }: Party, { client }: Asked) =>
  client.post<PublicEvent & { message: string }>(`/api/events/${event.id}/close-voting`);
const resultOf = ({ event }: Party, { client }: Asked) =>
  client.get<ResultFile & { message: string }>(`/api/events/${event.id}/result.json`);
const patch = ({ event, organizer }: Party, json: object, path = '') =>
  organizer.client.request<PublicEvent>('PATCH', `/api/events/${event.id}${path}`, { json });
const star = ({ client, user }: Person, photoId: number, more: object = {}) =>
  client.post<{ message: string }>('/api/favorites', { userId: user.id, photoId, ...more });

describe('closing by hand', () => {
  test('freezes the result, which organizers download', async () => {
    const party = await running();
    const [owner, guest, other] = [await join(party), await join(party), await join(party)];
    const helper = await joinAsCoOrganizer(party);
    const [first, second] = [await addPhoto(owner, 1), await addPhoto(owner, 2)];
    for (const voter of [guest, other]) expectStatus(await star(voter, second.id), 201);
    expectStatus(await star(guest, first.id), 201);
    const none = await resultOf(party, party.organizer);
    expect([none.status, none.json.message]).toEqual([404, 'No result yet']);

    const closed = expectStatus(await close(party, helper), 200);
    expect(closed.json).toEqual(party.event);
    for (const organizer of [party.organizer, helper]) {
      const { json, headers } = expectStatus(await resultOf(party, organizer), 200);
      expect(Object.keys(json)).toEqual([
        'event',
        'closedAt',
        'rule',
        'places',
        'ballots',
        'digest',
        'changes',
      ]);
      expect(json.event).toEqual({ id: party.event.id, name: party.event.name });
      expect(json.places).toEqual([
        { place: 1, photoId: second.id, stars: 2 },
        { place: 2, photoId: first.id, stars: 1 },
      ]);
      expect(json.ballots.map(({ photoIds }) => photoIds)).toEqual(
        expect.arrayContaining([[first.id, second.id], [second.id]]),
      );
      expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename=.*result-.*\.json/);
      expect(headers.get('Cache-Control')).toBe('private, no-store');
    }
    const page = await party.organizer.client.get<ResultFile>('/top/result.json');
    expect(page.json.places).toHaveLength(2);
    expect((await star(other, first.id)).json).toEqual({ message: CLOSED });
    expect((await star(other, first.id, { givenAt: soon(-10_000) })).status).toBe(403);
    expect((await guest.client.delete(`/api/favorites/${first.id}`)).status).toBe(403);
  });

  test('guests have neither the call nor the file, whatever they ask', async () => {
    const party = await running();
    const guest = await join(party);
    expectStatus(await close(party, guest), 403);
    const before = await resultOf(party, guest);
    expectStatus(await close(party, party.organizer), 200);
    const after = await resultOf(party, guest);
    for (const { status, json } of [before, after]) {
      expect([status, json.message]).toEqual([403, 'Access denied']);
    }
    expectStatus(await resultOf(party, { client: await visit(party) }), 401);
    const file = await guest.client.get('/top/result.json');
    expect([file.status, file.headers.get('Location')]).toEqual([302, '/top']);
    await reveal(party);
    expectStatus(await resultOf(party, guest), 200);
    expectStatus(await guest.client.get('/top/result.json'), 200);
    expectStatus(await resultOf(party, await join(await running())), 403);
    expectStatus(await resultOf(party, { client: await visit(party) }), 401);
  });

  test('works without scripts: asked once, and said on the page', async () => {
    const party = await running();
    const guest = await join(party);
    const photo = await addPhoto(await join(party), 1);
    expectStatus(await star(guest, photo.id), 201);
    const client = party.organizer.client.speak('en');
    expect((await open(client, '/event/rules')).text).toContain('Close voting now');
    const asked = await open(client, '/event/close-voting');
    expect(asked.text).toContain('Close voting for good?');
    expect(asked.text).toContain('this result is thrown away');
    const offersLate = async () =>
      (await open(client, '/')).document.querySelector('a[href="/event/late-photos"]') !== null;
    expect(await offersLate()).toBe(false);
    await client.submit('/event/close-voting', {});
    const rules = await open(client, '/event/rules');
    // The event runs on, and its album may stay open after it.
    expect(await offersLate()).toBe(true);
    expect(rules.text).toMatch(/Votes counted: .*\d{4}/);
    expect(rules.text).toContain('If you open voting again');
    expect(rules.text).toContain('The votes are counted');
    expect((await open(client, '/')).text).toContain('Result with all ballots (JSON)');
    expect((await open(client, '/event/edit')).text).toContain('throws this result away');
    const { digest } = (await resultOf(party, party.organizer)).json;
    expect(rules.text).toContain(digest);

    await client.submit('/event/voting', { votingEnabled: 'true' });
    expect((await open(client, '/event/rules')).text).toContain('Close voting now');
    expectStatus(await resultOf(party, party.organizer), 404);
    expect((await open(client, '/event/edit')).text).not.toContain('throws this result away');
    expectStatus(await guest.client.delete(`/api/favorites/${photo.id}`), 200);
  });
});

test('a closing that has passed is counted by itself, and a later one opens voting again', async () => {
  const party = await running();
  const guest = await join(party);
  const photo = await addPhoto(await join(party), 1);
  expectStatus(await star(guest, photo.id), 201);
  // Two minutes and more ago.
  expectStatus(await patch(party, { votingClosesAt: soon(-180_000) }), 200);
  await expect
    .poll(async () => (await resultOf(party, party.organizer)).status, { timeout: 60_000 })
    .toBe(200);
  const { json } = await resultOf(party, party.organizer);
  expect(json.places).toEqual([{ place: 1, photoId: photo.id, stars: 1 }]);
  const rules = await open(party.organizer.client.speak('en'), '/event/rules');
  expect(rules.text).toContain('set a later closing time');
  // Turning it on opens nothing while the closing has passed.
  expectStatus(await patch(party, { votingEnabled: true }, '/voting-status'), 200);
  expectStatus(await resultOf(party, party.organizer), 200);
  expectStatus(await patch(party, { votingClosesAt: soon(180_000) }), 200);
  expectStatus(await resultOf(party, party.organizer), 404);
  expectStatus(await guest.client.delete(`/api/favorites/${photo.id}`), 200);
});

describe('a star that arrives after the closing', () => {
  test('counts if its moment was in time, and only then', async () => {
    const party = await running();
    const guest = await join(party);
    const owner = await join(party);
    const [first, second] = [await addPhoto(owner, 1), await addPhoto(owner, 2)];
    const closing = Date.now() - 2000;
    const at = (ms: number) => new Date(closing + ms).toISOString();
    expectStatus(await patch(party, { votingOpensAt: at(-60_000), votingClosesAt: at(0) }), 200);
    for (const givenAt of [
      undefined,
      null,
      '',
      'soon',
      5,
      true,
      {},
      [at(-1000)],
      at(0),
      at(1e9),
      at(-60_001),
      '0000-01-01T00:00:00Z',
      `${at(-1000)}${' '.repeat(1000)}`,
      at(-1000).slice(0, 10),
    ]) {
      const { status, json } = await star(guest, first.id, { givenAt });
      expect([givenAt, status, json.message]).toEqual([givenAt, 403, CLOSED]);
    }
    expectStatus(await star(guest, first.id, { givenAt: at(-1) }), 201);

    guest.client.speak('en');
    const form = async (fields: Record<string, string>, photoId: number) => {
      await guest.client.submit(`/photos/${photoId}/star`, { next: '/feed', ...fields });
      return (await open(guest.client, '/feed')).text;
    };
    expect(await form({ on: '1', givenAt: at(-2) }, second.id)).toContain(
      'Your star came in time and counts',
    );
    expect(await form({ on: '0', givenAt: at(-2) }, second.id)).toContain(
      'Your star was taken back in time',
    );
    for (const givenAt of ['', 'soon', at(0), at(1e9)]) {
      expect(await form({ on: '1', givenAt }, second.id)).toContain(CLOSED);
    }
    expectStatus(await close(party, party.organizer), 200);
    expect(await form({ on: '1', givenAt: at(-2) }, second.id)).toContain(
      'Your star came after the count',
    );
    expect(await form({ on: '0', givenAt: at(-2) }, first.id)).toContain(
      'Your star stays: the votes are counted',
    );
    const { json } = await guest.client.get<{ id: number }[]>('/api/favorites');
    expect(json.map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('the receipt in the settings', () => {
  test('is for voters, and finds their ballot', async () => {
    const party = await running();
    const [owner, guest] = [await join(party), await join(party)];
    const photo = await addPhoto(owner, 1);
    const settings = async ({ client }: Asked) =>
      (await open(client.speak('en'), '/settings')).text;
    expect(await settings(guest)).not.toContain('Your ballot');
    expectStatus(await star(guest, photo.id), 201);
    const before = await settings(guest);
    const [voter = ''] = /[0-9a-f]{64}/.exec(before) ?? [];
    expect(before).toContain('Once the votes are counted');
    expect(await settings(owner)).not.toContain('Your ballot');
    expectStatus(await close(party, party.organizer), 200);
    const { ballots, digest } = (await resultOf(party, party.organizer)).json;
    expect(ballots).toEqual([{ voter, photoIds: [photo.id] }]);
    const after = await settings(guest);
    expect(after).toContain('Your ballot is in the result.');
    expect(after).toContain(voter);
    expect(after).toContain(digest);
    expect(after).not.toContain('Download the result');
    await reveal(party);
    expect(await settings(guest)).toContain('Download the result');
  });
});

test('what is removed after the count is shown to organizers beside the podium, and is in the file', async () => {
  const party = await running();
  const [owner, other, guest] = [await join(party), await join(party), await join(party)];
  const [gone, kept] = [await addPhoto(owner, 1), await addPhoto(other, 1)];
  expectStatus(await star(guest, gone.id), 201);
  expectStatus(await star(party.organizer, gone.id), 201);
  expectStatus(await star(guest, kept.id), 201);
  expectStatus(await close(party, party.organizer), 200);
  const before = (await resultOf(party, party.organizer)).json;
  const top = async ({ client }: Asked) => (await open(client.speak('en'), '/top')).text;
  expect(await top(party.organizer)).not.toContain('Removed since the count');

  expectStatus(await owner.client.delete(`/api/photos/${gone.id}`), 200);
  expectStatus(await guest.client.submit('/settings/delete', {}), 302);
  await expect
    .poll(async () => (await resultOf(party, party.organizer)).json.changes.length)
    .toBe(2);
  const after = (await resultOf(party, party.organizer)).json;
  expect(after.changes).toEqual([
    { what: 'photo', photoId: gone.id, at: expect.any(String) },
    { what: 'person', at: expect.any(String) },
  ]);
  expect({ ...after, changes: [] }).toEqual(before);
  expect(await top(party.organizer)).toMatch(/Removed since the count: 1 photo, 1 person/);
  expect(await top(other)).not.toContain('Removed since the count');
  const ranking = await other.client.get<{ id: number; favoriteCount: number }[]>(
    `/api/events/${party.event.id}/top-photos`,
  );
  expect(ranking.json).toMatchObject([{ id: kept.id, favoriteCount: 1 }]);
  const csv = await party.organizer.client.get('/event/ranking.csv?lang=en');
  // Second, because nobody moves up.
  expect(csv.text.split('\r\n')[1]).toMatch(/^2,1,/);
});
