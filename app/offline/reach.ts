import type { ToWorker } from './worker-messages';

// Whether the server can be reached, as the last question has shown: what the browser thinks of its connection
// says nothing of a network that leads nowhere.

/** On an answer that was kept, and says nothing of the server: when that was, in ms since 1970. */
export const KEPT_AT = 'Snapodium-Kept-At';

/** Raised on the window when the server answers again; what waits for it goes on. */
export const ANSWERED = 'server-answered';

/** On an answer that stands for none: the database behind the server is away, and nothing was read or written. */
export const AWAY = 'Snapodium-Away';

let isAway = false;

/** Something has been asked, and nothing answers. */
export function noteSilence(): void {
  if (!isAway) change(true);
}

/** The server has answered something. */
export function noteAnswer(): void {
  if (!isAway) return;
  change(false);
  window.dispatchEvent(new Event(ANSWERED));
}

function change(away: boolean): void {
  isAway = away;
  const message: ToWorker = { type: 'reach', isAway };
  globalThis.navigator?.serviceWorker?.controller?.postMessage(message);
}
