import { buffer } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { listZip, unzip } from '../../tests/unzip';
import { zipStream, type ZipEntry } from './zip.server';

const KILOBYTE = 1024;
const PHOTO_BYTES = 300 * KILOBYTE;

/** Files that count how many were asked for, and know whether anybody will ask again. */
function countedFiles(count: number, make: (index: number) => Uint8Array = photo) {
  const state = { asked: 0, isOver: false };
  async function* files(): AsyncGenerator<ZipEntry> {
    try {
      for (let index = 0; index < count; index++) {
        state.asked += 1;
        await Promise.resolve();
        yield { name: `${index}.webp`, bytes: make(index), modifiedAt: new Date(0) };
      }
    } finally {
      state.isOver = true;
    }
  }
  return { state, files: files() };
}

function photo(index: number): Buffer {
  return Buffer.alloc(PHOTO_BYTES, index + 1);
}

async function* entries(...files: [name: string, bytes: Uint8Array][]): AsyncGenerator<ZipEntry> {
  const modifiedAt = new Date('2026-06-15T20:15:30Z');
  for (const [name, bytes] of files) yield { name, bytes, modifiedAt };
}

/** Lets everything that could go on without a reader go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

interface InsideOfZip {
  entries: object[];
  outputStream: { readableLength: number };
}

/**
 * How many files' bytes a zip could still get at: what was not read of it, and what its entries hold,
 * themselves or through a function that has seen the bytes.
 */
function filesHeldBy({ entries, outputStream }: InsideOfZip): number {
  const holdsBytes = (value: unknown) =>
    typeof value === 'function' || (value instanceof Uint8Array && value.length >= PHOTO_BYTES);
  const holding = entries.filter((entry) => Object.values(entry).some(holdsBytes));
  return holding.length + Math.floor(outputStream.readableLength / PHOTO_BYTES);
}

describe('a zip', () => {
  test('holds what was put in, stored, under its names', async () => {
    const names = ['01-amelie-slot1.webp', '02-李小龙-slot2.webp', 'photos/03-محمد-slot1.webp'];
    const files = names.map((name, index): [string, Uint8Array] => [name, photo(index)]);
    const zip = await buffer(zipStream(entries(...files, ['empty.txt', new Uint8Array()])));
    const unzipped = await unzip(zip);
    expect([...unzipped.keys()]).toEqual([...names, 'empty.txt']);
    for (const [name, bytes] of files) expect(unzipped.get(name)?.equals(bytes), name).toBe(true);
    expect(unzipped.get('empty.txt')).toHaveLength(0);
    const lines = (await listZip(zip)).match(/^-rw-r--r-- .* stor .*$/gm);
    expect(lines).toHaveLength(4);
  });

  test('of nothing is a zip all the same', async () => {
    expect((await buffer(zipStream(entries()))).byteLength).toBe(22);
  });
});

describe('one file at a time', () => {
  test('nothing is read before somebody asks', async () => {
    const { state, files } = countedFiles(5);
    zipStream(files);
    await settle();
    expect(state.asked).toBe(0);
  });

  test('a slow reader is waited for', async () => {
    const { state, files } = countedFiles(12);
    const ahead: number[] = [];
    let bytes = 0;
    for await (const chunk of zipStream(files)) {
      bytes += (chunk as Buffer).byteLength;
      await settle();
      ahead.push(state.asked - Math.floor(bytes / PHOTO_BYTES));
    }
    expect(Math.max(...ahead)).toBeLessThanOrEqual(2);
    expect(state.asked).toBe(12);
  });

  test('what was handed on is let go', async () => {
    const adding = vi.spyOn(ZipFile.prototype, 'addBuffer');
    try {
      const { files } = countedFiles(8);
      const inside: number[] = [];
      for await (const chunk of zipStream(files)) {
        expect(chunk).toBeInstanceOf(Buffer);
        const [zip] = adding.mock.contexts as unknown as InsideOfZip[];
        inside.push(zip ? filesHeldBy(zip) : Infinity);
      }
      expect(adding).toHaveBeenCalledTimes(8);
      expect(Math.max(...inside)).toBeLessThanOrEqual(1);
    } finally {
      adding.mockRestore();
    }
  });
});

describe('what goes wrong', () => {
  test('a reader who goes away ends the reading', async () => {
    const { state, files } = countedFiles(12);
    const zip = zipStream(files);
    for await (const chunk of zip) {
      expect(chunk).toBeInstanceOf(Buffer);
      break;
    }
    await settle();
    expect(zip.destroyed).toBe(true);
    expect(state.isOver).toBe(true);
    expect(state.asked).toBeLessThanOrEqual(3);
  });

  test('an error of the files breaks the zip instead of ending it', async () => {
    const { files } = countedFiles(12, (index) => {
      if (index === 2) throw new Error('storage is away');
      return photo(index);
    });
    const zip = zipStream(files);
    let isEnded = false;
    zip.on('end', () => (isEnded = true));
    await expect(buffer(zip)).rejects.toThrow('storage is away');
    expect(isEnded).toBe(false);
  });
});
