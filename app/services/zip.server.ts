import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

/** A plain file, for its owner to write and for everybody to read. */
const FILE_MODE = 0o100644;

/** A file as it goes into an archive. */
export interface ZipEntry {
  /** Its path in the archive; unique, with `/` between folders. */
  name: string;
  bytes: Uint8Array;
  modifiedAt: Date;
}

/**
 * Packs files into a zip, stored and not deflated (photos are compressed already), ZIP64 where it
 * must be. The next file is asked for only once the one before has been read by whoever reads the
 * zip, so that one is in memory at a time. Destroying the stream ends `files`; an error of `files`
 * destroys the stream, which then has no end that a reader could take for a whole archive.
 */
export function zipStream(files: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(pack(files), { objectMode: false });
}

async function* pack(files: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  // yazl writes into this without ever waiting: it is emptied after each file instead.
  const output = zip.outputStream as PassThrough;
  for await (const { name, bytes, modifiedAt } of files) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    zip.addBuffer(buffer, name, { compress: false, mtime: modifiedAt, mode: FILE_MODE });
    forgetBytes(zip);
    for (let chunk = output.read(); chunk !== null; chunk = output.read()) yield chunk as Buffer;
  }
  zip.end();
  yield* output as AsyncIterable<Buffer>;
}

/**
 * yazl keeps every entry for the directory at the end of the archive, and with each, in the closure
 * that wrote it, the file's bytes. Written they are by now.
 */
function forgetBytes(zip: ZipFile): void {
  const { entries } = zip as unknown as { entries: { doFileDataPump: unknown }[] };
  const last = entries.at(-1);
  if (last) last.doFileDataPump = undefined;
}
