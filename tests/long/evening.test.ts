import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RevealShow } from '~/models/event/shape';
import type { PublicEvent } from '~/models/event/shape';
import type { FeedPhoto } from '~/models/photo/shape';
import type { ResultFile } from '~/models/photo/shape';
import { FAVORITES_MAX, podiumOf, TOP_PHOTOS, withPlaces } from '~/models/photo/star';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  signInAdministrator,
  type Person,
} from '../api/party';
import { startApart } from '../api/servers';
import { parseCsv } from '../csv';
import { createPostgresDatabase } from '../setup/databases';
import { seeded } from '../setup/random';

// An evening of 300 guests from the first photo to the certificate, on a built server: with the curtain, the
// closing, the count, a recount by hand, a duel and the reveal. The test keeps books of its own, and every figure that
// anybody is told must be theirs.

const GUESTS = 300;
/** The first photos: all that come among the first ten are theirs. */
const POPULAR = 40;
const MINUTE = 60_000;
const HIDDEN = 'The standings are hidden until the reveal';
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

interface Vote {
  voter: number;
  photoIds: number[];
}

/** Three stars a guest, more for some photos than for others, with two photos that share the first place. */
function drawVotes(photoIds: readonly number[]): Vote[] {
  const random = seeded(7);
  const votes = photoIds.map((own, voter) => {
    const chosen = new Set<number>();
    while (chosen.size < FAVORITES_MAX) {
      // The first ones are popular with everybody.
      const photoId = photoIds[Math.floor(photoIds.length * random() ** 3)] ?? own;
      if (photoId !== own) chosen.add(photoId);
    }
    return { voter, photoIds: [...chosen] };
  });
  for (;;) {
    const [first, second] = ranked(votes);
    if (!first || !second) throw new Error('nobody voted');
    const difference = first.favoriteCount - second.favoriteCount;
    if (difference === 0) return votes;
    // A star goes from the first to the second, or, if that were one too many, to a photo far behind.
    const to = difference > 1 ? second.id : (photoIds.at(-1) ?? 0);
    const vote = votes.find(
      ({ voter, photoIds: given }) =>
        given.includes(first.id) && !given.includes(to) && photoIds[voter] !== to,
    );
    if (!vote) throw new Error('no star can be moved');
    vote.photoIds = vote.photoIds.map((id) => (id === first.id ? to : id));
  }
}

/** The ranking by the books: most stars first, then the earlier photo. */
function ranked(votes: readonly Vote[]) {
  const counts = new Map<number, number>();
  for (const id of votes.flatMap(({ photoIds }) => photoIds)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const rows = [...counts].map(([id, favoriteCount]) => ({ id, favoriteCount }));
  rows.sort((one, other) => other.favoriteCount - one.favoriteCount || one.id - other.id);
  return withPlaces(rows);
}

/** In groups, as a hall's phones arrive. */
async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < items.length; from += 10) {
    done.push(...(await Promise.all(items.slice(from, from + 10).map(work))));
  }
  return done;
}

