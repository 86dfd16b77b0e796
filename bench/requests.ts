// What requests cost, against Express and postgres.js with the same rows on the same PostgreSQL, in turns:
// `npm run bench:requests`. Names on the command line choose some of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPostgres } from '../tests/setup/postgres';
import { freePort, startServer } from '../tests/setup/server';
import { fillEvent } from './support/fill-event';
import { alternate, load, median, table, type Cost, type Target } from './support/measure';
import { grainPicture } from './support/pictures';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
/** How much of the limit each has to reach, as far as one was set. */
const AIMS: Record<string, number> = { thumbnail: 0.7 };

interface Pair {
  name: string;
  ours: Target;
  limit: Target;
}

const cluster = await startPostgres();
const url = cluster.url('postgres');
// PROFILE names a folder for a CPU profile of the server.
const profile = process.env.PROFILE;
const server = await startServer({
  root: process.env.SNAPODIUM_ROOT,
  env: { DATABASE_URL: url },
  nodeFlags: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
});
const pictures = [await grainPicture()];
const small = await fillEvent(server, { url, count: 60, pictures });
const large = await fillEvent(server, { url, count: 1000, pictures, stored: 60 });
const bare = { small: await startBare(small), large: await startBare(large) };
try {
  const chosen = process.argv.slice(2);
  const rows = [['request', 'ours/s', 'limit/s', 'ratio', 'aim', 'CPU ms', 'limit CPU ms']];
  for (const pair of await pairs()) {
    if (chosen.length > 0 && !chosen.some((name) => pair.name.includes(name))) continue;
    rows.push(await compare(pair));
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  process.stdout.write(`\n${table(rows)}\n`);
} finally {
  bare.small.stop();
  bare.large.stop();
  await server.stop();
  await server.clean();
  await cluster.stop();
}

async function compare({ name, ours, limit }: Pair): Promise<string[]> {
  const bareOf = limit.url.startsWith(bare.large.origin) ? bare.large : bare.small;
  const measureOurs = (seconds = SECONDS) => load(ours, { pid: server.process.pid ?? 0, seconds });
  const measureLimit = (seconds = SECONDS) => load(limit, { pid: bareOf.pid, seconds });
  // Until both are compiled.
  await measureOurs(2);
  await measureLimit(1);
  const results = await alternate(
    ROUNDS,
    () => measureOurs(),
    () => measureLimit(),
  );
  const rate = (costs: Cost[]) => median(costs.map((cost) => cost.rate));
  const cpu = (costs: Cost[]) => median(costs.map((cost) => cost.cpu)).toFixed(2);
  const ratio = median(
    results.ours.map((cost, index) => cost.rate / (results.limit[index]?.rate ?? Number.NaN)),
  );
  return [
    name,
    rate(results.ours).toFixed(0),
    rate(results.limit).toFixed(0),
    ratio.toFixed(2),
    AIMS[name]?.toFixed(2) ?? '',
    cpu(results.ours),
    cpu(results.limit),
  ];
}

async function pairs(): Promise<Pair[]> {
  const { origin } = server;
  const at = (path: string, headers = small.headers): Target => ({ url: origin + path, headers });
  const [photo] = small.photos;
  const feedCall = (event: typeof small) => `/api/photos/event/${event.eventId}`;
  const marked = await fetch(origin + feedCall(small), { headers: small.headers });
  await marked.arrayBuffer();
  const tag = marked.headers.get('ETag') ?? '';
  const thumbnail = `/media/${photo?.imageKey}-720.webp`;
  const bareAt = (path: string): Target => ({ url: bare.small.origin + path });
  const starred = [1, 2, 3].flatMap((index) => {
    const id = small.photos[index]?.id;
    return [
      {
        path: '/api/favorites',
        method: 'POST' as const,
        body: JSON.stringify({ userId: small.userId, photoId: id }),
      },
      { path: `/api/favorites/${id}`, method: 'DELETE' as const },
    ];
  });
  const bareStars = [1, 2, 3].flatMap((index) => {
    const path = `/star/${small.photos[index]?.id}`;
    return [
      { path, method: 'POST' as const },
      { path, method: 'DELETE' as const },
    ];
  });
  return [
    { name: '/healthz', ours: at('/healthz'), limit: bareAt('/healthz') },
    { name: '/api/user', ours: at('/api/user'), limit: bareAt('/user') },
    { name: 'thumbnail', ours: at(thumbnail), limit: bareAt(thumbnail) },
    { name: 'feed call, 60', ours: at(feedCall(small)), limit: bareAt('/feed') },
    {
      name: 'feed call, 1,000',
      ours: at(feedCall(large), large.headers),
      limit: { url: `${bare.large.origin}/feed` },
    },
    {
      name: 'poll, nothing new',
      ours: at(feedCall(small), { ...small.headers, 'If-None-Match': tag }),
      limit: bareAt('/unchanged'),
    },
    {
      name: 'star',
      ours: {
        ...at('/', { ...small.headers, 'Content-Type': 'application/json' }),
        requests: starred,
      },
      limit: { ...bareAt('/'), requests: bareStars },
    },
    { name: '/auth', ours: at('/auth', {}), limit: bareAt('/healthz') },
    { name: 'feed page, 60', ours: at('/feed'), limit: bareAt('/page') },
    {
      name: 'feed page, 1,000',
      ours: at('/feed', large.headers),
      limit: { url: `${bare.large.origin}/page` },
    },
  ];
}

async function startBare({ eventId, userId }: { eventId: number; userId: number }) {
  const port = await freePort();
  const file = join(import.meta.dirname, 'support/bare-server.mjs');
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    DATABASE_URL: url,
    MEDIA: join(server.dataDir, 'media'),
    PORT: String(port),
    EVENT_ID: String(eventId),
    USER_ID: String(userId),
  };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() };
}
