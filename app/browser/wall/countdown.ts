// How long it is until voting closes, as the wall shows it.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The last minutes count down in seconds. */
const IN_SECONDS_MS = 10 * MINUTE;

/** The time left, and in how many ms its text changes. */
export type Left =
  | { unit: 'over' }
  | { unit: 'seconds'; minutes: number; seconds: number; changesIn: number }
  | { unit: 'minutes'; minutes: number; changesIn: number }
  | { unit: 'hours'; hours: number; minutes: number; changesIn: number };

/**
 * The time left until an instant, rounded up: “1 min” is never shown too late.
 * @param until ms since 1970
 * @param now the server's time, ms since 1970
 */
export function timeLeft(until: number, now: number): Left {
  const left = until - now;
  if (left <= 0) return { unit: 'over' };
  if (left <= IN_SECONDS_MS) {
    const all = Math.ceil(left / SECOND);
    const changesIn = left - (all - 1) * SECOND;
    return { unit: 'seconds', minutes: Math.floor(all / 60), seconds: all % 60, changesIn };
  }
  const all = Math.ceil(left / MINUTE);
  // The last ten minutes begin with seconds.
  const changesIn = left - Math.max((all - 1) * MINUTE, IN_SECONDS_MS);
  if (all < 60) return { unit: 'minutes', minutes: all, changesIn };
  return { unit: 'hours', hours: Math.floor(all / 60), minutes: all % 60, changesIn };
}
