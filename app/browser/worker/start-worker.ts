import { screenPath } from '~/dialog-address';
import { listenToWorker } from '~/browser/reach';
import type { ToWorker } from '../worker-messages';

/** How often the page looks for a newer worker, in ms. */
const UPDATE_EVERY_MS = 60 * 60_000;
/** The delay after the page has loaded, because its photos come first. */
const START_AFTER_MS = 2000;
/** How long a page waits for the new worker, in ms. The server's pages are the new version's in any case. */
const TAKE_OVER_MS = 5000;

/**
 * Registers the service worker once the page has loaded, and looks for a newer one every hour.
 * @param onWaiting is called when a new version waits; its argument activates it
 * @returns a function that stops looking
 */
export function startWorker(onWaiting: (takeOver: () => void) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const ended = new AbortController();
  listenToWorker(ended.signal);
  let timer: number | undefined;
  const start = () => {
    timer = window.setTimeout(() => {
      register(onWaiting, ended.signal).catch(() => undefined);
    }, START_AFTER_MS);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { signal: ended.signal });
  return () => {
    window.clearTimeout(timer);
    ended.abort();
  };
}

async function register(
  onWaiting: (takeOver: () => void) => void,
  ended: AbortSignal,
): Promise<void> {
  const workers = navigator.serviceWorker;
  const wasThere = workers.controller !== null;
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' });
  if (ended.aborted) return;
  followUpdates(registration, onWaiting, ended);
  const { active } = await workers.ready;
  active?.postMessage(here(wasThere));
}

/** The screen that the page shows, and the files it loaded if the worker has not seen them. */
function here(isSeen: boolean): ToWorker {
  const loaded = isSeen ? [] : performance.getEntriesByType('resource');
  const files = loaded
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname: path }) => {
      return origin === window.location.origin && /^\/assets\/|^\/media\/.+\.webp$/.test(path);
    })
    .map((url) => url.pathname);
  return {
    type: 'here',
    path: screenPath(window.location),
    files: [...new Set(files)],
    language: document.documentElement.lang,
  };
}

/**
 * A new version waits until the user asks for it. Then the page reloads once, even if the old worker is still busy: the
 * browser lets it finish its work, which takes minutes if a request hangs.
 */
function followUpdates(
  registration: ServiceWorkerRegistration,
  onWaiting: (takeOver: () => void) => void,
  ended: AbortSignal,
): void {
  const offer = () => {
    const { waiting } = registration;
    // The very first version starts by itself.
    if (!waiting || !navigator.serviceWorker.controller || ended.aborted) return;
    onWaiting(() => {
      const reload = () => {
        window.clearTimeout(timer);
        navigator.serviceWorker.removeEventListener('controllerchange', reload);
        window.location.reload();
      };
      // A second reload would abort the first, which takes long on a bad network.
      const timer = window.setTimeout(reload, TAKE_OVER_MS);
      navigator.serviceWorker.addEventListener('controllerchange', reload);
      const message: ToWorker = { type: 'take-over' };
      waiting.postMessage(message);
    });
  };
  offer();
  registration.addEventListener(
    'updatefound',
    () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', offer, { signal: ended });
    },
    { signal: ended },
  );
  const hourly = window.setInterval(() => {
    registration.update().catch(() => undefined);
  }, UPDATE_EVERY_MS);
  ended.addEventListener('abort', () => window.clearInterval(hourly));
}
