import { watch } from 'node:fs';
import { join as joinPath } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { THUMBNAIL_WIDTHS, thumbnailUrl, type FeedPhoto, type PublicPhoto } from '~/models/photo';
import { filesIn, findFaults } from '../consistency';
import { drawNoise } from '../images';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { createParty, join, sendPhoto, type Party, type Person } from '../api/party';
import { startApart } from '../api/servers';

const GUESTS = 10;
const SLOTS = 3;
/** So many photos must be acknowledged before the server is killed, with as many more on their way. */
const ACKNOWLEDGED = 8;

describe.each([
  { database: 'PGlite', environment: async (): Promise<Record<string, string>> => ({}) },
  {
    database: 'PostgreSQL',
    environment: async () => ({ DATABASE_URL: await createPostgresDatabase() }),
  },
])('kill -9 in the middle of uploads, on $database', ({ environment }) => {
  test('loses no acknowledged photo, and leaves no row without files and no file unknown', async () => {
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
    const feed = await readFeed(second.origin, party);
    const stored = new Map(feed.map((photo) => [photo.id, photo.imageUrl]));
    for (const { id, imageUrl } of acknowledged) expect(stored.get(id)).toBe(imageUrl);
    await expectAllLoad(second.origin, party, feed);
    // It goes on from there: whoever got no answer sends the photo again.
    const again = await sendPhoto(await signIn(second.origin, party, guests), SLOTS, await photo());
    expect([201, 409]).toContain(again.status);
    expect(await second.stop()).toBe(0);

    const connection = await connectDatabase({ url: env.DATABASE_URL, dataDir });
    const files = await filesIn(joinPath(dataDir, 'media'));
    expect(await findFaults(connection.db, files)).toEqual([]);
    await connection.close();
  }, 240_000);
});

let noise: Promise<Buffer> | undefined;
const photo = () => (noise ??= drawNoise(1200, 900).jpeg({ quality: 80 }).toBuffer());

/**
 * All upload at once. After the agreed number of acknowledgements the server is killed while the
 * files of a photo are being written: between its first file and its row.
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

async function visit(origin: string, { names }: Party): Promise<Client> {
  const client = new Client(origin);
  await client.post('/api/visitor-access', names);
  return client;
}

async function readFeed(origin: string, party: Party): Promise<FeedPhoto[]> {
  const client = await visit(origin, party);
  return (await client.get<FeedPhoto[]>(`/api/photos/event/${party.event.id}`)).json;
}

async function expectAllLoad(origin: string, party: Party, feed: FeedPhoto[]): Promise<void> {
  const client = await visit(origin, party);
  for (const { imageUrl } of feed) {
    const thumbnails = THUMBNAIL_WIDTHS.map((width) => thumbnailUrl(imageUrl, width));
    for (const url of [imageUrl, ...thumbnails]) {
      const { status, bytes } = await client.get(url);
      expect([url, status]).toEqual([url, 200]);
      expect(bytes.byteLength).toBeGreaterThan(100);
    }
  }
}

/** The first guest, on the server of now. */
async function signIn(origin: string, { names }: Party, guests: Person[]): Promise<Person> {
  const user = guests[0]?.user;
  if (!user) throw new Error('nobody came');
  const client = new Client(origin);
  await client.post('/api/login', { ...names, name: user.name, email: user.email });
  return { client, user };
}
