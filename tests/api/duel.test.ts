import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { PublicEvent } from '~/models/event/shape';
import { open } from './pages';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  joinAsCoOrganizer,
  visit,
  type Party,
  type Person,
} from './party';

// Rules `duel.…`.

const { origin } = inject('pgliteServer');
type Asked = Pick<Person, 'client'>;
interface Called {
  id: number;
  photoIds: number[];
  startedAt: string;
  endsAt: string;
  message: string;
}

const call = ({ event }: Party, { client }: Asked, body: object) =>
  client.post<Called>(`/api/events/${event.id}/duel`, body);
const tap = ({ client }: Asked, duelId: number, photoId: unknown) =>
  client.post<{ message: string }>(`/api/duels/${duelId}/vote`, { photoId });

/** Two photos of two owners that share the first place of a counted result, and two guests. */
async function tie(settings: object = {}) {
  const party = await createParty(origin, { startDate: day(-1) });
  const { client } = party.organizer;
  if (Object.keys(settings).length > 0) {
    const path = `/api/events/${party.event.id}`;
    expectStatus(await client.request<PublicEvent>('PATCH', path, { json: settings }), 200);
  }
  const [owner, other] = [await join(party), await join(party)];
  const guests = [await join(party), await join(party)] as const;
  const photoIds = [(await addPhoto(owner, 1)).id, (await addPhoto(other, 1)).id];
  for (const photoId of photoIds) {
    for (const { client: voter, user } of guests) {
      expectStatus(await voter.post('/api/favorites', { userId: user.id, photoId }), 201);
    }
  }
  expectStatus(await client.post(`/api/events/${party.event.id}/close-voting`), 200);
  return { party, owner, guests, photoIds };
}

describe('a duel', () => {
  let own: Awaited<ReturnType<typeof tie>>;
  beforeAll(async () => {
    own = await tie();
  });

  test('is called by an organizer with photos and seconds', async () => {
    const { party, photoIds, guests } = own;
    const helper = await joinAsCoOrganizer(party);
    const refused = async (body: object, who: Asked = helper) => {
      const { status, json } = await call(party, who, body);
      return [status, json.message];
    };
    const seconds = 'A duel takes 30 seconds to 10 minutes';
    const tied = 'A duel is between all photos that share first place, two to five';
    expect(await refused({ photoIds, seconds: 29 })).toEqual([400, seconds]);
    expect(await refused({ photoIds, seconds: 601 })).toEqual([400, seconds]);
    expect(await refused({ photoIds })).toEqual([400, seconds]);
    expect(await refused({ photoIds: [photoIds[0]], seconds: 60 })).toEqual([400, tied]);
    expect(await refused({ photoIds: [1, 2, 3, 4, 5, 6], seconds: 60 })).toEqual([400, tied]);
    expect(await refused({ photoIds: 'all', seconds: 60 })).toEqual([400, 'Invalid request']);
    expect((await refused({ photoIds, seconds: 60 }, guests[0]))[0]).toBe(403);

    const { json } = expectStatus(await call(party, helper, { photoIds, seconds: 600 }), 201);
    expect(Object.keys(json)).toEqual(['id', 'photoIds', 'startedAt', 'endsAt']);
    expect(Date.parse(json.endsAt) - Date.parse(json.startedAt)).toBe(600_000);
    expect(await refused({ photoIds, seconds: 60 })).toEqual([
      409,
      'There has been a duel already',
    ]);

    const [first = 0] = photoIds;
    expect((await tap(await toClient(visit(party)), json.id, first)).status).toBe(401);
    expect(await said(tap(own.owner, json.id, first))).toEqual([
      403,
      'One of the photos is yours: everybody else decides',
    ]);
    expect(await said(tap(guests[0], json.id, 'one'))).toEqual([400, 'Invalid request']);
    expect(await said(tap(guests[0], 2_000_000_000, first))).toEqual([404, 'Duel not found']);
    expect((await tap(guests[0], json.id, first)).json).toEqual({
      duelId: json.id,
      photoId: first,
    });
  });

  const said = async (answer: ReturnType<typeof tap>) => {
    const { status, json } = await answer;
    return [status, json.message];
  };
  const toClient = async (client: ReturnType<typeof visit>) => ({ client: await client });
});

describe('while a duel runs and standings are hidden', () => {
  test('no answer changes with a tap, and none reveals stars', async () => {
    const { party, owner, guests, photoIds } = await tie({ standings: 'hidden' });
    const { json } = expectStatus(
      await call(party, party.organizer, { photoIds, seconds: 600 }),
      201,
    );
    const [guest, other] = guests;
    const visitor = await visit(party);
    const { id } = party.event;
    const addresses = [
      '/duel',
      '/top',
      '/feed',
      '/',
      `/api/events/${id}`,
      `/api/events/${id}/marks?of=event,photos,ranking`,
      `/api/photos/event/${id}`,
    ];
    const readers = [owner.client, guest.client, visitor, party.organizer.client];
    const read = () =>
      Promise.all(
        readers.map(async (client) => {
          const texts = [];
          for (const path of addresses) {
            if (path.startsWith('/api')) {
              const { text, headers } = await client.get(path);
              texts.push(text, headers.get('ETag'));
            } else texts.push(steady((await open(client, path)).text));
          }
          return texts;
        }),
      );
    const before = await read();
    const [first = 0, second = 0] = photoIds;
    expectStatus(await tap(other, json.id, first), 200);
    expect(await read()).toEqual(before);
    expectStatus(await tap(other, json.id, second), 200);
    expect(await read()).toEqual(before);

    const duel = await open(guest.client, '/duel?lang=en');
    expect(duel.text).toContain('A tie for first');
    expect(duel.text).toContain('One tap decides, yours counts once.');
    expect(duel.text).not.toContain('stars each');
    expect((await open(owner.client, '/duel?lang=en')).text).toContain('One of them is yours');
    expect((await open(visitor, '/duel?lang=en')).text).toContain('Guests who have joined decide.');
    expect((await open(party.organizer.client, '/duel?lang=en')).text).toContain('2 stars each');
  });

  /** Without what differs with each answer. */
  const steady = (text: string) =>
    text.replace(/nonce="[^"]*"/g, '').replace(/"nonce":"[^"]*"/g, '');
});

test('without a duel its page leads to the podium', async () => {
  const party = await createParty(origin, { startDate: day(-1) });
  const guest = await join(party);
  const { status, headers } = await guest.client.get('/duel');
  expect([status, headers.get('Location')]).toEqual([302, '/top']);
});
