// What uploads cost against a bare sharp pipeline that makes the same files of the same photos, and how
// much memory fifty at once take: `npm run bench:uploads`. Needs Linux and PostgreSQL. Arguments choose
// parts: `camera`, `shrunk`, `memory`.
import { readFile, rm, mkdtemp, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { CLIENT_COMPRESSION } from '../app/models/photo';
import { makePhonePhotos } from '../scripts/party/photos';
import { seeded } from '../scripts/party/random';
import {
  createParty,
  expectStatus,
  join as joinParty,
  signInAdministrator,
  type Person,
} from '../tests/api/party';
import { startPostgres } from '../tests/setup/postgres';
import { startServer, type TestServer } from '../tests/setup/server';
import { median, treeCpuOf } from './support/measure';

const SENDERS = 16;
const UPLOADS = 32;
const ROUNDS = 5;
/** Of bare sharp's photos a second. */
const LIMIT = 0.85;
const AT_ONCE = 50;
const LIMIT_MEGABYTES = 512;
const GIVEN_BACK_S = 60;
/** What a server may keep of a rush, beside what it had before: loaded code, pools, fragments. */
const KEPT_MEGABYTES = 128;
const MEGABYTE = 1024 * 1024;
const BOUNDARY = 'a-boundary-of-sixteen-senders';

/** As many files as photos taken on a phone; the server is told to expect `Content-Length` bytes. */
interface Work {
  name: string;
  files: Buffer[];
  paths: string[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const folder = await mkdtemp(join(tmpdir(), 'snapodium-bench-'));
const parts = process.argv.slice(2);
const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
const camera = await makeCameraPhotos();
const postgres = await startPostgres();
try {
  await onServer('PostgreSQL', { DATABASE_URL: postgres.url('postgres') }, measureAll);
  await onServer('PGlite', {}, measureMemory);
} finally {
  agent.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true });
}

async function onServer(
  name: string,
  env: Record<string, string>,
  measure: (server: TestServer, guests: Person[]) => Promise<void>,
): Promise<void> {
  const server = await startServer({ env });
  try {
    process.stdout.write(`${name}\n`);
    await measure(server, await gather(server.origin));
  } finally {
    await server.stop();
    await server.clean();
  }
}

async function measureAll(server: TestServer, guests: Person[]): Promise<void> {
  if (isWanted('camera')) await compare(server, guests, camera);
  if (isWanted('shrunk')) await compare(server, guests, await makeShrunkPhotos(camera));
  await measureMemory(server, guests);
}

async function gather(origin: string): Promise<Person[]> {
  const party = await createParty(origin);
  const administrator = await signInAdministrator(origin);
  const path = `/api/events/${party.event.id}/max-users`;
  expectStatus(await administrator.request('PATCH', path, { json: { maxUsers: 100 } }), 200);
  return Promise.all(Array.from({ length: AT_ONCE }, () => joinParty(party)));
}

/** Photos of 12 megapixels, as a camera writes them. */
async function makeCameraPhotos(): Promise<Work> {
  const random = seeded(1);
  const phone = await makePhonePhotos(random, () => {});
  const photos = Array.from({ length: 8 }, (_, index) => phone.next(random, `photo ${index}`));
  const files = (await Promise.all(photos)).map(({ bytes }) => Buffer.from(bytes));
  return { name: '12 megapixels, JPEG', files, paths: await write(files, 'jpg') };
}

/** The same photos as a phone's page shrinks them, with the profile that Chromium writes for sRGB. */
async function makeShrunkPhotos({ paths }: Work): Promise<Work> {
  const { maxWidthOrHeight: edge, initialQuality } = CLIENT_COMPRESSION;
  const files = await Promise.all(
    paths.map((path) =>
      sharp(path)
        .autoOrient()
        .resize({ width: edge, height: edge, fit: 'inside' })
        .withIccProfile('srgb')
        .webp({ quality: initialQuality * 100 })
        .toBuffer(),
    ),
  );
  return { name: '1920 px, WebP', files, paths: await write(files, 'webp') };
}

async function write(files: Buffer[], extension: string): Promise<string[]> {
  const named = files.map((file, index) => [join(folder, `${index}.${extension}`), file] as const);
  await Promise.all(named.map(([path, file]) => writeFile(path, file)));
  return named.map(([path]) => path);
}

/** Prints photos a second and processor time, ours and bare sharp's, one after the other. */
async function compare(server: TestServer, guests: Person[], work: Work): Promise<void> {
  const senders = guests.slice(0, SENDERS);
  const round = {
    ours: () => sendAll(senders, work.files, UPLOADS / SENDERS),
    bare: () => makeAllBare(work.paths),
  };
  await clear(senders, await round.ours());
  const found = { ours: [] as Cost[], bare: [] as Cost[] };
  for (let count = 0; count < ROUNDS; count += 1) {
    const ids: number[] = [];
    const ours = async () => void ids.push(...(await round.ours()));
    found.ours.push(await costOf(ours, () => serverSeconds(server)));
    await clear(senders, ids);
    found.bare.push(await costOf(round.bare, ownSeconds));
  }
  const ratios = (of: (cost: Cost) => number) =>
    median(found.ours.map((cost, index) => of(found.bare[index] ?? cost) / of(cost)));
  const ratio = ratios(({ seconds }) => seconds);
  process.stdout.write(
    `  ${work.name}, ${SENDERS} senders: ${rate(found.ours)}; bare sharp: ${rate(found.bare)}\n` +
      `    photos a second: ${ratio.toFixed(2)} of bare sharp (limit ${LIMIT}); ` +
      `by processor time: ${ratios(({ cpu }) => cpu).toFixed(2)}\n`,
  );
  if (ratio < LIMIT) process.exitCode = 1;
}

interface Cost {
  seconds: number;
  cpu: number;
}

async function costOf(run: () => Promise<unknown>, cpuNow: () => Promise<number>): Promise<Cost> {
  const [start, before] = [performance.now(), await cpuNow()];
  await run();
  return { seconds: (performance.now() - start) / 1000, cpu: (await cpuNow()) - before };
}

function rate(costs: Cost[]): string {
  const photos = UPLOADS / median(costs.map(({ seconds }) => seconds));
  const cpu = median(costs.map((cost) => cost.cpu)) / UPLOADS;
  return `${photos.toFixed(1)} photos/s, ${cpu.toFixed(3)} s of processor each`;
}

function ownSeconds(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return Promise.resolve((user + system) / 1e6);
}

async function serverSeconds({ process: { pid } }: TestServer): Promise<number> {
  return (await treeCpuOf(pid ?? 0)) / 1000;
}

/** Each sender fills so many slots, one after the other. @returns the ids of the photos */
async function sendAll(senders: Person[], files: Buffer[], slots: number): Promise<number[]> {
  const ids = senders.map(async (sender, index) => {
    const own: number[] = [];
    for (let slot = 1; slot <= slots; slot += 1) {
      own.push(await send(sender, slot, files[(index + slot) % files.length] ?? Buffer.alloc(0)));
    }
    return own;
  });
  return (await Promise.all(ids)).flat();
}

/** Sends a photo with next to no work on this side. @returns its id */
function send({ client, user }: Person, position: number, file: Buffer): Promise<number> {
  const data = JSON.stringify({ userId: user.id, eventId: user.eventId, position, imageUrl: '' });
  const field = (headers: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}`;
  const body = [
    Buffer.from(`${field('name="data"')}\r\n\r\n${data}\r\n`),
    Buffer.from(`${field('name="image"; filename="photo"')}\r\nContent-Type: image/jpeg\r\n\r\n`),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ];
  const headers = {
    Cookie: client.cookies.header() ?? '',
    'X-Forwarded-For': client.address ?? '',
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    'Content-Length': body.reduce((bytes, { length }) => bytes + length, 0),
  };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers };
    const sent = request(`${client.origin}/api/photos`, options, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => {
        if (answer.statusCode !== 201) reject(new Error(`${answer.statusCode}: ${text}`));
        else resolve((JSON.parse(text) as { id: number }).id);
      });
    });
    sent.on('error', reject);
    for (const part of body) sent.write(part);
    sent.end();
  });
}

/** Empties the slots again. */
async function clear(senders: Person[], ids: number[]): Promise<void> {
  const slots = ids.length / senders.length;
  for (const [index, id] of ids.entries()) {
    const sender = senders[Math.floor(index / slots)];
    if (sender) expectStatus(await sender.client.delete(`/api/photos/${id}`), 200);
  }
}

/** The limit: each photo decoded once, its four files encoded, as many photos at a time as senders. */
async function makeAllBare(paths: string[]): Promise<void> {
  sharp.concurrency(1);
  const waiting = Array.from({ length: UPLOADS }, (_, index) => index);
  const run = async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      await makeBare(paths[index % paths.length] ?? '', join(folder, `bare-${index}`));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, run));
}

async function makeBare(path: string, target: string): Promise<void> {
  const bounds = { width: 1920, height: 1920, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await sharp(path)
    .autoOrient()
    .resize(bounds)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = () => sharp(data, { raw: { width, height, channels } });
  await pixels().webp({ quality: 82, effort: 2 }).toFile(`${target}.webp`);
  for (const width of [1080, 720, 320]) {
    await pixels()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 76, effort: 2 })
      .toFile(`${target}-${width}.webp`);
  }
}

/** Prints the server's memory while fifty photos come at once, and a minute later. */
async function measureMemory(server: TestServer, guests: Person[]): Promise<void> {
  if (!isWanted('memory')) return;
  const before = await memoryOf(server, 'VmRSS');
  // 5 sets the peak back to what is in memory now (man 5 proc).
  await writeFile(`/proc/${server.process.pid}/clear_refs`, '5');
  await clear(guests, await sendAll(guests, camera.files, 1));
  const peak = await memoryOf(server, 'VmHWM');
  const after = await memoryOf(server, 'VmRSS');
  let settled = after;
  for (let second = 0; second < GIVEN_BACK_S; second += 1) {
    await sleep(1000);
    settled = Math.min(settled, await memoryOf(server, 'VmRSS'));
  }
  process.stdout.write(
    `  ${AT_ONCE} of 12 megapixels at once: ${before} MB before, ${peak} MB at the peak ` +
      `(limit ${LIMIT_MEGABYTES}), ${after} MB at the end, ${settled} MB within a minute\n`,
  );
  if (peak > LIMIT_MEGABYTES || settled > before + KEPT_MEGABYTES) process.exitCode = 1;
}

async function memoryOf({ process: { pid } }: TestServer, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return Math.round((kilobytes * 1024) / MEGABYTE);
}
