import { endpoints } from '~/endpoints';
import { isFinalStatus } from '~/browser/final-status';
import { noteAnswer, noteSilence, waitForServer } from '~/browser/reach';
import { waitBeforeNext } from '~/browser/uploads/busy-wait';
import { SEEN_AT_ONCE } from '~/models/photo/pile';
import { dropWaiting, lastSentAt, listWaiting, noteSending, SEEN } from './seen-store';

// Sends what was seen (rule `seen.sent`), in batches: at most one in ten seconds, from all tabs together.
// Whatever cannot be sent waits on the device, until the server answers or the page is opened again.

const EVERY_MS = 10_000;
/** The first batch after a pause. Photos are seen several at a time. */
const GATHER_MS = 3000;

/**
 * Sends what a member sees until it is stopped.
 * @returns a function that stops it
 */
export function sendSeen(userId: number): () => void {
  const end = new AbortController();
  // Stored immediately, so that it outlives the page.
  window.addEventListener(SEEN, () => void listWaiting(userId), { signal: end.signal });
  void sendAll(userId, end.signal).catch(() => undefined);
  return () => end.abort();
}

async function sendAll(userId: number, signal: AbortSignal): Promise<void> {
  for (let failures = 0; ;) {
    await untilSome(userId, signal);
    await untilDue(userId, signal);
    const ids = listWaiting(userId).slice(0, SEEN_AT_ONCE);
    // Another tab has sent them.
    if (ids.length === 0) continue;
    noteSending(userId);
    const response = await post(ids);
    if (response?.status === 401) return;
    if (response && isFinalStatus(response.status)) {
      failures = 0;
      dropWaiting(userId, ids);
      continue;
    }
    failures += 1;
    const retryAfter = Number(response?.headers.get('Retry-After')) || EVERY_MS / 1000;
    await waitForServer(signal, waitBeforeNext(failures, retryAfter));
  }
}

/** @returns null if nothing answers */
async function post(ids: number[]): Promise<Response | null> {
  try {
    const response = await fetch(endpoints.seen(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
      // The page may be closed meanwhile.
      keepalive: true,
    });
    // A proxy or the service worker answers without the server.
    const isOurs = response.headers.has('X-Request-Id');
    if (!isOurs && response.status >= 500) return silence();
    noteAnswer();
    return response;
  } catch {
    return silence();
  }
}

function silence(): null {
  noteSilence();
  return null;
}

/** Waits until something was seen. */
function untilSome(userId: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    if (listWaiting(userId).length > 0) return resolve();
    const once = { once: true, signal };
    window.addEventListener(SEEN, () => resolve(), once);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Waits until the next batch may be sent. It does not wait for more once the page is left. */
function untilDue(userId: number, signal: AbortSignal): Promise<void> {
  const dueAt = lastSentAt(userId) + EVERY_MS;
  // A time in the future means that the clock was set back since.
  const wait = Math.min(EVERY_MS, Math.max(GATHER_MS, dueAt - Date.now()));
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const over = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const timer = setTimeout(() => end(resolve), wait);
    const listening = { signal: over.signal };
    const leave = () => document.hidden && Date.now() >= dueAt && end(resolve);
    document.addEventListener('visibilitychange', leave, listening);
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), listening);
  });
}
