import { dialogIn, screenPath } from '~/dialog-address';
import { AHEAD_HEADER } from '~/browser/person';
import { AWAY } from '~/browser/reach';
import { addresses, ageOf, find, isCurrent, cacheAnswer, mayBeCached } from './person-caches';
import { hasAnsweredSince, isAway, noteAnswer, noteSilence } from './reach';
import { notePerson, currentTurn } from './owner';

/**
 * How long to wait for the server if a cached answer could be shown, in ms. A page takes one or two seconds
 * on a party's network and four on a bad one. After that the cached screen is better, and polling brings what
 * is new. A late answer is still cached.
 */
const PATIENCE_MS = 6000;
/** The same while the server seems to be out of reach. */
const SHORT_PATIENCE_MS = 1000;

/** A screen's other half (its document or its data) is requested again if the cached one is older. */
const HALF_FRESH_MS = 10 * 60_000;
/** The screens that are cached both as documents and as data once they have been visited. */
const WHOLE_SCREENS =
  /^\/(?:feed|top|missions|pile|tables|morning|settings)?(?:\?(?:tab|part|sort)=\w+)?$/;

/** An answer of a proxy without its server, or of a server without its database. */
class NoServer extends TypeError {
  constructor(readonly answer: Response) {
    super('No server');
  }
}

/**
 * Whether the application has not answered. All its answers carry a request id, and those that it gives without
 * its database carry `AWAY`.
 */
export function isNoAnswer({ status, headers }: Response): boolean {
  const isFromProxy = [502, 503, 504].includes(status) && !headers.has('X-Request-Id');
  return isFromProxy || headers.has(AWAY);
}

/**
 * Asks the server, and caches its answer.
 * @param event stays alive until the answer is cached
 * @throws TypeError if nothing answers, or only a proxy or server that cannot
 */
async function ask(
  kind: 'pages' | 'data',
  event: FetchEvent,
  send: () => Promise<Response>,
): Promise<Response> {
  const asked = currentTurn();
  const answer = await observed(send);
  await notePerson(answer, asked);
  if (isNoAnswer(answer)) throw new NoServer(answer);
  const url = screenUrl(event.request);
  // If the person has changed, the answer belongs to the new person's first turn.
  if (mayBeCached(new URL(url)) && answer.status === 200) {
    event.waitUntil(cacheAnswer(kind, url, answer.clone(), currentTurn()));
  }
  return answer;
}

/** Sends a request, and notes whether the server has answered. */
export async function observed(send: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await send();
    if (isNoAnswer(answer)) noteSilence();
    else noteAnswer();
    return answer;
  } catch (error) {
    // A request that the page aborted says nothing about the server.
    if (error instanceof TypeError) noteSilence();
    throw error;
  }
}

/** Returns the server's answer, or the cached one if the server fails or takes too long. */
async function answerOrCached(
  coming: Promise<Response>,
  cached: () => Promise<Response | undefined>,
): Promise<Response> {
  coming.catch(() => undefined);
  const asked = Date.now();
  const patience = isAway() ? SHORT_PATIENCE_MS : PATIENCE_MS;
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  const first = await Promise.race([coming.catch(() => 'failed' as const), late]);
  if (first instanceof Response) return first;
  if (first === 'late' && !hasAnsweredSince(asked)) noteSilence();
  const copy = await cached();
  if (copy && (first === 'failed' || isAway() || (await isCurrent(copy)))) return copy;
  try {
    return await coming;
  } catch (error) {
    // It failed after the wait was over.
    const last = first === 'late' ? await cached() : undefined;
    if (last) return last;
    throw error;
  }
}

/** The URL of a screen's answer, which is the same whatever dialog is open over it. */
function screenUrl({ url }: Pick<Request, 'url'>): string {
  const address = new URL(url);
  return new URL(screenPath(address), address).href;
}

