// How evenly 300 guests who look at 30 of 200 photos spread their views, newest first and in the balanced order,
// and what the order and the noting of what was seen cost the server. `spread` plays the evenings only.
import { users } from '~db/schema';
import { nameKey } from '~/models/event/name';
import { emailKey } from '~/models/user/rules';
import { expectStatus } from '../tests/api/party';
import { unique } from '../tests/factories';
import { Client } from '../tests/setup/client';
import { playEvening, spreadOf, type Evening, type Order } from './support/evening';
import { fillEvent, type Filled } from './support/fill';
import { cpuOf, load, middle, printLine, printTable, takeTurns } from './support/measure';
import { grainPicture } from './support/pictures';
import { onServer, type Stand } from './support/stand';

const [GUESTS, PHOTOS, LOOKS] = [300, 200, 30];
const HOUR_S = 3600;
/** How many guests send what they have seen, in so many batches. */
const [SENDERS, BATCHES] = [100, 3];
/** The look of a guest who has just begun. */
const LOOK = /feed_look=([^;]+)/;

export default async function measureFairness(chosen: string[]): Promise<void> {
  printSpreads();
  if (chosen.includes('spread')) return;
  await onServer({}, async (stand) => {
    const filled = await fillEvent(stand, { count: PHOTOS, pictures: [await grainPicture()] });
    await measurePages(stand, filled);
    await measureSeen(stand, filled);
  });
}

/** Evenings that differ in when photos and guests come. */
const EVENINGS: Record<string, Evening> = {
  'all photos at the start, guests over three hours': {
    photosAt: evenly(PHOTOS, 0),
    guestsAt: evenly(GUESTS, 3 * HOUR_S),
    looks: LOOKS,
  },
  'photos and guests over three hours': {
    photosAt: evenly(PHOTOS, 3 * HOUR_S),
    // The first guests come once there is something to see, the last ones after the last photo.
    guestsAt: evenly(GUESTS, 3 * HOUR_S).map((at) => at + HOUR_S / 2),
    looks: LOOKS,
  },
  'all photos at the start, a hundred guests in five minutes of each hour': {
    photosAt: evenly(PHOTOS, 0),
    guestsAt: rushes(5 * 60),
    looks: LOOKS,
  },
  'all photos at the start, a hundred guests in one second of each hour': {
    photosAt: evenly(PHOTOS, 0),
    guestsAt: rushes(1),
    looks: LOOKS,
  },
};

function evenly(count: number, within: number): number[] {
  return Array.from({ length: count }, (_, index) => (index * within) / count);
}

/** Guests who come a hundred at a time, once an hour. */
function rushes(within: number): number[] {
  const CROWD = 100;
  return Array.from({ length: GUESTS }, (_, guest) => {
    const hour = Math.floor(guest / CROWD);
    return hour * HOUR_S + ((guest % CROWD) * within) / CROWD;
  });
}

function printSpreads(): void {
  const orders: Order[] = ['newest', 'chance', 'balanced'];
  const rows = Object.entries(EVENINGS).flatMap(([name, evening]) =>
    orders.map((order) => {
      const { least, middle: mid, most, variation, gini } = spreadOf(playEvening(evening, order));
      return [name, order, least, mid, most, variation.toFixed(2), gini.toFixed(2)];
    }),
  );
  printTable(['evening', 'order', 'least', 'median', 'most', 'variation', 'Gini'], rows);
}

/** The server's CPU time for a page of the feed and of the viewer, newest first and balanced, in turns. */
async function measurePages({ origin, pid }: Stand, { headers, guest, photos }: Filled) {
  const begun = await guest.get('/feed', { Accept: 'text/html' });
  const look = LOOK.exec(begun.headers.getSetCookie().join('; '))?.[1] ?? '';
  const asked = { origin, headers: { ...headers, Cookie: `${headers.Cookie}; feed_look=${look}` } };
  const photo = photos[PHOTOS / 2]?.id ?? 0;
  const [, number = '', seed = ''] = look.split('.');
  const pages = {
    'feed’s page': ['/feed?sort=newest', '/feed'],
    'feed’s data': ['/feed.data?sort=newest', '/feed.data'],
    'a further page’s data': [
      `/feed.data?sort=newest&after=${Date.now()}-${photo}`,
      `/feed.data?after=${number}.${seed}.${photo}`,
    ],
    'viewer’s data': [`/photos/${photo}.data?from=newest`, `/photos/${photo}.data?from=feed`],
  };
  const rows = [];
  for (const [name, paths] of Object.entries(pages)) {
    const cost = (path = '') => load({ ...asked, steps: [{ path }] }, { pids: [pid] });
    await cost(paths[0]);
    await cost(paths[1]);
    const { ours, limit } = await takeTurns(
      () => cost(paths[1]),
      () => cost(paths[0]),
    );
    rows.push([name, ...[limit, ours].map((costs) => middle(costs, ({ cpu }) => cpu).toFixed(2))]);
  }
  printTable(['CPU ms', 'newest', 'balanced'], rows);
}

/** The CPU time of server and database for what one guest has seen. */
async function measureSeen(stand: Stand, { eventId, names, photos }: Filled): Promise<void> {
  const people = Array.from({ length: SENDERS }, (_, index) => {
    const person = { name: `Zoé ${index}`, email: `${unique()}@example.com` };
    const compared = { nameKey: nameKey(person.name), emailKey: emailKey(person.email) };
    return { eventId, username: 'guest', ...person, ...compared };
  });
  await stand.inDatabase((db) => db.insert(users).values(people));
  const clients: Client[] = [];
  for (const { name, email } of people) {
    const client = new Client(stand.origin);
    expectStatus(await client.post('/api/login', { ...names, name, email }), 200);
    clients.push(client);
  }
  const pids = [stand.pid, stand.postgres ?? stand.pid];
  const before = await Promise.all(pids.map((pid) => cpuOf(pid)));
  for (const [index, client] of clients.entries()) {
    for (let batch = 0; batch < BATCHES; batch++) {
      const size = LOOKS / BATCHES;
      const first = (index + batch * size) % (PHOTOS - size);
      const ids = photos.slice(first, first + size).map(({ id }) => id);
      expectStatus(await client.post('/api/seen', { ids }), 200);
    }
  }
  const after = await Promise.all(pids.map((pid) => cpuOf(pid)));
  const [server, database] = after.map((cpu, index) => (cpu - (before[index] ?? 0)) / SENDERS);
  printLine(
    `what one guest has seen, ${LOOKS} photos in ${BATCHES} batches: ${server?.toFixed(1)} ms of the ` +
      `server’s CPU, ${database?.toFixed(1)} of PostgreSQL’s`,
  );
}