test('an evening of 300 guests, in which every figure adds up', { timeout: 900_000 }, async () => {
  const server = await startApart({ DATABASE_URL: await createPostgresDatabase() });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await server.clean();
  });
  const { origin } = server;
  const party = await createParty(origin, { startDate: day(-1) });
  const { organizer, event } = party;
  const path = `/api/events/${event.id}`;
  const admin = await signInAdministrator(origin);
  expectStatus(
    await admin.request('PATCH', `${path}/max-users`, { json: { maxUsers: GUESTS + 1 } }),
    200,
  );
  const patch = async (json: object) =>
    expectStatus(await organizer.client.request<PublicEvent>('PATCH', path, { json }), 200).json;

  // People come, and take photos.
  const guests = await inGroups(Array.from({ length: GUESTS }), () => join(party));
  // Photos with equal stars are ranked in the order of the uploads, so the photos of the ranking arrive one by one.
  const photos: Awaited<ReturnType<typeof addPhoto>>[] = [];
  for (const guest of guests.slice(0, POPULAR)) photos.push(await addPhoto(guest, 1));
  photos.push(...(await inGroups(guests.slice(POPULAR), (guest) => addPhoto(guest, 1))));
  const votes = drawVotes(photos.map(({ id }) => id));
  const books = ranked(votes);
  const podium = podiumOf(books);
  expect(podium.filter(({ place }) => place === 1)).toHaveLength(2);
  const early = new Set(photos.slice(0, POPULAR).map(({ id }) => id));
  expect(books.slice(0, TOP_PHOTOS).filter(({ id }) => !early.has(id))).toEqual([]);

  // The curtain is down while they vote.
  expect((await patch({ votingClosesAt: soon(50) })).standings).toBe('curtain');
  const [someone] = guests as [Person];
  const nobodyKnows = async () => {
    const top = await someone.client.get<{ message: string }>(`${path}/top-photos`);
    expect([top.status, top.json.message]).toEqual([403, HIDDEN]);
    const feed = await someone.client.get<FeedPhoto[]>(`/api/photos/event/${event.id}?limit=300`);
    expect(new Set(feed.json.map(({ favoriteCount }) => favoriteCount))).toEqual(new Set([null]));
  };
  await inGroups(votes, async ({ voter, photoIds }) => {
    const guest = guests[voter] ?? someone;
    for (const photoId of photoIds) {
      const star = { userId: guest.user.id, photoId };
      expectStatus(await guest.client.post('/api/favorites', star), 201);
    }
  });
  await nobodyKnows();
  type Row = { id: number; favoriteCount: number };
  const topOf = async ({ client }: Person) =>
    (await client.get<Row[]>(`${path}/top-photos`)).json.map(({ id, favoriteCount }) => [
      id,
      favoriteCount,
    ]);
  const told = (rows: typeof books) =>
    rows.slice(0, TOP_PHOTOS).map(({ id, favoriteCount }) => [id, favoriteCount] as const);
  expect(await topOf(organizer)).toEqual(told(books));

  // Voting closes, and the votes are counted.
  expectStatus(await organizer.client.post(`${path}/close-voting`, {}), 200);
  const late = await someone.client.post<{ message: string }>('/api/favorites', {
    userId: someone.user.id,
    photoId: photos[9]?.id,
  });
  expect(late.status).toBe(403);
  await nobodyKnows();
  expect((await someone.client.get(`${path}/result.json`)).status).toBe(403);
  const result = expectStatus(
    await organizer.client.get<ResultFile>(`${path}/result.json`),
    200,
  ).json;
  expect(result.ballots).toHaveLength(GUESTS);
  expect(result.places.map(({ place, photoId, stars }) => [place, photoId, stars])).toEqual(
    books.map(({ place, id, favoriteCount }) => [place, id, favoriteCount]),
  );

  // Somebody counts again, from the ballots alone; and somebody alters one.
  const recount = async (file: ResultFile) => {
    const name = joinPath(server.dataDir, 'result.json');
    await writeFile(name, JSON.stringify(file));
    const script = joinPath(process.cwd(), 'scripts/recount.mjs');
    return spawnSync(process.execPath, [script, name], { encoding: 'utf8' });
  };
  const counted = await recount(result);
  expect([counted.status, counted.stderr]).toEqual([0, '']);
  for (const { place, id, favoriteCount } of podium) {
    expect(counted.stdout).toContain(`place ${place}: photo ${id} with ${favoriteCount} star`);
  }
  const [ballot, ...others] = result.ballots;
  if (!ballot) throw new Error('no ballot');
  const [, ...rest] = ballot.photoIds;
  expect(
    (await recount({ ...result, ballots: [{ ...ballot, photoIds: rest }, ...others] })).status,
  ).toBe(1);

  // Two photos share the first place, and a duel decides.
  const [one, other] = podium.filter(({ place }) => place === 1).map(({ id }) => id);
  if (one === undefined || other === undefined) throw new Error('no tie');
  const duel = expectStatus(
    await organizer.client.post<{ id: number; endsAt: string }>(`${path}/duel`, {
      photoIds: [one, other],
      // A slow machine needs more than the shortest for everybody's tap.
      seconds: 90,
    }),
    201,
  ).json;
  const tap = ({ client }: Person, photoId: number) =>
    client.post<{ message: string }>(`/api/duels/${duel.id}/vote`, { photoId });
  const taps = await inGroups(
    guests.map((guest, index) => ({ guest, photoId: index % 3 === 0 ? one : other })),
    async ({ guest, photoId }) => (await tap(guest, photoId)).status,
  );
  // The owners watch.
  expect(taps.filter((status) => status === 200)).toHaveLength(GUESTS - 2);
  expect(taps.filter((status) => status === 403)).toHaveLength(2);
  await nobodyKnows();
  await sleep(Math.max(0, Date.parse(duel.endsAt) - Date.now()));
  const tooLate = await tap(guests.at(-1) ?? someone, one);
  expect([tooLate.status, tooLate.json.message]).toEqual([409, 'The duel is over']);
  const decided = books.map((row) => ({
    ...row,
    place: row.id === other ? 1 : row.id === one ? 2 : row.place,
  }));
  decided.sort((a, b) => a.place - b.place);

  // The reveal, on all phones. It counts the duel.
  expectStatus(await organizer.client.post(`${path}/reveal`, {}), 200);
  await nobodyKnows();
  await expect
    .poll(
      async () =>
        (await someone.client.get<RevealShow>(`${path}/reveal`)).json.places.at(-1)?.place,
      { timeout: 60_000, interval: 500 },
    )
    .toBe(1);
  const shows = await inGroups(guests, async ({ client, user }) => ({
    user,
    show: expectStatus(await client.get<RevealShow>(`${path}/reveal`), 200).json,
  }));
  for (const [index, { show }] of shows.entries()) {
    const shown = show.places.flatMap(({ place, photos: there }) =>
      there.map(({ id, stars, isYours, isStarred }) => ({ id, place, stars, isYours, isStarred })),
    );
    expect(shown.sort((one, other) => one.place - other.place || one.id - other.id)).toEqual(
      podiumOf(decided).map(({ id, place, favoriteCount }) => ({
        id,
        place,
        stars: favoriteCount,
        isYours: photos[index]?.id === id,
        isStarred: votes[index]?.photoIds.includes(id),
      })),
    );
  }

  // Afterwards everybody finds the same.
  await expect
    .poll(async () => (await someone.client.get(`${path}/top-photos`)).status, { timeout: 60_000 })
    .toBe(200);
  expect(await topOf(someone)).toEqual(told(decided));
  const csv = expectStatus(
    await organizer.client.get(`${path}/download-top-photos-csv?lang=en`),
    200,
  );
  const [, ...lines] = parseCsv(csv.text.slice(1));
  expect(lines.map(([place]) => Number(place))).toEqual(
    decided.slice(0, TOP_PHOTOS).map(({ place }) => place),
  );
  expect((await someone.client.get<ResultFile>(`${path}/result.json`)).json).toEqual(result);
});
