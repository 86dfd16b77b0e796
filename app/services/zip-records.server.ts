// The records of a zip archive whose files are stored and not deflated, as APPNOTE.TXT of PKWARE lays
// them out; all numbers little-endian.

/** A file as the archive's records tell of it. */
export interface ZipEntry {
  /** Its path in the archive; unique, with `/` between folders. */
  name: string;
  /** How many bytes it has. */
  size: number;
  modifiedAt: Date;
}

/** From here on a field of 32 bits only says that a ZIP64 field has the number. */
const TOO_LARGE = 0xffff_ffff;
const TOO_MANY = 0xffff;
/** Version 2.0 of the format, 4.5 for ZIP64. */
const VERSION = 20;
const VERSION_ZIP64 = 45;
const MADE_BY_UNIX = 3 << 8;
/** The name is in UTF-8. */
const FLAGS = 0x0800;
/** A plain file, for its owner to write and for everybody to read. */
const FILE_MODE = 0o100644;
/** An extra field with the time in seconds of 1970, which knows no time zone: DOS' own has none. */
const TIME_BYTES = 9;
const OFFSET_BYTES = 12;
const END_BYTES = 22;
const END_ZIP64_BYTES = 56;
const LOCATOR_BYTES = 20;

/**
 * How long the header in front of a file is.
 * @throws RangeError for a file that only ZIP64 could hold, or a name that nothing could
 */
export function localHeaderLength({ name, size }: ZipEntry): number {
  const nameBytes = Buffer.byteLength(name);
  if (size >= TOO_LARGE || nameBytes > TOO_MANY) throw new RangeError(`${name} is too large`);
  return 30 + nameBytes + TIME_BYTES;
}

/** The header in front of a file, with its length and checksum. */
export function localHeader(entry: ZipEntry, crc: number): Buffer {
  const header = Buffer.allocUnsafe(localHeaderLength(entry));
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry, { crc, version: VERSION, extraBytes: TIME_BYTES });
  const end = 30 + header.write(entry.name, 30);
  writeTime(header, end, entry);
  return header;
}

/** How long a file's record in the directory is. @param offset where its header begins */
export function directoryRecordLength({ name }: ZipEntry, offset: number): number {
  return 46 + Buffer.byteLength(name) + TIME_BYTES + (offset >= TOO_LARGE ? OFFSET_BYTES : 0);
}

/** A file's record in the directory. @param offset where its header begins */
export function directoryRecord(entry: ZipEntry, crc: number, offset: number): Buffer {
  const record = Buffer.alloc(directoryRecordLength(entry, offset));
  const isFar = offset >= TOO_LARGE;
  const version = isFar ? VERSION_ZIP64 : VERSION;
  const extraBytes = TIME_BYTES + (isFar ? OFFSET_BYTES : 0);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX | version, 4);
  writeCommon(record, 6, entry, { crc, version, extraBytes });
  record.writeUInt32LE(FILE_MODE * 0x10000, 38);
  record.writeUInt32LE(isFar ? TOO_LARGE : offset, 42);
  const end = 46 + record.write(entry.name, 46);
  writeTime(record, end, entry);
  if (isFar) {
    record.writeUInt16LE(0x0001, end + TIME_BYTES);
    record.writeUInt16LE(8, end + TIME_BYTES + 2);
    record.writeBigUInt64LE(BigInt(offset), end + TIME_BYTES + 4);
  }
  return record;
}

/** Where the directory lies, and how many files it has. */
export interface Directory {
  count: number;
  offset: number;
  length: number;
}

/** What stands at an archive's very end, with ZIP64's own two records where they are needed. */
export function endRecords({ count, offset, length }: Directory): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, TOO_MANY), 8);
  end.writeUInt16LE(Math.min(count, TOO_MANY), 10);
  end.writeUInt32LE(Math.min(length, TOO_LARGE), 12);
  end.writeUInt32LE(Math.min(offset, TOO_LARGE), 16);
  if (count < TOO_MANY && length < TOO_LARGE && offset < TOO_LARGE) return end;

  const large = Buffer.alloc(END_ZIP64_BYTES);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(BigInt(END_ZIP64_BYTES - 12), 4);
  large.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12);
  large.writeUInt16LE(VERSION_ZIP64, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(LOCATOR_BYTES);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}

/** The fields that a file's header and its record in the directory have in common. */
function writeCommon(
  target: Buffer,
  at: number,
  { name, size, modifiedAt }: ZipEntry,
  { crc, version, extraBytes }: { crc: number; version: number; extraBytes: number },
): void {
  target.writeUInt16LE(version, at);
  target.writeUInt16LE(FLAGS, at + 2);
  target.writeUInt16LE(0, at + 4);
  target.writeUInt32LE(dosTime(modifiedAt), at + 6);
  target.writeUInt32LE(crc, at + 10);
  target.writeUInt32LE(size, at + 14);
  target.writeUInt32LE(size, at + 18);
  target.writeUInt16LE(Buffer.byteLength(name), at + 22);
  target.writeUInt16LE(extraBytes, at + 24);
}

function writeTime(target: Buffer, at: number, { modifiedAt }: ZipEntry): void {
  target.writeUInt16LE(0x5455, at);
  target.writeUInt16LE(TIME_BYTES - 4, at + 2);
  target.writeUInt8(1, at + 4);
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  target.writeInt32LE(Math.max(-0x8000_0000, Math.min(seconds, 0x7fff_ffff)), at + 5);
}

/** In UTC, whatever the server's own zone is: all servers have to write the same. Years 1980 to 2107. */
function dosTime(at: Date): number {
  const year = Math.max(1980, Math.min(at.getUTCFullYear(), 2107));
  const day = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 0x10000 + time;
}
