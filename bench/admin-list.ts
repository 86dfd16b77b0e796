// How long the administrator waits for the tables of users and of events, among few and among many:
// `npm run bench:admin`.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase, type Db } from '../db/client.server';
import { photos, users } from '../db/schema';
import { nameKey } from '../app/models/event-name';
import { emailKey } from '../app/models/user';
import { signInAdministrator } from '../tests/api/party';
import { createTestEvent, testImageKey } from '../tests/factories';
import { type Client } from '../tests/setup/client';
import { startServer } from '../tests/setup/server';

const SIZES = [50, 5000];
const GUESTS_OF_AN_EVENT = 50;
const PHOTOS_OF_A_GUEST = 2;
const WARM_UP = 20;
const ROUNDS = 100;
const TARGET_MS = 300;
const EVENTS = 5000;
const EVENT_ADDRESSES = {
  'as it opens': '/admin/events',
  'last page by name': '/admin/events?sort=-name&page=999999',
  'by participants': '/admin/events?sort=-participants',
  'one found': '/admin/events?q=event+4950',
};
const USER_ADDRESSES = {
  'as it opens': '/admin/users',
  'last page by event': '/admin/users?sort=-event&page=999999',
  'by photos': '/admin/users?sort=-photos',
  'one found': '/admin/users?q=guest+49+event',
};

const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-admin-bench-'));
// The first start makes the administrator and the demo event.
let server = await startServer({ dataDir });
try {
  let present = 0;
  for (const size of SIZES) {
    await refill((db) => fill(db, present, size));
    present = size;
    await show(`${size} users beside the demo's`, USER_ADDRESSES);
  }
  const few = present / GUESTS_OF_AN_EVENT;
  await show(`${few} events beside the demo`, EVENT_ADDRESSES);
  await refill(async (db) => {
    for (let event = few; event < EVENTS; event++) {
      await createTestEvent(db, { name: `Further event ${event}` });
    }
  });
  await show(`${EVENTS} events beside the demo`, EVENT_ADDRESSES);
} finally {
  await server.stop();
  await server.clean();
}

/** Adds to the data while no server uses them. */
async function refill(work: (db: Db) => Promise<void>): Promise<void> {
  await server.stop();
  const { db, close } = await connectDatabase({ dataDir });
  await work(db);
  await close();
  server = await startServer({ dataDir });
}

async function show(title: string, addresses: Record<string, string>): Promise<void> {
  const admin = await signInAdministrator(server.origin);
  process.stdout.write(`${title}\n`);
  for (const [name, address] of Object.entries(addresses)) {
    const { p50, p95 } = await measure(admin, address);
    process.stdout.write(
      `  ${name.padEnd(20)} p50 ${p50.toFixed(0).padStart(4)} ms, p95 ${p95.toFixed(0).padStart(4)} ms\n`,
    );
    if (p95 > TARGET_MS) process.exitCode = 1;
  }
}

/** Adds users with their photos, in events of fifty, until there are `size`. */
async function fill(db: Db, present: number, size: number): Promise<void> {
  for (let first = present; first < size; first += GUESTS_OF_AN_EVENT) {
    const { event } = await createTestEvent(db, { name: `Event ${first}` });
    const people = Array.from({ length: GUESTS_OF_AN_EVENT - 1 }, (_, guest) => {
      const name = `Guest ${guest + 1}`;
      const email = `guest${first + guest}@example.com`;
      return {
        eventId: event.id,
        username: `guest_${guest}`,
        name,
        nameKey: nameKey(name),
        email,
        emailKey: emailKey(email),
      };
    });
    const added = await db.insert(users).values(people).returning({ id: users.id });
    await db.insert(photos).values(
      added.flatMap(({ id }) =>
        Array.from({ length: PHOTOS_OF_A_GUEST }, (_, slot) => ({
          userId: id,
          eventId: event.id,
          position: slot + 1,
          imageStorage: 'local' as const,
          imageKey: testImageKey(event.id),
          imageBytes: 250_000,
          width: 1200,
          height: 800,
          placeholder: 'data:image/webp;base64,UklGRg==',
        })),
      ),
    );
  }
}

async function measure(admin: Client, address: string): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const start = performance.now();
    const answer = await admin.get(address);
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
    if (round >= 0) times.push(performance.now() - start);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
