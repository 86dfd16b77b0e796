import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from '~/models/errors';
import type { RequestArgs } from './context';
import { openUploadFolder, type UploadFolder } from './upload-folder.server';
import { receiveUpload as receive, type Upload } from './uploads.server';

const MIB = 1024 * 1024;

let temporary: string;
let uploads: UploadFolder;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'snapodium-upload-test-'));
  const disk = { isFull: () => Promise.resolve(false) };
  uploads = await openUploadFolder({ dataDir: temporary, disk });
});
afterAll(async () => {
  await uploads.close();
  await rm(temporary, { recursive: true, force: true });
});
beforeEach(() => rm(join(temporary, 'snapodium-uploads'), { recursive: true, force: true }));

const leftovers = () => readdir(join(temporary, 'snapodium-uploads')).catch(() => []);

const logged = vi.fn();
const isFull = vi.fn(() => false);
const monitor = { upload: vi.fn(), uploadFailed: vi.fn() };

function argsOf(request: Request): RequestArgs {
  const app = {
    uploads,
    images: { isFull, waiting: () => ({ waiting: 64, limit: 64 }) },
    monitor,
  };
  return { request, context: { app, log: { error: logged } } } as unknown as RequestArgs;
}

/** Receives it as user 7's. */
const receiveUpload = (args: RequestArgs, options: { maxBytes?: number; maxFiles?: number } = {}) =>
  receive(args, { sender: 7, ...options });

function formRequest(form: FormData): RequestArgs {
  return argsOf(new Request('http://localhost/photos/add', { method: 'POST', body: form }));
}

function rawRequest(
  body: ReadableStream | string,
  headers: Record<string, string> = {},
): RequestArgs {
  return argsOf(
    new Request('http://localhost/photos/add', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'multipart/form-data; boundary=edge', ...headers },
      duplex: 'half',
    } as RequestInit),
  );
}

const file = (bytes: Uint8Array | string, name = 'photo.jpg') =>
  [new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), name] as const;

/** A form with a file of `bytes`, produced as it is read. */
function streamedForm(
  bytes: number,
  options: { breakOffAfter?: number; onSent?: (sent: number) => void } = {},
): ReadableStream {
  const head = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
  let sent = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(head)),
    pull: (controller) => {
      if (options.breakOffAfter !== undefined && sent >= options.breakOffAfter) {
        return controller.error(new Error('aborted'));
      }
      const length = Math.min(65_536, bytes - sent);
      sent += length;
      options.onSent?.(sent);
      controller.enqueue(Buffer.alloc(length, 7));
      if (sent >= bytes) {
        controller.enqueue(Buffer.from('\r\n--edge--\r\n'));
        controller.close();
      }
    },
  });
}

/** The size on disk of the one upload that is running. */
function bytesOnDisk(): number {
  const folder = join(temporary, 'snapodium-uploads');
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function codeOf(upload: Promise<Upload>): Promise<unknown> {
  return upload.then(
    () => 'received',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );
}

it('writes no file while no image can be taken, and lets the sender finish', async () => {
  isFull.mockReturnValueOnce(true);
  let sent = 0;
  const body = streamedForm(MIB, { onSent: (bytes) => (sent = bytes) });
  await expect(receiveUpload(rawRequest(body))).rejects.toMatchObject({
    code: 'busy',
    retryAfter: 5,
  });
  await vi.waitFor(() => expect(sent).toBe(MIB), 10_000);
  expect(await leftovers()).toEqual([]);
});

describe('a sender who disconnects', () => {
  /** Sends the beginning, and fails on demand. */
  const brokenOff = () => {
    let breakOff: () => void = () => undefined;
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from('--edge\r\n'));
        breakOff = () => controller.error(new Error('aborted'));
      },
    });
    return { body, breakOff };
  };
  const untilNoticed = () => new Promise((resolve) => setTimeout(resolve, 50));

  // An unhandled error would fail this file, just as it would end the server.
  it('after the form was refused does not end the process', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
      const { body, breakOff } = brokenOff();
      const upload = receiveUpload(rawRequest(body, { 'Content-Type': type }));
      expect(await codeOf(upload)).toBe('invalid_request');
      breakOff();
      await untilNoticed();
    }
  });

  it('before the form is read is refused', async () => {
    const { body, breakOff } = brokenOff();
    const upload = receiveUpload(rawRequest(body));
    breakOff();
    expect(await codeOf(upload)).toBe('invalid_request');
    await untilNoticed();
  });
});

