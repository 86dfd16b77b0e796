import { PERSON_KEY } from '~/browser/known-person';

/** The names of what is kept in local storage: an answer, and when it is too old. */
const CACHE_PREFIX = 'snapodium_cache_';
const EXPIRY_PREFIX = 'snapodium_expiry_';

const LIFETIME_MS = 30 * 60_000;
/** How often what is too old is cleared away. */
export const CLEAR_EVERY_MS = 60_000;
/** So much of all entries makes room for a new one, those that end first. */
const EVICTED_PART = 0.2;

/** Local storage; null where the browser forbids it, and where there is none. */
function openStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps an answer for 30 minutes (rule `offline.entries`). Where storage is full, the fifth of all
 * entries that ends first goes.
 * @returns whether it is kept
 */
export function keepEntry(path: string, value: unknown, storage = openStorage()): boolean {
  if (!storage) return false;
  const json = JSON.stringify(value);
  const expiry = String(Date.now() + LIFETIME_MS);
  for (;;) {
    try {
      storage.setItem(EXPIRY_PREFIX + path, expiry);
      storage.setItem(CACHE_PREFIX + path, json);
      return true;
    } catch {
      drop(path, storage);
      if (!evictOldest(storage)) return false;
    }
  }
}

/** An answer that is a refusal: its status, and the server's own words, or its text where it is no JSON. */
export class Refused extends Error {
  /** What it held; undefined where that is no JSON. */
  readonly data: unknown;

  constructor(
    readonly status: number,
    text: string,
  ) {
    const data = parse(text);
    const { message } = (data ?? {}) as { message?: unknown };
    super(typeof message === 'string' ? message : `${status}: ${text}`);
    this.data = data;
  }
}

/**
 * Asks an endpoint for JSON; where nothing answers, what it answered before does.
 * @throws Refused where the server says no: what was kept is not so any more
 * @throws TypeError where nothing answers and nothing is kept
 */
export async function askThrough(path: string, storage = openStorage()): Promise<unknown> {
  const person = storage?.getItem(PERSON_KEY) ?? null;
  let answer: Response;
  try {
    answer = await fetch(path, { headers: { Accept: 'application/json' } });
    if (answer.status >= 500) throw new TypeError(`Failed to fetch: ${answer.status}`);
  } catch (error) {
    const kept = readEntry(path, storage);
    if (kept === undefined) throw error;
    return kept;
  }
  const text = await answer.text();
  if (!answer.ok) {
    if (storage) drop(path, storage);
    throw new Refused(answer.status, text);
  }
  const data = parse(text) ?? null;
  // Whoever asked may have left since, and all that was kept of them is cleared.
  const isSame = person === null || storage?.getItem(PERSON_KEY) === person;
  if (isSame) keepEntry(path, data, storage);
  return data;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** What was kept under a path; undefined where nothing is, or it is too old. */
export function readEntry(path: string, storage = openStorage()): unknown {
  const json = storage?.getItem(CACHE_PREFIX + path);
  if (!storage || json == null) return undefined;
  if (Number(storage.getItem(EXPIRY_PREFIX + path)) <= Date.now()) {
    drop(path, storage);
    return undefined;
  }
  try {
    return JSON.parse(json) as unknown;
  } catch {
    drop(path, storage);
    return undefined;
  }
}

/** When what is kept under a path was answered, in ms since 1970; 0 where nothing is. */
export function keptAt(path: string, storage = openStorage()): number {
  return Math.max(0, expiryOf(path, storage) - LIFETIME_MS);
}

/** Clears away what is too old. */
export function clearExpired(storage = openStorage()): void {
  for (const { path, expiry } of entriesOf(storage)) {
    if (storage && expiry <= Date.now()) drop(path, storage);
  }
}

/** Clears away all entries, whosever they are. */
export function clearEntries(storage = openStorage()): void {
  for (const { path } of entriesOf(storage)) if (storage) drop(path, storage);
}

/** How many answers are kept that are not too old. */
export function countEntries(storage = openStorage()): number {
  return entriesOf(storage).filter(({ expiry }) => expiry > Date.now()).length;
}

/** @returns whether there was anything to evict */
function evictOldest(storage: Storage): boolean {
  const entries = entriesOf(storage).sort((one, other) => one.expiry - other.expiry);
  const count = Math.ceil(entries.length * EVICTED_PART);
  for (const { path } of entries.slice(0, count)) drop(path, storage);
  return count > 0;
}

function entriesOf(storage: Storage | null): { path: string; expiry: number }[] {
  if (!storage) return [];
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const paths = keys.flatMap((key) => {
    const prefix = [CACHE_PREFIX, EXPIRY_PREFIX].find((one) => key.startsWith(one));
    return prefix ? [key.slice(prefix.length)] : [];
  });
  return [...new Set(paths)].map((path) => ({
    path,
    // Half of an entry, left by a page that was closed meanwhile, is too old.
    expiry: storage.getItem(CACHE_PREFIX + path) === null ? 0 : expiryOf(path, storage),
  }));
}

function expiryOf(path: string, storage: Storage | null): number {
  return Number(storage?.getItem(EXPIRY_PREFIX + path)) || 0;
}

function drop(path: string, storage: Storage): void {
  storage.removeItem(CACHE_PREFIX + path);
  storage.removeItem(EXPIRY_PREFIX + path);
}
