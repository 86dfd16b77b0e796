const LONGEST_MS = 60_000;

/**
 * How long to wait before something is sent again: what the server asks for, twice as long each time, at most
 * a minute. The time is random for each client, so that clients that were refused together do not return
 * together.
 * @param tries how often it was sent, from 1
 * @param retryAfter the seconds of the server's `Retry-After`, or a default if it has none
 * @param random from 0 up to 1
 * @returns milliseconds
 */
export function waitBeforeNext(tries: number, retryAfter: number, random = Math.random()): number {
  const asked = Math.max(1, retryAfter) * 1000 * 2 ** (tries - 1);
  return Math.min(asked, LONGEST_MS) * (1 + random / 2);
}
