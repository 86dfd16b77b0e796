import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import busboy, { type Busboy } from 'busboy';
import { DomainError } from '~/models/errors';
import { UPLOAD_MAX_BYTES } from '~/models/photo';
import { DISCARD_FACTOR } from './body-limit.server';
import type { RequestArgs } from './context';
import { mediaType } from './forms.server';
import type { UploadPlace } from './upload-folder.server';

const FIELDS_MAX = 10;
const FIELD_MAX_BYTES = 8 * 1024;
/** What a form may weigh beside its file: fields, boundaries, headers of the parts. */
const ENVELOPE_BYTES = 128 * 1024;
/** A full disk takes a while to be noticed. */
const DISK_RETRY_S = 60;
/** When to come back where there is no place for another image; whoever does waits longer each time. */
const QUEUE_RETRY_S = 5;
/** A body that brings less in a minute would not be whole before its time is up. */
const LEAST_BYTES = 64 * 1024;
const LEAST_EVERY_MS = 60_000;

/** An upload that was received whole; `await using` removes its temporary file at the end. */
export interface Upload extends AsyncDisposable {
  fields: Record<string, string>;
  /** Null when none was chosen. */
  file: { path: string; bytes: number } | null;
}

/**
 * Receives a multipart form with one file, which goes straight to disk and never whole into memory
 * (rule `uploads.stream`). Where no further image can be taken, it says so before it reads one: in a rush
 * those who come back would cost the time that the others wait for. Whatever it throws, no temporary file
 * stays.
 * @param options.userId whose upload it is: of one person four are received at once
 * @param options.maxBytes the largest file taken
 * @param options.fileField the file's field; files in others are ignored
 * @throws DomainError file_too_large; unsupported_media for another kind of body; invalid_request
 *   for one that is malformed, has too many or too long fields, or was broken off; busy when too
 *   many images wait, the sender has too many bodies on their way, is too slow, or the disk does not take it;
 *   disk_full where it has no room
 */
export async function receiveUpload(
  { request, context }: RequestArgs,
  {
    userId,
    maxBytes = UPLOAD_MAX_BYTES,
    fileField = 'image',
  }: { userId: number; maxBytes?: number; fileField?: string },
): Promise<Upload> {
  const { parser, body } = openForm(request, maxBytes);
  if (context.app.images.isFull()) {
    drop(body, maxBytes);
    const figures = context.app.images.waiting();
    throw new DomainError('busy', { retryAfter: QUEUE_RETRY_S, figures });
  }
  let place: UploadPlace | undefined;
  const dispose = async () => place && (await rm(place.path, { force: true }));
  try {
    place = await context.app.uploads.enter(userId);
    const { path } = place;
    const { fields, bytes } = await readForm(parser, body, { maxBytes, fileField, path });
    const file = bytes > 0 ? { path, bytes } : null;
    if (!file) await dispose();
    return { fields, file, [Symbol.asyncDispose]: async () => void (await dispose()) };
  } catch (error) {
    await dispose();
    if (!place) drop(body, maxBytes);
    if (error instanceof DomainError) throw error;
    context.log.error({ err: error }, 'an upload could not be saved');
    throw new DomainError('busy', { retryAfter: DISK_RETRY_S, cause: error });
  } finally {
    place?.leave();
  }
}

function openForm(request: Request, maxBytes: number): { parser: Busboy; body: Readable } {
  if (mediaType(request) !== 'multipart/form-data') throw new DomainError('unsupported_media');
  if (!request.body) throw new DomainError('invalid_request');
  const body = Readable.fromWeb(request.body as WebStream);
  // A sender who disconnects makes the stream fail. While nothing reads it, that error would have no
  // listener and end the process; `pipeline` below gets it all the same.
  body.on('error', () => undefined);
  const bytes = Number(request.headers.get('Content-Length'));
  if (bytes > maxBytes + ENVELOPE_BYTES) {
    drop(body, maxBytes);
    throw new DomainError('file_too_large', { figures: { bytes, limit: maxBytes } });
  }
  try {
    const parser = busboy({
      headers: Object.fromEntries(request.headers),
      limits: {
        fields: FIELDS_MAX,
        fieldSize: FIELD_MAX_BYTES,
        files: 1,
        // One more than is taken, for busboy cuts at its limit without saying if there was more.
        fileSize: maxBytes + 1,
      },
    });
    return { parser, body };
  } catch (error) {
    throw new DomainError('invalid_request', { cause: error });
  }
}

/** Browsers read an answer only after they have sent everything, so what nobody wants is read and dropped. */
function drop(body: Readable, maxBytes: number): void {
  pipeline(body, upTo(maxBytes * DISCARD_FACTOR).resume()).catch(() => undefined);
}

async function readForm(
  parser: Busboy,
  body: Readable,
  target: { maxBytes: number; fileField: string; path: string },
): Promise<{ fields: Record<string, string>; bytes: number }> {
  const fields = new Map<string, string>();
  let saving = Promise.resolve(0);
  let isMalformed = false;
  const refuse = () => (isMalformed = true);

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) refuse();
    fields.set(name, value);
  });
  parser.on('fieldsLimit', refuse).on('filesLimit', refuse);
  parser.on('file', (name, file) => {
    if (name !== target.fileField) return file.on('error', refuse).resume();
    saving = saveFile(file, target.path);
    // It is waited for below; until then a failure must not count as unhandled.
    saving.catch(() => undefined);
  });

  const reading = await settle(pipeline(body, upTo(target.maxBytes * DISCARD_FACTOR), parser));
  // Only when nothing is written any more may the file be removed.
  const saved = await settle(saving);
  if (reading.status === 'rejected') throw malformed(reading.reason);
  if (saved.status === 'rejected') throw saved.reason;
  const bytes = saved.value;
  if (bytes > target.maxBytes) {
    throw new DomainError('file_too_large', { figures: { bytes, limit: target.maxBytes } });
  }
  if (isMalformed) throw new DomainError('invalid_request');
  return { fields: Object.fromEntries(fields), bytes };
}

async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

/** The parser's and the stream's errors are the sender's fault; a refusal of ours stays what it is. */
function malformed(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError('invalid_request', { cause: error });
}

/** Writes a part to a new file; when the disk fails, the part is still read to its end. */
function saveFile(part: Readable, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    let failure: unknown = null;
    part.on('error', (error) => {
      failure = malformed(error);
      file.destroy();
    });
    file.on('error', (error) => {
      failure ??= error;
      part.resume();
    });
    file.on('close', () => (failure ? reject(failure) : resolve(file.bytesWritten)));
    part.pipe(file);
  });
}

/**
 * Lets so many bytes pass and then breaks off, and so it does with a body that comes too slowly: whoever holds
 * some open could fill the disk with what never ends.
 */
function upTo(maxBytes: number): Transform {
  let bytes = 0;
  let before = 0;
  const timer = setInterval(() => {
    const figures = { bytes: bytes - before, least: LEAST_BYTES };
    if (figures.bytes < LEAST_BYTES) {
      through.destroy(new DomainError('busy', { retryAfter: QUEUE_RETRY_S, figures }));
    }
    before = bytes;
  }, LEAST_EVERY_MS);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const figures = { bytes, limit: maxBytes };
      done(bytes > maxBytes ? new DomainError('file_too_large', { figures }) : null, chunk);
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
  });
  return through;
}
