/** As many bytes of a file as `isWhole` looks at. */
export const HEAD_BYTES = 12;

/**
 * Whether a stored file is as long as it says itself: a WebP does so at its beginning. One that a power cut has
 * emptied or filled with zeros says nothing.
 * @param head its first bytes
 * @param size its length
 * @param stated the length that its row knows; 0 where nobody has counted
 */
export function isWhole(head: Buffer, size: number, stated = 0): boolean {
  if (size === 0 || head[0] === 0 || (stated > 0 && size !== stated)) return false;
  const isOurs = 'RIFF'.startsWith(head.toString('latin1', 0, 4));
  return !isOurs || (head.length >= 8 && size === 8 + head.readUInt32LE(4));
}
