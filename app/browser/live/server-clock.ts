import { endpoints } from '~/endpoints';
import { isServerAway } from '~/browser/reach';
import { SERVER_NOW } from '~/models/live/rules';

// The server's time. A phone's own clock may be far off. Only answers that come from no cache show the time.

/** Raised on the window when the server's time has become known, or was corrected. */
export const CLOCK_SET = 'server-clock-set';
/** Raised on the window when voting should have opened or closed: the page asks the server whether it has. */
export const VOTING_TURN = 'voting-turn';

/** How far the server's clock is ahead of this device's, in ms; null until an answer has shown it. */
let ahead: number | null = null;
/** By how many ms that may be wrong. */
let doubt = 0;

/**
 * Notes the server's time from an answer. The server read its clock some time between the request and now. The known
 * offset stays as long as it fits and is at least as exact, so a slow answer changes nothing.
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

/** Whether the server's time can only be estimated from this device's clock. */
export function isClockAlone(): boolean {
  return isServerAway() || !navigator.onLine;
}

/** The server's time in ms; from this device's clock while nothing better is available, null until it is known. */
export function serverNow(): number | null {
  if (ahead !== null) return Date.now() + ahead;
  return isClockAlone() ? Date.now() : null;
}

/** How many ms to wait until an instant has certainly passed on the server, by `serverNow`. */
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
