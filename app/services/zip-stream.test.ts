import { expect, test } from 'vitest';
import { listZip, unzip } from '../../tests/unzip';
import { streamZip, type StreamedFile } from './zip-stream.server';

const modifiedAt = new Date('2026-06-15T20:15:30Z');

async function* filesOf(files: [name: string, bytes: Uint8Array][]): AsyncGenerator<StreamedFile> {
  for (const [name, bytes] of files) yield { name, bytes, modifiedAt };
}

async function bytesOf(zip: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('a streamed zip holds what was put in, stored, with sizes and checksums in front', async () => {
  const files: [string, Buffer][] = [
    ['01-amelie-slot1.jpg', Buffer.alloc(70_000, 'one')],
    ['02-李小龙-slot2.jpg', Buffer.from('two')],
    ['empty.txt', Buffer.alloc(0)],
  ];
  const bytes = await bytesOf(streamZip(filesOf(files)));
  expect([...(await unzip(bytes))]).toEqual(files);
  expect((await listZip(bytes)).match(/ stor /g)).toHaveLength(3);
  // Bit 3 of the flags would say that they come behind each file.
  expect(bytes.readUInt16LE(6) & 0x08).toBe(0);
});

test('a file is asked for once the one before was taken', async () => {
  const asked: string[] = [];
  async function* counted() {
    for await (const file of filesOf([
      ['a', Buffer.alloc(5)],
      ['b', Buffer.alloc(5)],
    ])) {
      asked.push(file.name);
      yield file;
    }
  }
  const pieces = streamZip(counted());
  expect(asked).toEqual([]);
  await pieces.next();
  await pieces.next();
  expect(asked).toEqual(['a']);
  await pieces.next();
  expect(asked).toEqual(['a', 'b']);
});

test('nothing at all is an empty zip', async () => {
  expect(await bytesOf(streamZip(filesOf([])))).toHaveLength(22);
});
