// What a guest's phone waits for and pays for, on a slow and a good network: `npm run bench:phone`.
// SNAPODIUM_ROOT names another checkout with a build, to measure that one with the same photos.
import { startPostgres } from '../tests/setup/postgres';
import { startServer } from '../tests/setup/server';
import { fillEvent } from './support/fill-event';
import { median } from './support/measure';
import { openPhone, type Visit } from './support/phone';
import { makePictures } from './support/pictures';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const KBIT = 1000 / 8;
/** Throughput in bytes a second, latency in milliseconds; `cpu` is how many times slower. */
const PROFILES = {
  'slow phone (1.6 Mbit/s, 150 ms, CPU 4×)': {
    down: 1600 * KBIT,
    up: 750 * KBIT,
    wait: 150,
    cpu: 4,
  },
  'good phone (9/3 Mbit/s, 60 ms, CPU 4×)': {
    down: 9000 * KBIT,
    up: 3000 * KBIT,
    wait: 60,
    cpu: 4,
  },
};

const cluster = await startPostgres();
const url = cluster.url('postgres');
const server = await startServer({
  root: process.env.SNAPODIUM_ROOT,
  env: { DATABASE_URL: url },
});
const phone = await openPhone(server.origin);
try {
  const pictures = await makePictures(24);
  const small = await fillEvent(server, { url, count: 60, pictures });
  const large = await fillEvent(server, { url, count: 1000, pictures, stored: 60 });
  const joining = `/auth/join?${new URLSearchParams({ event: small.names.event, organizer: small.names.organizerName })}`;
  const shown = small.photos[40]?.id;
  for (const [name, profile] of Object.entries(PROFILES)) {
    process.stdout.write(`${name}\n`);
    const visit = (path: string, cookie?: string) => () => phone.visit(profile, path, cookie);
    await report('/auth/join, the first visit', visit(joining));
    await report('/feed with 60', visit('/feed', small.headers.Cookie));
    await report('/feed with 1,000', visit('/feed', large.headers.Cookie));
    const waits = [];
    // It lights and goes out by turns; an odd number leaves one for the ranking.
    for (let round = 0; round < ROUNDS; round += 1) {
      waits.push(await phone.star(profile, small.headers.Cookie));
    }
    process.stdout.write(
      `  a star lights ${median(waits.map(({ lit }) => lit)).toFixed(0)} ms after the tap, ` +
        `and is kept after ${median(waits.map(({ kept }) => kept)).toFixed(0)} ms\n`,
    );
    await report('/top', visit('/top', small.headers.Cookie));
    await report('the viewer', visit(`/photos/${shown}?from=feed`, small.headers.Cookie));
  }
  const bytes = await phone.scroll(small.headers.Cookie);
  process.stdout.write(`/feed with 60, scrolled to its end: ${kb(bytes)} of pictures\n`);
} finally {
  await phone.close();
  await server.stop();
  await server.clean();
  await cluster.stop();
}

async function report(name: string, once: () => Promise<Visit>): Promise<void> {
  const visits: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await once());
  const middle = (of: (visit: Visit) => number) => median(visits.map(of));
  const seconds = (of: (visit: Visit) => number) => `${(middle(of) / 1000).toFixed(2)} s`;
  const kinds = Object.keys(visits[0]?.bytes ?? {}).sort();
  const bytes = kinds.map((kind) => `${kind} ${kb(middle((visit) => visit.bytes[kind] ?? 0))}`);
  process.stdout.write(
    `  ${name}: FCP ${seconds((one) => one.fcp)}, LCP ${seconds((one) => one.lcp)}, ` +
      `shift ${middle((one) => one.shift).toFixed(3)}, blocked ${seconds((one) => one.blocked)}\n` +
      `    ${bytes.join(', ')}, all ${kb(middle((one) => Object.values(one.bytes).reduce((a, b) => a + b, 0)))}\n`,
  );
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`;
}
