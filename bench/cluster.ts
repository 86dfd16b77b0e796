// What a second server process brings on this machine: the same mixed load through nginx against one process
// and against two, in turns: `npm run bench:cluster`. Load generator, nginx and PostgreSQL share the cores. Names on the
// command line choose some of the loads.
import { availableParallelism } from 'node:os';
import { startNginx } from '../scripts/cluster/nginx';
import { startPostgres } from '../tests/setup/postgres';
import { startServer } from '../tests/setup/server';
import { fillEvent } from './support/fill-event';
import { alternate, cpuOf, load, median, table, type Target } from './support/measure';
import { grainPicture } from './support/pictures';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);

const cluster = await startPostgres();
const env = { DATABASE_URL: cluster.url('postgres') };
const first = await startServer({ env });
// Two processes on one machine may share a folder; a bucket's server would take a core's share for itself.
const second = await startServer({ env, dataDir: first.dataDir });
const servers = [first, second];
const single = await startNginx({ origins: [first.origin] });
const double = await startNginx({ origins: servers.map(({ origin }) => origin) });
try {
  const chosen = process.argv.slice(2);
  const heads = ['request', 'one/s', 'two/s', 'ratio', 'CPU ms: servers', 'nginx', 'generator'];
  const rows = [[...heads, 'busy, one', 'busy, two']];
  for (const [name, target] of Object.entries(await targets())) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    rows.push(await compare(name, target));
    process.stderr.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  process.stdout.write(`\n${availableParallelism()} cores\n${table(rows)}\n`);
} finally {
  await single.stop();
  await double.stop();
  await Promise.all(servers.map((server) => server.stop()));
  await first.clean();
  await cluster.stop();
}

async function compare(name: string, target: Target): Promise<string[]> {
  const through = (nginx: typeof single, seconds = SECONDS) => measure(nginx, target, seconds);
  // Until both are compiled.
  await through(double, 4);
  await through(single, 1);
  const results = await alternate(
    ROUNDS,
    () => through(double),
    () => through(single),
  );
  type Figures = Awaited<ReturnType<typeof measure>>;
  const middle = (all: Figures[], what: (one: Figures) => number) => median(all.map(what));
  const ratios = results.ours.map((two, index) => {
    return two.rate / (results.limit[index]?.rate ?? Number.NaN);
  });
  return [
    name,
    middle(results.limit, ({ rate }) => rate).toFixed(0),
    middle(results.ours, ({ rate }) => rate).toFixed(0),
    median(ratios).toFixed(2),
    middle(results.ours, ({ cpu }) => cpu).toFixed(2),
    middle(results.ours, ({ proxyCpu }) => proxyCpu).toFixed(2),
    middle(results.ours, ({ ownCpu }) => ownCpu).toFixed(2),
    `${(100 * middle(results.limit, ({ busy }) => busy)).toFixed(0)} %`,
    `${(100 * middle(results.ours, ({ busy }) => busy)).toFixed(0)} %`,
  ];
}

/** The load through one nginx: answers a second, CPU time for each, and how many cores the servers kept busy. */
async function measure(nginx: typeof single, target: Target, seconds: number) {
  const url = nginx.origin + target.url;
  const proxies = await nginx.pids();
  const sum = async (pids: number[]) =>
    (await Promise.all(pids.map(cpuOf))).reduce((total, one) => total + one, 0);
  const serving = servers.map((server) => server.process.pid ?? 0);
  const before = { servers: await sum(serving), proxies: await sum(proxies) };
  const started = performance.now();
  const own = process.cpuUsage();
  const { rate } = await load({ ...target, url }, { pid: serving[0] ?? 0, seconds });
  const elapsed = performance.now() - started;
  const { user, system } = process.cpuUsage(own);
  const used = (await sum(serving)) - before.servers;
  const answers = (rate * elapsed) / 1000;
  return {
    rate,
    cpu: used / answers,
    proxyCpu: ((await sum(proxies)) - before.proxies) / answers,
    ownCpu: (user + system) / 1000 / answers,
    busy: used / elapsed,
  };
}

async function targets(): Promise<Record<string, Target>> {
  const { eventId, userId, photos, headers } = await fillEvent(first, {
    url: env.DATABASE_URL,
    count: 60,
    pictures: [await grainPicture()],
  });
  const feed = { path: `/api/photos/event/${eventId}`, method: 'GET' as const };
  const picture = { path: `/media/${photos[0]?.imageKey}-720.webp`, method: 'GET' as const };
  const page = { path: '/feed', method: 'GET' as const };
  const json = { ...headers, 'Content-Type': 'application/json' };
  const stars = [1, 2, 3].flatMap((index) => {
    const id = photos[index]?.id;
    const given = JSON.stringify({ userId, photoId: id });
    return [
      { path: '/api/favorites', method: 'POST' as const, body: given },
      { path: `/api/favorites/${id}`, method: 'DELETE' as const },
    ];
  });
  const mixed = [page, feed, picture, picture, stars[0], picture, feed, picture, stars[1], picture];
  return {
    mixed: { url: '/', headers: json, requests: mixed.filter((one) => one !== undefined) },
    'feed call': { url: feed.path, headers },
    picture: { url: picture.path, headers },
    star: { url: '/', headers: json, requests: stars },
    'feed page': { url: page.path, headers },
  };
}
