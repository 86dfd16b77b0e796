import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Db } from '~db/client.server';
import { flagReports, messages } from '~db/schema';
import { packAllPhotos, packTopPhotos, rankingCsv, type Archive } from '~/models/download.server';
import { MESSAGE_PAGE } from '~/models/message';
import { packOwnData } from '~/models/own-data.server';
import type { PhotoRow } from '~/models/photo.server';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { parseCsv } from '../csv';
import {
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  testImageKey,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { unzip } from '../unzip';

withDatabases('downloads', (getDb) => {
  const storage = createMemoryStorage();
  const missingNote = 'These are missing:';
  const now = new Date('2026-06-15T20:00:00Z');

  /** A photo with its file, which holds its key. */
  async function addPhoto(
    user: { id: number; eventId: number },
    fields: Partial<PhotoRow> = {},
  ): Promise<PhotoRow> {
    const photo = await createTestPhoto(getDb(), user, fields);
    const bytes = Buffer.from(photo.imageKey);
    await storage.write('local', photo.imageKey, {
      full: bytes,
      1080: bytes,
      720: bytes,
      320: bytes,
    });
    return photo;
  }

  const filesOf = async ({ stream }: Archive) => unzip(await buffer(stream));
  const textsOf = async (archive: Archive) =>
    [...(await filesOf(archive))].map(([name, bytes]) => [name, bytes.toString()]);
  const deps = (db: Db = getDb()) => ({ db, storage });

  test('all photos: by participant and slot, numbered, over several pages of rows', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const elsewhere = await createTestEvent(getDb());
    await addPhoto(elsewhere.organizer);
    const rows: PhotoRow[] = [await addPhoto(organizer, { position: 2 })];
    for (let guest = 0; guest < 50; guest++) {
      const user = await createTestUser(getDb(), event.id, { name: `Zoë ${guest}` });
      // Uploaded in another order than they are numbered in.
      for (const position of [3, 1]) rows.push(await addPhoto(user, { position }));
    }
    const archive = await packAllPhotos(deps(), { eventId: event.id, missingNote });
    expect(archive.expectedBytes).toBe(101 * 250_000);
    const files = await textsOf(archive);
    expect(files).toHaveLength(101);
    expect(files[1]?.[0]).toBe('002-zoe-0-slot1.webp');
    expect(files[2]?.[0]).toBe('003-zoe-0-slot3.webp');
    expect(files[100]?.[0]).toBe('101-zoe-49-slot3.webp');
    expect(files[1]?.[1]).toBe(rows[2]?.imageKey);
    expect(new Set(files.map(([, content]) => content))).toEqual(
      new Set(rows.map((row) => row.imageKey)),
    );
  });

  test('top photos: named by place, and so in the CSV', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const first = await createTestUser(getDb(), event.id, { name: 'Ann', email: 'a@example.com' });
    const second = await createTestUser(getDb(), event.id, { name: 'Ann', email: 'b@example.com' });
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const late = await addPhoto(first, { createdAt: at(2) });
    const early = await addPhoto(second, { createdAt: at(1) });
    await addPhoto(organizer);
    await createTestStar(getDb(), { userId: organizer.id, photoId: late.id, star: 1 });
    await createTestStar(getDb(), { userId: organizer.id, photoId: early.id, star: 2 });

    const archive = await packTopPhotos(deps(), { eventId: event.id, missingNote });
    expect(archive.expectedBytes).toBe(500_000);
    expect(await textsOf(archive)).toEqual([
      ['01-ann-slot1.webp', early.imageKey],
      ['01-ann-slot1-2.webp', late.imageKey],
    ]);
    const headings = { place: 'p', stars: 's', name: 'n', slot: 'l', uploaded: 'u', file: 'f' };
    const csv = await rankingCsv(getDb(), { eventId: event.id, headings });
    expect(parseCsv(csv.slice(1))).toEqual([
      ['p', 's', 'n', 'l', 'u', 'f'],
      ['1', '1', 'Ann', '1', '2026-06-15T20:01:00.000Z', '01-ann-slot1.webp'],
      ['1', '1', 'Ann', '1', '2026-06-15T20:02:00.000Z', '01-ann-slot1-2.webp'],
    ]);
  });

  test('files that are not there are listed at the end', async () => {
    const { event, organizer } = await createTestEvent(getDb(), {
      organizer: { name: 'Léa Roux' },
    });
    await createTestPhoto(getDb(), organizer, { position: 1 });
    const there = await addPhoto(organizer, { position: 2 });
    const archive = await packAllPhotos(deps(), { eventId: event.id, missingNote });
    expect(await textsOf(archive)).toEqual([
      ['02-lea-roux-slot2.webp', there.imageKey],
      ['MISSING.txt', `${missingNote}\r\n\r\n01-lea-roux-slot1.webp\r\n`],
    ]);
  });

  test('own data: all that is held, without secrets and without who reported', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const selfieKey = testImageKey(event.id);
    const bytes = Buffer.from('selfie');
    await storage.write('local', selfieKey, { full: bytes, 1080: bytes, 720: bytes, 320: bytes });
    const user = await createTestUser(getDb(), event.id, {
      name: 'Rosa',
      passwordHash: 'a secret hash',
      selfieStorage: 'local',
      selfieKey,
    });
    const other = await createTestUser(getDb(), event.id, { name: 'Reporter' });
    const own = await addPhoto(user, { position: 2 });
    const others = await addPhoto(other);
    await createTestStar(getDb(), { userId: other.id, photoId: own.id, star: 1 });
    await createTestStar(getDb(), { userId: user.id, photoId: others.id, star: 3 });
    await getDb()
      .insert(flagReports)
      .values([
        { eventId: event.id, photoId: own.id, reportedById: other.id, reason: 'offensive' },
        { eventId: event.id, photoId: others.id, reportedById: user.id, reason: 'mine' },
      ]);
    const eventId = event.id;
    await getDb()
      .insert(messages)
      .values([
        { eventId, fromUserId: organizer.id, toUserId: user.id, message: 'Welcome', isRead: true },
        { eventId, fromUserId: user.id, toUserId: organizer.id, message: 'Thanks' },
        { eventId, fromUserId: organizer.id, toUserId: other.id, message: 'Not for Rosa' },
      ]);

    const files = await filesOf(await packOwnData(deps(), { user, now }));
    expect([...files.keys()]).toEqual(['data.json', 'photos/01-rosa-slot2.webp', 'selfie.webp']);
    expect(files.get('selfie.webp')?.toString()).toBe('selfie');
    const text = files.get('data.json')?.toString() ?? '';
    const data = JSON.parse(text) as Record<string, unknown>;
    expect(data).toMatchObject({
      exportedAt: now.toISOString(),
      user: { name: 'Rosa', email: user.email, hasPassword: true, selfie: 'selfie.webp' },
      event: { id: event.id, name: event.name },
      photos: [{ id: own.id, file: 'photos/01-rosa-slot2.webp', slot: 2, starsReceived: 1 }],
      favoritesGiven: [{ photoId: others.id, photoBy: 'Reporter' }],
      reportsMade: [{ photoId: others.id, reason: 'mine', status: 'pending' }],
      reportsAboutOwnPhotos: [{ photoId: own.id, reason: 'offensive', status: 'pending' }],
      messages: [
        { from: organizer.name, to: 'Rosa', message: 'Welcome', isRead: true },
        { from: 'Rosa', to: organizer.name, message: 'Thanks', isRead: false },
      ],
    });
    expect(JSON.stringify(data.reportsAboutOwnPhotos)).not.toContain('Reporter');
    for (const secret of ['a secret hash', 'Not for Rosa', own.imageKey, selfieKey, other.email]) {
      expect(text).not.toContain(secret);
    }
  });

  test('own data: every message, however many pages a screen would make of them', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const user = await createTestUser(getDb(), event.id);
    const written = Array.from({ length: 3 * MESSAGE_PAGE }, (_, number) => `Message ${number}`);
    await getDb()
      .insert(messages)
      .values(
        written.map((message) => ({
          eventId: event.id,
          fromUserId: user.id,
          toUserId: organizer.id,
          message,
        })),
      );
    const files = await filesOf(await packOwnData(deps(), { user, now }));
    const data = JSON.parse(files.get('data.json')?.toString() ?? '') as {
      messages: { message: string }[];
    };
    expect(data.messages.map(({ message }) => message)).toEqual(written);
  });
});
