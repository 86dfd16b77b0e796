import { pipeline, PassThrough, Readable } from 'node:stream';
import { ZipFile, type EndOptions, type ReadStreamOptions } from 'yazl';

/** A file as an archive tells of it. */
export interface ZipEntry {
  /** Its path in the archive; unique, with `/` between folders. */
  name: string;
  /** How many bytes it has. */
  size: number;
  modifiedAt: Date;
}

/** A file on its way into an archive whose files are known one by one. */
export interface StreamedFile extends Omit<ZipEntry, 'size'> {
  bytes: Uint8Array;
}

/** Bytes from front to back, which are made anew each time. */
export interface ByteSource {
  readonly length: number;
  /**
   * Each piece lies in memory that is used again once the next one is asked for.
   * @throws whatever the files' reading throws
   */
  read(): AsyncGenerator<Uint8Array, void>;
}

/** A plain file, for its owner to write and for everybody to read. */
const FILE_MODE = 0o100644;
/** So many files are read before it is their turn. */
const FILES_AHEAD = 4;
/** Memory is taken in multiples of this, so that files of different sizes can have the same. */
const MEMORY_BYTES = 256 * 1024;
/** At least what the directory has of a file besides its name; more does no harm. */
const RECORD_BYTES = 64;
const COUNTED_AS_ZIP64 = 0xffff;

/** DOS' times know no zone and yazl writes the server's own; all servers have to write the same bytes. */
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

/** Stored and not deflated: photos are compressed already. */
function optionsOf(modifiedAt: Date): Partial<ReadStreamOptions> {
  return { mtime: new UtcDate(modifiedAt), mode: FILE_MODE, compress: false };
}

/**
 * A zip of files whose sizes are known, in their order. Its bytes follow from names, sizes, times and contents
 * alone, and no part of it is kept.
 * @param readInto fills `target`, which is as long as the file. @throws where there are fewer bytes
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
  // Its types do not know of the number.
  zip.end(endOf(entries), tell as () => void);
  return length;
}

/**
 * yazl 3.3 counts ZIP64's records at the end from a directory of 64 KB on, and writes them from 4 GB on: where it
 * counts them they are asked for, so that the length is right.
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
    // Its failure is told when it is its turn, and to nobody if that never comes.
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
      // A stream that is closed takes all without waiting: without a reader nothing more is read.
      if (output.destroyed) return;
      take(index).then(
        (bytes) => output.destroyed || give(null, streamOf(bytes)),
        (error: Error) => output.destroy(error),
      );
    });
  }
  zip.end(endOf(entries));

  // As objects the pieces stay what they are, instead of being copied into one.
  const pieces = new PassThrough({ readableObjectMode: true, highWaterMark: 1 });
  pipeline(output, pieces, () => undefined);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    yield piece;
    memory.giveBack(piece);
  }
}

/** A file in one piece. */
function streamOf(bytes: Buffer): Readable {
  const stream = new Readable({
    read() {
      stream.push(bytes);
      stream.push(null);
    },
  });
  return stream;
}

/** Memory that is used again: the garbage collector gives back that of a gigabyte of new pieces too late. */
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
 * A zip of files that are known one by one: its bytes from front to back. The next file is asked for once the one
 * before was taken. Each is whole before its header is written, so its length and checksum stand in front.
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
