import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { PublicPhoto } from '~/models/photo/shape';
import { parseCsv } from '../csv';
import { drawNoise } from '../images';
import { Client, type Answer } from '../setup/client';
import { listZip, unzip } from '../unzip';
import { attributesOf } from '../setup/html';
import { open, type Page } from './pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  sendPhoto,
  sendSelfie,
  smallJpeg,
  visit,
  type Party,
  type Person,
} from './party';

const { origin, dataDir } = inject('pgliteServer');

let party: Party;
let amelie: Person;
let li: Person;
let visitor: Client;
/** By the names of their owners, and the place. */
const photos: Record<string, PublicPhoto> = {};

beforeAll(async () => {
  party = await createParty(origin, { name: `Léa & Côme “Été” ${Date.now()}` });
  [amelie, li] = await Promise.all([
    join(party, { name: 'Amélie Du/pont' }),
    join(party, { name: '李小龙' }),
  ]);
  const formula = await join(party, { name: '=1+1' });
  const quoted = await join(party, { name: '"quoted", comma' });
  visitor = await visit(party);
  photos.second = await addPhoto(amelie, 2);
  photos.first = await addPhoto(li, 1);
  photos.tied = await addPhoto(formula, 3);
  photos.last = await addPhoto(quoted, 1);
  photos.unstarred = await addPhoto(amelie, 1);
  const star = async (who: Person, ...given: (PublicPhoto | undefined)[]) => {
    for (const photo of given) {
      const answer = await who.client.post('/api/favorites', {
        userId: who.user.id,
        photoId: photo?.id,
      });
      expectStatus(answer, 201);
    }
  };
  await star(amelie, photos.first, photos.tied, photos.last);
  await star(li, photos.second, photos.tied);
  await star(formula, photos.first, photos.second);
  await star(quoted, photos.first);
});

/** A photo's full file in the local storage. */
const fileOf = (photo: PublicPhoto | undefined) => joinPath(dataDir, photo?.imageUrl ?? '');
const ofEvent = (rest: string) => `/api/events/${party.event.id}/${rest}`;
const inRanking = () =>
  [
    ['01-李小龙-photo1.webp', photos.first],
    ['02-amelie-du-pont-photo2.webp', photos.second],
    ['02-1-1-photo3.webp', photos.tied],
    ['04-quoted-comma-photo1.webp', photos.last],
  ] as const;

function expectFile(answer: Answer, type: string): void {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe(type);
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
}

/** The name a browser gives the file, and the one an old program would. */
function namesOf({ headers }: Answer): { name: string; ascii: string } {
  const pattern = /^attachment; filename="([\x20-\x7e]+)"; filename\*=UTF-8''([\w.%~!-]+)$/;
  const [, ascii = '', encoded = ''] = pattern.exec(headers.get('Content-Disposition') ?? '') ?? [];
  return { name: decodeURIComponent(encoded), ascii };
}

/** Reads the head of an answer; the body follows. */
function begin(client: Client, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: client.cookies.header() ?? '' };
    get(origin + path, { headers }, resolve).once('error', reject);
  });
}

