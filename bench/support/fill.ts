import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { photos, users } from '~db/schema';
import { nameKey } from '~/models/event/name';
import { emailKey } from '~/models/user/rules';
import type { ProcessedImage } from '~/services/images.server';
import { createMediaStorage } from '~/services/storage/index.server';
import { fileOf, newImageKey } from '~/services/storage/keys.server';
import type { ImageVariant } from '~/services/storage/store';
import { expectStatus } from '../../tests/api/party';
import { createTestEvent, createTestUser, unique } from '../../tests/factories';
import { Client } from '../../tests/setup/client';
import type { Stand } from './stand';

const PER_GUEST = 5;
/** The number of rows in one statement, which accepts only a limited number of values. */
const PART = 500;

/** A filled event, with a guest who has no photo. */
export type Filled = Awaited<ReturnType<typeof fillEvent>>;

/**
 * Writes an event with this many photos, by default five per guest, directly into a server's database and its
 * storage.
 * @param options.pictures are used in turn; the same picture is the same file
 * @param options.stored this many of the newest get their files; by default all
 */
export async function fillEvent(
  stand: Stand,
  options: {
    count: number;
    pictures: ProcessedImage[];
    stored?: number;
    perGuest?: number;
    name?: string;
  },
) {
  const { count, pictures, stored = count, perGuest = PER_GUEST, name } = options;
  const today = new Date().toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const { event, organizer, fan, keys, ids } = await stand.inDatabase(async (db) => {
    const { event, organizer } = await createTestEvent(db, {
      name,
      startDate: today,
      endDate: `${Number(today.slice(0, 4)) + 1}-01-01`,
      maxUsers: count,
      maxPhotosPerUser: PER_GUEST,
    });
    const people = Array.from({ length: Math.ceil(count / perGuest) }, (_, index) => {
      const person = { name: `Amélie ${index}`, email: `${unique()}@example.com` };
      const compared = { nameKey: nameKey(person.name), emailKey: emailKey(person.email) };
      return { eventId: event.id, username: 'guest', ...person, ...compared };
    });
    const guests: { id: number }[] = [];
    for (const part of inParts(people)) {
      guests.push(...(await db.insert(users).values(part).returning({ id: users.id })));
    }
    const keys = Array.from({ length: count }, () => newImageKey(event.id));
    const crcs = pictures.map(({ files }) => crc32(files.full));
    const rows = keys.map((imageKey, index) => {
      const { files, ...fields } = pictures[index % pictures.length] as ProcessedImage;
      return {
        ...fields,
        userId: guests[Math.floor(index / perGuest)]?.id ?? organizer.id,
        eventId: event.id,
        position: (index % perGuest) + 1,
        imageStorage: 'local' as const,
        imageKey,
        imageBytes: files.full.length,
        imageCrc: crcs[index % pictures.length],
        hasAllWidths: true,
        // The list is in the order of creation, and rows written together would have the same time.
        createdAt: new Date(Date.now() - (count - index)),
      };
    });
    for (const part of inParts(rows)) await db.insert(photos).values(part);
    const made = await db
      .select({ id: photos.id })
      .from(photos)
      .where(eq(photos.eventId, event.id));
    const ids = made.map(({ id }) => id).sort((one, other) => one - other);
    const fan = await createTestUser(db, event.id);
    return { event, organizer, fan, keys, ids };
  });
  await storeFiles(stand, keys.slice(count - stored), pictures, count - stored);

  const names = { event: event.name, organizerName: organizer.name };
  const signIn = async ({ name, email }: { name: string; email: string }) => {
    const client = new Client(stand.origin);
    expectStatus(await client.post('/api/login', { ...names, name, email }), 200);
    return client;
  };
  const guest = await signIn(fan);
  return {
    eventId: event.id,
    userId: fan.id,
    photos: keys.map((imageKey, index) => ({ id: ids[index] ?? 0, imageKey })),
    names,
    guest,
    headers: { Cookie: guest.cookies.header() ?? '' },
    signInOrganizer: () => signIn(organizer),
  };
}

/** Writes a picture once. Other photos of it are hard links to its files. */
async function storeFiles(
  { dataDir }: Stand,
  keys: string[],
  pictures: ProcessedImage[],
  first: number,
): Promise<void> {
  const storage = createMediaStorage({ dataDir });
  const written: string[] = [];
  for (const [index, key] of keys.entries()) {
    const which = (first + index) % pictures.length;
    const { files } = pictures[which] as ProcessedImage;
    const original = written[which];
    if (!original) {
      await storage.write('local', key, files);
      written[which] = key;
      continue;
    }
    const pathOf = (one: string, variant: string) =>
      join(dataDir, 'media', fileOf(one, variant as ImageVariant));
    for (const variant of Object.keys(files)) {
      await link(pathOf(original, variant), pathOf(key, variant));
    }
  }
}

function inParts<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PART) }, (_, index) =>
    all.slice(index * PART, (index + 1) * PART),
  );
}
