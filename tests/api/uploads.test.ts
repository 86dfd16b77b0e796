import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import exifr from 'exifr';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { PublicEvent } from '~/models/event/shape';
import { THUMBNAIL_WIDTHS, thumbnailUrl } from '~/models/photo/rules';
import type { PublicPhoto } from '~/models/photo/shape';
import { CORNERS, drawNoise, phoneJpeg, pixelBomb } from '../images';
import { Client } from '../setup/client';
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
/** Where this server receives uploads (app/http/uploads.server.ts). */
const UPLOADS = joinPath(dataDir, 'snapodium-uploads');
/** The removal job runs every 30 seconds, but not at the same time as requests of days ago. */
const REMOVAL_MS = 120_000;

let party: Party;
let ann: Person;
let visitor: Client;
/** Deleted at the beginning, so its files must be gone at the end. */
let deleted: PublicPhoto;

beforeAll(async () => {
  party = await createParty(origin);
  ann = await join(party);
  visitor = await visit(party);
  deleted = await addPhoto(ann, 3);
  expect(filesOf(deleted).every(existsSync)).toBe(true);
  expectStatus(await ann.client.delete(`/api/photos/${deleted.id}`), 200);
});

/** The files of a photo in the local storage. */
function filesOf({ imageUrl }: PublicPhoto): string[] {
  const variants = [imageUrl, ...THUMBNAIL_WIDTHS.map((width) => thumbnailUrl(imageUrl, width))];
  return variants.map((url) => joinPath(dataDir, url));
}

describe('what is stored', () => {
  /** Upright 1600 × 1200; the corners show its orientation. */
  const upright = { width: 1600, height: 1200 };

  async function cornersOf(image: Buffer): Promise<number[][]> {
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
      return [...data.subarray(start, start + 3)];
    };
    return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
  }

  async function expectUpright(image: Buffer): Promise<void> {
    for (const [index, corner] of (await cornersOf(image)).entries()) {
      const expected = CORNERS[index] ?? [];
      const difference = Math.max(
        ...corner.map((value, at) => Math.abs(value - (expected[at] ?? 0))),
      );
      expect(difference).toBeLessThan(30);
    }
  }

  async function expectClean(image: Buffer): Promise<void> {
    const { format, exif, xmp, iptc, icc, orientation } = await sharp(image).metadata();
    expect({ format, exif, xmp, iptc, icc, orientation }).toEqual({ format: 'webp' });
    expect(await exifr.gps(image).catch(() => undefined)).toBeUndefined();
    expect(image.includes('Snapphone')).toBe(false);
  }

  test.each([3, 6, 8] as const)(
    'a phone’s JPEG of orientation %i, upright and clean',
    async (way) => {
      const jpeg = await phoneJpeg(upright.width, upright.height, way);
      expect(await exifr.gps(jpeg)).toMatchObject({ latitude: expect.any(Number) });
      const guest = await join(party);
      const photo = expectStatus(await sendPhoto(guest, 1, jpeg), 201).json;
      const { bytes, headers } = await visitor.get(photo.imageUrl);
      expect(headers.get('Content-Type')).toBe('image/webp');
      expect(await sharp(bytes).metadata()).toMatchObject(upright);
      expect(bytes.byteLength).toBeLessThan(1_000_000);
      await expectUpright(bytes);
      await expectClean(bytes);
    },
  );

  test('thumbnails of 320, 720 and 1080 px, clean too', async () => {
    const guest = await join(party);
    const jpeg = await phoneJpeg(upright.width, upright.height, 6);
    const { imageUrl } = expectStatus(await sendPhoto(guest, 1, jpeg), 201).json;
    for (const width of THUMBNAIL_WIDTHS) {
      const { bytes } = expectStatus(await visitor.get(thumbnailUrl(imageUrl, width)), 200);
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width * 0.75 });
      await expectUpright(bytes);
      await expectClean(bytes);
    }
    expect((await visitor.get(imageUrl.replace('.webp', '-128.webp'))).status).toBe(404);
  });

  test('an iPhone’s HEIC, upright and clean', async () => {
    const guest = await join(party);
    const heic = await readFile(new URL('../fixtures/phone.heic', import.meta.url));
    const { imageUrl } = expectStatus(await sendPhoto(guest, 1, heic), 201).json;
    const { bytes } = await visitor.get(imageUrl);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 240 });
    await expectUpright(bytes);
    await expectClean(bytes);
  });

  /** A WebP with a place, a device, a profile and a description around it, and a page behind it. */
  async function laden(): Promise<Buffer> {
    const jpeg = await phoneJpeg(upright.width, upright.height, 6);
    const webp = await sharp(jpeg).keepMetadata().webp({ quality: 85 }).toBuffer();
    const { exif, icc, xmp } = await sharp(webp).metadata();
    expect([exif, icc, xmp].every(Boolean) && webp.includes('Snapphone')).toBe(true);
    return Buffer.concat([webp, Buffer.from('<script>Snapphone</script>')]);
  }

  test('a phone’s own WebP: encoded again, upright and clean, in every size', async () => {
    const canvas = await readFile(new URL('../fixtures/canvas.webp', import.meta.url));
    const guest = await join(party);
    const sent = [
      [canvas, { width: 320, height: 240 }],
      [await laden(), upright],
    ] as const;
    for (const [position, [file, size]] of sent.entries()) {
      const { imageUrl } = expectStatus(await sendPhoto(guest, position + 1, file), 201).json;
      const { bytes } = await visitor.get(imageUrl);
      expect(await sharp(bytes).metadata()).toMatchObject(size);
      expect(file.includes(bytes.subarray(30, 94))).toBe(false);
      await expectUpright(bytes);
      for (const width of THUMBNAIL_WIDTHS) {
        await expectClean((await visitor.get(thumbnailUrl(imageUrl, width))).bytes);
      }
      await expectClean(bytes);
    }
  });

  test('everything that a browser may send, limited to 1920 px and 1 MB', async () => {
    const noise = await drawNoise(2400, 1600).jpeg({ quality: 95 }).toBuffer();
    const small = sharp(await smallJpeg());
    const files = [
      noise,
      await small.clone().png().toBuffer(),
      await small.clone().webp().toBuffer(),
      await small.clone().gif().toBuffer(),
      await small.clone().avif().toBuffer(),
      await small.clone().tiff().toBuffer(),
    ];
    for (const file of files) {
      const { selfieUrl } = expectStatus(await sendSelfie(ann, file), 200).json;
      const { bytes } = await visitor.get(selfieUrl ?? '');
      const { format, width = 0 } = await sharp(bytes).metadata();
      expect(format).toBe('webp');
      if (file === noise) expect(width).toBeLessThanOrEqual(1920);
      else expect(width).toBe(64);
      expect(bytes.byteLength).toBeLessThanOrEqual(1_000_000);
    }
  });
});

