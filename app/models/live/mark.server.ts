import { createHash } from 'node:crypto';

/** A short hash that changes whenever the value changes (rule `screens.polling`). */
export function markOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
}
