// Zips of large events: their speed against `tar` of the same files, the time to the first byte, and the server's
// memory for them, including with a slow reader. Needs Linux, whose kernel records the peak of memory.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProcessedImage } from '~/services/images.server';
import { fileOf } from '~/services/storage/keys.server';
import type { Client } from '../tests/setup/client';
import { fillEvent, type Filled } from './support/fill';
import {
  aim,
  median,
  memoryOf,
  middle,
  ratioOf,
  ROUNDS,
  printLine,
  takeTurns,
  timeOf,
  watchPeak,
} from './support/measure';
import { onServer, type Stand } from './support/stand';

const run = promisify(execFile);
const PHOTO_BYTES = 300_000;
/** The number of different photos. Those of a larger event are links to them. */
const DIFFERENT = 200;
const SIZES = { small: 300, middle: 1000, large: Number(process.env.BENCH_PHOTOS ?? 16_700) };
const MEGABYTE = 1024 * 1024;
/** What the slow reader reads per second. */
const SLOW = '20M';
const MOST_MORE_MEGABYTES = 32;
const FIRST_BYTE_MS = 100;

/** An event's zip, for its organizer. */
interface Zip {
  event: Filled;
  path: string;
  client: Client;
}

export default function measureZip(): Promise<void> {
  return onServer({ database: 'embedded' }, async (stand) => {
    const pictures = Array.from({ length: DIFFERENT }, randomPicture);
    const fill = (count: number) => fillEvent(stand, { count, pictures });
    const events = [await fill(SIZES.small), await fill(SIZES.middle), await fill(SIZES.large)];
    const zips: Zip[] = [];
    for (const event of events) {
      const client = await event.signInOrganizer();
      // What the server loads for any first request is not part of the zip's memory.
      await client.get('/top');
      zips.push({ event, client, path: `/api/events/${event.eventId}/download-all-photos` });
    }
    const [small, middle, large] = zips as [Zip, Zip, Zip];
    // The very first zip makes the server load its code.
    await take(middle);
    for (const zip of [small, large]) await measureFirstByte(zip);
    await measureGrowth(stand, 'fast', middle);
    await measureGrowth(stand, 'slow', middle, '--limit-rate', SLOW);
    await measureGrowth(stand, 'fast', large);
    await compareWithTar(stand, middle);
  });
}

function randomPicture(): ProcessedImage {
  const small = randomBytes(1000);
  return {
    width: 1920,
    height: 1440,
    placeholder: 'data:image/webp;base64,UklGRg==',
    files: { full: randomBytes(PHOTO_BYTES), 1080: small, 720: small, 320: small },
  };
}

async function compareWithTar(stand: Stand, zip: Zip): Promise<void> {
  const bytes = zip.event.photos.length * PHOTO_BYTES;
  const speedOf = async (work: () => Promise<unknown>) => bytes / 1000 / (await timeOf(work));
  const zipped = () => speedOf(() => take(zip));
  const tarred = () => speedOf(() => packTar(stand, zip));
  // The first round brings the files into memory.
  await takeTurns(zipped, tarred, 1);
  const turns = await takeTurns(zipped, tarred);
  const [ours, tar] = [turns.ours, turns.limit].map((speeds) => median(speeds).toFixed(0));
  const ratio = ratioOf(turns, (speed) => speed).toFixed(2);
  printLine(`${describe(zip)}: zip ${ours} MB/s, tar ${tar} MB/s: ${ratio} of it`);
}

/** How far the server's memory rises above what it was. */
async function measureGrowth(
  { pid }: Stand,
  name: string,
  zip: Zip,
  ...options: string[]
): Promise<void> {
  const peakOf = await watchPeak(pid);
  const before = await memoryOf(pid);
  const { bytes, ms } = await take(zip, ...options);
  const growth = (await peakOf()) - before;
  printLine(
    `${describe(zip)}, ${name}: ${(bytes / MEGABYTE).toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s, ` +
      `memory ${before.toFixed(0)} MB, at its peak ${growth.toFixed(0)} MB more`,
  );
  aim(growth <= MOST_MORE_MEGABYTES);
}

/**
 * The time from the request to the first byte, for the first and for later requests; the time for one byte
 * from the middle, and for a screen.
 */
async function measureFirstByte(zip: Zip): Promise<void> {
  const { first } = await take(zip);
  const times: { again: number; byte: number; screen: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push({
      again: (await take(zip)).first,
      byte: (await take(zip, '--range', '1000-1000')).ms,
      screen: await timeOf(() => zip.client.get('/top')),
    });
  }
  const ms = (of: (time: (typeof times)[number]) => number) => `${middle(times, of).toFixed(0)} ms`;
  printLine(
    `${describe(zip)}: first byte after ${first.toFixed(0)} ms, then ${ms(({ again }) => again)}; ` +
      `one byte of the middle ${ms(({ byte }) => byte)}, a screen ${ms(({ screen }) => screen)}`,
  );
  aim(first <= FIRST_BYTE_MS);
}

/** Downloads a zip with curl, which costs next to nothing, because it shares the machine with the server. */
async function take({ client, path }: Zip, ...options: string[]) {
  const cookie = `Cookie: ${client.cookies.header()}`;
  const figures = '%{time_pretransfer} %{time_starttransfer} %{time_total} %{size_download}';
  const given = ['-sSf', '-o', '/dev/null', '-w', figures, '-H', cookie, ...options];
  const { stdout } = await run('curl', [...given, client.origin + path]);
  const [sent = 0, first = 0, all = 0, bytes = 0] = stdout.split(' ').map(Number);
  return { first: 1000 * (first - sent), ms: 1000 * (all - sent), bytes };
}

async function packTar({ dataDir }: Stand, { event }: Zip): Promise<void> {
  // Two names of one file would be packed once.
  const command = 'tar --create --hard-dereference --files-from=- | cat > /dev/null';
  const shell = spawn('sh', ['-c', command], { cwd: join(dataDir, 'media') });
  shell.stdin.end(event.photos.map(({ imageKey }) => fileOf(imageKey, 'full')).join('\n'));
  await once(shell, 'exit');
}

function describe({ event }: Zip): string {
  return `${event.photos.length} photos of ${PHOTO_BYTES / 1000} KB`;
}