/** A page: from the server, else from the cache, else the offline page. */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  // As on the server: a dialog over a screen has its own page, which may be cached.
  const dialog = dialogIn(new URL(request.url));
  if (dialog !== null) return Response.redirect(dialog);
  const send = async () =>
    ((await event.preloadResponse) as Response | undefined) ?? fetch(request);
  try {
    return await answerOrCached(ask('pages', event, send), () => find('pages', request.url));
  } catch (error) {
    if (error instanceof NoServer) return error.answer;
    return (await offlinePage()) ?? Response.error();
  }
}

/**
 * A screen's data, as Remix requests them. A reload of the screen that is shown is answered by the server or
 * not at all, because the cache is older than what the screen shows.
 */
export async function answerData(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const coming = ask('data', event, () => fetch(request));
  try {
    if (isReload(request)) return await coming;
    const answer = await answerOrCached(coming, () => findData(screenUrl(request)));
    const page = pageOf(new URL(screenUrl(request)));
    event.waitUntil(coming.then(() => cacheHalf('pages', page)).catch(() => undefined));
    return answer;
  } catch (error) {
    if (error instanceof NoServer) return error.answer;
    throw error;
  }
}

/** Whether the screen that asks is the one whose data it asks for. */
function isReload({ url, referrer }: Request): boolean {
  if (!referrer) return false;
  const page = pageOf(new URL(screenUrl({ url })));
  return screenPath(new URL(referrer)) === page;
}

/**
 * Finds a screen's cached data. If only some of its routes are requested, the data of all of them will do.
 */
async function findData(url: string): Promise<Response | undefined> {
  const exact = await find('data', url);
  if (exact) return exact;
  const whole = new URL(url);
  if (!whole.searchParams.has('_routes')) return undefined;
  whole.searchParams.delete('_routes');
  return find('data', whole.href);
}

/** Caches both halves of the screen that a page shows, unless they are cached. */
export async function cacheScreen(path: string): Promise<void> {
  await cacheHalf('pages', path);
  await cacheHalf('data', path);
}

async function cacheHalf(kind: 'pages' | 'data', path: string): Promise<void> {
  if (!WHOLE_SCREENS.test(path)) return;
  const url = new URL(kind === 'pages' ? path : dataOf(path), self.location.origin).href;
  const cached = await find(kind, url);
  if (cached && ageOf(cached) < HALF_FRESH_MS) return;
  const asked = currentTurn();
  const answer = await fetch(url, { headers: { [AHEAD_HEADER]: '1' }, redirect: 'manual' });
  await notePerson(answer, asked);
  await cacheAnswer(kind, url, answer, currentTurn());
}

/** The URL at which Remix requests a page's data. */
function dataOf(path: string): string {
  const { pathname, search } = new URL(path, self.location.origin);
  return `${pathname === '/' ? '/_root' : pathname}.data${search}`;
}

/** The page whose data a URL returns. */
function pageOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  query.delete('_routes');
  const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Shared by all persons, because the page says only that the device is offline. */
const OFFLINE_CACHE = 'snapodium-offline';
const OFFLINE_PAGE = '/offline';

/** Caches the offline page in the reader's language. */
export async function cacheOfflinePage(): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  const answer = await fetch(OFFLINE_PAGE, { cache: 'no-store' });
  if (answer.ok) await cache.put(OFFLINE_PAGE, answer);
}

/** Caches the offline page again if the reader has changed the language. */
export async function matchLanguage(language: string): Promise<void> {
  const cached = await offlinePage();
  if (cached?.headers.get('Content-Language') !== language) await cacheOfflinePage();
}

function offlinePage(): Promise<Response | undefined> {
  return caches.match(OFFLINE_PAGE, { cacheName: OFFLINE_CACHE, ignoreVary: true });
}

/**
 * Deletes the pages of an earlier build, because their scripts are gone.
 * @param entry a script of this build
 */
export async function forgetOldPages(entry: string): Promise<void> {
  for (const url of await addresses('pages')) {
    const page = await find('pages', url);
    if (page && (await page.text()).includes(entry)) continue;
    for (const name of await caches.keys()) {
      if (name.endsWith('-pages')) await (await caches.open(name)).delete(url);
    }
  }
}
