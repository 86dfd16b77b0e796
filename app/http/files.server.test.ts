import { describe, expect, test, vi } from 'vitest';
import type { ByteSource } from '~/models/archive/archive.server';
import type { RequestArgs } from './context';
import { fileResponse, madeResponse } from './files.server';

const MEGABYTE = 1024 * 1024;

/** A request whose client reads this many pieces and then disconnects. */
function requestOf({
  pieces = Infinity,
  headers = {} as Record<string, string>,
  method = 'GET',
} = {}) {
  let left = pieces;
  const readyForMore = async () => left-- > 0;
  const request = new Request('http://localhost/photos.zip', { method, headers });
  return { request, context: { readyForMore } } as unknown as RequestArgs;
}

/** A body whose bytes depend on their position, in pieces of a megabyte. It counts the pieces requested. */
function countedBytes(length: number) {
  const state = { asked: 0, hasEnded: false };
  const memory = Buffer.alloc(MEGABYTE);
  const body: ByteSource = {
    length,
    async *read() {
      try {
        for (let position = 0; position < length; position += MEGABYTE) {
          state.asked += 1;
          await Promise.resolve();
          const piece = memory.subarray(0, length - position);
          for (let index = 0; index < piece.length; index++)
            piece[index] = byteAt(position + index);
          yield piece;
        }
      } finally {
        state.hasEnded = true;
      }
    },
  };
  return { state, body };
}
const byteAt = (position: number) => (position * 31 + (position >> 8)) & 0xff;

/** Reads like a connection: consumes each piece before requesting the next. */
async function read(response: Response): Promise<Buffer> {
  const taken: Buffer[] = [];
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    taken.push(Buffer.from(piece));
  }
  return Buffer.concat(taken);
}
function isPart(bytes: Buffer, start: number): boolean {
  return bytes.every((byte, index) => byte === byteAt(start + index));
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
  const zip = (args: RequestArgs, body: ByteSource) =>
    fileResponse(args, { title: 'photos', extension: 'zip', body });

  test('is sent whole, with its length', async () => {
    const { body } = countedBytes(3.5 * MEGABYTE);
    const response = zip(requestOf(), body);
    expect(response.headers.get('Content-Length')).toBe(String(3.5 * MEGABYTE));
    const bytes = await read(response);
    expect(bytes).toHaveLength(3.5 * MEGABYTE);
    expect(isPart(bytes, 0)).toBe(true);
  });

  test('does not start before it is read', async () => {
    const { state, body } = countedBytes(5 * MEGABYTE);
    zip(requestOf(), body);
    await new Promise(setImmediate);
    expect(state.asked).toBe(0);
  });

  test('waits for its reader', async () => {
    const { state, body } = countedBytes(12 * MEGABYTE);
    let pieces = 0;
    const response = zip(requestOf(), body);
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      expect(piece).toHaveLength(MEGABYTE);
      pieces += 1;
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      expect(state.asked).toBe(pieces);
    }
    expect(state.asked).toBe(12);
  });

  test('never reuses the memory of a small piece that the connection may still hold', async () => {
    const memory = Buffer.alloc(100_000);
    const small: ByteSource = {
      length: 20 * memory.length,
      async *read() {
        for (let piece = 0; piece < 20; piece++) yield memory.fill(piece);
      },
    };
    const pieces: Uint8Array[] = [];
    const response = zip(requestOf(), small);
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
    }
    expect(pieces.map((piece) => piece[0])).toEqual(Array.from({ length: 20 }, (_, at) => at));
  });

  test('ends when its reader disconnects', async () => {
    const { state, body } = countedBytes(50 * MEGABYTE);
    const bytes = await read(zip(requestOf({ pieces: 3 }), body));
    expect(bytes).toHaveLength(3 * MEGABYTE);
    expect(state).toEqual({ asked: 3, hasEnded: true });
    const left = countedBytes(9 * MEGABYTE);
    const reader = (zip(requestOf(), left.body).body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    expect(left.state).toEqual({ asked: 1, hasEnded: true });
  });

  test('fails when its source fails', async () => {
    const { body } = countedBytes(3 * MEGABYTE);
    const broken: ByteSource = {
      ...body,
      async *read() {
        yield Buffer.alloc(MEGABYTE);
        throw new Error('storage is away');
      },
    };
    await expect(read(zip(requestOf(), broken))).rejects.toThrow('storage is away');
  });
});