describe('what is refused', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const html = '<!doctype html><html><body><script>alert(1)</script></body></html>';
  const jpegOf = async () => Uint8Array.from(await phoneJpeg(1600, 1200, 1));
  const webpOf = () => drawNoise(64, 48).webp().toBuffer();
  /** The width and height of a lossy WebP are at bytes 26 and 28. */
  const enlarge = (webp: Buffer) => {
    for (const at of [26, 28]) webp.writeUInt16LE(16_383, at);
    return webp;
  };
  const named = (content: BlobPart, type = 'image/jpeg') => new Blob([content], { type });

  const files: [name: string, file: () => Promise<Blob> | Blob, status: number, message: string][] =
    [
      [
        'a JPEG cut short',
        async () => named((await jpegOf()).slice(0, 9_000)),
        400,
        'Invalid image file',
      ],
      [
        'a JPEG with garbage in it',
        async () => named((await jpegOf()).fill(0xff, 3_000, 20_000)),
        400,
        'Invalid image file',
      ],
      [
        'a WebP cut short',
        async () => named(Uint8Array.from(await webpOf()).slice(0, -200), 'image/webp'),
        400,
        'Invalid image file',
      ],
      [
        'a WebP that says it has 268 megapixels',
        async () => named(Uint8Array.from(enlarge(await webpOf())), 'image/webp'),
        413,
        'This image is too large: 60 megapixels at most, 25 in AVIF and HEIC',
      ],
      ['an SVG', () => named(svg, 'image/svg+xml'), 400, 'Invalid image file'],
      ['an SVG that says it is a PNG', () => named(svg, 'image/png'), 400, 'Invalid image file'],
      ['HTML named photo.jpg', () => named(html), 400, 'Invalid image file'],
      ['random bytes', () => named(new Uint8Array(5_000).fill(7)), 400, 'Invalid image file'],
      ['an empty file', () => named(''), 400, 'Please choose a photo'],
      [
        'a bomb of 70 megapixels',
        async () => named(Uint8Array.from(await pixelBomb()), 'image/png'),
        413,
        'This image is too large: 60 megapixels at most, 25 in AVIF and HEIC',
      ],
      [
        'a file of 30 MB',
        () => named(new Uint8Array(30 * 1024 * 1024)),
        413,
        'This file is too large: 25 MB at most',
      ],
    ];

  afterEach(async () => {
    expect((await new Client(origin).get('/healthz')).status).toBe(200);
    const { json } = await ann.client.get('/api/user');
    expect(json).toMatchObject({ id: ann.user.id });
  });

  test.each(files)('%s', async (_name, makeFile, status, message) => {
    const file = await makeFile();
    for (const send of [() => sendPhoto(ann, 1, file), () => sendSelfie(ann, file)]) {
      const answer = await send();
      expect([answer.status, answer.json]).toEqual([status, { message }]);
    }
    expect((await ann.client.get(`/api/photos/user/${ann.user.id}`)).json).toEqual([]);
  });

  test('the server accepts photos as before', async () => {
    expect((await sendPhoto(await join(party), 1, await smallJpeg())).status).toBe(201);
  });
});

