// More than a server can do: hundreds of connections that ask without a pause for visitors' pages, polls, the
// feed and pictures, while monitoring asks for its health, a guest gives stars and another uploads:
// `npm run bench:overload`. BENCH_SECONDS for each load (12), BENCH_CONNECTIONS the loads (300,1000).
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'node:http';
import autocannon from 'autocannon';
import { drawNoise } from '../tests/images';
import { startPostgres } from '../tests/setup/postgres';
import { startServer } from '../tests/setup/server';
import { fillEvent } from './support/fill-event';
import { median, table } from './support/measure';
import { grainPicture } from './support/pictures';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 12);
const LOADS = (process.env.BENCH_CONNECTIONS ?? '300,1000').split(',').map(Number);
const HEALTH_EVERY_MS = 250;
const GIVEN_UP_MS = 20_000;

/** Tells every second how late the event loop was at most. */
const LOOP_WATCH =
  'import{monitorEventLoopDelay}from"node:perf_hooks";' +
  'const h=monitorEventLoopDelay({resolution:10});h.enable();' +
  'setInterval(()=>{process.stderr.write("loop "+Math.round(h.max/1e6)+"\\n");h.reset()},1000).unref()';

const cluster = await startPostgres();
const server = await startServer({
  root: process.env.SNAPODIUM_ROOT,
  env: { DATABASE_URL: cluster.url('postgres'), BUSY_MS: '' },
  nodeFlags: ['--import', `data:text/javascript,${LOOP_WATCH}`],
});
try {
  const event = await fillEvent(server, {
    url: cluster.url('postgres'),
    count: 60,
    pictures: [await grainPicture()],
  });
  const photo = await drawNoise(1600, 1200).jpeg({ quality: 80 }).toBuffer();
  const heads = [
    'connections',
    'served/s',
    '503/s',
    'lost',
    'loop, ms',
    'health: asked',
    'slowest',
  ];
  const rows = [[...heads, 'wrong', 'stars', 'failed', 'median', 'slowest', 'uploads', 'failed']];
  for (const connections of LOADS) {
    rows.push(await underLoad(connections, event, photo));
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
    await sleep(3000);
  }
  process.stdout.write(`${table(rows)}\n`);
} finally {
  await server.stop();
  await server.clean();
  await cluster.stop();
}

type Event = Awaited<ReturnType<typeof fillEvent>>;

async function underLoad(connections: number, event: Event, photo: Buffer): Promise<string[]> {
  const { eventId, userId, photos, headers } = event;
  let isOver = false;
  const during = async (everyMs: number, work: () => Promise<void>) => {
    while (!isOver) {
      await work();
      await sleep(everyMs);
    }
  };
  const health: Timed[] = [];
  const stars: Timed[] = [];
  const uploads: Timed[] = [];
  const seen = server.output().length;
  const json = { ...headers, 'Content-Type': 'application/json' };
  const star = { userId, photoId: photos[1]?.id };
  const others = [
    // A check that comes while one runs, as monitoring does it.
    during(HEALTH_EVERY_MS, async () => void health.push(await ask('GET', '/healthz'))),
    during(200, async () => {
      stars.push(await ask('POST', '/api/favorites', json, JSON.stringify(star)));
      stars.push(await ask('DELETE', `/api/favorites/${star.photoId}`, headers));
    }),
    during(200, async () => {
      const form = new FormData();
      form.set('image', new Blob([Uint8Array.from(photo)]), 'photo.jpg');
      form.set('data', JSON.stringify({ userId, eventId, position: 1, imageUrl: '' }));
      const body = new Response(form);
      const type = { ...headers, 'Content-Type': body.headers.get('Content-Type') ?? '' };
      const sent = await ask('POST', '/api/photos', type, Buffer.from(await body.arrayBuffer()));
      uploads.push(sent);
      const { id } = sent.json as { id?: number };
      // Else its slot would not be free for the next one.
      const free = () => ask('DELETE', `/api/photos/${id}`, headers);
      while (id && (await free()).status !== 200) await sleep(500);
    }),
  ];
  const get = (path: string, cookie: object = headers) => ({
    path,
    method: 'GET' as const,
    headers: { ...cookie } as Record<string, string>,
  });
  const result = await autocannon({
    url: server.origin,
    connections,
    duration: SECONDS,
    workers: 1,
    requests: [
      get('/auth', { Accept: 'text/html' }),
      get(`/api/photos/event/${eventId}`),
      get('/feed'),
      get(`/media/${photos[0]?.imageKey}-720.webp`),
      get('/auth', { Accept: 'text/html' }),
      get(`/api/events/${eventId}/marks?of=photos,ranking`),
    ],
  });
  isOver = true;
  await Promise.all(others);
  const delays =
    server
      .output()
      .slice(seen)
      .match(/(?<=^loop )\d+/gm) ?? [];
  const count = (status: number) => result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const ms = (all: Timed[]) => all.map((one) => one.ms);
  const failed = (all: Timed[]) =>
    String(all.filter(({ status }) => ![200, 201].includes(status)).length);
  const slowest = (all: Timed[]) => Math.max(...ms(all)).toFixed(0);
  const sentAway = count(503);
  return [
    connections,
    ((result.requests.total - sentAway) / SECONDS).toFixed(0),
    (sentAway / SECONDS).toFixed(0),
    result.errors,
    Math.max(...delays.map(Number)),
    health.length,
    slowest(health),
    failed(health),
    stars.length,
    failed(stars),
    median(ms(stars)).toFixed(0),
    slowest(stars),
    uploads.length,
    failed(uploads),
  ].map(String);
}

interface Timed {
  /** 0 where no answer came. */
  status: number;
  ms: number;
  json: unknown;
}

/** One request on a connection of its own. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Promise<Timed> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number, json: unknown = {}) =>
      resolve({ status, json, ms: performance.now() - begun });
    const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    const outgoing = request(
      server.origin + path,
      { method, headers: { ...headers, ...length }, agent: false, timeout: GIVEN_UP_MS },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => settle(response.statusCode ?? 0, parse(text)));
      },
    );
    outgoing.on('timeout', () => outgoing.destroy()).on('error', () => settle(0));
    outgoing.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}
