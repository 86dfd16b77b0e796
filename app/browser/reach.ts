import type { FromWorker, ToWorker } from '~/browser/worker/worker-messages';

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

/**
 * Hears from the service worker that the server answers again: what the worker answers itself says nothing of that.
 * @param signal ends it
 */
export function hearWorker(signal: AbortSignal): void {
  const hear = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type !== 'answered') return;
    isAway = false;
    window.dispatchEvent(new Event(ANSWERED));
  };
  navigator.serviceWorker.addEventListener('message', hear, { signal });
}

function change(away: boolean): void {
  isAway = away;
  const message: ToWorker = { type: 'reach', isAway };
  globalThis.navigator?.serviceWorker?.controller?.postMessage(message);
}

/** How soon a request that nothing answered is sent again, in milliseconds. */
const AGAIN_MS = 5000;

/**
 * Waits until a request may be sent again: for some time, or until the browser is online or the server answers.
 * @param ms how long at most
 * @throws the signal's reason when it is aborted
 */
export function waitForServer(
  signal: AbortSignal | null | undefined,
  ms = AGAIN_MS,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const over = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const goOn = () => end(resolve);
    const timer = setTimeout(goOn, ms);
    const listening = { signal: over.signal };
    window.addEventListener('online', goOn, listening);
    window.addEventListener(ANSWERED, goOn, listening);
    signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), listening);
  });
}
