import { crc32 } from 'node:zlib';

/** Stands in the bundle for `buffer-crc32`, of which yazl uses this alone: Node's own is ten times as fast. */
export const unsigned = (bytes: Uint8Array, before = 0): number => crc32(bytes, before);
