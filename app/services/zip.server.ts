import {
  directoryRecord,
  directoryRecordLength,
  endRecords,
  localHeader,
  localHeaderLength,
  type ZipEntry,
} from './zip-records.server';

export type { ZipEntry } from './zip-records.server';

/** Bytes of which any piece can be read at any time. */
export interface ByteSource {
  readonly length: number;
  /**
   * Reads a piece that begins at `position`.
   * @returns how many bytes of `target` are filled: at least one, and not always as many as would fit
   */
  readInto(target: Uint8Array, position: number): Promise<number>;
}

/** Where the files of an archive come from. */
export interface ZipFiles<Entry extends ZipEntry> {
  /** CRC-32 of a file's bytes. It is asked for after the bytes where both are wanted. */
  crcOf(entry: Entry): number | Promise<number>;
  /** Fills `target` with a file's bytes from `position` on. @throws where there are fewer */
  readInto(entry: Entry, target: Uint8Array, position: number): Promise<void>;
}

/** So many files of one piece are read at the same time. */
const FILES_AT_ONCE = 8;

/**
 * A zip of files whose sizes are known, stored and not deflated (photos are compressed already), ZIP64
 * where it must be. Its bytes follow from names, sizes, times and contents alone, and no part of it is
 * kept: each piece is made when it is read. A piece ends with a file rather than within one, so that
 * who reads from front to back has each file read once.
 * @throws RangeError for a file from 4 GiB on
 */
export function layOutZip<Entry extends ZipEntry>(
  entries: readonly Entry[],
  files: ZipFiles<Entry>,
): ByteSource {
  const count = entries.length;
  // Where each part begins: files with their headers, the directory's records, the end.
  const starts = new Float64Array(2 * count + 2);
  for (const [index, entry] of entries.entries()) {
    starts[index + 1] = startOf(index) + localHeaderLength(entry) + entry.size;
  }
  for (const [index, entry] of entries.entries()) {
    const part = count + index;
    starts[part + 1] = startOf(part) + directoryRecordLength(entry, startOf(index));
  }
  const offset = startOf(count);
  const end = endRecords({ count, offset, length: startOf(2 * count) - offset });
  const length = startOf(2 * count) + end.length;
  starts[2 * count + 1] = length;

  function startOf(part: number): number {
    return starts[part] as number;
  }

  /** The part that a position lies in. */
  function partAt(position: number): number {
    let [low, high] = [0, 2 * count];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (startOf(middle) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Fills `target` with a part's bytes from `from` on. */
  async function writePart(part: number, target: Uint8Array, from: number): Promise<void> {
    const entry = entries[part % count];
    if (part === 2 * count || !entry) return copy(end, target, from);
    if (part >= count) {
      const crc = await files.crcOf(entry);
      return copy(directoryRecord(entry, crc, startOf(part - count)), target, from);
    }
    const headerLength = localHeaderLength(entry);
    const bytes = target.subarray(Math.max(0, headerLength - from));
    if (bytes.length > 0) await files.readInto(entry, bytes, Math.max(0, from - headerLength));
    if (from < headerLength) copy(localHeader(entry, await files.crcOf(entry)), target, from);
  }

  return {
    length,
    async readInto(target, position) {
      const end = Math.min(position + target.length, length);
      const parts: [part: number, target: Uint8Array, from: number][] = [];
      let at = position;
      for (let part = partAt(position); at < end; part++) {
        const stop = Math.min(startOf(part + 1), end);
        if (stop < startOf(part + 1) && at > position) break;
        const piece = target.subarray(at - position, stop - position);
        parts.push([part, piece, at - startOf(part)]);
        at = stop;
      }
      const waiting = parts.values();
      const work = async () => {
        for (const part of waiting) await writePart(...part);
      };
      await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
      return at - position;
    },
  };
}

function copy(source: Buffer, target: Uint8Array, from: number): void {
  target.set(source.subarray(from, from + target.length));
}
