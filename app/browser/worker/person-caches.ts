import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js';
import { cacheOf, ONCE_HEADER, PERSON_HEADER, type CacheKind } from '~/browser/person';
import { CACHED_AT } from '~/browser/reach';
import { currentPerson, currentTurn } from './owner';

// The caches of a person, and their limits.

const DAY_S = 24 * 60 * 60;
/**
 * A party has few screens. Photos are cached as far as a guest scrolls: 250 at a phone's size are about 20
 * MB.
 */
const LIMITS: Record<CacheKind, { maxEntries: number; maxAgeSeconds: number }> = {
  pages: { maxEntries: 40, maxAgeSeconds: 7 * DAY_S },
  data: { maxEntries: 80, maxAgeSeconds: 7 * DAY_S },
  media: { maxEntries: 250, maxAgeSeconds: 7 * DAY_S },
};
/** A larger picture is not cached, because 250 of them would fill a cheap phone. */
const PICTURE_MAX_BYTES = 700_000;

/** The cache entry that says when this person last sent something. Anything cached before may be outdated. */
const WRITTEN = '/snapodium-written';

/** URLs that are never cached: links that open once, payments, and the administrator's screens. */
const NEVER = /^\/(?:admin|return|login\/link|logout|shop|invitation-pdf|webhooks)(?:\/|\.data$|$)/;

/** Whether answers of a URL may be cached at all. */
export function mayBeCached({ pathname }: URL): boolean {
  return !NEVER.test(pathname);
}

/**
 * Caches an answer for the person it was made for. It skips refusals, partial answers, answers that say
 * something once, and answers requested by somebody else.
 * @param answer a copy, which is consumed
 * @param asked the turn in which it was requested
 */
export async function cacheAnswer(
  kind: CacheKind,
  url: string,
  answer: Response,
  asked: number,
): Promise<void> {
  const person = await currentPerson();
  if (person === null || asked !== currentTurn() || !isCacheable(kind, answer, person)) return;
  const name = cacheOf(person, kind);
  const headers = new Headers(answer.headers);
  headers.set(CACHED_AT, String(Date.now()));
  try {
    const cache = await caches.open(name);
    await cache.put(url, new Response(await answer.blob(), { headers }));
    if (asked !== currentTurn()) return void (await caches.delete(name));
    await shorten(name, kind, url);
  } catch (error) {
    // If the device is full, delete the pictures: they can be loaded again.
    if ((error as Error).name !== 'QuotaExceededError') throw error;
    await caches.delete(cacheOf(person, 'media'));
  }
}

function isCacheable(kind: CacheKind, answer: Response, person: string): boolean {
  if (answer.status !== 200 || answer.type !== 'basic') return false;
  const { headers } = answer;
  if (kind === 'media') {
    return Number(headers.get('Content-Length') ?? Infinity) <= PICTURE_MAX_BYTES;
  }
  return headers.get(PERSON_HEADER) === person && !headers.has(ONCE_HEADER);
}

const expirations = new Map<string, CacheExpiration>();

async function shorten(name: string, kind: CacheKind, url: string): Promise<void> {
  let expiration = expirations.get(name);
  if (!expiration) expirations.set(name, (expiration = new CacheExpiration(name, LIMITS[kind])));
  await expiration.updateTimestamp(new URL(url, self.location.href).href);
  await expiration.expireEntries();
}

/** The cached answer of a URL for the person who is signed in. */
export async function find(kind: CacheKind, url: string): Promise<Response | undefined> {
  const person = await currentPerson();
  if (person === null) return undefined;
  const answer = await caches.match(url, { cacheName: cacheOf(person, kind), ignoreVary: true });
  const isOld = answer && Date.now() - cachedAt(answer) > LIMITS[kind].maxAgeSeconds * 1000;
  return isOld ? undefined : answer;
}

/** The URLs of all cached answers of a kind. */
export async function addresses(kind: CacheKind): Promise<string[]> {
  const person = await currentPerson();
  if (person === null || !(await caches.has(cacheOf(person, kind)))) return [];
  const cached = await (await caches.open(cacheOf(person, kind))).keys();
  return cached.map(({ url }) => url);
}

/** Whether an answer is newer than the last thing that this person sent. */
export async function isCurrent(answer: Response): Promise<boolean> {
  return cachedAt(answer) > (await lastWrite());
}

/** How long ago an answer was cached, in ms. */
export function ageOf(answer: Response): number {
  return Date.now() - cachedAt(answer);
}

function cachedAt(answer: Response): number {
  return Number(answer.headers.get(CACHED_AT));
}

async function lastWrite(): Promise<number> {
  const person = await currentPerson();
  const note = person && (await caches.match(WRITTEN, { cacheName: cacheOf(person, 'data') }));
  return note ? Number(await note.text()) : 0;
}

/** Notes that this person is sending something. */
export async function noteWrite(): Promise<void> {
  const asked = currentTurn();
  const person = await currentPerson();
  if (person === null) return;
  const cache = await caches.open(cacheOf(person, 'data'));
  await cache.put(WRITTEN, new Response(String(Date.now())));
  if (asked !== currentTurn()) await caches.delete(cacheOf(person, 'data'));
}