describe('the top photos', () => {
  test('contain the ranking’s photos in order, byte for byte, stored', async () => {
    const answer = await amelie.client.get(ofEvent('download-top-photos'), {
      'Accept-Encoding': 'gzip, br',
    });
    expectFile(answer, 'application/zip');
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    const { name, ascii } = namesOf(answer);
    expect(name).toBe(`top-photos-${party.event.name}.zip`);
    expect(ascii).toMatch(/^top-photos-Lea & Come _Ete_ \d+\.zip$/);

    const files = await unzip(answer.bytes);
    expect([...files.keys()]).toEqual(inRanking().map(([file]) => file));
    let bytes = 0;
    for (const [file, photo] of inRanking()) {
      const stored = readFileSync(fileOf(photo));
      expect(files.get(file)?.equals(stored), file).toBe(true);
      bytes += stored.byteLength;
    }
    expect(answer.headers.get('Content-Length')).toBe(String(answer.bytes.length));
    expect(answer.bytes.length).toBeGreaterThan(bytes);
    expect((await listZip(answer.bytes)).match(/ stor /g)).toHaveLength(4);
  });

  test('the screens’ URL gives the same', async () => {
    const [page, call] = await Promise.all([
      li.client.get('/top/photos.zip'),
      li.client.get(ofEvent('download-top-photos')),
    ]);
    expectFile(page, 'application/zip');
    expect(page.bytes.equals(call.bytes)).toBe(true);
  });

  test('a client that has a zip or a list is not sent it again', async () => {
    for (const path of ['download-top-photos', 'download-all-photos', 'download-top-photos-csv']) {
      const { client } = party.organizer;
      const tag = (await client.get(ofEvent(path))).headers.get('ETag') ?? '';
      expect(tag).toMatch(/^"/);
      const again = await client.get(ofEvent(path), { 'If-None-Match': tag });
      expect([path, again.status, again.text]).toEqual([path, 304, '']);
    }
  });

  test('a member can download a photo, named after its owner', async () => {
    const [[, photo]] = inRanking();
    if (!photo) throw new Error('no photo in the ranking');
    const answer = await li.client.get(`/photos/${photo.id}/file`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename=.*\.webp/);
    expect(answer.bytes.equals(readFileSync(fileOf(photo)))).toBe(true);
    const tag = answer.headers.get('ETag') ?? '';
    const again = await li.client.get(`/photos/${photo.id}/file`, { 'If-None-Match': tag });
    expect(again.status).toBe(304);
    for (const id of ['abc', '0', '999999999']) {
      expect([id, (await li.client.get(`/photos/${id}/file`)).status]).toEqual([id, 404]);
    }
    const stranger = await join(await createParty(origin));
    expect((await stranger.client.get(`/photos/${photo.id}/file`)).status).toBe(404);
  });

  test('an empty ranking is an empty zip', async () => {
    const { organizer, event } = await createParty(origin);
    const answer = await organizer.client.get(`/api/events/${event.id}/download-top-photos`);
    expectFile(answer, 'application/zip');
    expect(answer.headers.get('Content-Length')).toBe('22');
    expect(answer.bytes).toHaveLength(22);
  });
});

describe('all photos', () => {
  test('by participant and slot, including the organizer’s', async () => {
    const { organizer } = party;
    photos.organizers = await addPhoto(organizer, 1);
    const answer = await organizer.client.get('/event/photos.zip');
    expectFile(answer, 'application/zip');
    expect(namesOf(answer).name).toBe(`photos-${party.event.name}.zip`);
    const files = await unzip(answer.bytes);
    const names = [...files.keys()];
    expect(names[0]).toMatch(/^01-organizer-[\w-]+-photo1\.webp$/);
    // The two who joined at once may be in either order.
    expect(names.map((name) => name.slice(2)).sort()).toEqual(
      [
        names[0]?.slice(2),
        '-amelie-du-pont-photo1.webp',
        '-amelie-du-pont-photo2.webp',
        '-李小龙-photo1.webp',
        '-1-1-photo3.webp',
        '-quoted-comma-photo1.webp',
      ].sort(),
    );
    expect(names.map((name) => name.slice(0, 2))).toEqual(['01', '02', '03', '04', '05', '06']);
    const unstarred = names.find((name) => name.endsWith('-amelie-du-pont-photo1.webp')) ?? '';
    expect(files.get(unstarred)?.equals(readFileSync(fileOf(photos.unstarred)))).toBe(true);
    const call = await organizer.client.get(ofEvent('download-all-photos'));
    expect(call.bytes.equals(answer.bytes)).toBe(true);
  });
});

describe('a file that is missing in the storage', () => {
  test('is listed at the end, in the reader’s language', async () => {
    const own = await createParty(origin);
    const guest = await join(own, { name: 'Amélie' });
    const lost = await addPhoto(guest, 1);
    const kept = await addPhoto(guest, 2);
    await rm(fileOf(lost));
    const answer = await own.organizer.client.speak('en').get('/event/photos.zip');
    const files = await unzip(answer.bytes);
    expect([...files.keys()]).toEqual(['02-amelie-photo2.webp', 'MISSING.txt']);
    expect(files.get('02-amelie-photo2.webp')?.equals(readFileSync(fileOf(kept)))).toBe(true);
    expect(files.get('MISSING.txt')?.toString()).toBe(
      'These files could not be found when this archive was made:\r\n\r\n01-amelie-photo1.webp\r\n',
    );
    const french = await own.organizer.client.speak('fr').get('/event/photos.zip');
    expect((await unzip(french.bytes)).get('MISSING.txt')?.toString()).toMatch(/^Ces fichiers/);
  });
});

describe('as JPEG', () => {
  const JPEG = '?format=jpeg';

  test('both zips, from screens and by call, each photo at its size', async () => {
    const { client } = party.organizer;
    for (const [page, call, names] of [
      ['/top/photos.zip', 'download-top-photos', 4],
      ['/event/photos.zip', 'download-all-photos', 6],
    ] as const) {
      const answer = await client.get(page + JPEG);
      expectFile(answer, 'application/zip');
      const { headers } = answer;
      expect([headers.get('Content-Length'), headers.get('Accept-Ranges')]).toEqual([null, 'none']);
      const files = await unzip(answer.bytes);
      const stored = await unzip((await client.get(page)).bytes);
      expect(files.size).toBe(names);
      expect([...files.keys()]).toEqual(
        [...stored.keys()].map((name) => name.replace('.webp', '.jpg')),
      );
      for (const [name, bytes] of files) {
        const { format, width, height } = await sharp(bytes).metadata();
        const original = stored.get(name.replace('.jpg', '.webp'));
        const { width: storedWidth, height: storedHeight } = await sharp(original).metadata();
        expect({ format, width, height }).toEqual({
          format: 'jpeg',
          width: storedWidth,
          height: storedHeight,
        });
        await sharp(bytes, { failOn: 'warning' }).raw().toBuffer();
      }
      const called = await client.get(ofEvent(call) + JPEG);
      expect([...(await unzip(called.bytes)).keys()]).toEqual([...files.keys()]);
      const head = await client.request('HEAD', page + JPEG);
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      const mark = { 'If-None-Match': headers.get('ETag') ?? '' };
      expect((await client.get(page + JPEG, mark)).status).toBe(304);
      const part = await client.get(page + JPEG, { Range: 'bytes=100-' });
      expect(part.status).toBe(200);
    }
  });

  test('another format is refused; WebP may be named', async () => {
    const { client } = party.organizer;
    for (const call of ['download-top-photos', 'download-all-photos']) {
      expect((await client.get(`${ofEvent(call)}?format=png`)).status).toBe(400);
      expect((await client.get(`${ofEvent(call)}?format=`)).status).toBe(400);
      const webp = await client.get(`${ofEvent(call)}?format=webp`);
      expect([webp.status, webp.headers.get('Accept-Ranges')]).toEqual([200, 'bytes']);
    }
    for (const page of ['/top/photos.zip', '/event/photos.zip']) {
      const refusal = await client.get(`${page}?format=png`, { Accept: 'text/html' });
      expect([refusal.status, refusal.text.includes('<html')]).toEqual([404, true]);
    }
  });

  test('people who may not download the zip may not download it as JPEG', async () => {
    expect((await li.client.get(ofEvent('download-all-photos') + JPEG)).status).toBe(403);
    expect((await visitor.get(ofEvent('download-top-photos') + JPEG)).status).toBe(401);
    const stranger = await join(await createParty(origin));
    expect((await stranger.client.get(ofEvent('download-top-photos') + JPEG)).status).toBe(403);
  });

  test('a missing file is listed, a hidden photo is left out', async () => {
    const own = await createParty(origin);
    const guest = await join(own, { name: 'Amélie' });
    const [lost, hidden] = [await addPhoto(guest, 1), await addPhoto(guest, 2)];
    await addPhoto(guest, 3);
    await rm(fileOf(lost));
    const flag = `/api/photos/${hidden.id}/flag`;
    const report = await own.organizer.client.post<{ id: number }>(flag, {});
    expectStatus(report, 201);
    const review = { json: { status: 'reviewed' } };
    const of = `/api/flag-reports/${report.json.id}`;
    expectStatus(await own.organizer.client.request('PATCH', of, review), 200);
    const answer = await own.organizer.client.speak('en').get(`/event/photos.zip${JPEG}`);
    const files = await unzip(answer.bytes);
    expect([...files.keys()]).toEqual(['02-amelie-photo3.jpg', 'MISSING.txt']);
    expect(files.get('MISSING.txt')?.toString()).toBe(
      'These files could not be found when this archive was made:\r\n\r\n01-amelie-photo1.jpg\r\n',
    );
  });

  describe('while one is running', () => {
    // More than a connection takes without a reader.
    const path = { all: '', top: '' };
    let own: Party;
    let guests: [Person, Person, Person];
    beforeAll(async () => {
      own = await createParty(origin);
      guests = [await join(own), await join(own), await join(own)];
      const noise = await drawNoise(1900, 1400).jpeg({ quality: 85 }).toBuffer();
      const givers = [own.organizer, ...guests];
      for (const [index, guest] of guests.entries()) {
        for (const position of [1, 2, 3]) {
          const { id } = expectStatus(await sendPhoto(guest, position, noise), 201).json;
          const giver = givers[index] as Person;
          const star = { userId: giver.user.id, photoId: id };
          expectStatus(await giver.client.post('/api/favorites', star), 201);
        }
      }
      path.all = `/api/events/${own.event.id}/download-all-photos${JPEG}`;
      path.top = `/api/events/${own.event.id}/download-top-photos${JPEG}`;
    });

    test('two per event are the limit; one that disconnects frees a place', async () => {
      const first = await begin(own.organizer.client, path.all);
      const second = await begin(guests[0].client, path.top);
      expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
      const refused = await guests[1].client.get(path.top);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30']);
      expect(refused.json).toEqual({
        message: 'It’s very busy right now. Please try again in a moment.',
      });
      const onScreen = await guests[1].client.get(`/top/photos.zip${JPEG}`, {
        Accept: 'application/json, */*',
      });
      expect([onScreen.status, onScreen.json]).toEqual([503, { code: 'busy' }]);
      // HEAD and the other format take no place.
      expect((await guests[1].client.request('HEAD', path.top)).status).toBe(200);
      expect((await guests[1].client.get(path.top.replace(JPEG, ''))).status).toBe(200);
      second.destroy();
      const status = async () => (await guests[1].client.get(path.top)).status;
      await expect.poll(status).toBe(200);
      first.destroy();
    });

    test('a repeated request of one person takes its place, and aborts it', async () => {
      const first = await begin(own.organizer.client, path.all);
      const second = await begin(own.organizer.client, path.all);
      expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
      const received = (async () => {
        for await (const chunk of first) expect(chunk).toBeInstanceOf(Buffer);
      })();
      await expect(received).rejects.toThrow(/aborted|ECONNRESET/);
      const chunks: Buffer[] = [];
      for await (const chunk of second) chunks.push(chunk as Buffer);
      expect((await unzip(Buffer.concat(chunks))).size).toBe(9);
    });
  });

  test('one person can start twenty an hour', async () => {
    const { client } = await join(party);
    const statuses: number[] = [];
    for (let time = 0; time < 21; time++) {
      const answer = await begin(client, ofEvent(`download-top-photos${JPEG}`));
      statuses.push(answer.statusCode ?? 0);
      answer.destroy();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the ranking as CSV', () => {
  const rows = () => [
    ['1', '3', '李小龙', '1', '', photos.first?.createdAt, '01-李小龙-photo1.webp'],
    [
      '2',
      '2',
      'Amélie Du/pont',
      '2',
      '',
      photos.second?.createdAt,
      '02-amelie-du-pont-photo2.webp',
    ],
    ['2', '2', "'=1+1", '3', '', photos.tied?.createdAt, '02-1-1-photo3.webp'],
    ['4', '1', '"quoted", comma', '1', '', photos.last?.createdAt, '04-quoted-comma-photo1.webp'],
  ];

  test('the call has English headings, with the separator of the reader’s spreadsheet', async () => {
    const { client } = party.organizer;
    const path = ofEvent('download-top-photos-csv');
    const answer = await client.speak('en').get(path);
    expectFile(answer, 'text/csv; charset=utf-8');
    expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(parseCsv(answer.text.slice(1))).toEqual([
      ['Place', 'Stars', 'Name', 'Photo number', 'Caption', 'Uploaded', 'File'],
      ...rows(),
    ]);
    for (const [language, query, word] of [
      ['fr', '', 'photo'],
      ['de', '', 'foto'],
      ['en', '?lang=es', 'foto'],
      ['en', '?lang=nl', 'foto'],
    ] as const) {
      const other = await client.speak(language).get(path + query);
      // Files are named as in the zip of that reader.
      const expected = answer.text.slice(1).replaceAll('-photo', `-${word}`);
      expect(parseCsv(other.text.slice(1), ';')).toEqual(parseCsv(expected));
    }
    const asked = await client.speak('fr').get(`${path}?lang=en`);
    expect(asked.text).toBe(answer.text);
  });

  test('the screens use the reader’s language', async () => {
    const answer = await party.organizer.client.speak('fr').get('/event/ranking.csv');
    expect(namesOf(answer).name).toBe(`ranking-${party.event.name}.csv`);
    expect(parseCsv(answer.text.slice(1), ';')).toEqual([
      ['Place', 'Étoiles', 'Nom', 'Photo n°', 'Légende', 'Envoyée le', 'Fichier'],
      ...rows(),
    ]);
    const english = await party.organizer.client.get('/event/ranking.csv?lang=en');
    expect(parseCsv(english.text.slice(1))[0]?.[1]).toBe('Stars');
  });
});

test('the guest list is in the reader’s language, with the separator of their spreadsheet', async () => {
  const { client } = party.organizer;
  const french = await client.speak('fr').get('/event/guests.csv');
  expect(namesOf(french).name).toBe(`guests-${party.event.name}.csv`);
  expect(french.text.slice(1).split('\r\n')[0]).toBe('Nom;E‑mail;Arrivée;Photos;Étoiles');
  expect(french.text).toContain(`;${amelie.user.email};`);
  expect(french.text).not.toContain(party.organizer.user.email);
  const english = await client.speak('en').get('/event/guests.csv');
  expect(english.text.slice(1).split('\r\n')[0]).toBe('Name,E-mail,Joined,Photos,Stars');
});

describe('one’s own data', () => {
  test('a member gets everything that is stored about them, and no secrets', async () => {
    await sendSelfie(amelie, await smallJpeg());
    const report = { reason: 'I am in this photo' };
    const flag = `/api/photos/${photos.second?.id}/flag`;
    expect((await li.client.post(flag, report)).status).toBe(201);
    const answer = await amelie.client.get('/settings/data.zip');
    expectFile(answer, 'application/zip');
    expect(namesOf(answer)).toEqual({
      name: 'data-Amélie Du pont.zip',
      ascii: 'data-Amelie Du pont.zip',
    });
    const files = await unzip(answer.bytes);
    expect([...files.keys()]).toEqual([
      'data.json',
      'photos/01-amelie-du-pont-photo1.webp',
      'photos/02-amelie-du-pont-photo2.webp',
      'selfie.webp',
    ]);
    const second = files.get('photos/02-amelie-du-pont-photo2.webp');
    expect(second?.equals(readFileSync(fileOf(photos.second)))).toBe(true);
    const text = files.get('data.json')?.toString() ?? '';
    expect(text).not.toMatch(/hash|token|image_?key/i);
    const data = JSON.parse(text) as Record<string, unknown>;
    expect(data).toMatchObject({
      user: { id: amelie.user.id, name: 'Amélie Du/pont', email: amelie.user.email },
      event: { id: party.event.id, name: party.event.name },
      photos: [
        { slot: 1, starsReceived: 0 },
        { slot: 2, starsReceived: 2, uploadedAt: photos.second?.createdAt },
      ],
      favoritesGiven: [
        { photoId: photos.first?.id, photoBy: '李小龙' },
        { photoId: photos.tied?.id, photoBy: '=1+1' },
        { photoId: photos.last?.id },
      ],
      reportsMade: [],
      messages: [],
    });
    // Nothing before its review.
    expect(data.reportsAboutOwnPhotos).toEqual([]);
  });
});

describe('callers who may not have a file', () => {
  test.each([
    ['/top/photos.zip', '/login?next=%2Ftop', 401],
    ['/event/photos.zip', '/login?next=%2F', 401],
    ['/event/ranking.csv', '/login?next=%2Ftop', 401],
    ['/event/photos.csv', '/login?next=%2F', 401],
    ['/event/guests.csv', '/login?next=%2Fparticipants', 401],
    ['/settings/data.zip', '/login?next=%2Fsettings', 401],
  ])('a visitor who presses %s is redirected to Login/Register', async (path, login, status) => {
    const answer = await visitor.get(path);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, login]);
    const script = await visitor.get(path, { Accept: 'application/json, */*' });
    expect([script.status, script.json]).toEqual([status, { code: 'authentication_required' }]);
    const nobody = await new Client(origin).get(path);
    expect([nobody.status, nobody.headers.get('Location')]).toEqual([302, '/auth']);
  });

  test.each(['/event/photos.zip', '/event/ranking.csv', '/event/photos.csv', '/event/guests.csv'])(
    'a participant who asks for %s is redirected home',
    async (path) => {
      const answer = await li.client.get(path);
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/']);
      const script = await li.client.get(path, { Accept: 'application/json, */*' });
      expect([script.status, script.json]).toEqual([403, { code: 'not_an_organizer' }]);
    },
  );
});

describe('the ranking', () => {
  const linksOf = ({ document }: Page) => {
    const links = attributesOf(document, 'a', 'href');
    return {
      photos: links.includes('/top/photos.zip'),
      csv: links.includes('/event/ranking.csv'),
      login: links.includes('/login?next=%2Ftop'),
    };
  };

  test('offers everyone what they may download', async () => {
    const participant = await open(amelie.client, '/top');
    expect(linksOf(participant)).toEqual({ photos: true, csv: false, login: false });
    const organizer = await open(party.organizer.client, '/top');
    expect(linksOf(organizer)).toEqual({ photos: true, csv: true, login: false });
    const guest = await open(visitor, '/top');
    expect(linksOf(guest)).toEqual({ photos: false, csv: false, login: true });
  });

  test('offers nothing while it is empty', async () => {
    const { organizer } = await createParty(origin);
    const empty = await open(organizer.client, '/top');
    expect(linksOf(empty)).toEqual({ photos: false, csv: false, login: false });
  });
});

describe('an interrupted download', () => {
  const path = '/event/photos.zip';
  const whole = () => party.organizer.client.get(path);
  const rest = (headers: Record<string, string>) => party.organizer.client.get(path, headers);
  const [run, folders] = [promisify(execFile), [] as string[]];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  test('continues where it was', async () => {
    const { bytes, headers } = await whole();
    expect(headers.get('Accept-Ranges')).toBe('bytes');
    const etag = headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const start = bytes.length - 1234;
    const answer = await rest({ Range: `bytes=${start}-`, 'If-Range': etag });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe(
      `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
    );
    expect(answer.headers.get('Content-Length')).toBe('1234');
    expect(answer.bytes.equals(bytes.subarray(start))).toBe(true);
    const call = await party.organizer.client.get(ofEvent('download-all-photos'), {
      Range: 'bytes=7-99',
      'If-Range': etag,
    });
    expect(call.bytes.equals(bytes.subarray(7, 100))).toBe(true);
  });

  test('of several pieces is the whole, byte for byte, and so is a second one', async () => {
    const { bytes, headers } = await whole();
    expect((await whole()).bytes.equals(bytes)).toBe(true);
    const given = { 'If-Range': headers.get('ETag') ?? '' };
    const parts: Buffer[] = [];
    const size = Math.ceil(bytes.length / 7);
    for (let start = 0; start < bytes.length; start += size) {
      const part = await rest({ Range: `bytes=${start}-${start + size - 1}`, ...given });
      expect(part.status).toBe(206);
      parts.push(part.bytes);
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test('by curl, after it was killed', async () => {
    const { bytes } = await whole();
    const folder = await mkdtemp(joinPath(tmpdir(), 'snapodium-curl-'));
    folders.push(folder);
    const file = joinPath(folder, 'photos.zip');
    await writeFile(file, bytes.subarray(0, bytes.length / 3));
    const cookie = party.organizer.client.cookies.header() ?? '';
    const options = [
      '-sSf',
      '-C',
      '-',
      '-o',
      file,
      '-H',
      `Cookie: ${cookie}`,
      '-w',
      '%{http_code}',
    ];
    const { stdout } = await run('curl', [...options, origin + path]);
    expect(stdout).toBe('206');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('starts again once a photo was added or deleted', async () => {
    const own = await createParty(origin);
    const guest = await join(own);
    const first = await addPhoto(guest, 1);
    const ask = (headers: Record<string, string> = {}) => own.organizer.client.get(path, headers);
    const before = await ask();
    const given = { Range: 'bytes=100-', 'If-Range': before.headers.get('ETag') ?? '' };
    expect((await ask(given)).status).toBe(206);
    await addPhoto(guest, 2);
    const after = await ask(given);
    expect(after.status).toBe(200);
    expect((await unzip(after.bytes)).size).toBe(2);
    expectStatus(await guest.client.delete(`/api/photos/${first.id}`), 200);
    expect((await ask(given)).status).toBe(200);
  });

  test('past the end is told the length', async () => {
    const { bytes } = await whole();
    const answer = await rest({ Range: `bytes=${bytes.length}-` });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('Content-Range')).toBe(`bytes */${bytes.length}`);
    expect(answer.bytes).toHaveLength(0);
  });

  test('of several parts gets the whole', async () => {
    const { bytes } = await whole();
    const answer = await rest({ Range: 'bytes=0-1,5-9' });
    expect([answer.status, answer.bytes.length]).toEqual([200, bytes.length]);
  });

  test('is told the length by HEAD', async () => {
    const { bytes, headers } = await whole();
    const answer = await party.organizer.client.request('HEAD', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Length')).toBe(String(bytes.length));
    expect(answer.headers.get('ETag')).toBe(headers.get('ETag'));
    expect(answer.bytes).toHaveLength(0);
  });

  test('of one’s own data starts again, because it contains the time of the request', async () => {
    const answer = await li.client.get('/settings/data.zip', { Range: 'bytes=100-' });
    expect([answer.status, answer.headers.get('Accept-Ranges')]).toEqual([200, null]);
    expect(answer.headers.get('Content-Length')).toBe(String(answer.bytes.length));
  });

  test('is only for those who may have it', async () => {
    const answer = await li.client.get(path, { Range: 'bytes=0-9', Accept: 'application/json' });
    expect([answer.status, answer.json]).toEqual([403, { code: 'not_an_organizer' }]);
  });
});

describe('errors during a download', () => {
  test('a file that cannot be read breaks off the archive instead of ending it', async () => {
    const own = await createParty(origin);
    const guest = await join(own);
    // What is read at once is refused at once, so the broken photo has to come later.
    const noise = await drawNoise(1600, 1000).jpeg({ quality: 85 }).toBuffer();
    for (const position of [1, 2]) expectStatus(await sendPhoto(guest, position, noise), 201);
    const broken = await addPhoto(guest, 3);
    // A link to itself is not a missing file: reading it fails.
    await rm(fileOf(broken));
    await symlink(fileOf(broken), fileOf(broken));
    const answer = await begin(own.organizer.client, '/event/photos.zip');
    expect(answer.statusCode).toBe(200);
    const received = (async () => {
      for await (const chunk of answer) expect(chunk).toBeInstanceOf(Buffer);
    })();
    await expect(received).rejects.toThrow(/aborted|ECONNRESET/);
  });
});
