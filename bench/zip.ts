// Zips of large events: how fast they come against `tar` of the same files, how soon, how much memory
// the server takes for them, also with a slow reader, and whether an interrupted one goes on:
// `npm run bench:zip`. Needs Linux, whose kernel keeps the peak of memory.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fileOf, newImageKey } from '../app/services/storage/keys.server';
import { connectDatabase, type Db } from '../db/client.server';
import { photos, users } from '../db/schema';
import { createTestEvent } from '../tests/factories';
import { Client } from '../tests/setup/client';
import { startServer } from '../tests/setup/server';
import { median } from './support/measure';

const SLOTS = 5;
const PHOTO_BYTES = 300_000;
/** So many files are different; an event of more photos has hard links to them. */
const FILES = 1000;
const ROUNDS = 5;
const MEGABYTE = 1024 * 1024;
/** The slow reader lets the server wait first, and then takes so much a second. */
const SLOW_START_MS = 3000;
const SLOW_MEGABYTES_A_SECOND = 20;
const MOST_MORE_MEGABYTES = 32;
const FIRST_BYTE_MS = 100;

const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-zip-bench-'));
// The first start makes the administrator and the demo event.
await (await startServer({ dataDir })).stop();
const originals = Array.from({ length: FILES }, (_, index) => join(dataDir, `original-${index}`));
const crcs: number[] = [];
for (const path of originals) {
  const bytes = randomBytes(PHOTO_BYTES);
  crcs.push(crc32(bytes));
  await writeFile(path, bytes);
}
const connection = await connectDatabase({ dataDir });
const small = await fillEvent(connection.db, 300);
const middle = await fillEvent(connection.db, FILES);
const large = await fillEvent(connection.db, 16_700);
await connection.close();

const server = await startServer({ dataDir });
try {
  // The first zip of all makes the server load its code.
  await take(await logIn(middle), middle.path);
  for (const party of [small, large]) await measureFirstByte(party);
  await measureGrowth('fast', middle, readFast);
  await measureGrowth('slow', middle, readSlowly);
  await measureGrowth('fast', large, readFast);
  await compareWithTar(middle);
  await resume(middle);
} finally {
  await server.stop();
  await server.clean();
}

interface Party {
  path: string;
  names: { event: string; organizerName: string };
  person: { name: string; email: string };
  /** Its files' paths below the folder of all. */
  files: string[];
}

/** An event with so many photos, all slots full, written straight into database and storage. */
async function fillEvent(db: Db, count: number): Promise<Party> {
  const day = new Date().toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const { event, organizer } = await createTestEvent(db, {
    startDate: day,
    endDate: `${Number(day.slice(0, 4)) + 1}-01-01`,
    maxPhotosPerUser: SLOTS,
    maxUsers: count,
  });
  const guests = Array.from({ length: Math.ceil(count / SLOTS) }, (_, index) => {
    const email = `guest-${index}@example.com`;
    const name = `Amélie ${index}`;
    const keys = { nameKey: name.toLowerCase(), emailKey: email };
    return { eventId: event.id, username: 'guest', name, email, ...keys };
  });
  const ids: number[] = [];
  for (const some of inParts(guests)) {
    ids.push(
      ...(await db.insert(users).values(some).returning({ id: users.id })).map(({ id }) => id),
    );
  }
  const rows = Array.from({ length: count }, (_, index) => ({
    userId: ids[Math.floor(index / SLOTS)] as number,
    eventId: event.id,
    position: (index % SLOTS) + 1,
    imageStorage: 'local' as const,
    imageKey: newImageKey(event.id),
    imageBytes: PHOTO_BYTES,
    imageCrc: crcs[index % FILES],
    hasAllWidths: true,
    width: 1920,
    height: 1440,
    placeholder: 'data:image/webp;base64,UklGRg==',
  }));
  for (const some of inParts(rows)) await db.insert(photos).values(some);
  const files = rows.map(({ imageKey }) => fileOf(imageKey, 'full'));
  for (const [index, file] of files.entries()) {
    const path = join(dataDir, 'media', file);
    if (index === 0) await mkdir(dirname(path), { recursive: true });
    await link(originals[index % FILES] as string, path);
  }
  return {
    path: `/api/events/${event.id}/download-all-photos`,
    names: { event: event.name, organizerName: organizer.name },
    person: { name: organizer.name, email: organizer.email },
    files,
  };
}

