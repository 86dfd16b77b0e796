import { crc32 } from 'node:zlib';
import { directoryRecord, endRecords, localHeader, type ZipEntry } from './zip-records.server';

/** A file on its way into a zip. */
export interface StreamedFile {
  /** Its path in the zip; unique, with `/` between folders. */
  name: string;
  bytes: Uint8Array;
  modifiedAt: Date;
}

/**
 * A zip of files that are known one by one, stored and not deflated, ZIP64 where it must be: its bytes from
 * front to back. The next file is asked for once the one before was taken. Each file is whole before its header
 * is written, so its length and checksum stand in front as in any other zip.
 * @throws RangeError for a file from 4 GiB on, and whatever `files` throws
 */
export async function* streamZip(
  files: AsyncIterable<StreamedFile>,
): AsyncGenerator<Uint8Array, void> {
  const records: [entry: ZipEntry, crc: number, offset: number][] = [];
  let offset = 0;
  for await (const { name, bytes, modifiedAt } of files) {
    const entry = { name, size: bytes.length, modifiedAt };
    const crc = crc32(bytes);
    const header = localHeader(entry, crc);
    records.push([entry, crc, offset]);
    offset += header.length + bytes.length;
    yield header;
    yield bytes;
  }
  const directory = Buffer.concat(records.map((record) => directoryRecord(...record)));
  yield directory;
  yield endRecords({ count: records.length, offset, length: directory.length });
}
