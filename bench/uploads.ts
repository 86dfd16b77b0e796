// What uploads cost against a bare sharp pipeline that makes the same files from the same photos, and how
// much memory fifty at once take. Needs Linux and PostgreSQL. Arguments select parts: `camera`, `shrunk`,
// `memory`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import {
  createParty,
  expectStatus,
  join as joinParty,
  sendPhoto,
  signInAdministrator,
  type Person,
} from '../tests/api/party';
import {
  aim,
  cpuOf,
  memoryOf,
  middle,
  ownCpu,
  ratioOf,
  printLine,
  takeTurns,
  timeOf,
  watchPeak,
} from './support/measure';
import { cameraPhotos, shrinkAsPages } from './support/pictures';
import { onServer, type Stand } from './support/stand';

const SENDERS = 16;
const UPLOADS = 32;
/** The share of bare sharp's photos per second. */
const LIMIT = 0.85;
const AT_ONCE = 50;
const LIMIT_MEGABYTES = 512;
const GIVEN_BACK_S = 60;
/** The memory that a server may retain after a rush: loaded code, pools, fragments. */
const RETAINED_MEGABYTES = 128;

export default async function measureUploads(parts: string[]): Promise<void> {
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
  const camera = await cameraPhotos(8);
  await onServer({}, async (stand) => {
    printLine('PostgreSQL');
    const guests = await gather(stand.origin);
    if (isWanted('camera')) await compare(stand, guests, '12 megapixels, JPEG', camera);
    if (isWanted('shrunk')) {
      const shrunk = await Promise.all(camera.map(shrinkAsPages));
      await compare(stand, guests, '1920 px, WebP', shrunk);
    }
    if (isWanted('memory')) await measureMemory(stand, guests, camera);
  });
  if (isWanted('memory')) {
    await onServer({ database: 'embedded' }, async (stand) => {
      printLine('embedded database');
      await measureMemory(stand, await gather(stand.origin), camera);
    });
  }
}

async function gather(origin: string): Promise<Person[]> {
  const party = await createParty(origin);
  const administrator = await signInAdministrator(origin);
  const path = `/api/events/${party.event.id}/max-users`;
  expectStatus(await administrator.request('PATCH', path, { json: { maxUsers: 100 } }), 200);
  return Promise.all(Array.from({ length: AT_ONCE }, () => joinParty(party)));
}

/** Prints photos per second and CPU time, ours and bare sharp's, in turns. */
async function compare({ pid }: Stand, guests: Person[], name: string, photos: Buffer[]) {
  const senders = guests.slice(0, SENDERS);
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-bare-'));
  const paths = photos.map((_, index) => join(folder, `photo-${index}`));
  for (const [index, path] of paths.entries()) await writeFile(path, photos[index] as Buffer);
  let ids: number[] = [];
  const ours = async () => {
    const send = async () => void (ids = await sendAll(senders, photos, UPLOADS / SENDERS));
    const cost = await costOf(send, () => cpuOf(pid));
    await clear(senders, ids);
    return cost;
  };
  const bare = () =>
    costOf(
      () => makeAllBare(paths),
      () => Promise.resolve(ownCpu()),
    );
  await ours();
  const turns = await takeTurns(ours, bare);
  await rm(folder, { recursive: true });
  const ratio = 1 / ratioOf(turns, ({ ms }) => ms);
  printLine(`  ${name}, ${SENDERS} senders: ${rate(turns.ours)}; bare sharp: ${rate(turns.limit)}`);
  printLine(
    `    photos a second: ${ratio.toFixed(2)} of bare sharp (limit ${LIMIT}); ` +
      `by processor time: ${(1 / ratioOf(turns, ({ cpu }) => cpu)).toFixed(2)}`,
  );
  aim(ratio >= LIMIT);
}

interface Cost {
  ms: number;
  cpu: number;
}

async function costOf(run: () => Promise<unknown>, cpuNow: () => Promise<number>): Promise<Cost> {
  const before = await cpuNow();
  const ms = await timeOf(run);
  return { ms, cpu: (await cpuNow()) - before };
}

function rate(costs: Cost[]): string {
  const photos = UPLOADS / (middle(costs, ({ ms }) => ms) / 1000);
  const cpu = middle(costs, (cost) => cost.cpu) / 1000 / UPLOADS;
  return `${photos.toFixed(1)} photos/s, ${cpu.toFixed(3)} s of processor each`;
}

/**
 * Each sender fills this many slots, one after the other.
 * @returns the ids of the photos, sender by sender
 */
async function sendAll(senders: Person[], photos: Buffer[], slots: number): Promise<number[]> {
  const ids = senders.map(async (sender, index) => {
    const own: number[] = [];
    for (let slot = 1; slot <= slots; slot += 1) {
      const photo = photos[(index + slot) % photos.length] as Buffer;
      own.push(expectStatus(await sendPhoto(sender, slot, photo), 201).json.id);
    }
    return own;
  });
  return (await Promise.all(ids)).flat();
}

/** Empties the slots again. */
async function clear(senders: Person[], ids: number[]): Promise<void> {
  const slots = ids.length / senders.length;
  for (const [index, id] of ids.entries()) {
    const sender = senders[Math.floor(index / slots)];
    if (sender) expectStatus(await sender.client.delete(`/api/photos/${id}`), 200);
  }
}

/**
 * The limit: each photo is decoded once and its four files are encoded, with one photo per sender at a time.
 */
async function makeAllBare(paths: string[]): Promise<void> {
  sharp.concurrency(1);
  const waiting = Array.from({ length: UPLOADS }, (_, index) => index).values();
  const run = async () => {
    for (const index of waiting) {
      const path = paths[index % paths.length] ?? '';
      await makeBare(path, `${path}-made-${index}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, run));
}

async function makeBare(path: string, target: string): Promise<void> {
  const bounds = { width: 1920, height: 1920, fit: 'inside', withoutEnlargement: true } as const;
  const upright = sharp(path).autoOrient().resize(bounds).raw();
  const { data, info } = await upright.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  await pixels().webp({ quality: 82, effort: 2 }).toFile(`${target}.webp`);
  for (const width of [1080, 720, 320]) {
    const smaller = pixels().resize({ width, withoutEnlargement: true });
    await smaller.webp({ quality: 76, effort: 2 }).toFile(`${target}-${width}.webp`);
  }
}

/** Prints the server's memory while fifty photos arrive at once, and a minute later. */
async function measureMemory({ pid }: Stand, guests: Person[], photos: Buffer[]): Promise<void> {
  const before = await memoryOf(pid);
  const peakOf = await watchPeak(pid);
  await clear(guests, await sendAll(guests, photos, 1));
  const [peak, after] = [await peakOf(), await memoryOf(pid)];
  let settled = after;
  for (let second = 0; second < GIVEN_BACK_S; second += 1) {
    await sleep(1000);
    settled = Math.min(settled, await memoryOf(pid));
  }
  const [was, most, end, left] = [before, peak, after, settled].map((mb) => `${mb.toFixed(0)} MB`);
  printLine(
    `  ${AT_ONCE} of 12 megapixels at once: ${was} before, ${most} at the peak ` +
      `(limit ${LIMIT_MEGABYTES}), ${end} at the end, ${left} within a minute`,
  );
  aim(peak <= LIMIT_MEGABYTES && settled <= before + RETAINED_MEGABYTES);
}
