import type { FromWorker, ToWorker } from './worker-messages';

// Whether the server can be reached, judged by the last request. `navigator.onLine` does not tell: a network
// may be connected and lead nowhere.

/**
 * The header of a cached answer, which says nothing about the server: when it was cached, in ms since 1970.
 */
export const CACHED_AT = 'Snapodium-Cached-At';

/** Raised on the window when the server answers again. Whatever waits for it continues. */
export const ANSWERED = 'server-answered';

/**
 * The header of an answer that counts as none: the server's database is unreachable, and nothing was read or
 * written.
 */
export const AWAY = 'Snapodium-Away';

/** Raised on the window when the server does not answer any more. */
export const SILENT = 'server-silent';

let isAway = false;

/** Whether the last request got no answer. */
export function isServerAway(): boolean {
  return isAway;
}

/** Notes that a request got no answer. */
export function noteSilence(): void {
  if (isAway) return;
  change(true);
  globalThis.window?.dispatchEvent(new Event(SILENT));
}

/** Notes that the server has answered. */
export function noteAnswer(): void {
  if (!isAway) return;
  change(false);
  window.dispatchEvent(new Event(ANSWERED));
}

/**
 * Listens to the service worker, which says when the server answers again. Answers from the worker's cache do
 * not show that.
 * @param signal stops listening
 */
export function listenToWorker(signal: AbortSignal): void {
  const onMessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type !== 'answered') return;
    isAway = false;
    window.dispatchEvent(new Event(ANSWERED));
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal });
}

function change(away: boolean): void {
  isAway = away;
  const message: ToWorker = { type: 'reach', isAway };
  globalThis.navigator?.serviceWorker?.controller?.postMessage(message);
}

/**
 * Loads code, and retries until the server answers.
 * @throws the signal's reason when it is aborted
 */
export async function untilLoaded<Module>(
  load: () => Promise<Module>,
  signal?: AbortSignal,
): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      await waitForServer(signal);
    }
  }
}

/** How long to wait before an unanswered request is sent again, in milliseconds. */
const AGAIN_MS = 5000;

/**
 * Waits until a request may be sent again: until the time is over, the browser is online, or the server
 * answers.
 * @param ms the longest wait
 * @throws the signal's reason if it is aborted
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
