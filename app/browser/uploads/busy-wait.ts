const LONGEST_MS = 60_000;

/**
 * How long to wait before sending something again that did not arrive: what the server asks for, twice as
 * long each time, a minute at most, and for everybody another time, so that those who were sent away
 * together don't come back together.
 * @param tries how often it was sent, from 1
 * @param retryAfter seconds, as the server's `Retry-After` says; where it says nothing, what one takes
 *   instead
 * @param random from 0 up to 1
 * @returns milliseconds
 */
export function waitBeforeNext(tries: number, retryAfter: number, random = Math.random()): number {
  const asked = Math.max(1, retryAfter) * 1000 * 2 ** (tries - 1);
  return Math.min(asked, LONGEST_MS) * (1 + random / 2);
}