describe('media', () => {
  test('a photo is private, for a year', async () => {
    const photo = await addPhoto(party.organizer, 1);
    const stranger = await join(await createParty(origin));
    const { status, headers } = await visitor.get(photo.imageUrl);
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
    expect(headers.get('X-Content-Type-Options')).toMatch(/^nosniff/);
    const etag = headers.get('ETag') ?? '';
    expect((await visitor.get(photo.imageUrl, { 'If-None-Match': etag })).status).toBe(304);
    expect((await new Client(origin).get(photo.imageUrl)).status).toBe(401);
    expect((await stranger.client.get(photo.imageUrl)).status).toBe(403);
  });

  test('a part of a photo can be requested, and its headers alone', async () => {
    const { imageUrl } = await addPhoto(await join(party), 1);
    const whole = await visitor.get(imageUrl);
    const part = await visitor.get(imageUrl, { Range: 'bytes=10-19' });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 10-19/${whole.bytes.length}`,
    ]);
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 20));
    const beyond = await visitor.get(imageUrl, { Range: `bytes=${whole.bytes.length}-` });
    expect(beyond.status).toBe(416);
    expect((await visitor.get(imageUrl, { 'If-Match': '"another"' })).status).toBe(412);
    const changed = { Range: 'bytes=10-19', 'If-Range': '"another"' };
    expect((await visitor.get(imageUrl, changed)).bytes).toEqual(whole.bytes);
    const head = await visitor.request('HEAD', imageUrl);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers.get('Content-Length')).toBe(String(whole.bytes.length));
  });

  test('if a width is missing, the next larger one is sent; without any, 404', async () => {
    const photo = await addPhoto(await join(party), 1);
    const [full = '', ...widths] = filesOf(photo);
    const larger = await readFile(full);
    for (const path of widths) await rm(path);
    const { status, bytes, headers } = await visitor.get(thumbnailUrl(photo.imageUrl, 320));
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(bytes).toEqual(larger);
    await rm(full);
    const none = await visitor.get(thumbnailUrl(photo.imageUrl, 320));
    expect([none.status, none.text]).toEqual([404, 'Photo not found']);
    expect(none.headers.get('Cache-Control')).toBe('no-store');
  });

  test('a removed user sees no photo any more, and their cookie is cleared', async () => {
    const { organizer, ...rest } = await createParty(origin);
    const photo = await addPhoto(organizer, 1);
    const guest = await join(rest);
    expect((await guest.client.get(photo.imageUrl)).status).toBe(200);
    expectStatus(await organizer.client.delete(`/api/users/${guest.user.id}`), 200);
    const refused = await guest.client.get(photo.imageUrl);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('Set-Cookie')).toContain('snapodium_session=');
  });

  test('the image of an event is for anyone', async () => {
    const demo = new Client(origin);
    await demo.post('/api/visitor-access', { event: 'DEMO', organizerName: 'Demo' });
    const { imageUrl } = (await demo.get<PublicEvent>('/api/events/1')).json;
    const { status, headers } = await new Client(origin).get(imageUrl ?? '');
    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  test('nothing but images is served', async () => {
    const paths = [
      '/media/',
      '/media/1',
      '/media/1/../../session-secret',
      '/media/1/%2e%2e%2fx.webp',
    ];
    for (const path of paths) expect((await visitor.get(path)).status).toBe(404);
  });
});

describe('what is left behind', () => {
  test('a deleted photo is not found at once', async () => {
    for (const url of [deleted.imageUrl, thumbnailUrl(deleted.imageUrl, 320)]) {
      expect((await ann.client.get(url)).status).toBe(404);
    }
  });

  test('no temporary file of an upload', async () => {
    // Other files of tests upload at the same time.
    const before = new Set(await readdir(UPLOADS));
    const left = async () => (await readdir(UPLOADS)).filter((name) => before.has(name));
    await expect.poll(left).toEqual([]);
  });

  test(
    'no file of a deleted photo, after the next round of removals',
    async () => {
      const left = () => filesOf(deleted).filter(existsSync);
      await expect.poll(left, { timeout: REMOVAL_MS, interval: 500 }).toEqual([]);
    },
    REMOVAL_MS + 5_000,
  );
});
