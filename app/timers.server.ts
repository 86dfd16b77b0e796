/** The longest delay of Node's timers. A longer one fires after a millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Limits every timer of this process. When the clock is set back by a month, the PostgreSQL inside PGlite sets a timer
 * with a delay beyond Node's limit. Node fires it immediately, PGlite finds that it is too early and sets it again, a
 * thousand times a second.
 */
export function boundTimers(): void {
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply: (set, self, [work, ms, ...given]) =>
      Reflect.apply(set, self, [work, ms > LONGEST_MS ? LONGEST_MS : ms, ...given]),
  });
}
