import { createHash } from 'node:crypto';

/** A few letters that are others when what they stand for is another (rule `screens.polling`). */
export function markOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
}
