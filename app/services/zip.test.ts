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

/** A zip, and the files read so far. */
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

/** A compact form for comparing; a byte-by-byte comparison takes a minute. */
const sumsOf = (files: Iterable<File>) =>
  [...files].map(([name, bytes]) => [name, bytes.length, crc32(bytes)]);

/** Consumes each piece before requesting the next, like a connection. */
async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Buffer[] = [];
  for await (const piece of pieces) taken.push(Buffer.from(piece));
  return Buffer.concat(taken);
}

describe('a zip', () => {
  test('contains the files, stored, under their names, and knows its length in advance', async () => {
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

  test('of no files is still valid', async () => {
    const { zip } = pack([]);
    expect([zip.length, (await bytesOf(zip.read())).length]).toEqual([22, 22]);
  });

  test('of many files has the announced length', async () => {
    // Their directory is longer than 64 KB.
    const { zip } = pack(photos(1200, 20));
    const bytes = await bytesOf(zip.read());
    expect(bytes).toHaveLength(zip.length);
    expect((await unzip(bytes)).size).toBe(1200);
  });

  test('does not change a piece before it is consumed, although memory is reused', async () => {
    const files = photos(40);
    const unzipped = await unzip(await bytesOf(pack(files).zip.read()));
    expect(sumsOf(unzipped)).toEqual(sumsOf(files));
  });

  test('has exact times, in whichever time zone it is made and unpacked', async () => {
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

  test('reads a few files ahead, and no further without a reader', async () => {
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

  test('fails with its files', async () => {
    const entries = photos(9).map(([name]) => ({ name, size: PHOTO_BYTES, modifiedAt }));
    const zip = zipOf(entries, async ({ name }) => {
      if (name.startsWith('7')) throw new Error('storage is away');
    });
    await expect(bytesOf(zip.read())).rejects.toThrow('storage is away');
  });
});

describe('a zip of files that are produced one by one', () => {
  async function* given(files: File[], asked: string[] = []): AsyncGenerator<StreamedFile> {
    for (const [name, bytes] of files) {
      asked.push(name);
      yield { name, bytes, modifiedAt };
    }
  }

  test('contains the files, stored, with sizes and checksums in the headers', async () => {
    const files: File[] = [
      ['02-李小龙-slot2.jpg', Buffer.from('two')],
      ...photos(30),
      ['empty.txt', Buffer.alloc(0)],
    ];
    const bytes = await bytesOf(streamZip(given(files)));
    expect(sumsOf(await unzip(bytes))).toEqual(sumsOf(files));
    expect((await listZip(bytes)).match(/ stor /g)).toHaveLength(32);
    // Bit 3 of the flags would mean that they follow each file.
    expect(bytes.readUInt16LE(6) & 0x08).toBe(0);
  });

  test('requests a file after the previous one was consumed', async () => {
    const asked: string[] = [];
    const pieces = streamZip(given(photos(5), asked));
    expect(asked).toEqual([]);
    await pieces.next();
    expect(asked).toHaveLength(1);
    await pieces.next();
    expect(asked).toHaveLength(2);
  });

  test('of no files is an empty zip', async () => {
    expect(await bytesOf(streamZip(given([])))).toHaveLength(22);
  });
});

test('the replacement for yazl’s checksum continues from a previous value', () => {
  const bytes = photo(1);
  const half = unsigned(bytes.subarray(0, 1000));
  expect(unsigned(bytes.subarray(1000), half)).toBe(crc32(bytes));
});
