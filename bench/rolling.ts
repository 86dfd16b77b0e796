// What a change of version costs guests: two servers behind nginx are stopped and started anew, one after the
// other, while guests look, star and upload: `npm run bench:rolling`. Every request that is not answered with
// success is lost. BENCH_REQUESTS so many at least (2,000), BENCH_PAUSE seconds between the servers (2).
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../scripts/cluster/nginx';
import { addPhoto, createParty, join, sendPhoto, smallJpeg, type Person } from '../tests/api/party';
import { startPostgres } from '../tests/setup/postgres';
import { startServer, type TestServer } from '../tests/setup/server';
import { table } from './support/measure';

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 2000);
const PAUSE_MS = Number(process.env.BENCH_PAUSE ?? 2) * 1000;
const GUESTS = Number(process.env.BENCH_GUESTS ?? 24);
/** It ends after so long, whatever the machine does. */
const LIMIT_MS = 180_000;

interface Count {
  sent: number;
  /** What became of those that were lost: a status, or the connection's error. */
  lost: string[];
}
const counts = new Map<string, Count>();

const cluster = await startPostgres();
const env = { DATABASE_URL: cluster.url('postgres'), STOP_DELAY_SECONDS: '' };
const root = process.env.SNAPODIUM_ROOT;
const first = await startServer({ env, root });
const servers = [first, await startServer({ env, root, dataDir: first.dataDir })];
const nginx = await startNginx({ origins: servers.map(({ origin }) => origin) });
const until = Date.now() + LIMIT_MS;
let isRolled = false;
try {
  const jpeg = await smallJpeg();
  const plays = await Promise.all(Array.from({ length: GUESTS }, arrive));
  const rolled = roll().finally(() => (isRolled = true));
  await Promise.all(plays.map(({ guest, photoId }) => play(guest, photoId, jpeg)));
  await rolled;
} finally {
  await nginx.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await first.clean();
  await cluster.stop();
}
const rows = [...counts].map(([what, { sent, lost }]) => [
  what,
  String(sent),
  String(lost.length),
  [...new Set(lost)].join(', '),
]);
const [sent, lost] = [1, 2].map((column) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0),
);
const all = ['all', String(sent), String(lost), ''];
process.stdout.write(`${table([['request', 'sent', 'lost', 'as'], ...rows, all])}\n`);

/** One server after the other: stopped, started anew, and some seconds for nginx to notice. */
async function roll(): Promise<void> {
  await sleep(2000);
  for (const [index, server] of servers.entries()) {
    const stopping = Date.now();
    await server.stop();
    const starting = Date.now();
    servers[index] = await again(server);
    const [down, up] = [starting - stopping, Date.now() - starting].map((ms) => `${ms} ms`);
    process.stderr.write(`server ${index + 1}: stopped in ${down}, started in ${up}\n`);
    await sleep(PAUSE_MS);
  }
}

function again({ dataDir, origin }: TestServer): Promise<TestServer> {
  return startServer({ env, root, dataDir, port: Number(new URL(origin).port) });
}

/** A guest of an event of their own, for a free one has few places, with a photo to star. */
async function arrive(): Promise<{ guest: Person; photoId: number }> {
  const party = await createParty(nginx.origin);
  const { id: photoId } = await addPhoto(party.organizer, 1);
  return { guest: await join(party), photoId };
}

/** A guest's evening: looks, stars, takes the star back, uploads, and deletes that again. */
async function play(guest: Person, photoId: number, jpeg: Buffer): Promise<void> {
  const { client, user } = guest;
  const total = () => [...counts.values()].reduce((sum, count) => sum + count.sent, 0);
  while (Date.now() < until && !(isRolled && total() >= REQUESTS)) {
    await say('feed', 200, () => client.get(`/api/photos/event/${user.eventId}`));
    await say('star', 201, () => client.post('/api/favorites', { userId: user.id, photoId }));
    await say('star back', 200, () => client.delete(`/api/favorites/${photoId}`));
    const photo = await say('upload', 201, () => sendPhoto(guest, 1, jpeg));
    // One that was lost may have been stored all the same.
    const own = photo
      ? [photo.json]
      : (await client.get<{ id: number }[]>(ownPhotos(user.id))).json;
    for (const { id } of own ?? [])
      await say('delete', 200, () => client.delete(`/api/photos/${id}`));
  }
}

function ownPhotos(userId: number): string {
  return `/api/photos/user/${userId}`;
}

async function say<T extends { status: number }>(
  what: string,
  expected: number,
  ask: () => Promise<T>,
): Promise<T | null> {
  const count = counts.get(what) ?? { sent: 0, lost: [] };
  counts.set(what, count);
  count.sent += 1;
  try {
    const answer = await ask();
    if (answer.status === expected) return answer;
    count.lost.push(String(answer.status));
  } catch (error) {
    count.lost.push(((error as Error).cause as { code?: string } | undefined)?.code ?? 'broken');
  }
  return null;
}