function inParts<T>(all: T[]): T[][] {
  const size = 500;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** Takes turns, so that whatever else the machine does falls on both alike. */
async function compareWithTar(party: Party): Promise<void> {
  const client = await logIn(party);
  const speeds: { zip: number[]; tar: number[] } = { zip: [], tar: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const zip = await speedOf(party, () => take(client, party.path));
    const tar = await speedOf(party, () => packTar(party.files));
    // The first round brings the files into memory.
    if (round === 0) continue;
    speeds.zip.push(zip);
    speeds.tar.push(tar);
  }
  const [zip, tar] = [median(speeds.zip), median(speeds.tar)];
  say(`${describe(party)}, medians of ${ROUNDS}:`);
  say(`  zip ${zip.toFixed(0)} MB/s, tar ${tar.toFixed(0)} MB/s: ${(zip / tar).toFixed(2)} of it`);
}

/** How far the server's memory rises above what it was. */
async function measureGrowth(
  name: string,
  party: Party,
  read: (answer: IncomingMessage) => Promise<number>,
): Promise<void> {
  const { pid } = server.process;
  const client = await logIn(party);
  // 5 sets the peak back to what is in memory now (man 5 proc).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await memoryOf(pid, 'VmRSS');
  const start = performance.now();
  const megabytes = (await download(client, party.path, read)) / MEGABYTE;
  const seconds = (performance.now() - start) / 1000;
  const growth = (await memoryOf(pid, 'VmHWM')) - before;
  say(
    `${describe(party)}, ${name}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
      `memory ${before.toFixed(0)} MB, at its peak ${growth.toFixed(0)} MB more`,
  );
  if (growth > MOST_MORE_MEGABYTES) process.exitCode = 1;
}

/**
 * From the request to the first byte, at first and afterwards; what one byte from the middle costs, and a
 * screen.
 */
async function measureFirstByte(party: Party): Promise<void> {
  const client = await logIn(party);
  const first = () =>
    timeOf(() =>
      download(client, party.path, async (answer) => {
        await once(answer, 'data');
        answer.destroy();
        return 0;
      }),
    );
  const atFirst = await first();
  const [again, byte, screen]: number[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    again?.push(await first());
    const headers = { Range: 'bytes=1000-1000' };
    byte?.push(await timeOf(() => download(client, party.path, readFast, headers)));
    screen?.push(await timeOf(() => client.get('/top')));
  }
  const [ms, byteMs, screenMs] = [again, byte, screen].map((times) => median(times ?? []));
  say(
    `${describe(party)}: first byte after ${atFirst.toFixed(0)} ms, then ${ms?.toFixed(0)} ms; ` +
      `one byte of the middle ${byteMs?.toFixed(0)} ms, a screen ${screenMs?.toFixed(0)} ms`,
  );
  if (atFirst > FIRST_BYTE_MS) process.exitCode = 1;
}

/** Breaks a download off again and again, and compares what came with the whole. */
async function resume(party: Party): Promise<void> {
  const client = await logIn(party);
  const whole = createHash('sha256');
  let length = 0;
  let etag = '';
  await download(client, party.path, async (answer) => {
    etag = answer.headers.etag ?? '';
    for await (const chunk of answer) {
      whole.update(chunk as Buffer);
      length += (chunk as Buffer).length;
    }
    return length;
  });
  const parts = createHash('sha256');
  let got = 0;
  let interruptions = 0;
  for (; got < length; interruptions++) {
    const stop = got + 30_000_000 + interruptions * 1_234_567;
    const headers = { Range: `bytes=${got}-`, 'If-Range': etag };
    await download(
      client,
      party.path,
      async (answer) => {
        if (answer.statusCode !== 206) throw new Error(`${answer.statusCode} instead of the rest`);
        for await (const chunk of answer) {
          parts.update(chunk as Buffer);
          got += (chunk as Buffer).length;
          if (got >= stop) break;
        }
        return got;
      },
      headers,
    );
  }
  const isSame = whole.digest('hex') === parts.digest('hex');
  say(`resumed ${interruptions - 1} times: ${isSame ? 'the same bytes' : 'OTHER BYTES'}`);
  if (!isSame) process.exitCode = 1;
}

async function logIn({ names, person }: Party): Promise<Client> {
  const client = new Client(server.origin);
  await client.post('/api/login', { ...names, ...person });
  // What any first request makes the server load is none of the zip's memory.
  await client.get('/top');
  return client;
}

/** @returns MB/s of photos */
async function speedOf({ files }: Party, run: () => Promise<void>): Promise<number> {
  return (files.length * PHOTO_BYTES) / 1000 / (await timeOf(run));
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Readers that cost next to nothing, for they share the machine with the server. */
async function take(client: Client, path: string): Promise<void> {
  const cookie = `Cookie: ${client.cookies.header()}`;
  const curl = spawn('curl', ['-sSf', '-o', '/dev/null', '-H', cookie, client.origin + path]);
  const [code] = (await once(curl, 'exit')) as [number];
  if (code !== 0) throw new Error(`curl: ${code}`);
}

async function packTar(files: string[]): Promise<void> {
  const command = 'tar --create --files-from=- | cat > /dev/null';
  const shell = spawn('sh', ['-c', command], { cwd: join(dataDir, 'media') });
  shell.stdin.end(files.join('\n'));
  await once(shell, 'exit');
}

async function memoryOf(pid: number | undefined, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

/** @returns the number of bytes that came */
function download(
  client: Client,
  path: string,
  read: (answer: IncomingMessage) => Promise<number>,
  more: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: client.cookies.header() ?? '', ...more };
    get(client.origin + path, { headers }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode !== 200 && statusCode !== 206) {
        return reject(new Error(`${path}: ${statusCode}`));
      }
      read(answer).then(resolve, reject);
    }).on('error', reject);
  });
}

/** Counts what comes, in the way that costs the reader least: it shares the machine with the server. */
function readFast(answer: IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
    answer.on('end', () => resolve(bytes)).on('error', reject);
  });
}

async function readSlowly(answer: IncomingMessage): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, SLOW_START_MS));
  const start = performance.now();
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    const due = (bytes / MEGABYTE / SLOW_MEGABYTES_A_SECOND) * 1000;
    const early = due - (performance.now() - start);
    if (early > 10) await new Promise((resolve) => setTimeout(resolve, early));
  }
  return bytes;
}

function describe({ files }: Party): string {
  return `${files.length} photos of ${PHOTO_BYTES / 1000} KB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
