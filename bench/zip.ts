// How much memory the server takes to send a zip of 1,000 photos, to somebody with a fast and to
// somebody with a slow connection: `npm run bench:zip`. Needs Linux, whose kernel keeps the peak.
import { randomBytes } from 'node:crypto';
import { readFile, mkdtemp, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaStorage } from '../app/services/storage/index.server';
import { newImageKey } from '../app/services/storage/keys.server';
import { connectDatabase } from '../db/client.server';
import { createTestEvent, createTestPhoto, createTestUser } from '../tests/factories';
import { Client } from '../tests/setup/client';
import { startServer, type TestServer } from '../tests/setup/server';

const GUESTS = 200;
const SLOTS = 5;
const PHOTO_BYTES = 300_000;
const TARGET_MEGABYTES = 64;
const MEGABYTE = 1024 * 1024;
/** The slow reader lets the server wait first, and then takes so much a second. */
const SLOW_START_MS = 3000;
const SLOW_MEGABYTES_A_SECOND = 20;

const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-zip-bench-'));
// The first start makes the administrator and the demo event.
await (await startServer({ dataDir })).stop();
const { names, person } = await fillParty(dataDir);
const server = await startServer({ dataDir });
try {
  const client = new Client(server.origin);
  const login = await client.post<{ eventId: number }>('/api/login', { ...names, ...person });
  const path = `/api/events/${login.json.eventId}/download-all-photos`;
  // What any first request makes the server load is none of the zip's memory.
  await client.get('/top');
  await client.get(`/api/events/${login.json.eventId}/download-top-photos`);

  const results = [
    await measure('fast', server, () => download(client, path, readFast)),
    await measure('slow', server, () => download(client, path, readSlowly)),
    await measure('again', server, () => download(client, path, readFast)),
  ];
  process.stdout.write(
    [
      `${GUESTS * SLOTS} photos of ${PHOTO_BYTES / 1000} KB`,
      ...results.map(
        ({ name, megabytes, seconds, before, growth }) =>
          `${name.padEnd(6)} ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
          `memory ${before.toFixed(0)} MB, at its peak ${growth.toFixed(0)} MB more`,
      ),
      '',
    ].join('\n'),
  );
  if (results.some(({ growth }) => growth > TARGET_MEGABYTES)) process.exitCode = 1;
} finally {
  await server.stop();
  await server.clean();
}

/** An event whose every slot is full, written straight into database and storage. */
async function fillParty(folder: string) {
  const { db, close } = await connectDatabase({ dataDir: folder });
  const storage = createMediaStorage({ dataDir: folder });
  const day = new Date().toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const { event, organizer } = await createTestEvent(db, {
    startDate: day,
    endDate: `${Number(day.slice(0, 4)) + 1}-01-01`,
    maxPhotosPerUser: SLOTS,
  });
  for (let guest = 0; guest < GUESTS; guest++) {
    const user = await createTestUser(db, event.id, { name: `Amélie ${guest}` });
    for (let position = 1; position <= SLOTS; position++) {
      const imageKey = newImageKey(event.id);
      const tiny = new Uint8Array([0]);
      await storage.write('local', imageKey, {
        full: randomBytes(PHOTO_BYTES),
        1080: tiny,
        720: tiny,
        320: tiny,
      });
      await createTestPhoto(db, user, { position, imageKey, imageBytes: PHOTO_BYTES });
    }
  }
  await close();
  return {
    names: { event: event.name, organizerName: organizer.name },
    person: { name: organizer.name, email: organizer.email },
  };
}

/** Runs something, and tells how far the server's memory rose above what it was. */
async function measure(name: string, { process: { pid } }: TestServer, run: () => Promise<number>) {
  // 5 sets the peak back to what is in memory now (man 5 proc).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await memoryOf(pid, 'VmRSS');
  const start = performance.now();
  const megabytes = (await run()) / MEGABYTE;
  const seconds = (performance.now() - start) / 1000;
  const growth = (await memoryOf(pid, 'VmHWM')) - before;
  return { name, megabytes, seconds, before, growth };
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
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: client.cookies.header() ?? '' };
    get(client.origin + path, { headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${path}: ${answer.statusCode}`));
      read(answer).then(resolve, reject);
    }).on('error', reject);
  });
}

async function readFast(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return bytes;
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
