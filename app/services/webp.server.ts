/** Of a lossy WebP's frame (RFC 6386, 9.1): a tag of three bytes, a start code, width and height. */
const FRAME_HEAD_BYTES = 10;
const START_CODE = 0x2a019d;
/** More than an encoder leaves unread at the end of a part. */
const SLACK_BYTES = 4;
const CHUNK_HEAD_BYTES = 8;
const RIFF_HEAD_BYTES = 12;
/** Chunks that a picture lies in which we do not take as it is: lossless, transparent, moving. */
const OTHER_PICTURES = ['VP8L', 'ALPH', 'ANIM', 'ANMF'];

/** A picture's frame, and nothing around it. */
export interface Frame {
  width: number;
  height: number;
  /** The content of its `VP8 ` chunk. */
  data: Buffer;
}

/**
 * Finds the one lossy, opaque, unmoving picture of a WebP file.
 * @returns null for every other file, and for those in which anything does not add up
 */
export function findFrame(file: Buffer): Frame | null {
  if (file.length < RIFF_HEAD_BYTES || file.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (file.toString('latin1', 8, 12) !== 'WEBP') return null;
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) return null;
  let data: Buffer | null = null;
  let at = RIFF_HEAD_BYTES;
  while (at + CHUNK_HEAD_BYTES <= end) {
    const kind = file.toString('latin1', at, at + 4);
    const start = at + CHUNK_HEAD_BYTES;
    const length = file.readUInt32LE(at + 4);
    if (start + length > end || OTHER_PICTURES.includes(kind)) return null;
    if (kind === 'VP8 ') {
      if (data) return null;
      data = file.subarray(start, start + length);
    }
    at = start + length + (length % 2);
  }
  return data && readFrame(data);
}

/** Makes a WebP file of a frame alone. */
export function wrapFrame(data: Buffer): Buffer {
  const padding = Buffer.alloc(data.length % 2);
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8 \0\0\0\0', 'latin1');
  head.writeUInt32LE(4 + CHUNK_HEAD_BYTES + data.length + padding.length, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data, padding]);
}

/**
 * Makes two files that cannot be decoded unless a frame holds bytes that no decoder reads: its first
 * part (modes) without its last bytes, and its second (coefficients) without them. An encoder leaves
 * up to three behind each. The one for the modes has no coefficients, so that its decoding costs next to
 * nothing: zeros end each block at once, and there are enough for any probabilities.
 */
export function shortenFrame({ width, height, data }: Frame): [Buffer, Buffer] {
  const tag = data.readUIntLE(0, 3);
  const firstEnd = FRAME_HEAD_BYTES + (tag >> 5);
  const modes = Buffer.from(data.subarray(0, firstEnd - SLACK_BYTES));
  modes.writeUIntLE(tag - (SLACK_BYTES << 5), 0, 3);
  const blocks = 25 * Math.ceil(width / 16) * Math.ceil(height / 16);
  const zeros = Buffer.alloc(blocks + 64);
  const whole = data.subarray(0, data.length - SLACK_BYTES);
  return [wrapFrame(Buffer.concat([modes, zeros])), wrapFrame(whole)];
}

function readFrame(data: Buffer): Frame | null {
  if (data.length < FRAME_HEAD_BYTES) return null;
  const tag = data.readUIntLE(0, 3);
  const [isMoving, isShown, firstBytes] = [tag & 1, (tag >> 4) & 1, tag >> 5];
  const [width, height] = [data.readUInt16LE(6), data.readUInt16LE(8)];
  // The upper two bits would be a scale, which no decoder of WebP knows.
  const isPlain = width > 0 && height > 0 && width < 1 << 14 && height < 1 << 14;
  if (isMoving || !isShown || !isPlain || data.readUIntLE(3, 3) !== START_CODE) return null;
  const firstEnd = FRAME_HEAD_BYTES + firstBytes;
  if (firstBytes < SLACK_BYTES || firstEnd + SLACK_BYTES > data.length) return null;
  const hasOnePart = countParts(data.subarray(FRAME_HEAD_BYTES, firstEnd)) === 1;
  return hasOnePart ? { width, height, data } : null;
}

/** In how many parts the coefficients lie, by the frame's header (RFC 6386, 9.2 to 9.5). */
function countParts(first: Buffer): number {
  const read = readBits(first);
  /** What may be there or not, behind a bit that says so. */
  const skip = (...lengths: number[]) => {
    for (const bits of lengths) if (read(1)) read(bits);
  };
  read(2); // colour space, clamping
  if (read(1)) {
    const [hasMap, hasData] = [read(1), read(1)];
    if (hasData) {
      read(1);
      skip(8, 8, 8, 8); // quantizers, with their signs
      skip(7, 7, 7, 7); // filter levels, with their signs
    }
    if (hasMap) skip(8, 8, 8);
  }
  read(1 + 6 + 3); // the loop filter
  if (read(1) && read(1)) skip(7, 7, 7, 7, 7, 7, 7, 7);
  return 1 << read(2);
}

/** Reads numbers of so many bits that are as often 0 as 1, behind VP8's arithmetic coding (RFC 6386, 7). */
function readBits(bytes: Buffer): (count: number) => number {
  let at = 2;
  let value = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  let range = 255;
  let shifts = 0;
  const readBit = () => {
    const split = 1 + ((range - 1) >> 1);
    const bit = value >= split << 8 ? 1 : 0;
    range = bit ? range - split : split;
    if (bit) value -= split << 8;
    while (range < 128) {
      value <<= 1;
      range <<= 1;
      shifts += 1;
      if (shifts % 8 === 0) value |= bytes[at++] ?? 0;
    }
    return bit;
  };
  return (count) => {
    let number = 0;
    for (let bit = 0; bit < count; bit += 1) number = (number << 1) | readBit();
    return number;
  };
}