describe('a form with a file', () => {
  it('gives the fields and the file, which only the server can read', async () => {
    const bytes = randomBytes(3 * MIB);
    const form = new FormData();
    form.set('data', JSON.stringify({ position: 2 }));
    form.set('image', ...file(bytes));
    form.set('name', 'Zoë 🎉');
    const upload = await receiveUpload(formRequest(form));
    expect(upload.fields).toEqual({ data: '{"position":2}', name: 'Zoë 🎉' });
    expect(upload.file?.bytes).toBe(bytes.length);
    const path = upload.file?.path ?? '';
    expect(bytes.equals(await readFile(path))).toBe(true);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await stat(join(path, '..'))).mode & 0o077).toBe(0);
    await upload[Symbol.asyncDispose]();
    await upload[Symbol.asyncDispose]();
    expect(await leftovers()).toEqual([]);
  });

  it('may have no file chosen', async () => {
    const form = new FormData();
    form.set('position', '1');
    form.set('image', ...file('', ''));
    const upload = await receiveUpload(formRequest(form));
    expect(upload).toMatchObject({ file: null, fields: { position: '1' } });
    expect(await leftovers()).toEqual([]);
  });

  it('may have no file field at all', async () => {
    const form = new FormData();
    form.set('position', '1');
    expect(await receiveUpload(formRequest(form))).toMatchObject({ file: null, files: [] });
  });

  it('ignores a file under another name', async () => {
    const form = new FormData();
    form.set('other', ...file('x'));
    expect(await receiveUpload(formRequest(form))).toMatchObject({ file: null, fields: {} });
    expect(await leftovers()).toEqual([]);
  });

  it('accepts field names that are special in JavaScript', async () => {
    const form = new FormData();
    form.set('__proto__', 'x');
    const { fields } = await receiveUpload(formRequest(form));
    expect(Object.keys(fields)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });
});

describe('a form with several files', () => {
  const formOf = (...contents: string[]) => {
    const form = new FormData();
    for (const content of contents) form.append('image', ...file(content));
    return form;
  };

  it('gives them in their order, and deletes all of them', async () => {
    const upload = await receiveUpload(formRequest(formOf('one', 'second')), { maxFiles: 3 });
    const contents = upload.files.map(({ path }) => readFile(path, 'utf8'));
    expect(await Promise.all(contents)).toEqual(['one', 'second']);
    expect(upload.file?.bytes).toBe(3);
    await upload[Symbol.asyncDispose]();
    expect(await leftovers()).toEqual([]);
  });

  it('is refused if there are too many, or one is too large', async () => {
    const many = receiveUpload(formRequest(formOf('1', '2', '3')), { maxFiles: 2 });
    expect(await codeOf(many)).toBe('photos_too_many');
    const two = receiveUpload(formRequest(formOf('1', '2')));
    expect(await codeOf(two)).toBe('invalid_request');
    const large = receiveUpload(formRequest(formOf('1', '22')), { maxFiles: 2, maxBytes: 1 });
    expect(await codeOf(large)).toBe('file_too_large');
    expect(await leftovers()).toEqual([]);
  });
});

describe('a file that is too large', () => {
  it('may be exactly as large as the limit', async () => {
    const upload = await receiveUpload(rawRequest(streamedForm(MIB)), { maxBytes: MIB });
    expect(upload.file?.bytes).toBe(MIB);
    await upload[Symbol.asyncDispose]();
    const over = receiveUpload(rawRequest(streamedForm(MIB + 1)), { maxBytes: MIB });
    expect(await codeOf(over)).toBe('file_too_large');
    expect(await leftovers()).toEqual([]);
  });

  it('of 30 MB is refused at the limit, and is never whole in memory', async () => {
    let furthestAhead = 0;
    const body = streamedForm(30 * MIB, {
      onSent: (sent) => {
        if (sent <= 24 * MIB) furthestAhead = Math.max(furthestAhead, sent - bytesOnDisk());
      },
    });
    expect(await codeOf(receiveUpload(rawRequest(body)))).toBe('file_too_large');
    // Bytes that were sent but are not on disk are in memory.
    expect(furthestAhead).toBeGreaterThan(0);
    expect(furthestAhead).toBeLessThan(2 * MIB);
    expect(await leftovers()).toEqual([]);
  });

  it('is refused by its Content-Length before anything is read', async () => {
    let isRead = false;
    const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    const request = rawRequest(body, { 'Content-Length': String(30 * MIB) });
    const refused = codeOf(receiveUpload(request));
    expect(isRead).toBe(false);
    expect(await refused).toBe('file_too_large');
    expect(await leftovers()).toEqual([]);
  });

  it('is cut off when it never ends', async () => {
    const upload = receiveUpload(rawRequest(streamedForm(Infinity)), { maxBytes: 100_000 });
    expect(await codeOf(upload)).toBe('file_too_large');
    expect(await leftovers()).toEqual([]);
  });
});

