import { pipeline, PassThrough, Readable } from 'node:stream';
import { ZipFile, type EndOptions, type ReadStreamOptions } from 'yazl';

/** A file's entry in an archive. */
export interface ZipEntry {
  /** Its path in the archive: unique, with `/` between folders. */
  name: string;
  /** Its size in bytes. */
  size: number;
  modifiedAt: Date;
}

/** A file to add to an archive that is built file by file. */
export interface StreamedFile extends Omit<ZipEntry, 'size'> {
  bytes: Uint8Array;
}

/** Bytes that are produced again on each read. */
export interface ByteSource {
  readonly length: number;
  /**
   * The memory of each piece is reused once the next one is requested.
   * @throws whatever reading the files throws
   */
  read(): AsyncGenerator<Uint8Array, void>;
}

/** A regular file, writable by its owner and readable by everybody. */
const FILE_MODE = 0o100644;
/** The number of files that are read ahead. */
const FILES_AHEAD = 4;
/** Memory is allocated in multiples of this, so that files of different sizes can reuse it. */
const MEMORY_BYTES = 256 * 1024;
/** A lower bound for the size of a directory record without the name; a higher value does no harm. */
const RECORD_BYTES = 64;
const COUNTED_AS_ZIP64 = 0xffff;

/**
 * DOS times have no time zone, and yazl writes the server's local time. All servers must write the same
 * bytes.
 */
class UtcDate extends Date {
  override getFullYear(): number {
    return this.getUTCFullYear();
  }
  override getMonth(): number {
    return this.getUTCMonth();
  }
  override getDate(): number {
    return this.getUTCDate();
  }
  override getHours(): number {
    return this.getUTCHours();
  }
  override getMinutes(): number {
    return this.getUTCMinutes();
  }
  override getSeconds(): number {
    return this.getUTCSeconds();
  }
}

/** Stored without compression, because photos are compressed already. */
function optionsOf(modifiedAt: Date): Partial<ReadStreamOptions> {
  return { mtime: new UtcDate(modifiedAt), mode: FILE_MODE, compress: false };
}

/**
 * A zip of files whose sizes are known, in order. Its bytes depend only on names, sizes, times and contents,
 * and no part of it is stored.
 * @param readInto fills `target`, which has the file's length; throws if the file is shorter
 */
export function zipOf<Entry extends ZipEntry>(
  entries: readonly Entry[],
  readInto: (entry: Entry, target: Uint8Array) => Promise<void>,
): ByteSource {
  return { length: lengthOf(entries), read: () => readZip(entries, readInto) };
}

function lengthOf(entries: readonly ZipEntry[]): number {
  const zip = new ZipFile();
  for (const { name, size, modifiedAt } of entries) {
    zip.addReadStreamLazy(name, { ...optionsOf(modifiedAt), size }, () => undefined);
  }
  let length = -1;
  const tell = (total: number) => void (length = total);
  // Its types lack this parameter.
  zip.end(endOf(entries), tell as () => void);
  return length;
}

/**
 * yazl 3.3 includes the ZIP64 end records in its length from a directory of 64 KB on, but writes them only
 * from 4 GB on. Forcing them makes the length right.
 */
function endOf(entries: readonly ZipEntry[]): EndOptions {
  const directory = entries.reduce(
    (sum, { name }) => sum + RECORD_BYTES + Buffer.byteLength(name),
    0,
  );
  return { forceZip64Format: directory >= COUNTED_AS_ZIP64, comment: '' };
}

async function* readZip<Entry extends ZipEntry>(
  entries: readonly Entry[],
  readInto: (entry: Entry, target: Uint8Array) => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));

  const memory = createMemory();
  const ahead = new Map<number, Promise<Buffer>>();
  const begin = (index: number) => {
    const entry = entries[index];
    if (!entry || ahead.has(index)) return;
    const bytes = memory.take(entry.size);
    const reading = readInto(entry, bytes).then(() => bytes);
    // A failure is reported when the file's turn comes; it must not be an unhandled rejection before.
    reading.catch(() => undefined);
    ahead.set(index, reading);
  };
  const take = async (index: number) => {
    for (let next = index; next <= index + FILES_AHEAD; next++) begin(next);
    const bytes = await ahead.get(index);
    ahead.delete(index);
    return bytes as Buffer;
  };
  for (const [index, { name, size, modifiedAt }] of entries.entries()) {
    zip.addReadStreamLazy(name, { ...optionsOf(modifiedAt), size }, (give) => {
      // A closed stream consumes everything without backpressure, so nothing more is read without a reader.
      if (output.destroyed) return;
      take(index).then(
        (bytes) => output.destroyed || give(null, streamOf(bytes)),
        (error: Error) => output.destroy(error),
      );
    });
  }
  zip.end(endOf(entries));

  // In object mode, pieces are passed on instead of being copied together.
  const pieces = new PassThrough({ readableObjectMode: true, highWaterMark: 1 });
  pipeline(output, pieces, () => undefined);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    yield piece;
    memory.giveBack(piece);
  }
}

/** A stream that delivers a file in one piece. */
function streamOf(bytes: Buffer): Readable {
  const stream = new Readable({
    read() {
      stream.push(bytes);
      stream.push(null);
    },
  });
  return stream;
}

/** Reuses buffers: the garbage collector frees a gigabyte of new ones too late. */
function createMemory() {
  const spare: Buffer[] = [];
  const taken = new Map<ArrayBufferLike, Buffer>();
  return {
    take(size: number): Buffer {
      const before = spare.pop();
      const isEnough = before !== undefined && before.length >= size;
      const length = Math.ceil(size / MEMORY_BYTES) * MEMORY_BYTES;
      const memory = isEnough ? before : Buffer.from(new ArrayBuffer(length));
      taken.set(memory.buffer, memory);
      return memory.subarray(0, size);
    },
    giveBack({ buffer }: Buffer): void {
      const memory = taken.get(buffer);
      if (memory && taken.delete(buffer)) spare.push(memory);
    },
  };
}

/**
 * A zip of files that are produced one by one. The next file is requested after the previous one was
 * consumed. Each is complete before its header is written, so the header contains its length and checksum.
 * @throws whatever `files` throws
 */
export async function* streamZip(
  files: AsyncIterable<StreamedFile>,
): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  for await (const { name, bytes, modifiedAt } of files) {
    const { buffer, byteOffset, byteLength } = bytes;
    zip.addBuffer(Buffer.from(buffer, byteOffset, byteLength), name, optionsOf(modifiedAt));
    for (let piece = readFrom(output); piece; piece = readFrom(output)) yield piece;
  }
  zip.end();
  yield* output as AsyncIterable<Buffer>;
}

function readFrom(output: Readable): Buffer | null {
  return output.read() as Buffer | null;
}
