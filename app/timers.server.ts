/** The longest time that Node's timers know; with more they fire after a millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Bounds every timer of this process. Where the clock is set back by a month, the PostgreSQL inside PGlite sets
 * one that Node lets fire at once, finds that it is not time yet, and sets it again, a thousand times a second.
 */
export function boundTimers(): void {
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply: (set, self, [work, ms, ...given]) =>
      Reflect.apply(set, self, [work, ms > LONGEST_MS ? LONGEST_MS : ms, ...given]),
  });
}
