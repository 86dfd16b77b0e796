import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import busboy, { type Busboy } from 'busboy';
import { DomainError } from '~/models/errors';
import { UPLOAD_MAX_BYTES } from '~/models/photo/rules';
import { DISCARD_FACTOR } from './body-limit.server';
import type { RequestArgs } from './context';
import { mediaType } from './forms.server';
import type { UploadPlace } from './upload-folder.server';

const FIELDS_MAX = 10;
const FIELD_MAX_BYTES = 8 * 1024;
/** The allowance for everything but the file: fields, boundaries, headers of the parts. */
const ENVELOPE_BYTES = 128 * 1024;
/** Seconds until a retry when the disk fails. */
const DISK_RETRY_S = 60;
/** Seconds until a retry when the image queue is full. Clients wait longer each time. */
const QUEUE_RETRY_S = 5;
/** A body slower than this per minute would not complete in time. */
const LEAST_BYTES = 64 * 1024;
const LEAST_EVERY_MS = 60_000;

interface ReceivedFile {
  path: string;
  bytes: number;
}

/** A complete upload. `await using` deletes its temporary files at the end. */
export interface Upload extends AsyncDisposable {
  fields: Record<string, string>;
  /** The chosen files. */
  files: ReceivedFile[];
  /** The first one; null if no file was chosen. */
  file: ReceivedFile | null;
}

/**
 * Receives a multipart form with one or several files, which are streamed to disk and never whole in memory (rule
 * `uploads.stream`). If the image queue is full, it refuses before reading the body: in a rush, reading retries would
 * take time from uploads that wait. After an error no temporary file remains.
 * @param options.sender a user's id, or a substitute for a person without one; four uploads per sender are received at
 *   once
 * @param options.maxBytes the largest file accepted
 * @param options.maxFiles how many files are accepted; together they may have four times `maxBytes`
 * @param options.fileField the file's field; files in other fields are ignored
 * @throws DomainError file_too_large; photos_too_many where several files are accepted; unsupported_media for another
 *   content type; invalid_request for a form that is malformed, has too many or too long fields, or was cut off; busy
 *   when too many images wait, the sender has too many uploads running, is too slow, or writing to disk fails;
 *   disk_full when the disk has no room
 */
export async function receiveUpload(args: RequestArgs, options: UploadOptions): Promise<Upload> {
  const { monitor } = args.context.app;
  try {
    const upload = await receive(args, options);
    for (const { bytes } of upload.files) monitor.upload(bytes);
    return upload;
  } catch (error) {
    monitor.uploadFailed(error instanceof DomainError ? error.code : 'unknown');
    throw error;
  }
}

interface UploadOptions {
  sender: number | string;
  maxBytes?: number;
  maxFiles?: number;
  fileField?: string;
}

