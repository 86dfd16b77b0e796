import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { Db } from '~db/client.server';
import { flagReports, messages, photos, users } from '~db/schema';
import type { Archive } from '~/models/archive/archive.server';
import {
  packAllJpegs,
  packAllPhotos,
  packTopJpegs,
  packTopPhotos,
  rankingCsv,
  type RankingColumn,
} from '~/models/archive/downloads.server';
import type { JpegArchive } from '~/models/archive/jpeg-archive.server';
import { MESSAGE_PAGE } from '~/models/message/rules';
import { packOwnData } from '~/models/archive/own-data.server';
import { slugOf } from '~/models/archive/file-name';
import { photosCsv } from '~/models/archive/photos-csv.server';
import { addMission, switchSet } from '~/models/mission/write.server';
import type { PhotoRow } from '~/models/photo/read.server';
import { ImageError } from '~/services/images.server';
import { createMemoryStorage, createMemoryStore } from '~/services/storage/memory.server';
import { createStorages } from '~/services/storage/storages.server';
import { parseCsv } from '../csv';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  testImageKey,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';
import { unzip } from '../unzip';

withDatabases('downloads', (getDb) => {
  const storage = createMemoryStorage();
  const missingNote = 'These are missing:';
  const photoWord = 'photo';
  const lateWord = 'Late photos';
  const now = new Date('2026-06-15T20:00:00Z');
  const timeZone = 'Europe/Paris';

  /** A photo whose file contains its key. As in earlier versions, it has no checksum. */
  async function addPhoto(
    user: { id: number; eventId: number },
    fields: Partial<PhotoRow> = {},
  ): Promise<PhotoRow> {
    const imageKey = testImageKey(user.eventId);
    const bytes = Buffer.from(imageKey);
    const file = { imageKey, imageBytes: bytes.length };
    const photo = await createTestPhoto(getDb(), user, { ...file, ...fields });
    await storage.write('local', photo.imageKey, {
      full: bytes,
      1080: bytes,
      720: bytes,
      320: bytes,
    });
    return photo;
  }

  async function bytesOf(archive: Archive): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of archive.read()) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }
  const filesOf = async (archive: Archive) => unzip(await bytesOf(archive));
  const textsOf = async (archive: Archive) =>
    [...(await filesOf(archive))].map(([name, bytes]) => [name, bytes.toString()]);
  const createTwoStorages = () => {
    const always = { local: createMemoryStore(), s3: createMemoryStore() };
    return createStorages({ base: 'local', always });
  };
  const deps = (db: Db = getDb()) => ({ db, storage });

  test('all photos: by participant and slot, numbered, over several pages of rows', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const elsewhere = await createTestEvent(getDb());
    await addPhoto(elsewhere.organizer);
    const rows: PhotoRow[] = [await addPhoto(organizer, { position: 2 })];
    for (let guest = 0; guest < 50; guest++) {
      const user = await createTestUser(getDb(), event.id, { name: `Zoë ${guest}` });
      // Uploaded in another order than the numbers.
      for (const position of [3, 1]) rows.push(await addPhoto(user, { position }));
    }
    const archive = await packAllPhotos(deps(), {
      eventId: event.id,
      missingNote,
      photoWord,
      lateWord,
      language: 'en',
    });
    expect(archive).toHaveLength((await bytesOf(archive)).length);
    const files = await textsOf(archive);
    expect(files).toHaveLength(101);
    expect(files[1]?.[0]).toBe('002-zoe-0-photo1.webp');
    expect(files[2]?.[0]).toBe('003-zoe-0-photo3.webp');
    expect(files[100]?.[0]).toBe('101-zoe-49-photo3.webp');
    expect(files[1]?.[1]).toBe(rows[2]?.imageKey);
    expect(new Set(files.map(([, content]) => content))).toEqual(
      new Set(rows.map((row) => row.imageKey)),
    );
  });

  test('top photos: named by place, in the CSV as well', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const first = await createTestUser(getDb(), event.id, { name: 'Ann', email: 'a@example.com' });
    const second = await createTestUser(getDb(), event.id, { name: 'Ann', email: 'b@example.com' });
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const late = await addPhoto(first, { createdAt: at(2), caption: '=1+1' });
    const early = await addPhoto(second, { createdAt: at(1) });
    await addPhoto(organizer);
    await createTestStar(getDb(), { userId: organizer.id, photoId: late.id, star: 1 });
    await createTestStar(getDb(), { userId: organizer.id, photoId: early.id, star: 2 });

    const archive = await packTopPhotos(deps(), {
      actor: asking(organizer),
      missingNote,
      photoWord,
    });
    expect(await textsOf(archive)).toEqual([
      ['captions.txt', '01-ann-photo1-1-1\t=1+1\n'],
      ['01-ann-photo1.webp', early.imageKey],
      ['01-ann-photo1-1-1.webp', late.imageKey],
    ]);
    const heading = (column: RankingColumn) => column;
    const csv = await rankingCsv(getDb(), {
      eventId: event.id,
      heading,
      afterDuel: 'after a duel',
      language: 'en',
      decimalMark: '.',
      photoWord,
    });
    expect(parseCsv(csv.slice(1))).toEqual([
      ['place', 'stars', 'name', 'slot', 'caption', 'uploaded', 'file'],
      ['1', '1', 'Ann', '1', '', '2026-06-15T20:01:00.000Z', '01-ann-photo1.webp'],
      ['1', '1', 'Ann', '1', "'=1+1", '2026-06-15T20:02:00.000Z', '01-ann-photo1-1-1.webp'],
    ]);
  });

  test('missing files are listed at the end', async () => {
    const { event, organizer } = await createTestEvent(getDb(), {
      organizer: { name: 'Léa Roux' },
    });
    await createTestPhoto(getDb(), organizer, { position: 1 });
    const there = await addPhoto(organizer, { position: 2 });
    const archive = await packAllPhotos(deps(), {
      eventId: event.id,
      missingNote,
      photoWord,
      lateWord,
      language: 'en',
    });
    expect(await textsOf(archive)).toEqual([
      ['02-lea-roux-photo2.webp', there.imageKey],
      ['MISSING.txt', `${missingNote}\r\n\r\n01-lea-roux-photo1.webp\r\n`],
    ]);
  });

  test('all photos: those of a mission in a folder that is named in the reader’s language', async () => {
    const { event, organizer } = await createTestEvent(getDb(), { organizer: { name: 'Léa' } });
    const eventId = event.id;
    const actor = asking(organizer);
    await addPhoto(organizer, { position: 1 });
    const [set] = await switchSet(getDb(), { actor, eventId, set: 'wedding', isOn: true });
    const own = await addMission(getDb(), { actor, eventId, text: '../Somebody’s shoes' });
    await addPhoto(organizer, { position: 2, missionId: set?.id });
    await addPhoto(organizer, { position: 3, missionId: own.at(-1)?.id });
    const namesIn = async (language: 'en' | 'fr') =>
      (
        await textsOf(
          await packAllPhotos(deps(), { eventId, missingNote, photoWord, lateWord, language }),
        )
      ).map(([name]) => name);
    expect(await namesIn('en')).toEqual([
      '01-lea-photo1.webp',
      'two-guests-who-just-met/02-lea-photo2.webp',
      'somebody-s-shoes/03-lea-photo3.webp',
    ]);
    // The zip that was packed just now is not sent to a reader of another language.
    const [, inFrench] = await namesIn('fr');
    expect(inFrench).toMatch(/^(?!two-guests)[\p{L}\p{N}-]+\/02-lea-photo2\.webp$/u);
  });

  test('all photos: each mission with photos has a folder that no other shares', async () => {
    const { event, organizer } = await createTestEvent(getDb(), { organizer: { name: 'Léa' } });
    const eventId = event.id;
    const actor = asking(organizer);
    let ids: number[] = [];
    for (const text of ['Cake', 'Cake?', '🎉', 'Cake!', '🥳', lateWord]) {
      ids = (await addMission(getDb(), { actor, eventId, text })).map(({ id }) => id);
    }
    // The first one has no photo.
    for (const [at, missionId] of ids.slice(1).entries()) {
      await addPhoto(organizer, { position: at + 1, missionId });
    }
    const guest = await createTestUser(getDb(), eventId, { name: 'Zoë' });
    await addPhoto(guest, { late: true });
    const words = { missingNote, photoWord, lateWord, language: 'en' } as const;
    const files = await textsOf(await packAllPhotos(deps(), { eventId, ...words }));
    const late = slugOf(lateWord);
    expect(files.map(([name]) => name)).toEqual([
      'cake/01-lea-photo1.webp',
      'photo/02-lea-photo2.webp',
      'cake-2/03-lea-photo3.webp',
      'photo-2/04-lea-photo4.webp',
      `${late}-2/05-lea-photo5.webp`,
      `${late}/06-zoe-photo1.webp`,
    ]);

    // The list of all photos has the same names, beside the missions as they are written.
    const heading = (column: string) => column;
    const asked = { eventId, photoWord, lateWord, language: 'en', decimalMark: '.' } as const;
    const csv = await photosCsv(getDb(), { ...asked, heading });
    const [header, ...lines] = parseCsv(csv.slice(1));
    expect(header).toEqual(['name', 'slot', 'caption', 'mission', 'uploaded', 'file']);
    expect(lines.map(([name, , , mission, , file]) => [name, mission, file])).toEqual([
      ['Léa', 'Cake?', 'cake/01-lea-photo1.webp'],
      ['Léa', '🎉', 'photo/02-lea-photo2.webp'],
      ['Léa', 'Cake!', 'cake-2/03-lea-photo3.webp'],
      ['Léa', '🥳', 'photo-2/04-lea-photo4.webp'],
      ['Léa', lateWord, `${late}-2/05-lea-photo5.webp`],
      ['Zoë', '', `${late}/06-zoe-photo1.webp`],
    ]);
  });

  describe('as JPEG', () => {
    const { signal } = new AbortController();
    /**
     * Replaces the conversion: its input with a suffix.
     * @param wrong a key whose file is not a picture
     */
    const toJpeg = (wrong?: string) => async (full: Uint8Array) => {
      if (wrong === Buffer.from(full).toString()) throw new ImageError('invalid');
      return Buffer.concat([full, Buffer.from(' as JPEG')]);
    };
    const withJpeg = (wrong?: string) => ({ ...deps(), images: { toJpeg: toJpeg(wrong) } });
    async function textsIn(archive: JpegArchive) {
      const pieces: Uint8Array[] = [];
      for await (const piece of archive.read(signal)) pieces.push(piece);
      return [...(await unzip(Buffer.concat(pieces)))].map(([name, text]) => [name, String(text)]);
    }

    test('all and top photos are named as in the other zip, without hidden ones', async () => {
      const { event, organizer } = await createTestEvent(getDb(), { organizer: { name: 'Léa' } });
      const guest = await createTestUser(getDb(), event.id, { name: 'Ann' });
      const one = await addPhoto(organizer, { position: 1 });
      const other = await addPhoto(guest, { position: 2 });
      await addPhoto(guest, { position: 3, hiddenAt: now });
      await createTestStar(getDb(), { userId: organizer.id, photoId: other.id, star: 1 });
      const all = await packAllJpegs(withJpeg(), {
        eventId: event.id,
        missingNote,
        photoWord,
        lateWord,
        language: 'en',
      });
      expect(await textsIn(all)).toEqual([
        ['01-lea-photo1.jpg', `${one.imageKey} as JPEG`],
        ['02-ann-photo2.jpg', `${other.imageKey} as JPEG`],
      ]);
      const top = await packTopJpegs(withJpeg(), {
        actor: asking(organizer),
        missingNote,
        photoWord,
      });
      expect(await textsIn(top)).toEqual([['01-ann-photo2.jpg', `${other.imageKey} as JPEG`]]);
      expect(top.identity).not.toBe(all.identity);
      const again = await packAllJpegs(withJpeg(), {
        eventId: event.id,
        missingNote,
        photoWord,
        lateWord,
        language: 'en',
      });
      expect([again.identity, again.estimate]).toEqual([all.identity, all.estimate]);
    });

    test('lists files that are missing, disappear meanwhile, or are not pictures', async () => {
      const { event, organizer } = await createTestEvent(getDb(), { organizer: { name: 'Léa' } });
      await createTestPhoto(getDb(), organizer, { position: 1 });
      const [damaged, vanishing, kept] = [
        await addPhoto(organizer, { position: 2 }),
        await addPhoto(organizer, { position: 3 }),
        await addPhoto(organizer, { position: 4 }),
      ];
      const archive = await packAllJpegs(withJpeg(damaged?.imageKey), {
        eventId: event.id,
        missingNote,
        photoWord,
        lateWord,
        language: 'en',
      });
      await storage.remove('local', vanishing?.imageKey ?? '');
      expect(await textsIn(archive)).toEqual([
        ['04-lea-photo4.jpg', `${kept?.imageKey} as JPEG`],
        [
          'MISSING.txt',
          `${missingNote}\r\n\r\n01-lea-photo1.jpg\r\n02-lea-photo2.jpg\r\n03-lea-photo3.jpg\r\n`,
        ],
      ]);
    });

    test('stops when the client has disconnected', async () => {
      const { event, organizer } = await createTestEvent(getDb());
      for (const position of [1, 2, 3]) await addPhoto(organizer, { position });
      const made = vi.fn(toJpeg());
      const images = { toJpeg: made };
      const archive = await packAllJpegs(
        { ...deps(), images },
        { eventId: event.id, missingNote, photoWord, lateWord, language: 'en' },
      );
      expect(made).not.toHaveBeenCalled();
      const leaving = new AbortController();
      const pieces = archive.read(leaving.signal);
      await pieces.next();
      leaving.abort(new Error('gone'));
      await expect(pieces.next()).rejects.toThrow('gone');
      expect(made).toHaveBeenCalledTimes(1);
    });

    test('is refused as busy while the storage does not answer', async () => {
      const { event, organizer } = await createTestEvent(getDb());
      await addPhoto(organizer);
      const away = createFakeStorage();
      away.down.add('local');
      const packing = packAllJpegs(
        { ...withJpeg(), storage: away },
        { eventId: event.id, missingNote, photoWord, lateWord, language: 'en' },
      );
      await expect(packing).rejects.toMatchObject({ code: 'busy' });
    });
  });

  describe('an archive', () => {
    /** An event with a few photos. */
    async function photoParty(count = 3) {
      const { event, organizer } = await createTestEvent(getDb());
      const rows: PhotoRow[] = [];
      for (let position = 1; position <= count; position++) {
        rows.push(await addPhoto(organizer, { position }));
      }
      const pack = () =>
        packAllPhotos(deps(), {
          eventId: event.id,
          missingNote,
          photoWord,
          lateWord,
          language: 'en',
        });
      const reload = async () => {
        const own = eq(photos.eventId, event.id);
        return getDb().select().from(photos).where(own).orderBy(photos.position);
      };
      return { event, organizer, rows, pack, reload };
    }
    const first = <T>(rows: T[]): T => rows[0] as T;

    test('of the same rows is the same, byte for byte', async () => {
      const { pack } = await photoParty();
      const [one, other] = [await pack(), await pack()];
      expect(one.identity).toBe(other.identity);
      expect((await bytesOf(other)).equals(await bytesOf(one))).toBe(true);
    });

    test('is not laid out again while its rows are the same', async () => {
      const { pack, organizer } = await photoParty();
      // Reading it completely stores the checksums in the rows.
      await bytesOf(await pack());
      const looking = vi.spyOn(storage, 'findMissing');
      try {
        const archive = await pack();
        expect(await pack()).toBe(archive);
        expect(looking).toHaveBeenCalledTimes(1);
        await addPhoto(organizer, { position: 4 });
        expect((await pack()).length).toBeGreaterThan(archive.length);
        expect(looking).toHaveBeenCalledTimes(2);
      } finally {
        looking.mockRestore();
      }
    });

    test('keeps its identity while checksums are added and files move', async () => {
      const { pack, rows } = await photoParty();
      const { identity } = await pack();
      await bytesOf(await pack());
      expect((await pack()).identity).toBe(identity);
      const moved = { imageStorage: 's3' } as const;
      await getDb()
        .update(photos)
        .set(moved)
        .where(eq(photos.id, first(rows).id));
      const elsewhere = createTwoStorages();
      for (const { id, imageKey } of rows) {
        const place = id === first(rows).id ? 's3' : 'local';
        await elsewhere.write(place, imageKey, { full: Buffer.from(imageKey) });
      }
      const { eventId } = first(rows);
      const archive = await packAllPhotos(
        { db: getDb(), storage: elsewhere },
        { eventId, missingNote, photoWord, lateWord, language: 'en' },
      );
      expect(archive.identity).toBe(identity);
    });

    test('changes with a photo, a name, a slot or a time', async () => {
      const { pack, rows, organizer } = await photoParty();
      const seen = new Set([(await pack()).identity]);
      const change = async (fields: Partial<PhotoRow>) => {
        await getDb()
          .update(photos)
          .set(fields)
          .where(eq(photos.id, first(rows).id));
        const { identity } = await pack();
        expect(seen).not.toContain(identity);
        seen.add(identity);
      };
      await change({ position: 4 });
      await change({ createdAt: new Date('2026-01-01T00:00:00Z') });
      const key = testImageKey(organizer.eventId);
      await storage.write('local', key, { full: Buffer.from(key) });
      await change({ imageKey: key });
      await getDb().update(users).set({ name: 'Zoë' }).where(eq(users.id, organizer.id));
      expect(seen).not.toContain((await pack()).identity);
      await addPhoto(organizer, { position: 5 });
      expect((await filesOf(await pack())).size).toBe(4);
    });

    test('adds what rows of earlier versions lack, and reads each file once', async () => {
      const { pack, rows, reload } = await photoParty();
      await getDb()
        .update(photos)
        .set({ imageBytes: 0 })
        .where(eq(photos.id, first(rows).id));
      const archive = await pack();
      expect(await filesOf(archive)).toHaveProperty('size', 3);
      for (const { imageKey, imageBytes, imageCrc } of await reload()) {
        expect(imageBytes).toBe(imageKey.length);
        expect(imageCrc).toBe(crc32(imageKey));
      }
      const [whole, part] = [vi.spyOn(storage, 'read'), vi.spyOn(storage, 'readInto')];
      try {
        expect((await bytesOf(await pack())).equals(await bytesOf(archive))).toBe(true);
        expect([whole.mock.calls.length, part.mock.calls.length]).toEqual([0, 6]);
      } finally {
        whole.mockRestore();
        part.mockRestore();
      }
    });

    test.each(['shorter', 'longer'])(
      'breaks off at a file that is %s than its row says; the next ones list it until it is restored',
      async (than) => {
        const { pack, rows } = await photoParty();
        const { id, imageKey } = first(rows);
        const full = Buffer.from(than === 'shorter' ? 'half' : `${imageKey} and more`);
        await storage.write('local', imageKey, { full });
        const broken = await pack();
        await expect(bytesOf(broken)).rejects.toThrow('not the file');
        const readRow = async () =>
          first(await getDb().select().from(photos).where(eq(photos.id, id)));
        expect(await readRow()).toMatchObject({
          imageBytes: imageKey.length,
          imageCrc: null,
          damagedAt: expect.any(Date),
        });
        for (let times = 0; times < 2; times += 1) {
          const archive = await pack();
          expect(archive.identity).not.toBe(broken.identity);
          const files = await filesOf(archive);
          expect([files.size, [...files.keys()].at(-1)]).toEqual([3, 'MISSING.txt']);
        }
        await storage.write('local', imageKey, { full: Buffer.from(imageKey) });
        expect((await filesOf(await pack())).has('MISSING.txt')).toBe(false);
        expect(await readRow()).toMatchObject({ damagedAt: null });
      },
    );

    test('breaks off at another file of the same length; the next one lists it', async () => {
      const { pack, rows } = await photoParty();
      await bytesOf(await pack());
      const { imageKey } = first(rows);
      const full = Buffer.from(imageKey.replace(/.$/, '!'));
      await storage.write('local', imageKey, { full });
      await expect(bytesOf(await pack())).rejects.toThrow('not the file');
      expect([...(await filesOf(await pack())).keys()].at(-1)).toBe('MISSING.txt');
    });

    test('breaks off at a file that disappears meanwhile; the next one lists it', async () => {
      const { pack, rows } = await photoParty();
      await bytesOf(await pack());
      const archive = await pack();
      await storage.remove('local', first(rows).imageKey);
      await expect(bytesOf(archive)).rejects.toThrow('not the file');
      const next = await pack();
      expect(next.identity).not.toBe(archive.identity);
      expect([...(await filesOf(next)).keys()].at(-1)).toBe('MISSING.txt');
    });

    test('lists missing files with the same bytes each time, in each language', async () => {
      const { rows, pack, event } = await photoParty();
      await storage.remove('local', first(rows).imageKey);
      const [one, other] = [await pack(), await pack()];
      expect(one.identity).toBe(other.identity);
      expect((await bytesOf(one)).equals(await bytesOf(other))).toBe(true);
      const french = {
        eventId: event.id,
        missingNote: 'Il manque :',
        photoWord,
        lateWord,
        language: 'fr',
      } as const;
      expect((await packAllPhotos(deps(), french)).identity).not.toBe(one.identity);
    });

    test('finds a file that moves while rows are read', async () => {
      const { rows, event } = await photoParty();
      const { id, imageKey } = first(rows);
      const elsewhere = createTwoStorages();
      for (const row of rows) {
        await elsewhere.write('local', row.imageKey, { full: Buffer.from(row.imageKey) });
      }
      const find = elsewhere.findMissing.bind(elsewhere);
      const move = async () => {
        await elsewhere.write('s3', imageKey, { full: Buffer.from(imageKey) });
        await getDb().update(photos).set({ imageStorage: 's3' }).where(eq(photos.id, id));
        await elsewhere.remove('local', imageKey);
      };
      elsewhere.findMissing = async (...place) => {
        if (place[0] === 'local') await move();
        return find(...place);
      };
      const packed = { db: getDb(), storage: elsewhere };
      const archive = await packAllPhotos(packed, {
        eventId: event.id,
        missingNote,
        photoWord,
        lateWord,
        language: 'en',
      });
      expect([...(await filesOf(archive)).keys()]).toHaveLength(3);
      expect([...(await filesOf(archive)).keys()]).not.toContain('MISSING.txt');
    });

    test('is refused if a storage does not answer', async () => {
      const { event } = await photoParty();
      const away = createTwoStorages();
      away.findMissing = () => Promise.reject(new Error('no answer in time'));
      const log = { error: vi.fn() };
      const packed = packAllPhotos(
        { db: getDb(), storage: away, log },
        { eventId: event.id, missingNote, photoWord, lateWord, language: 'en' },
      );
      await expect(packed).rejects.toMatchObject({ code: 'busy' });
      expect(log.error).toHaveBeenCalledTimes(1);
    });
  });

  test('own data: everything that is stored, without secrets and without the reporters', async () => {
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
    const shy = await createTestUser(getDb(), event.id, { name: 'Shy' });
    const own = await addPhoto(user, { position: 2 });
    const others = await addPhoto(other);
    await createTestStar(getDb(), { userId: other.id, photoId: own.id, star: 1 });
    await createTestStar(getDb(), { userId: user.id, photoId: others.id, star: 3 });
    await getDb()
      .insert(flagReports)
      .values([
        ...[
          { reportedById: other.id, reason: 'offensive: I saw it at 9', reviewedAt: now },
          { reportedById: organizer.id, reason: 'I am in this photo: the red hat' },
          { reportedById: shy.id, reason: 'Not looked at yet', status: 'pending' as const },
        ].map((report) => ({
          eventId: event.id,
          photoId: own.id,
          status: 'reviewed' as const,
          createdAt: new Date('2026-06-05T23:30:00Z'),
          ...report,
        })),
        { eventId: event.id, photoId: others.id, reportedById: user.id, reason: 'mine' },
      ]);
    const eventId = event.id;
    await getDb()
      .insert(messages)
      .values([
        { eventId, fromUserId: organizer.id, toUserId: user.id, message: 'Welcome', isRead: true },
        { eventId, fromUserId: user.id, toUserId: organizer.id, message: 'Thanks' },
        { eventId, fromUserId: organizer.id, toUserId: other.id, message: 'Not for Rosa' },
        {
          eventId,
          fromUserId: organizer.id,
          toUserId: user.id,
          message: 'Cake!',
          broadcastId: 1,
          audience: 'all',
        },
      ]);

    const files = await filesOf(
      await packOwnData(deps(), { user, now, timeZone, photoWord, language: 'en' }),
    );
    expect([...files.keys()]).toEqual(['data.json', 'photos/01-rosa-photo2.webp', 'selfie.webp']);
    expect(files.get('selfie.webp')?.toString()).toBe('selfie');
    const text = files.get('data.json')?.toString() ?? '';
    const data = JSON.parse(text) as Record<string, unknown>;
    expect(data).toMatchObject({
      exportedAt: now.toISOString(),
      user: { name: 'Rosa', email: user.email, hasPassword: true, selfie: 'selfie.webp' },
      event: { id: event.id, name: event.name },
      photos: [{ id: own.id, file: 'photos/01-rosa-photo2.webp', slot: 2, starsReceived: 1 }],
      favoritesGiven: [{ photoId: others.id, photoBy: 'Reporter' }],
      favoritesOfHiddenPhotos: [],
      duelTaps: [],
      reportsMade: [{ photoId: others.id, reason: 'mine', status: 'pending' }],
      messages: [
        { from: organizer.name, to: 'Rosa', message: 'Welcome', sentTo: 'one', isRead: true },
        { from: 'Rosa', to: organizer.name, message: 'Thanks', sentTo: 'one', isRead: false },
        { from: organizer.name, to: 'Rosa', message: 'Cake!', sentTo: 'all', isRead: false },
      ],
    });
    // None of their words, no reason that only a person in the photo gives, no time of day, nothing before
    // its review.
    const told = { photoId: own.id, status: 'reviewed', reportedOn: '2026-06-06' };
    expect(data.reportsAboutOwnPhotos).toHaveLength(2);
    expect(data.reportsAboutOwnPhotos).toEqual(
      expect.arrayContaining([
        { ...told, reason: 'offensive', reviewedOn: '2026-06-15' },
        { ...told, reason: null, reviewedOn: null },
      ]),
    );
    for (const secret of ['a secret hash', 'Not for Rosa', own.imageKey, selfieKey, other.email]) {
      expect(text).not.toContain(secret);
    }
  });

  test('own data: every message, however many pages a screen would need', async () => {
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
    const files = await filesOf(
      await packOwnData(deps(), { user, now, timeZone, photoWord, language: 'en' }),
    );
    const data = JSON.parse(files.get('data.json')?.toString() ?? '') as {
      messages: { message: string }[];
    };
    expect(data.messages.map(({ message }) => message)).toEqual(written);
  });
});
