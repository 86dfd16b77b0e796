const COMMENT = 0xfe;

/** Whether bytes begin as a JPEG file does. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/**
 * The same JPEG picture with a comment in it, behind the EXIF data: another file to whoever
 * compares bytes.
 */
export function withComment(bytes: Uint8Array, comment: string): Uint8Array {
  const text = new TextEncoder().encode(comment);
  const length = text.length + 2;
  const at = endOfApplicationData(bytes);
  return Buffer.concat([
    bytes.subarray(0, at),
    Uint8Array.of(0xff, COMMENT, length >> 8, length & 0xff),
    text,
    bytes.subarray(at),
  ]);
}

/** Behind the start marker and the APP0 to APP15 segments that follow it. */
function endOfApplicationData(bytes: Uint8Array): number {
  let at = 2;
  while (bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf0) === 0xe0) {
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return at;
}