describe('an invalid form', () => {
  const part = (name: string, value: string) =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const filePart =
    '--edge\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nbytes\r\n';

  it.each([
    ['JSON', '{}', 'application/json', 'unsupported_media'],
    ['a form without files', 'a=b', 'application/x-www-form-urlencoded', 'unsupported_media'],
    ['a missing boundary', 'x', 'multipart/form-data', 'invalid_request'],
    ['text', 'hello', undefined, 'invalid_request'],
    ['a form that is cut off', filePart.slice(0, -3), undefined, 'invalid_request'],
    ['a head that is cut off', '--edge\r\nContent-Dis', undefined, 'invalid_request'],
    [
      'a field that is too long',
      `${part('a', 'x'.repeat(9000))}--edge--`,
      undefined,
      'invalid_request',
    ],
    ['too many fields', `${part('a', 'x').repeat(11)}--edge--`, undefined, 'invalid_request'],
    ['two files', `${filePart}${filePart}--edge--`, undefined, 'invalid_request'],
  ])('%s', async (_name, body, type, code) => {
    const request = rawRequest(body, type ? { 'Content-Type': type } : {});
    expect(await codeOf(receiveUpload(request))).toBe(code);
    expect(await leftovers()).toEqual([]);
  });
});

describe('a client that disconnects', () => {
  it('leaves no file when the stream breaks', async () => {
    const request = rawRequest(streamedForm(10 * MIB, { breakOffAfter: 2 * MIB }));
    expect(await codeOf(receiveUpload(request))).toBe('invalid_request');
    expect(await leftovers()).toEqual([]);
  });

  it('leaves no file when the connection breaks', async () => {
    let settled: (code: unknown) => void;
    const outcome = new Promise((resolve) => (settled = resolve));
    const server = createServer((request) => {
      const type = request.headers['content-type'] ?? '';
      const body = createReadableStreamFromReadable(request);
      void codeOf(receiveUpload(rawRequest(body, { 'Content-Type': type }))).then(settled);
    }).listen(0);
    await once(server, 'listening');
    const client = httpRequest({
      port: (server.address() as AddressInfo).port,
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=edge', 'Content-Length': 9 * MIB },
    });
    client.on('error', () => undefined);
    client.write('--edge\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n');
    client.write(Buffer.alloc(2 * MIB));
    await vi.waitFor(async () => expect(await leftovers()).toHaveLength(1), 10_000);
    client.destroy();
    expect(await outcome).toBe('invalid_request');
    expect(await leftovers()).toEqual([]);
    server.close();
  });
});

describe('a disk that fails', () => {
  it('is logged and reported as busy, not as an invalid form', async () => {
    logged.mockClear();
    // A file has the folder's name.
    await writeFile(join(temporary, 'snapodium-uploads'), '');
    const form = new FormData();
    form.set('image', ...file('x'));
    expect(await codeOf(receiveUpload(formRequest(form)))).toBe('busy');
    expect(logged).toHaveBeenCalledOnce();
  });
});

describe('a body that arrives too slowly', () => {
  it('is aborted after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const head = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(`${head}half`)),
    });
    const slow = codeOf(receiveUpload(rawRequest(body)));
    await vi.waitFor(async () => expect(await leftovers()).toHaveLength(1), 10_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await slow).toBe('busy');
    expect(await leftovers()).toEqual([]);
  });
});
