import { watch } from 'node:fs';
import { join as joinPath } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import type { PublicPhoto } from '~/models/photo/shape';
import { filesIn, findFaults } from '../consistency';
import { drawNoise } from '../images';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { createParty, join, sendPhoto, type Party, type Person } from '../api/party';
import { startApart } from '../api/servers';
import { expectAllStored } from './stored-photos';

const GUESTS = 10;
const SLOTS = 3;
/** The number of acknowledged photos before the server is killed, with as many more being sent. */
const ACKNOWLEDGED = 8;
/**
 * The number of kills on each database: `KILLS=25 npx vitest run --project=long tests/long/crash.test.ts`.
 */
const repeats = Number(process.env.KILLS ?? 1) - 1;

describe.each([
  { database: 'PGlite', environment: async (): Promise<Record<string, string>> => ({}) },
  {
    database: 'PostgreSQL',
    environment: async () => ({ DATABASE_URL: await createPostgresDatabase() }),
  },
])('kill -9 during uploads, on $database', ({ environment }) => {
  const title = 'loses no acknowledged photo, and leaves no row without files and no file unknown';
  test(title, { repeats, timeout: 600_000 }, async () => {
    const env = await environment();
    const first = await startApart(env);
    let running = first;
    onTestFinished(async () => {
      await running.stop('SIGKILL');
      await first.clean();
    });
    const party = await createParty(first.origin);
    const guests = await Promise.all(Array.from({ length: GUESTS }, () => join(party)));
    const { acknowledged, unanswered } = await uploadUntil(guests, first);
    expect(acknowledged.length).toBeGreaterThanOrEqual(ACKNOWLEDGED);
    expect(unanswered).toBeGreaterThan(0);

    const { dataDir } = first;
    const second = await startApart(env, first);
    running = second;
    await expectAllStored(second.origin, party, acknowledged);
    // It continues from there: a client without an answer sends the photo again.
    const again = await sendPhoto(await signIn(second.origin, party, guests), SLOTS, await photo());
    expect([201, 409]).toContain(again.status);
    expect(await second.stop()).toBe(0);

    const connection = await connectDatabase({ url: env.DATABASE_URL, dataDir });
    const files = await filesIn(joinPath(dataDir, 'media'));
    expect(await findFaults(connection.db, files)).toEqual([]);
    await connection.close();
  });
});

let noise: Promise<Buffer> | undefined;
const photo = () => (noise ??= drawNoise(1200, 900).jpeg({ quality: 80 }).toBuffer());

/**
 * All upload at once. After this number of acknowledgements the server is killed while the files of a photo
 * are being written, between its first file and its row.
 */
async function uploadUntil(
  guests: Person[],
  server: TestServer,
): Promise<{ acknowledged: PublicPhoto[]; unanswered: number }> {
  const acknowledged: PublicPhoto[] = [];
  let unanswered = 0;
  let killed: Promise<unknown> | undefined;
  const file = await photo();
  const killAtNextFile = () => {
    const folder = joinPath(server.dataDir, 'media', String(guests[0]?.user.eventId));
    const watcher = watch(folder, () => {
      watcher.close();
      killed ??= server.stop('SIGKILL');
    });
  };
  const upload = async (guest: Person, position: number) => {
    try {
      const { status, json, text } = await sendPhoto(guest, position, file);
      if (status !== 201) throw new RangeError(`${status}: ${text}`);
      acknowledged.push(json);
      if (acknowledged.length === ACKNOWLEDGED) killAtNextFile();
    } catch (error) {
      if (error instanceof RangeError) throw error;
      unanswered += 1;
    }
  };
  const slots = Array.from({ length: SLOTS }, (_, index) => index + 1);
  await Promise.all(slots.flatMap((slot) => guests.map((guest) => upload(guest, slot))));
  await killed;
  return { acknowledged, unanswered };
}

/** The first guest, on the current server. */
async function signIn(origin: string, { names }: Party, guests: Person[]): Promise<Person> {
  const user = guests[0]?.user;
  if (!user) throw new Error('nobody came');
  const client = new Client(origin);
  await client.post('/api/login', { ...names, name: user.name, email: user.email });
  return { client, user };
}
