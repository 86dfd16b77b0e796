// How calm the screens stay in a guest's hand: `npm run bench:calm`. What moves while a screen comes in, on a
// slow network, the worst of twenty visits each; and what frames a phone misses while a finger moves.
import { startPostgres } from '../tests/setup/postgres';
import { startServer } from '../tests/setup/server';
import { fillEvent } from './support/fill-event';
import { table } from './support/measure';
import { openPhone } from './support/phone';
import { makePictures } from './support/pictures';

const VISITS = Number(process.env.BENCH_ROUNDS ?? 20);
const KBIT = 1000 / 8;
const CPU = 4;
const SLOW = { down: 1600 * KBIT, up: 750 * KBIT, wait: 150, cpu: CPU };

const cluster = await startPostgres();
const url = cluster.url('postgres');
const server = await startServer({ env: { DATABASE_URL: url } });
const phone = await openPhone(server.origin);
try {
  const pictures = await makePictures(24);
  const event = await fillEvent(server, { url, count: 300, pictures });
  const member = event.headers.Cookie;
  const names = { event: event.names.event, organizerName: event.names.organizerName };
  const answer = await fetch(`${server.origin}/api/visitor-access`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(names),
  });
  const visitor = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const card = new URLSearchParams({ event: names.event, organizer: names.organizerName });
  const screens: [name: string, path: string, cookie?: string][] = [
    ['/auth', '/auth'],
    ['/auth/join', '/auth/join'],
    ['the card of an invitation', `/auth/join?${card}`],
    ['/auth/join/confirm', `/auth/join/confirm?${card}`],
    ['/ as a visitor', '/', visitor],
    ['/login', '/login', visitor],
    ['/, the profile', '/', member],
    ['/feed', '/feed', member],
    ['/feed by person', '/feed?sort=person', member],
    ['/top', '/top', member],
    ['the viewer', `/photos/${event.photos[40]?.id}?from=feed`, member],
    ['/photos/new', '/photos/new', member],
    ['/messages', '/messages', member],
    ['/settings', '/settings', member],
  ];
  const rows: string[][] = [];
  for (const [name, path, cookie] of screens) {
    const shifts = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      shifts.push((await phone.visit(SLOW, path, cookie)).shift);
    }
    const moved = shifts.filter((shift) => shift > 0).length;
    rows.push([name, Math.max(...shifts).toFixed(4), `${moved} of ${VISITS}`]);
  }
  process.stdout.write(`${table([['screen', 'worst shift', 'visits with any'], ...rows])}\n`);
  const [, scrolled] = await phone.grow([24, 300], { cpu: CPU, cookies: member });
  const swiped = await phone.swipe({ cpu: CPU, photos: 8, cookies: member });
  const percent = (share = Number.NaN) => `${(100 * share).toFixed(1)} %`;
  process.stdout.write(
    `frames missed at CPU ${CPU}x: scrolling ${scrolled?.prints} prints ${percent(scrolled?.late)}, ` +
      `swiping through 8 photos ${percent(swiped)}\n`,
  );
} finally {
  await phone.close();
  await server.stop();
  await server.clean();
  await cluster.stop();
}
