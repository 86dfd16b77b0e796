import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js';
import { precacheAndRoute } from 'workbox-precaching/precacheAndRoute.js';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { registerRoute } from 'workbox-routing/registerRoute.js';
import { CacheFirst } from 'workbox-strategies/CacheFirst.js';
import { answerForm, answerReading, answerWriting } from './calls';
import { openNotice, showNotice } from './notices';
import { answerPicture } from './pictures';
import { noteAnswer, noteSilence } from './reach';
import { renewSubscription, type SubscriptionChange } from './renew-subscription';
import { scope } from './scope';
import { answerShare } from './share';
import {
  answerData,
  answerPage,
  forgetOldPages,
  cacheOfflinePage,
  cacheScreen,
  matchLanguage,
} from './screens';
import { cacheAnswer, noteWrite } from './person-caches';
import { forgetOwner, currentTurn } from './owner';
import { UPLOADS_SYNC } from '~/browser/uploads/pending-uploads';
import { sendAllBehind } from '~/browser/uploads/send-behind';
import { endpoints, sharing } from '~/endpoints';
import type { ToWorker } from '../worker-messages';

// The service worker: it answers while the server cannot be reached. docs/offline.md says what is stored
// where, and for how long.

/** The files of this build that a guest's pages need. scripts/build-service-worker.mjs inserts them. */
declare const PRECACHED: PrecacheEntry[];
/** A file name of this build that every page of it contains. */
declare const PAGE_MARK: string;

const ASSETS_CACHE = 'snapodium-assets';
const DAY_S = 24 * 60 * 60;

type Handled = { event: ExtendableEvent };
const handle =
  (answer: (event: FetchEvent) => Promise<Response>) =>
  ({ event }: Handled) =>
    answer(event as FetchEvent);

/** Requests that the browser handles itself, because they are downloads or streams. */
function isLeftAlone({ request, url }: { request: Request; url: URL }): boolean {
  return (
    url.origin !== self.location.origin ||
    request.headers.has('Range') ||
    request.headers.get('Accept') === 'text/event-stream' ||
    /\.(?:zip|csv|pdf)$|\/pdf$|^\/(?:healthz|livez|readyz|metrics)$/.test(url.pathname)
  );
}

/** An upload. A worker would hide its progress. */
function isUpload({ headers }: Request): boolean {
  return !/^(?:application\/json|application\/x-www-form-urlencoded|text\/plain|$)/.test(
    headers.get('Content-Type') ?? '',
  );
}

type Asked = { request: Request; url: URL };
const isCall = ({ url }: Asked) => url.pathname.startsWith('/api/');
const isData = ({ url }: Asked) => url.pathname.endsWith('.data');
const isPage = ({ request, url }: Asked) =>
  request.mode === 'navigate' && !/^\/(?:api|media|assets)\//.test(url.pathname);

// Whatever is sent makes older cached answers doubtful, even if it does not pass through the worker.
// What was seen changes nothing that matters offline, and is sent all the time.
scope.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (['GET', 'HEAD'].includes(method) || new URL(url).pathname === endpoints.seen()) return;
  event.waitUntil(noteWrite());
});

precacheAndRoute(PRECACHED, { cleanURLs: false, directoryIndex: '' });

registerRoute(
  ({ request, url }) =>
    url.origin === self.location.origin &&
    /^\/assets\//.test(url.pathname) &&
    !request.headers.has('Range'),
  new CacheFirst({
    cacheName: ASSETS_CACHE,
    plugins: [new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: 30 * DAY_S })],
  }),
);
registerRoute(
  (asked) =>
    !isLeftAlone(asked) &&
    asked.url.pathname.startsWith('/media/') &&
    asked.request.destination === 'image',
  handle(answerPicture),
);
registerRoute((asked) => !isLeftAlone(asked) && isPage(asked), handle(answerPage));
registerRoute((asked) => !isLeftAlone(asked) && isData(asked), handle(answerData));
registerRoute((asked) => !isLeftAlone(asked) && isCall(asked), handle(answerReading));

registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' &&
    url.origin === self.location.origin &&
    url.pathname === sharing.target(),
  handle(answerShare),
  'POST',
);
for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
  registerRoute(
    (asked) =>
      !isLeftAlone(asked) && isCall(asked) && !(isUpload(asked.request) && navigator.onLine),
    handle(answerWriting),
    method,
  );
  registerRoute(
    (asked) => !isLeftAlone(asked) && isData(asked) && !isUpload(asked.request),
    handle(answerForm),
    method,
  );
}

scope.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage()));

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      // The worker has to start first. Meanwhile the browser requests the page already.
      scope.registration.navigationPreload?.enable(),
      forgetOldPages(PAGE_MARK),
      scope.clients.claim(),
    ]),
  );
});

scope.addEventListener('sync', (event) => {
  const { tag } = event as ExtendableEvent & { tag: string };
  if (tag === UPLOADS_SYNC) (event as ExtendableEvent).waitUntil(sendAllBehind());
});

scope.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)));
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotice(event.notification)),
);

scope.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event as SubscriptionChange)),
);

scope.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  // The user has asked for the new version, so this worker replaces the old one.
  if (message.type === 'take-over') event.waitUntil(scope.skipWaiting());
  if (message.type === 'forgotten') forgetOwner();
  if (message.type === 'reach') (message.isAway ? noteSilence : noteAnswer)();
  if (message.type === 'here') event.waitUntil(cacheHere(message));
});

/** Caches what a page shows that was loaded before the worker existed. */
async function cacheHere({ path, files, language }: ToWorker & { type: 'here' }): Promise<void> {
  await Promise.allSettled([matchLanguage(language), cacheScreen(path)]);
  const assets = await caches.open(ASSETS_CACHE);
  for (const file of files) {
    try {
      if (await caches.match(file, { ignoreVary: true })) continue;
      // Their names identify their bytes, so the browser's own cache answers.
      if (file.startsWith('/assets/')) await assets.add(file);
      else await cacheAnswer('media', file, await fetch(file), currentTurn());
    } catch {
      // It is cached when it is requested again.
    }
  }
}
