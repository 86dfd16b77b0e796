import { PERSON_KEY } from '~/browser/known-person';

// The answers of endpoints in local storage, for when nothing answers (rule `offline.entries`).

const VALUE_PREFIX = 'snapodium_cache_';
const EXPIRY_PREFIX = 'snapodium_expiry_';

const LIFETIME_MS = 30 * 60_000;
export const CLEAR_EVERY_MS = 60_000;
/** The part of all entries that makes room for a new one. */
const EVICTED_PART = 0.2;

/** Local storage; null where the browser forbids it or has none. */
function openStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** A refusal by the server, with the server's message, or its text if it is not JSON. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    const { message } = (parse(text) ?? {}) as { message?: unknown };
    super(typeof message === 'string' ? message : `${status}: ${text}`);
  }
}

/**
 * Requests JSON from an endpoint. If nothing answers, returns the cached answer.
 * @throws Refused if the server refuses, which drops the cached answer
 * @throws TypeError if nothing answers and nothing is cached
 */
export async function fetchCached(path: string): Promise<unknown> {
  const storage = openStorage();
  const person = storage?.getItem(PERSON_KEY) ?? null;
  const askedAt = Date.now();
  let answer: Response;
  try {
    answer = await fetch(path, { headers: { Accept: 'application/json' } });
    if (answer.status >= 500) throw new TypeError(`Failed to fetch: ${answer.status}`);
  } catch (error) {
    const cached = readCached(path);
    if (cached === undefined) throw error;
    return cached;
  }
  const text = await answer.text();
  if (!answer.ok) {
    if (storage) drop(path, storage);
    throw new Refused(answer.status, text);
  }
  const data = parse(text) ?? null;
  // If the user has left meanwhile, everything of theirs was cleared.
  const isSame = person === null || storage?.getItem(PERSON_KEY) === person;
  if (isSame) store(path, data, askedAt);
  return data;
}

/**
 * Stores an answer for 30 minutes. If storage is full, the fifth of all entries that expires first goes.
 * @param at when it was requested, in ms since 1970: it may lack what has happened since
 * @returns whether it was stored
 */
export function store(path: string, value: unknown, at = Date.now()): boolean {
  const storage = openStorage();
  if (!storage) return false;
  const json = JSON.stringify(value);
  const expiry = String(at + LIFETIME_MS);
  for (;;) {
    try {
      storage.setItem(EXPIRY_PREFIX + path, expiry);
      storage.setItem(VALUE_PREFIX + path, json);
      return true;
    } catch {
      drop(path, storage);
      if (!evictOldest(storage)) return false;
    }
  }
}

/** The cached answer of a path; undefined if there is none or it has expired. */
export function readCached(path: string): unknown {
  const storage = openStorage();
  const json = storage?.getItem(VALUE_PREFIX + path);
  if (!storage || json == null) return undefined;
  const value = expiryOf(path, storage) > Date.now() ? parse(json) : undefined;
  if (value === undefined) drop(path, storage);
  return value;
}

/** When the cached answer of a path was requested, in ms since 1970; 0 if there is none. */
export function cachedAt(path: string): number {
  return Math.max(0, expiryOf(path, openStorage()) - LIFETIME_MS);
}

/** Drops what has expired. */
export function clearExpired(): void {
  clear(({ expiry }) => expiry <= Date.now());
}

/** Drops everything, whoever it belongs to. */
export function clearCache(): void {
  clear(() => true);
}

/** The number of answers that have not expired. */
export function countCached(): number {
  return entriesOf(openStorage()).filter(({ expiry }) => expiry > Date.now()).length;
}

interface Entry {
  path: string;
  expiry: number;
}

function clear(isDue: (entry: Entry) => boolean): void {
  const storage = openStorage();
  for (const entry of entriesOf(storage)) if (storage && isDue(entry)) drop(entry.path, storage);
}

/** @returns whether there was anything to evict */
function evictOldest(storage: Storage): boolean {
  const entries = entriesOf(storage).sort((one, other) => one.expiry - other.expiry);
  const count = Math.ceil(entries.length * EVICTED_PART);
  for (const { path } of entries.slice(0, count)) drop(path, storage);
  return count > 0;
}

function entriesOf(storage: Storage | null): Entry[] {
  if (!storage) return [];
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const paths = keys.flatMap((key) => {
    const prefix = [VALUE_PREFIX, EXPIRY_PREFIX].find((one) => key.startsWith(one));
    return prefix ? [key.slice(prefix.length)] : [];
  });
  return [...new Set(paths)].map((path) => ({
    path,
    // A page that was closed while it stored an entry leaves half of it, which counts as expired.
    expiry: storage.getItem(VALUE_PREFIX + path) === null ? 0 : expiryOf(path, storage),
  }));
}

function expiryOf(path: string, storage: Storage | null): number {
  return Number(storage?.getItem(EXPIRY_PREFIX + path)) || 0;
}

function drop(path: string, storage: Storage): void {
  storage.removeItem(VALUE_PREFIX + path);
  storage.removeItem(EXPIRY_PREFIX + path);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