describe('ranges of a file', () => {
  const LENGTH = 3 * MEGABYTE;
  const ask = (headers: Record<string, string>, method = 'GET', identity = 'one') =>
    fileResponse(requestOf({ headers, method }), {
      title: 'photos',
      extension: 'zip',
      body: countedBytes(LENGTH).body,
      identity,
      isResumed: true,
    });
  const etag = ask({}).headers.get('ETag') ?? '';

  test('are offered if the bytes are always the same', () => {
    expect(ask({}).headers.get('Accept-Ranges')).toBe('bytes');
    expect(etag).toMatch(/^"[^"]+"$/);
    const changing = countedBytes(LENGTH).body;
    const file = { title: 'data', extension: 'zip', body: changing } as const;
    const response = fileResponse(requestOf({ headers: { Range: 'bytes=5-' } }), file);
    expect([response.status, response.headers.get('Accept-Ranges')]).toEqual([200, null]);
  });

  test.each([
    ['bytes=0-', 0, LENGTH],
    ['bytes=5-', 5, LENGTH],
    ['bytes=0-0', 0, 1],
    ['bytes=100-1048600', 100, 1_048_601],
    [`bytes=${LENGTH - 1}-`, LENGTH - 1, LENGTH],
    [`bytes=7-${LENGTH}`, 7, LENGTH],
    ['bytes=7-999999999999999', 7, LENGTH],
    ['bytes=-100', LENGTH - 100, LENGTH],
    ['Bytes=-999999999999', 0, LENGTH],
  ])('%s', async (range, start, end) => {
    const response = ask({ Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${start}-${end - 1}/${LENGTH}`);
    expect(response.headers.get('Content-Length')).toBe(String(end - start));
    const bytes = await read(response);
    expect(bytes).toHaveLength(end - start);
    expect(isPart(bytes, start)).toBe(true);
  });

  test('produce no more than requested, and nothing for a client that has disconnected', async () => {
    const file = { title: 'photos', extension: 'zip', identity: 'one', isResumed: true } as const;
    const headers = { Range: `bytes=5-${MEGABYTE + 5}` };
    const some = countedBytes(9 * MEGABYTE);
    await read(fileResponse(requestOf({ headers }), { ...file, body: some.body }));
    expect(some.state).toEqual({ asked: 2, hasEnded: true });
    const last = { Range: `bytes=${9 * MEGABYTE - 5}-` };
    const gone = countedBytes(9 * MEGABYTE);
    const args = requestOf({ headers: last, pieces: 3 });
    expect(await read(fileResponse(args, { ...file, body: gone.body }))).toHaveLength(0);
    expect(gone.state).toEqual({ asked: 3, hasEnded: true });
  });

  test.each([`bytes=${LENGTH}-`, 'bytes=999999999999999-', 'bytes=-0'])(
    '%s is not satisfiable',
    (range) => {
      const response = ask({ Range: range });
      expect(response.status).toBe(416);
      expect(response.headers.get('Content-Range')).toBe(`bytes */${LENGTH}`);
      expect(response.body).toBeNull();
    },
  );

  test.each([
    '',
    'bytes',
    'bytes=-',
    'bytes=5',
    'bytes=9-5',
    'bytes=0-1,5-9',
    'bytes= 5-',
    'bytes=1e3-',
    'bytes=0x10-',
    'bytes=--5',
    'bytes=9999999999999999-',
    'lines=5-9',
    `bytes=${'0-0,'.repeat(1000)}0-0`,
  ])('%s returns the whole file', (range) => {
    const response = ask({ Range: range });
    expect([response.status, response.headers.get('Content-Range')]).toEqual([200, null]);
    expect(response.headers.get('Content-Length')).toBe(String(LENGTH));
  });

  test('are only sent if the ETag matches', () => {
    const given = { Range: 'bytes=5-' };
    expect(ask({ ...given, 'If-Range': etag }).status).toBe(206);
    const date = new Date().toUTCString();
    for (const other of [`W/${etag}`, '"another"', date, '', '*']) {
      expect(ask({ ...given, 'If-Range': other }).status, other).toBe(200);
    }
    expect(ask({ ...given, 'If-Range': etag }, 'GET', 'another').status).toBe(200);
  });

  test('are ignored for HEAD', () => {
    const response = ask({ Range: 'bytes=5-' }, 'HEAD');
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, `${LENGTH}`]);
  });

  test('revalidation works for texts and for files without ranges', () => {
    const file = { title: 'data', extension: 'csv', body: 'a,b\r\n' } as const;
    const zip = { ...file, extension: 'zip', body: countedBytes(9).body, identity: 'one' } as const;
    for (const sent of [file, zip]) {
      const first = fileResponse(requestOf(), sent);
      const tag = first.headers.get('ETag') ?? '';
      expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
      const headers = { 'If-None-Match': tag };
      expect(fileResponse(requestOf({ headers }), sent).status).toBe(304);
      expect(fileResponse(requestOf({ headers }), { ...sent, title: 'x' }).status).toBe(304);
    }
    const other = fileResponse(requestOf(), { ...file, body: 'a,c\r\n' });
    expect(other.headers.get('ETag')).not.toBe(fileResponse(requestOf(), file).headers.get('ETag'));
  });

  test('revalidation gives 304', () => {
    const response = ask({ 'If-None-Match': etag });
    expect([response.status, response.body]).toEqual([304, null]);
  });
});

describe('a file that is generated while it is sent', () => {
  function making({ count = 3 } = {}) {
    const state = { made: 0, ended: 0, stop: () => {}, signal: null as AbortSignal | null };
    const file = {
      title: 'photos',
      extension: 'zip' as const,
      identity: 'one',
      estimate: 1234,
      begin: async (stop: () => void) => {
        state.stop = stop;
        return () => void (state.ended += 1);
      },
      async *read(signal: AbortSignal) {
        state.signal = signal;
        for (let index = 1; index <= count; index++) {
          await Promise.resolve();
          state.made = index;
          yield Buffer.from([index]);
        }
      },
    };
    return { state, file };
  }
  const readerOf = async (response: Response) =>
    (response.body as ReadableStream<Uint8Array>).getReader();

  test('is sent whole, without a length, and supports revalidation', async () => {
    const { state, file } = making();
    const response = await madeResponse(requestOf(), file);
    const { headers } = response;
    expect([headers.get('Content-Length'), headers.get('Accept-Ranges')]).toEqual([null, 'none']);
    expect(headers.get('X-Estimated-Length')).toBe('1234');
    expect([...(await read(response))]).toEqual([1, 2, 3]);
    expect(state.ended).toBeGreaterThan(0);
    const etag = headers.get('ETag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const again = await madeResponse(requestOf({ headers: { 'If-None-Match': etag } }), file);
    expect([again.status, again.body]).toEqual([304, null]);
  });

  test('is not generated for a HEAD request', async () => {
    const { file } = making();
    const begin = vi.spyOn(file, 'begin');
    const response = await madeResponse(requestOf({ method: 'HEAD' }), file);
    expect([response.status, response.body, begin.mock.calls.length]).toEqual([200, null, 0]);
  });

  test('is generated piece by piece, as its reader consumes it', async () => {
    const { state, file } = making();
    const reader = await readerOf(await madeResponse(requestOf(), file));
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect(state.made).toBe(0);
    await reader.read();
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    expect([state.made, state.ended]).toEqual([1, 0]);
  });

  test('ends as soon as its reader disconnects', async () => {
    const { state, file } = making();
    const reader = await readerOf(await madeResponse(requestOf(), file));
    await reader.read();
    await reader.cancel();
    expect([state.made, state.signal?.aborted]).toEqual([1, true]);
    expect(state.ended).toBeGreaterThan(0);
    const gone = making();
    expect([...(await read(await madeResponse(requestOf({ pieces: 1 }), gone.file)))]).toEqual([1]);
    expect(gone.state.ended).toBeGreaterThan(0);
  });

  test('aborts when it is stopped, or when its reader stalls', async () => {
    const stopped = making();
    const reader = await readerOf(await madeResponse(requestOf(), stopped.file));
    await reader.read();
    stopped.state.stop();
    await expect(reader.read()).rejects.toThrow(/abort/);
    expect(stopped.state.ended).toBeGreaterThan(0);

    vi.useFakeTimers();
    try {
      const stalled = making();
      const slow = await readerOf(await madeResponse(requestOf(), stalled.file));
      await slow.read();
      vi.advanceTimersByTime(119_000);
      expect(stalled.state.ended).toBe(0);
      vi.advanceTimersByTime(2000);
      expect(stalled.state.ended).toBeGreaterThan(0);
      await expect(slow.read()).rejects.toThrow(/abort/);
    } finally {
      vi.useRealTimers();
    }
  });
});
