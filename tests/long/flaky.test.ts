import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedPhoto, PublicPhoto } from '~/models/photo/shape';
import type { UserRecord } from '~/models/user/shape';
import { createParty, expectStatus, join, sendPhoto, smallJpeg, unique } from '../api/party';
import { startBreakingProxy, type BreakingProxy, type Cut } from '../setup/breaking-proxy';
import { Client, type Answer } from '../setup/client';
import { seeded } from '../setup/random';
import { startServer, type TestServer } from '../setup/server';

const GUESTS = 7;
const SLOTS = 3;

let server: TestServer;
let network: BreakingProxy;
beforeAll(async () => {
  server = await startServer();
  network = await startBreakingProxy(server.origin);
});
afterAll(async () => {
  await network.stop();
  await server.stop();
  await server.clean();
});

/** Three in ten requests are cut, as many in each way. */
function cutsAtRandom(): BreakingProxy['cuts'] {
  const random = seeded(1);
  return () => {
    if (random() >= 0.3) return null;
    const cuts: Cut[] = ['before', { inBody: random() }, 'after'];
    return cuts[Math.floor(random() * cuts.length)] ?? null;
  };
}

/** Repeats a request until an answer arrives. */
async function insist<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
  }
}

/** A guest over the unreliable network: registers, fills all slots, stars some photos of others. */
async function play(eventId: number, { client, user }: { client: Client; user: UserRecord }) {
  const file = await smallJpeg();
  for (let position = 1; position <= SLOTS; position += 1) {
    // As the page's scripts name it: a repeated upload gets the first answer.
    const uploadId = unique().replaceAll('-', '').padEnd(32, '0');
    const sent = await insist(() => sendPhoto({ client, user }, position, file, { uploadId }));
    expectStatus(sent, 201);
  }
  const feed = await insist(() => client.get<FeedPhoto[]>(`/api/photos/event/${eventId}`));
  const others = feed.json.filter(({ userId }) => userId !== user.id).slice(0, 3);
  for (const { id: photoId } of others) {
    await insist(() => client.post('/api/favorites', { userId: user.id, photoId }));
  }
  return others.map(({ id }) => id);
}

test('if three in ten requests are cut, every photo arrives once, and every star counts once', async () => {
  const party = await createParty(server.origin);
  const guests = await Promise.all(
    Array.from({ length: GUESTS }, async () => {
      const { client, user } = await join(party);
      const behind = Object.assign(new Client(network.origin, null), { cookies: client.cookies });
      return { client: behind, user };
    }),
  );
  network.cuts = cutsAtRandom();
  const given = await Promise.all(guests.map((guest) => play(party.event.id, guest)));
  network.cuts = () => null;
  expect(network.broken.length).toBeGreaterThan(10);

  const { client } = party.organizer;
  const feed = expectStatus(
    await client.get<FeedPhoto[]>(`/api/photos/event/${party.event.id}`),
    200,
  );
  const slots = feed.json.map(({ userId, position }) => `${userId} ${position}`).sort();
  const expected = guests.flatMap(({ user }) => [1, 2, 3].map((slot) => `${user.id} ${slot}`));
  expect(slots).toEqual(expected.sort());
  for (const { id, favoriteCount } of feed.json) {
    expect(favoriteCount).toBe(given.flat().filter((starred) => starred === id).length);
  }
  for (const [index, { client: own }] of guests.entries()) {
    const stars = (await insist(() => own.get<PublicPhoto[]>('/api/favorites'))).json;
    expect(stars.map(({ id }) => id).sort()).toEqual([...(given[index] ?? [])].sort());
  }
}, 600_000);
