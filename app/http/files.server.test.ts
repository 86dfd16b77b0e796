import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { RequestArgs } from './context';
import { fileResponse } from './files.server';

/** A request whose reader takes so many pieces and then goes away. */
function requestOf(pieces = Infinity): RequestArgs {
  let left = pieces;
  const readyForMore = async () => left-- > 0;
  return { context: { readyForMore } } as unknown as RequestArgs;
}

/** A stream that counts what it was asked for. */
function countedStream(pieces: number) {
  const state = { asked: 0 };
  async function* give() {
    for (let piece = 0; piece < pieces; piece++) {
      state.asked += 1;
      yield Buffer.alloc(100_000, piece);
    }
  }
  return { state, body: Readable.from(give(), { objectMode: false }) };
}

const nameOf = (title: string) =>
  fileResponse(requestOf(), { title, extension: 'csv', body: '' }).headers.get(
    'Content-Disposition',
  );

test('a file has its name and type', () => {
  expect(nameOf('photos-Léa')).toBe(
    "attachment; filename=photos-Lea.csv; filename*=UTF-8''photos-L%C3%A9a.csv",
  );
});

describe('a long file', () => {
  const zip = (args: RequestArgs, body: Readable) =>
    fileResponse(args, { title: 'photos', extension: 'zip', body });

  test('comes whole', async () => {
    const { body } = countedStream(5);
    const bytes = await zip(requestOf(), body).arrayBuffer();
    expect(bytes.byteLength).toBe(500_000);
  });

  test('is not begun before somebody reads it', async () => {
    const { state, body } = countedStream(5);
    zip(requestOf(), body);
    await new Promise(setImmediate);
    expect(state.asked).toBe(0);
  });

  test('ends with its reader', async () => {
    const { state, body } = countedStream(50);
    const bytes = await zip(requestOf(3), body).arrayBuffer();
    expect(bytes.byteLength).toBe(300_000);
    expect(body.destroyed).toBe(true);
    expect(state.asked).toBeLessThanOrEqual(5);
  });

  test('breaks with its source', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(10);
        throw new Error('storage is away');
      })(),
    );
    await expect(zip(requestOf(), broken).arrayBuffer()).rejects.toThrow('storage is away');
  });
});
