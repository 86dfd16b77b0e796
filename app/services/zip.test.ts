import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { listZip, unzip } from '../../tests/unzip';
import { unsigned } from './crc32.server';
import { streamZip, zipOf, type StreamedFile } from './zip.server';

const run = promisify(execFile);
const PHOTO_BYTES = 300_000;
const modifiedAt = new Date('2026-06-15T20:15:31Z');

type File = [name: string, bytes: Buffer];
const photo = (index: number, size = PHOTO_BYTES) => Buffer.alloc(size, `photo ${index} `);
const photos = (count: number, size?: number): File[] =>
  Array.from({ length: count }, (_, index) => [`${index}-é-slot1.webp`, photo(index, size)]);

/** A zip, and which of its files were read so far. */
function pack(files: File[]) {
  const read: string[] = [];
  const entries = files.map(([name, bytes]) => ({ name, bytes, size: bytes.length, modifiedAt }));
  const zip = zipOf(entries, async ({ name, bytes }, target) => {
    read.push(name);
    await new Promise(setImmediate);
    target.set(bytes);
  });
  return { zip, read };
}

/** What tells files apart; byte by byte they would be compared for a minute. */
const sumsOf = (files: Iterable<File>) =>
  [...files].map(([name, bytes]) => [name, bytes.length, crc32(bytes)]);

/** As a connection does, which has taken a piece before it asks for the next. */
async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Buffer[] = [];
  for await (const piece of pieces) taken.push(Buffer.from(piece));
  return Buffer.concat(taken);
}

describe('a zip', () => {
  test('holds what was put in, stored, under its names, and knows its length before', async () => {
    const names = ['01-amelie-slot1.webp', '02-李小龙-slot2.webp', 'photos/03-محمد-slot1.webp'];
    const files: File[] = names.map((name, index) => [name, photo(index)]);
    files.push(['empty.txt', Buffer.alloc(0)], ['small.txt', Buffer.from('a few words')]);
    const { zip } = pack(files);
    const bytes = await bytesOf(zip.read());
    expect(bytes).toHaveLength(zip.length);
    expect(sumsOf(await unzip(bytes))).toEqual(sumsOf(files));
    expect((await listZip(bytes)).match(/^-rw-r--r-- .* stor .*$/gm)).toHaveLength(5);
    expect((await bytesOf(zip.read())).equals(bytes)).toBe(true);
  });

  test('of nothing is a zip all the same', async () => {
    const { zip } = pack([]);
    expect([zip.length, (await bytesOf(zip.read())).length]).toEqual([22, 22]);
  });

  test('of many files has the length that was told', async () => {
    // Their directory is longer than 64 KB.
    const { zip } = pack(photos(1200, 20));
    const bytes = await bytesOf(zip.read());
    expect(bytes).toHaveLength(zip.length);
    expect((await unzip(bytes)).size).toBe(1200);
  });

  test('keeps what is in front of the reader while memory is used again', async () => {
    const files = photos(40);
    const unzipped = await unzip(await bytesOf(pack(files).zip.read()));
    expect(sumsOf(unzipped)).toEqual(sumsOf(files));
  });

  test('knows the second of each file, wherever it is made and unpacked', async () => {
    const zone = process.env.TZ;
    const folder = await mkdtemp(join(tmpdir(), 'snapodium-zip-'));
    try {
      process.env.TZ = 'America/New_York';
      const bytes = await bytesOf(pack(photos(1)).zip.read());
      process.env.TZ = 'Asia/Tokyo';
      expect((await bytesOf(pack(photos(1)).zip.read())).equals(bytes)).toBe(true);
      await writeFile(join(folder, 'a.zip'), bytes);
      const env = { ...process.env, TZ: 'Asia/Tokyo' };
      const { stdout } = await run('unzip', ['-Zv', join(folder, 'a.zip')], { env });
      expect(stdout).toMatch(/DOS date\/time\): +2026 Jun 15 20:15:30/);
      expect(stdout).toMatch(/UT extra field modtime\): +2026 Jun 15 20:15:31 UTC/);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
      await rm(folder, { recursive: true });
    }
  });

  test('reads a few files ahead of its reader, and no further without one', async () => {
    const { zip, read } = pack(photos(100));
    expect(read).toEqual([]);
    const pieces = zip.read();
    for (let piece = 0; piece < 6; piece++) await pieces.next();
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(read.length).toBeLessThan(15);
    await pieces.return();
    const before = read.length;
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(read).toHaveLength(before);
  });

  test('breaks with its files', async () => {
    const entries = photos(9).map(([name]) => ({ name, size: PHOTO_BYTES, modifiedAt }));
    const zip = zipOf(entries, async ({ name }) => {
      if (name.startsWith('7')) throw new Error('storage is away');
    });
    await expect(bytesOf(zip.read())).rejects.toThrow('storage is away');
  });
});

describe('a zip of files that are known one by one', () => {
  async function* given(files: File[], asked: string[] = []): AsyncGenerator<StreamedFile> {
    for (const [name, bytes] of files) {
      asked.push(name);
      yield { name, bytes, modifiedAt };
    }
  }

  test('holds what was put in, stored, with sizes and checksums in front', async () => {
    const files: File[] = [
      ['02-李小龙-slot2.jpg', Buffer.from('two')],
      ...photos(30),
      ['empty.txt', Buffer.alloc(0)],
    ];
    const bytes = await bytesOf(streamZip(given(files)));
    expect(sumsOf(await unzip(bytes))).toEqual(sumsOf(files));
    expect((await listZip(bytes)).match(/ stor /g)).toHaveLength(32);
    // Bit 3 of the flags would say that they come behind each file.
    expect(bytes.readUInt16LE(6) & 0x08).toBe(0);
  });

  test('asks for a file once the one before was taken', async () => {
    const asked: string[] = [];
    const pieces = streamZip(given(photos(5), asked));
    expect(asked).toEqual([]);
    await pieces.next();
    expect(asked).toHaveLength(1);
    await pieces.next();
    expect(asked).toHaveLength(2);
  });

  test('of nothing is an empty zip', async () => {
    expect(await bytesOf(streamZip(given([])))).toHaveLength(22);
  });
});

test('what stands in for yazl’s own checksum goes on where it was', () => {
  const bytes = photo(1);
  const half = unsigned(bytes.subarray(0, 1000));
  expect(unsigned(bytes.subarray(1000), half)).toBe(crc32(bytes));
});
