import { endpoints } from '~/endpoints';
import { isServerAway } from '~/browser/reach';
import { SERVER_NOW } from '~/models/live/rules';

// The server's time, which a phone's own clock may be far from. Answers that come from no cache tell it.

/** Raised on the window when the server's time has become known, or was corrected. */
export const CLOCK_SET = 'server-clock-set';
/** Raised on the window when voting should have opened or closed: the page asks whether it has. */
export const VOTING_TURN = 'voting-turn';

/** How far the server's clock is ahead of this device's, in ms; null until an answer has told. */
let ahead: number | null = null;
/** By how many ms that may be wrong. */
let doubt = 0;

/**
 * Notes the time that an answer tells. It was some time between the request and now; what is known stays as
 * long as it fits and is not more in doubt, so that a slow answer moves nothing.
 * @param askedAt when the request was sent, by this device's clock
 */
export function noteServerNow({ headers }: Response, askedAt: number): void {
  const now = Number(headers.get(SERVER_NOW));
  if (!now) return;
  const [least, most] = [now - Date.now(), now - askedAt];
  const fits = ahead !== null && ahead >= least && ahead <= most;
  if (fits && doubt <= (most - least) / 2) return;
  ahead = (least + most) / 2;
  doubt = (most - least) / 2;
  window.dispatchEvent(new Event(CLOCK_SET));
}

/** Whether the server's time can only be told by this device's clock. */
export function isClockAlone(): boolean {
  return isServerAway() || !navigator.onLine;
}

/** The server's time in ms, by this device's clock while nothing else can tell; null until it is known. */
export function serverNow(): number | null {
  if (ahead !== null) return Date.now() + ahead;
  return isClockAlone() ? Date.now() : null;
}

/** How long to wait in ms, after an instant by `serverNow`, until it has come on the server for certain. */
export function clockDoubt(): number {
  return doubt;
}

/** Asks the server for its time, unless it is known. */
export async function askServerNow(eventId: number, signal: AbortSignal): Promise<void> {
  if (ahead !== null) return;
  const askedAt = Date.now();
  const answer = await fetch(endpoints.marks(eventId, ['event']), { signal }).catch(() => null);
  if (answer) noteServerNow(answer, askedAt);
}
