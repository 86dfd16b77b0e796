/** The number of bytes that `isWhole` needs. */
export const HEAD_BYTES = 12;

/**
 * Whether a stored file is complete: a WebP contains its length in the header. A file that a power cut has
 * truncated or zeroed does not.
 * @param head its first bytes
 * @param size its length
 * @param stated the length in its row; 0 if it was never measured
 */
export function isWhole(head: Buffer, size: number, stated = 0): boolean {
  if (size === 0 || head[0] === 0 || (stated > 0 && size !== stated)) return false;
  const isOurs = 'RIFF'.startsWith(head.toString('latin1', 0, 4));
  return !isOurs || (head.length >= 8 && size === 8 + head.readUInt32LE(4));
}
