// What a feed of 5,000 photos costs a phone that scrolls through it: `npm run bench:feed`.
import { startPostgres } from '../tests/setup/postgres';
import { startServer } from '../tests/setup/server';
import { fillEvent } from './support/fill-event';
import { table } from './support/measure';
import { openPhone } from './support/phone';
import { makePictures } from './support/pictures';

const PHOTOS = 5000;
const SIZES = [24, 300, 1000, PHOTOS];
/** How many times slower than this machine the phone is. */
const CPU = 4;

const cluster = await startPostgres();
const url = cluster.url('postgres');
const server = await startServer({ env: { DATABASE_URL: url } });
const phone = await openPhone(server.origin);
try {
  const pictures = await makePictures(24);
  const { headers } = await fillEvent(server, { url, count: PHOTOS, pictures });
  const found = await phone.grow(SIZES, { cpu: CPU, cookies: headers.Cookie });
  const rows = found.map((one) => [
    one.prints.toFixed(0),
    one.nodes.toFixed(0),
    `${one.heapMb.toFixed(1)} MB`,
    `${(100 * one.late).toFixed(1)} %`,
  ]);
  process.stdout.write(`${table([['prints', 'nodes', 'heap', 'frames missed'], ...rows])}\n`);
} finally {
  await phone.close();
  await server.stop();
  await server.clean();
  await cluster.stop();
}
