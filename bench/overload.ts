// More load than a server can handle: hundreds of connections request visitors' pages, polls, the feed and
// pictures without a pause, while monitoring asks for the server's health, a guest gives stars and another
// uploads. BENCH_CONNECTIONS sets the loads (300,1000).
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { drawNoise } from '../tests/images';
import type { RequestOptions } from '../tests/setup/client';
import { feedCallOf, thumbnailOf } from './requests';
import { fillEvent, type Filled } from './support/fill';
import { median, printTable } from './support/measure';
import { grainPicture } from './support/pictures';
import { onServer, type Stand } from './support/stand';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 12);
const LOADS = (process.env.BENCH_CONNECTIONS ?? '300,1000').split(',').map(Number);
const HEALTH_EVERY_MS = 250;
const GIVEN_UP_MS = 20_000;
const PAUSE_MS = 3000;

/** Prints every second how late the event loop was at most. */
const LOOP_WATCH =
  'import{monitorEventLoopDelay}from"node:perf_hooks";' +
  'const h=monitorEventLoopDelay({resolution:10});h.enable();' +
  'setInterval(()=>{process.stderr.write("loop "+Math.round(h.max/1e6)+"\\n");h.reset()},1000).unref()';

export default function measureOverload(): Promise<void> {
  const flags = ['--import', `data:text/javascript,${LOOP_WATCH}`];
  return onServer({ env: { BUSY_MS: '' }, flags }, async (stand) => {
    const event = await fillEvent(stand, { count: 60, pictures: [await grainPicture()] });
    const photo = await drawNoise(1600, 1200).jpeg({ quality: 80 }).toBuffer();
    const rows = [];
    for (const connections of LOADS) {
      rows.push(await underLoad(stand, connections, event, photo));
      await sleep(PAUSE_MS);
    }
    const heads = [
      'connections',
      'served/s',
      '503/s',
      'lost',
      'loop, ms',
      'health: asked',
      'wrong',
    ];
    const others = ['slowest', 'stars', 'failed', 'median', 'slowest', 'uploads', 'failed'];
    printTable([...heads, ...others], rows);
  });
}

async function underLoad(stand: Stand, connections: number, event: Filled, photo: Buffer) {
  const { eventId, headers } = event;
  const seen = stand.server.output().length;
  const { stop, health, stars, uploads } = startOthers(event, photo);
  const asked = [
    { path: '/auth', headers: { Accept: 'text/html' } },
    { path: feedCallOf(event), headers },
    { path: '/feed', headers },
    { path: thumbnailOf(event), headers },
    { path: '/auth', headers: { Accept: 'text/html' } },
    { path: `/api/events/${eventId}/marks?of=photos,ranking`, headers },
  ];
  const result = await autocannon({
    url: stand.origin,
    connections,
    duration: SECONDS,
    workers: 1,
    requests: asked,
  });
  await stop();
  const told = stand.server.output().slice(seen);
  const delays = [...told.matchAll(/^loop (\d+)/gm)].map(([, ms]) => Number(ms));
  const sentAway = result.statusCodeStats?.['503']?.count ?? 0;
  const ms = (all: Timed[]) => all.map((one) => one.ms);
  const failed = (all: Timed[]) => all.filter(({ status }) => ![200, 201].includes(status)).length;
  return [
    connections,
    ((result.requests.total - sentAway) / SECONDS).toFixed(0),
    (sentAway / SECONDS).toFixed(0),
    result.errors,
    Math.max(...delays),
    health.length,
    failed(health),
    Math.max(...ms(health)).toFixed(0),
    stars.length,
    failed(stars),
    median(ms(stars)).toFixed(0),
    Math.max(...ms(stars)).toFixed(0),
    uploads.length,
    failed(uploads),
  ];
}

interface Timed {
  /** 0 if no answer came. */
  status: number;
  ms: number;
}

/** Asks for the server's health, gives stars and uploads, until it is stopped. */
function startOthers({ eventId, userId, photos, guest }: Filled, photo: Buffer) {
  const [health, stars, uploads]: [Timed[], Timed[], Timed[]] = [[], [], []];
  const star = { userId, photoId: photos[1]?.id };
  let isOver = false;
  const during = async (everyMs: number, work: () => Promise<unknown>) => {
    while (!isOver) {
      await work();
      await sleep(everyMs);
    }
  };
  /** One request on its own connection. */
  const ask = async (into: Timed[], method: string, path: string, more: RequestOptions = {}) => {
    const begun = performance.now();
    const signal = AbortSignal.timeout(GIVEN_UP_MS);
    const headers = { Connection: 'close' };
    const asked = guest.request<{ id: number }>(method, path, { ...more, headers, signal });
    const answer = await asked.catch(() => null);
    into.push({ status: answer?.status ?? 0, ms: performance.now() - begun });
    return answer;
  };
  const working = [
    // A check may start while another runs, as with monitoring.
    during(HEALTH_EVERY_MS, () => ask(health, 'GET', '/healthz')),
    during(200, async () => {
      await ask(stars, 'POST', '/api/favorites', { json: star });
      await ask(stars, 'DELETE', `/api/favorites/${star.photoId}`);
    }),
    during(200, async () => {
      const body = new FormData();
      body.set('image', new Blob([Uint8Array.from(photo)]), 'photo.jpg');
      body.set('data', JSON.stringify({ userId, eventId, position: 1, imageUrl: '' }));
      const sent = await ask(uploads, 'POST', '/api/photos', { body });
      if (sent?.status !== 201) return;
      // Otherwise its slot would not be free for the next one.
      const free = () => ask([], 'DELETE', `/api/photos/${sent.json.id}`);
      while ((await free())?.status !== 200) await sleep(500);
    }),
  ];
  const stop = async () => {
    isOver = true;
    await Promise.all(working);
  };
  return { stop, health, stars, uploads };
}
