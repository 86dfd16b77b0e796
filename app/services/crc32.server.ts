import { crc32 } from 'node:zlib';

/**
 * Replaces `buffer-crc32` in the bundle. yazl uses only this function of it, and Node's own is ten times as
 * fast.
 */
export const unsigned = (bytes: Uint8Array, before = 0): number => crc32(bytes, before);
