import { randomBytes } from 'node:crypto';
import { STORED_VARIANTS, type StoredVariant } from './store';

/** 128 bits, which base64url writes in 22 characters of `A-Za-z0-9_-`. */
const RANDOM_BYTES = 16;
const FILE_NAME = /^([\w-]{22})(?:-(1080|720|640|320))?\.webp$/;

/**
 * The key of a new image of an event: `<eventId>/<random>`. Nobody can guess it. A changed image gets a new
 * key, so browsers may cache its files for ever.
 */
export function newImageKey(eventId: number): string {
  return `${eventId}/${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** The file of one variant: `<key>.webp`, `<key>-1080.webp`, `<key>-720.webp`, `<key>-320.webp`. */
export function fileOf(key: string, variant: StoredVariant): string {
  return variant === 'full' ? `${key}.webp` : `${key}-${variant}.webp`;
}

/**
 * Parses the last two parts of a URL under /media. The random part has a fixed length, so one that ends in
 * `-720` is not mistaken for a thumbnail.
 * @returns null for anything that `fileOf` does not write
 */
export function parseFile(
  eventId: string,
  file: string,
): { key: string; variant: StoredVariant } | null {
  const match = FILE_NAME.exec(file);
  if (!match || !/^[1-9]\d{0,14}$/.test(eventId)) return null;
  const variant = STORED_VARIANTS.find((one) => String(one) === match[2]) ?? 'full';
  return { key: `${eventId}/${match[1]}`, variant };
}
