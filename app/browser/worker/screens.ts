import { dialogIn, screenPath } from '~/dialog-address';
import { AHEAD_HEADER } from '~/browser/person';
import { AWAY } from '~/browser/reach';
import { addresses, ageOf, find, isCurrent, keep, mayBeKept } from './person-caches';
import { hasAnsweredSince, isAway, noteAnswer, noteSilence } from './reach';
import { notePerson, turnNow } from './whose';

/**
 * How long an answer is waited for where a kept one could be shown, in milliseconds. A page takes one or two
 * seconds on a party's network, four on a bad one; who waits longer is better served by what was there
 * before, and the polls bring what is new. The answer is kept all the same when it comes.
 */
const PATIENCE_MS = 6000;
/** The same while the server is out of reach, as far as is known. */
const SHORT_PATIENCE_MS = 1000;

/** A screen's other half (its document, its data) is asked for anew when the kept one is older. */
const HALF_FRESH_MS = 10 * 60_000;
/** The screens that are kept both as documents and as data, as far as they are visited. */
const WHOLE_SCREENS = /^\/(?:feed|top|settings)?(?:\?(?:tab|part|sort)=\w+)?$/;

/** An answer of a proxy whose server is away, or of a server whose database is. */
class NoServer extends TypeError {
  constructor(readonly answer: Response) {
    super('No server');
  }
}

/** Whether nobody has answered: the server names each of its answers, and says where its database is away. */
export function isNoAnswer({ status, headers }: Response): boolean {
  const isFromProxy = [502, 503, 504].includes(status) && !headers.has('X-Request-Id');
  return isFromProxy || headers.has(AWAY);
}

/**
 * Asks the server, and keeps what it answers.
 * @param event lives on until it is kept
 * @throws TypeError where nothing answers, or only to say that nobody can
 */
async function ask(
  kind: 'pages' | 'data',
  event: FetchEvent,
  send: () => Promise<Response>,
): Promise<Response> {
  const asked = turnNow();
  const answer = await heard(send);
  await notePerson(answer, asked);
  if (isNoAnswer(answer)) throw new NoServer(answer);
  const url = screenUrl(event.request);
  // After a change of person the answer is of the new one's first turn.
  if (mayBeKept(new URL(url)) && answer.status === 200) {
    event.waitUntil(keep(kind, url, answer.clone(), turnNow()));
  }
  return answer;
}

/** Asks, and notes whether the server has answered. */
export async function heard(send: () => Promise<Response>): Promise<Response> {
  try {
    const answer = await send();
    if (isNoAnswer(answer)) noteSilence();
    else noteAnswer();
    return answer;
  } catch (error) {
    // What was given up by who asked says nothing of the server.
    if (error instanceof TypeError) noteSilence();
    throw error;
  }
}

/** What comes first: the answer, or the end of patience where something is kept; and what is kept else. */
async function answerOrKept(
  coming: Promise<Response>,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  coming.catch(() => undefined);
  const asked = Date.now();
  const patience = isAway() ? SHORT_PATIENCE_MS : PATIENCE_MS;
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, patience, 'late'));
  const first = await Promise.race([coming.catch(() => 'failed' as const), late]);
  if (first instanceof Response) return first;
  if (first === 'late' && !hasAnsweredSince(asked)) noteSilence();
  const copy = await kept();
  if (copy && (first === 'failed' || isAway() || (await isCurrent(copy)))) return copy;
  try {
    return await coming;
  } catch (error) {
    // It failed only after the end of patience.
    const last = first === 'late' ? await kept() : undefined;
    if (last) return last;
    throw error;
  }
}

/** The address of a screen's answer, which is the same whatever dialog lies over it. */
function screenUrl({ url }: Pick<Request, 'url'>): string {
  const address = new URL(url);
  return new URL(screenPath(address), address).href;
}

/** A page: from the server, else as it was kept, else the page that says what there is. */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  // As the server does it: a dialog over a screen has a page of its own, which may be kept.
  const dialog = dialogIn(new URL(request.url));
  if (dialog !== null) return Response.redirect(dialog);
  const send = async () =>
    ((await event.preloadResponse) as Response | undefined) ?? fetch(request);
  try {
    return await answerOrKept(ask('pages', event, send), () => find('pages', request.url));
  } catch (error) {
    if (error instanceof NoServer) return error.answer;
    return (await offlinePage()) ?? Response.error();
  }
}

/**
 * A screen's data, as Remix asks for them. What is loaded behind a screen that is there comes from the server
 * or not at all: what was kept is older than what the screen shows.
 */
export async function answerData(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const coming = ask('data', event, () => fetch(request));
  try {
    if (isReload(request)) return await coming;
    const answer = await answerOrKept(coming, () => findData(screenUrl(request)));
    const page = pageOf(new URL(screenUrl(request)));
    event.waitUntil(coming.then(() => keepHalf('pages', page)).catch(() => undefined));
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

/** Data of all routes of a screen serve who asks for some of them. */
async function findData(url: string): Promise<Response | undefined> {
  const exact = await find('data', url);
  if (exact) return exact;
  const whole = new URL(url);
  if (!whole.searchParams.has('_routes')) return undefined;
  whole.searchParams.delete('_routes');
  return find('data', whole.href);
}

/** Keeps the screen that a page shows, both halves of it, where they are not kept yet. */
export async function keepScreen(path: string): Promise<void> {
  await keepHalf('pages', path);
  await keepHalf('data', path);
}

async function keepHalf(kind: 'pages' | 'data', path: string): Promise<void> {
  if (!WHOLE_SCREENS.test(path)) return;
  const url = new URL(kind === 'pages' ? path : dataOf(path), self.location.origin).href;
  const kept = await find(kind, url);
  if (kept && ageOf(kept) < HALF_FRESH_MS) return;
  const asked = turnNow();
  const answer = await fetch(url, { headers: { [AHEAD_HEADER]: '1' }, redirect: 'manual' });
  await notePerson(answer, asked);
  await keep(kind, url, answer, turnNow());
}

/** Where Remix asks for the data of a page. */
function dataOf(path: string): string {
  const { pathname, search } = new URL(path, self.location.origin);
  return `${pathname === '/' ? '/_root' : pathname}.data${search}`;
}

/** The page whose data an address has. */
function pageOf({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams);
  query.delete('_routes');
  const path = pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Not a person's: it says only that one is offline. */
const OFFLINE_CACHE = 'snapodium-offline';
const OFFLINE_PAGE = '/offline';

/** Keeps the page that stands for what was never visited, in the reader's language. */
export async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(OFFLINE_CACHE);
  const answer = await fetch(OFFLINE_PAGE, { cache: 'no-store' });
  if (answer.ok) await cache.put(OFFLINE_PAGE, answer);
}

/** Keeps it anew where the reader has chosen another language since. */
export async function matchLanguage(language: string): Promise<void> {
  const kept = await offlinePage();
  if (kept?.headers.get('Content-Language') !== language) await keepOfflinePage();
}

function offlinePage(): Promise<Response | undefined> {
  return caches.match(OFFLINE_PAGE, { cacheName: OFFLINE_CACHE, ignoreVary: true });
}

/** Forgets the pages of an earlier build: their scripts are gone. @param entry a script of this build */
export async function forgetOldPages(entry: string): Promise<void> {
  for (const url of await addresses('pages')) {
    const page = await find('pages', url);
    if (page && (await page.text()).includes(entry)) continue;
    for (const name of await caches.keys()) {
      if (name.endsWith('-pages')) await (await caches.open(name)).delete(url);
    }
  }
}
