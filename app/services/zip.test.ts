import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listZip, unzip } from '../../tests/unzip';
import { layOutZip, type ByteSource, type ZipEntry } from './zip.server';

const run = promisify(execFile);
const PHOTO_BYTES = 30_000;
const MODIFIED_AT = new Date('2026-06-15T20:15:31Z');

interface File extends ZipEntry {
  bytes: Uint8Array;
}

function file(name: string, bytes: Uint8Array, modifiedAt = MODIFIED_AT): File {
  return { name, bytes, size: bytes.length, modifiedAt };
}

function photo(index: number, size = PHOTO_BYTES): Buffer {
  return Buffer.alloc(size, `photo ${index} `);
}

/** A zip, and what was read for it: the names of files, once for each time. */
function zipOf(files: File[]) {
  const read: string[] = [];
  const zip = layOutZip(files, {
    crcOf: ({ bytes }) => crc32(bytes),
    async readInto({ name, bytes }, target, position) {
      read.push(name);
      await Promise.resolve();
      target.set(bytes.subarray(position, position + target.length));
    },
  });
  return { zip, read };
}

/** All bytes from `start` on, read in pieces of at most `size`. */
async function readAll(zip: ByteSource, size = zip.length, start = 0): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let position = start; position < zip.length;) {
    const target = Buffer.alloc(size);
    const count = await zip.readInto(target, position);
    expect(count).toBeGreaterThan(0);
    pieces.push(target.subarray(0, count));
    position += count;
  }
  return Buffer.concat(pieces);
}

describe('a zip', () => {
  test('holds what was put in, stored, under its names', async () => {
    const names = ['01-amelie-slot1.webp', '02-李小龙-slot2.webp', 'photos/03-محمد-slot1.webp'];
    const files = names.map((name, index) => file(name, photo(index)));
    const { zip } = zipOf([...files, file('empty.txt', new Uint8Array())]);
    const bytes = await readAll(zip);
    expect(bytes).toHaveLength(zip.length);
    const unzipped = await unzip(bytes);
    expect([...unzipped.keys()]).toEqual([...names, 'empty.txt']);
    for (const { name, bytes } of files) expect(unzipped.get(name)?.equals(bytes), name).toBe(true);
    expect(unzipped.get('empty.txt')).toHaveLength(0);
    const lines = (await listZip(bytes)).match(/^-rw-r--r-- .* stor .*$/gm);
    expect(lines).toHaveLength(4);
  });

  test('of nothing is a zip all the same', async () => {
    const { zip } = zipOf([]);
    expect(await readAll(zip)).toHaveLength(22);
    expect(zip.length).toBe(22);
  });

  test('knows the second of each file, wherever it is made and unpacked', async () => {
    const bytes = await readAll(zipOf([file('a.webp', photo(1))]).zip);
    const folder = await mkdtemp(join(tmpdir(), 'snapodium-zip-'));
    try {
      const handle = await open(join(folder, 'a.zip'), 'w');
      await handle.writeFile(bytes);
      await handle.close();
      const env = { ...process.env, TZ: 'Asia/Tokyo' };
      const { stdout } = await run('unzip', ['-Zv', join(folder, 'a.zip')], { env });
      expect(stdout).toMatch(/DOS date\/time\): +2026 Jun 15 20:15:30/);
      expect(stdout).toMatch(/UT extra field modtime\): +2026 Jun 15 20:15:31 UTC/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('does not take files that only ZIP64 could hold in one piece', () => {
    const huge = { name: 'a', size: 0xffff_ffff, modifiedAt: MODIFIED_AT, bytes: photo(1) };
    expect(() => zipOf([huge])).toThrow(RangeError);
  });
});

describe('pieces', () => {
  const files = Array.from({ length: 12 }, (_, index) =>
    file(`${index}-é.webp`, photo(index, index * 700)),
  );

  test('are the same bytes, however they are cut', async () => {
    const whole = await readAll(zipOf(files).zip);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 1, max: whole.length + 100 }),
        async (start, size) => {
          const rest = await readAll(zipOf(files).zip, size, start);
          expect(rest.equals(whole.subarray(start))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('of single bytes too', async () => {
    const { zip } = zipOf(files.slice(0, 3));
    expect((await readAll(zip, 1)).equals(await readAll(zip))).toBe(true);
  });

  test('end with a file, so that each is read once from front to back', async () => {
    const { zip, read } = zipOf(files);
    await readAll(zip, 10_000);
    expect(read.sort()).toEqual(
      files
        .filter(({ size }) => size > 0)
        .map(({ name }) => name)
        .sort(),
    );
  });

  test('of the end read no file', async () => {
    const { zip, read } = zipOf(files);
    await readAll(zip, 500, zip.length - 600);
    expect(read).toEqual([]);
  });

  test('fail with their files', async () => {
    const zip = layOutZip(files, {
      crcOf: () => 0,
      readInto: () => Promise.reject(new Error('storage is away')),
    });
    await expect(readAll(zip)).rejects.toThrow('storage is away');
  });

  test('a checksum is asked for after the bytes', async () => {
    const asked: string[] = [];
    const zip = layOutZip(files.slice(1, 2), {
      crcOf: () => asked.push('crc'),
      readInto: async () => void asked.push('bytes'),
    });
    await zip.readInto(Buffer.alloc(2000), 0);
    expect(asked.slice(0, 2)).toEqual(['bytes', 'crc']);
  });
});

describe('ZIP64', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snapodium-zip64-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('holds more files than the old format can count', async () => {
    const files = Array.from({ length: 66_000 }, (_, index) => {
      return file(`${index}.txt`, Buffer.from(String(index)));
    });
    const path = join(folder, 'many.zip');
    const handle = await open(path, 'w');
    await handle.writeFile(await readAll(zipOf(files).zip));
    await handle.close();
    await run('unzip', ['-tq', path]);
    const { stdout } = await run('unzip', ['-p', path, '65999.txt']);
    expect(stdout).toBe('65999');
  }, 60_000);

  test('reaches files behind the fourth gigabyte', async () => {
    const gigabyte = 2 ** 30;
    const hole = (index: number): File => ({
      name: `hole-${index}.webp`,
      size: gigabyte,
      modifiedAt: MODIFIED_AT,
      bytes: new Uint8Array(),
    });
    const last = ['behind.txt', 'last.txt'].map((name) => file(name, Buffer.from(name)));
    const { zip } = zipOf([...[1, 2, 3, 4].map(hole), ...last]);
    expect(zip.length).toBeGreaterThan(4 * gigabyte);

    // Holes of a file cost nothing: only what is no zeros is written.
    const path = join(folder, 'far.zip');
    const handle = await open(path, 'w');
    await handle.truncate(zip.length);
    const start = 4 * gigabyte;
    const rest = await readAll(zip, 1000, start);
    await handle.write(rest, 0, rest.length, start);
    await handle.close();
    const { stdout: names } = await run('unzip', ['-Z1', path]);
    expect(names.trim().split('\n')).toHaveLength(6);
    for (const { name } of last) {
      await run('unzip', ['-tq', path, name]);
      expect((await run('unzip', ['-p', path, name])).stdout).toBe(name);
    }
  });
});
