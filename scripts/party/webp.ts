/** What the head of a WebP file says. Sizes are in pixels. */
export interface WebpHead {
  width: number;
  height: number;
  /** The four-letter names of its parts; `EXIF` and `XMP ` would be metadata. */
  chunks: string[];
}

/** Reads the parts of a WebP file (RIFF container); null when it is not one, or is cut off. */
export function readWebp(bytes: Uint8Array): WebpHead | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < 20 || nameAt(data, 0) !== 'RIFF' || nameAt(data, 8) !== 'WEBP') return null;
  if (data.readUInt32LE(4) + 8 > data.length) return null;
  const chunks: string[] = [];
  let size: { width: number; height: number } | null = null;
  for (let at = 12; at + 8 <= data.length;) {
    const name = nameAt(data, at);
    const length = data.readUInt32LE(at + 4);
    if (at + 8 + length > data.length) return null;
    chunks.push(name);
    size ??= sizeOf(name, data.subarray(at + 8, at + 8 + length));
    at += 8 + length + (length % 2);
  }
  return size && { ...size, chunks };
}

function nameAt(data: Buffer, at: number): string {
  return data.toString('latin1', at, at + 4);
}

function sizeOf(name: string, part: Buffer): { width: number; height: number } | null {
  if (name === 'VP8X' && part.length >= 10) {
    return { width: part.readUIntLE(4, 3) + 1, height: part.readUIntLE(7, 3) + 1 };
  }
  if (name === 'VP8 ' && part.length >= 10) {
    return { width: part.readUInt16LE(6) & 0x3fff, height: part.readUInt16LE(8) & 0x3fff };
  }
  if (name === 'VP8L' && part.length >= 5) {
    const bits = part.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return null;
}
