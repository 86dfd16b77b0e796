import { CacheExpiration } from 'workbox-expiration/CacheExpiration.js';
import { cacheOf, ONCE_HEADER, PERSON_HEADER, type Kept } from '~/browser/person';
import { KEPT_AT } from '~/browser/reach';
import { personNow, turnNow } from './whose';

// What is kept for a person, and for how long.

const DAY_S = 24 * 60 * 60;
/**
 * A party's screens are few. A phone's photos are kept as far as a guest scrolls: 250 in the size that a
 * phone draws are some twenty megabytes.
 */
const LIMITS: Record<Kept, { maxEntries: number; maxAgeSeconds: number }> = {
  pages: { maxEntries: 40, maxAgeSeconds: 7 * DAY_S },
  data: { maxEntries: 80, maxAgeSeconds: 7 * DAY_S },
  media: { maxEntries: 250, maxAgeSeconds: 7 * DAY_S },
};
/** A larger picture is not kept: 250 of them would fill a cheap phone. */
const PICTURE_MAX_BYTES = 700_000;

/** When this person sent something last: what was kept before may not be so any more. */
const WRITTEN = '/snapodium-written';

/** Addresses under which nothing is kept: what opens once, what is paid, and the administrator's. */
const NEVER = /^\/(?:admin|return|login\/link|logout|shop|invitation-pdf|webhooks)(?:\/|\.data$|$)/;

/** Whether an address' answers may be kept at all. */
export function mayBeKept({ pathname }: URL): boolean {
  return !NEVER.test(pathname);
}

/**
 * Keeps an answer for whom it was made. Neither refusals are kept, nor parts, nor what tells something
 * once, nor what somebody else was asked for.
 * @param answer a copy; it is read
 * @param asked the turn in which it was asked for
 */
export async function keep(
  kind: Kept,
  url: string,
  answer: Response,
  asked: number,
): Promise<void> {
  const person = await personNow();
  if (person === null || asked !== turnNow() || !isKeepable(kind, answer, person)) return;
  const name = cacheOf(person, kind);
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, String(Date.now()));
  try {
    const cache = await caches.open(name);
    await cache.put(url, new Response(await answer.blob(), { headers }));
    if (asked !== turnNow()) return void (await caches.delete(name));
    await shorten(name, kind, url);
  } catch (error) {
    // Without room for it, whatever can be loaded again makes some.
    if ((error as Error).name !== 'QuotaExceededError') throw error;
    await caches.delete(cacheOf(person, 'media'));
  }
}

function isKeepable(kind: Kept, answer: Response, person: string): boolean {
  if (answer.status !== 200 || answer.type !== 'basic') return false;
  const { headers } = answer;
  if (kind === 'media') {
    return Number(headers.get('Content-Length') ?? Infinity) <= PICTURE_MAX_BYTES;
  }
  return headers.get(PERSON_HEADER) === person && !headers.has(ONCE_HEADER);
}

const shelves = new Map<string, CacheExpiration>();

async function shorten(name: string, kind: Kept, url: string): Promise<void> {
  let shelf = shelves.get(name);
  if (!shelf) shelves.set(name, (shelf = new CacheExpiration(name, LIMITS[kind])));
  await shelf.updateTimestamp(new URL(url, self.location.href).href);
  await shelf.expireEntries();
}

/** What is kept under an address for who is signed in. */
export async function find(kind: Kept, url: string): Promise<Response | undefined> {
  const person = await personNow();
  if (person === null) return undefined;
  const answer = await caches.match(url, { cacheName: cacheOf(person, kind), ignoreVary: true });
  const isOld = answer && Date.now() - keptAt(answer) > LIMITS[kind].maxAgeSeconds * 1000;
  return isOld ? undefined : answer;
}

/** The addresses of all that is kept of a kind. */
export async function addresses(kind: Kept): Promise<string[]> {
  const person = await personNow();
  if (person === null || !(await caches.has(cacheOf(person, kind)))) return [];
  const kept = await (await caches.open(cacheOf(person, kind))).keys();
  return kept.map(({ url }) => url);
}

/** Whether an answer is from after the last thing that this person sent. */
export async function isCurrent(answer: Response): Promise<boolean> {
  return keptAt(answer) > (await lastWrite());
}

/** How long ago an answer was kept, in milliseconds. */
export function ageOf(answer: Response): number {
  return Date.now() - keptAt(answer);
}

function keptAt(answer: Response): number {
  return Number(answer.headers.get(KEPT_AT));
}

async function lastWrite(): Promise<number> {
  const person = await personNow();
  const note = person && (await caches.match(WRITTEN, { cacheName: cacheOf(person, 'data') }));
  return note ? Number(await note.text()) : 0;
}

/** Notes that something is being sent. */
export async function noteWrite(): Promise<void> {
  const asked = turnNow();
  const person = await personNow();
  if (person === null) return;
  const cache = await caches.open(cacheOf(person, 'data'));
  await cache.put(WRITTEN, new Response(String(Date.now())));
  if (asked !== turnNow()) await caches.delete(cacheOf(person, 'data'));
}
