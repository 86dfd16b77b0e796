const LONGEST_MS = 60_000;
/** Together about ten minutes, where the server asks for five seconds. */
const TRIES = 12;

/**
 * How long to wait before sending something again that the server had no place for: what it asks for,
 * twice as long each time, and for everybody another time, so that those who were sent away together don't
 * come back together.
 * @param tries how often it was sent, from 1
 * @param retryAfter seconds, as the server's `Retry-After` says
 * @param random from 0 up to 1
 * @returns milliseconds; null when it is time to give up, or nothing was said of coming back
 */
export function waitBeforeNext(
  tries: number,
  retryAfter: number,
  random = Math.random(),
): number | null {
  if (tries >= TRIES || !(retryAfter >= 0)) return null;
  const asked = Math.max(1, retryAfter) * 1000 * 2 ** (tries - 1);
  return Math.min(asked, LONGEST_MS) * (1 + random / 2);
}
