import { describe, expect, inject, test } from 'vitest';
import type { PublicMission } from '~/models/mission/shape';
import type { WallState } from '~/models/wall/rules';
import { Client } from '../setup/client';
import { open } from './pages';
import {
  addMissions,
  createParty,
  expectStatus,
  join,
  sendPhoto,
  smallJpeg,
  visit,
  type Party,
} from './party';
import { scanCards } from './printed';

// A mission with ten photos has a winner of its own, for anyone who may see the standings (rule `missions.winner`).

const TITLE = 'Winning photos of the missions';

describe.each(['pgliteServer', 'postgresServer'] as const)('winners, on the %s', (name) => {
  const { origin } = inject(name);
  const patch = ({ organizer, event }: Party, change: object) =>
    organizer.client.request('PATCH', `/api/events/${event.id}`, { json: change });

  test('of missions are shown on the podium, the wall and in the call, and never behind the curtain', async () => {
    const party = await createParty(origin);
    const { organizer, event } = party;
    await addMissions(party, 'The ceiling', 'The shoes');
    const [first = ''] = await scanCards(party);
    const image = await smallJpeg();
    const guests = await Promise.all(Array.from({ length: 5 }, () => join(party)));
    const sent = guests.flatMap((guest) => [1, 2].map((position) => ({ guest, position })));
    const ids: number[] = [];
    for (const { guest, position } of sent) {
      const code = first.slice(-13);
      const photo = await sendPhoto(guest, position, image, {}, undefined, code);
      ids.push(expectStatus(photo, 201).json.id);
    }
    const voter = guests[4] ?? never();
    for (const photoId of [ids[0], ids[1]]) {
      const star = { userId: voter.user.id, photoId };
      expectStatus(await voter.client.post('/api/favorites', star), 201);
    }
    const shown = expectStatus(
      await organizer.client.submit('/event/wall', { make: 'screen' }),
      302,
    );
    const wall = shown.headers.get('Location') ?? '';
    const programme = { programme: 'podium', delay: 0 };
    expectStatus(await organizer.client.post(`/api/events/${event.id}/wall`, programme), 200);

    const read = async (client: Client) => {
      const { text } = await open(client.speak('en'), '/top');
      const path = `/api/events/${event.id}/missions`;
      const { json } = await client.get<(PublicMission & { winnerIds: number[] | null })[]>(path);
      return [
        text.includes(TITLE),
        json.find(({ text: told }) => told === 'The ceiling')?.winnerIds,
      ];
    };
    const onWall = async () =>
      expectStatus(await new Client(origin).get<WallState>(`${wall}/state`), 200).json.winners;
    const readers = [await visit(party), guests[0]?.client ?? new Client(origin)];
    const both = [ids[0], ids[1]];
    for (const reader of readers) expect(await read(reader)).toEqual([true, both]);
    expect(await onWall()).toEqual([{ mission: 'The ceiling', photoIds: both, stars: 1 }]);

    expectStatus(await patch(party, { standings: 'hidden' }), 200);
    for (const reader of readers) expect(await read(reader)).toEqual([false, null]);
    expect(await onWall()).toEqual([]);
    expect(await read(organizer.client)).toEqual([true, both]);

    // Nine are too few.
    expectStatus(await patch(party, { standings: 'open' }), 200);
    expectStatus(await (guests[3] ?? never()).client.delete(`/api/photos/${ids[7]}`), 200);
    for (const reader of readers) expect(await read(reader)).toEqual([false, []]);
    expect(await onWall()).toEqual([]);
  });
});

function never(): never {
  throw new Error('There is no such guest');
}