async function receive(
  { request, context }: RequestArgs,
  { sender, maxBytes = UPLOAD_MAX_BYTES, maxFiles = 1, fileField = 'image' }: UploadOptions,
): Promise<Upload> {
  const { parser, body } = openForm(request, { maxBytes, maxFiles });
  if (context.app.images.isFull()) {
    drop(body, maxBytes);
    const figures = context.app.images.waiting();
    throw new DomainError('busy', { retryAfter: QUEUE_RETRY_S, figures });
  }
  let place: UploadPlace | undefined;
  const pathsOf = ({ path }: UploadPlace) =>
    Array.from({ length: maxFiles }, (_, index) => (index === 0 ? path : `${path}-${index}`));
  const dispose = async () => {
    for (const path of place ? pathsOf(place) : []) await rm(path, { force: true });
  };
  try {
    place = await context.app.uploads.enter(sender);
    const target = { maxBytes, fileField, paths: pathsOf(place) };
    const { fields, files } = await readForm(parser, body, target);
    if (files.length === 0) await dispose();
    return { fields, files, file: files[0] ?? null, [Symbol.asyncDispose]: dispose };
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

function openForm(
  request: Request,
  { maxBytes, maxFiles }: { maxBytes: number; maxFiles: number },
): { parser: Busboy; body: Readable } {
  if (mediaType(request) !== 'multipart/form-data') throw new DomainError('unsupported_media');
  if (!request.body) throw new DomainError('invalid_request');
  const body = Readable.fromWeb(request.body as WebStream);
  // A client that disconnects makes the stream fail. While nothing reads it, that error would have no
  // listener and end the process. `pipeline` below still receives it.
  body.on('error', () => undefined);
  const bytes = Number(request.headers.get('Content-Length'));
  const limit = maxBytes * Math.min(maxFiles, DISCARD_FACTOR);
  if (bytes > limit + ENVELOPE_BYTES) {
    drop(body, maxBytes);
    throw new DomainError('file_too_large', { figures: { bytes, limit } });
  }
  try {
    const parser = busboy({
      headers: Object.fromEntries(request.headers),
      limits: {
        fields: FIELDS_MAX,
        fieldSize: FIELD_MAX_BYTES,
        files: maxFiles,
        // One more than allowed, because busboy truncates at its limit without saying whether there was more.
        fileSize: maxBytes + 1,
      },
    });
    return { parser, body };
  } catch (error) {
    throw new DomainError('invalid_request', { cause: error });
  }
}

/** Browsers read the response only after sending everything, so a refused body is read and discarded. */
function drop(body: Readable, maxBytes: number): void {
  pipeline(body, createBodyLimiter(maxBytes * DISCARD_FACTOR).resume()).catch(() => undefined);
}

async function readForm(
  parser: Busboy,
  body: Readable,
  target: { maxBytes: number; fileField: string; paths: string[] },
): Promise<{ fields: Record<string, string>; files: ReceivedFile[] }> {
  const fields = new Map<string, string>();
  const saving: Promise<ReceivedFile>[] = [];
  let isMalformed = false;
  let hasTooMany = false;
  const refuse = () => (isMalformed = true);

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) refuse();
    fields.set(name, value);
  });
  // Where one file is taken, a second one is no choice that a person can make.
  parser.on('filesLimit', target.paths.length > 1 ? () => (hasTooMany = true) : refuse);
  parser.on('fieldsLimit', refuse);
  parser.on('file', (name, file) => {
    const path = target.paths[saving.length];
    if (name !== target.fileField || !path) return file.on('error', refuse).resume();
    const saved = saveFile(file, path);
    // It is awaited below. Until then a failure must not be an unhandled rejection.
    saved.catch(() => undefined);
    saving.push(saved);
  });

  const reading = await settle(
    pipeline(body, createBodyLimiter(target.maxBytes * DISCARD_FACTOR), parser),
  );
  // The files may only be deleted once nothing is written to them.
  await Promise.allSettled(saving);
  if (reading.status === 'rejected') throw malformed(reading.reason);
  const saved = await Promise.all(saving);
  const { maxBytes: limit } = target;
  for (const { bytes } of saved) {
    if (bytes > limit) throw new DomainError('file_too_large', { figures: { bytes, limit } });
  }
  if (isMalformed) throw new DomainError('invalid_request');
  if (hasTooMany) throw new DomainError('photos_too_many');
  // A field without a choice sends an empty file.
  const files = saved.filter(({ bytes }) => bytes > 0);
  return { fields: Object.fromEntries(fields), files };
}

async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([promise]);
  return result;
}

/** Errors of the parser and the stream are the sender's fault. Our own domain errors stay as they are. */
function malformed(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError('invalid_request', { cause: error });
}

/** Writes a part to a new file. If the disk fails, the part is still read to its end. */
function saveFile(part: Readable, path: string): Promise<ReceivedFile> {
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
    file.on('close', () =>
      failure ? reject(failure) : resolve({ path, bytes: file.bytesWritten }),
    );
    part.pipe(file);
  });
}

/**
 * Passes this many bytes through and then aborts. It also aborts a body that arrives too slowly, because slow
 * open uploads could fill the disk.
 */
function createBodyLimiter(maxBytes: number): Transform {
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
