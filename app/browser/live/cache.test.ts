import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cachedAt,
  clearCache,
  clearExpired,
  countCached,
  fetchCached,
  readCached,
  store,
} from './cache';

/** Local storage with room for a number of characters. */
class Full implements Storage {
  readonly entries = new Map<string, string>();
  constructor(readonly letters = Infinity) {}
  get length() {
    return this.entries.size;
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null;
  getItem = (name: string) => this.entries.get(name) ?? null;
  removeItem = (name: string) => void this.entries.delete(name);
  clear = () => this.entries.clear();
  setItem(name: string, value: string) {
    const others = [...this.entries].filter(([other]) => other !== name);
    const used = [...others, [name, value]].join('').length;
    if (used > this.letters) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(name, value);
  }
}

function use(storage: Full | null) {
  vi.stubGlobal('localStorage', storage);
  return storage as Full;
}

const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a cached answer', () => {
  it('is stored under the product’s names for 30 minutes', () => {
    const storage = use(new Full());
    expect(store('/api/user', { id: 5 })).toBe(true);
    expect(Object.fromEntries(storage.entries)).toEqual({
      'snapodium_cache_/api/user': '{"id":5}',
      'snapodium_expiry_/api/user': String(Date.now() + 30 * MINUTE),
    });
    vi.advanceTimersByTime(30 * MINUTE - 1);
    expect(readCached('/api/user')).toEqual({ id: 5 });
    vi.advanceTimersByTime(1);
    expect(readCached('/api/user')).toBeUndefined();
    expect(storage.length).toBe(0);
  });

  it('counts as missing when it is damaged or incomplete', () => {
    const storage = use(new Full());
    storage.setItem('snapodium_cache_/a', '{');
    storage.setItem('snapodium_expiry_/a', String(Date.now() + MINUTE));
    storage.setItem('snapodium_expiry_/b', String(Date.now() + MINUTE));
    storage.setItem('snapodium_cache_/c', '1');
    for (const path of ['/a', '/b', '/c']) expect(readCached(path)).toBeUndefined();
    clearExpired();
    expect(storage.length).toBe(0);
  });

  it('is counted and cleared, and other entries stay', () => {
    const storage = use(new Full());
    storage.setItem('preferred_language', 'fr');
    store('/old', 1);
    vi.advanceTimersByTime(20 * MINUTE);
    store('/new', 2);
    expect(countCached()).toBe(2);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(countCached()).toBe(1);
    clearExpired();
    expect([readCached('/old'), readCached('/new')]).toEqual([undefined, 2]);
    clearCache();
    expect([...storage.entries]).toEqual([['preferred_language', 'fr']]);
  });
});

describe('the time of a cached answer', () => {
  it('is known while the answer is there', () => {
    use(new Full());
    expect(cachedAt('/api/user')).toBe(0);
    const before = Date.now();
    store('/api/user', { id: 5 });
    vi.advanceTimersByTime(3 * MINUTE);
    expect(cachedAt('/api/user')).toBe(before);
    use(null);
    expect(cachedAt('/api/user')).toBe(0);
  });
});

describe('a full storage', () => {
  it('drops the fifth of all answers that expires first', () => {
    use(new Full(560));
    for (let entry = 0; entry < 10; entry += 1) {
      store(`/${entry}`, 'x');
      vi.advanceTimersByTime(MINUTE);
    }
    expect(countCached()).toBe(10);
    expect(store('/next', 'y'.repeat(60))).toBe(true);
    const kept = Array.from({ length: 10 }, (_, entry) => readCached(`/${entry}`));
    expect(kept).toEqual([undefined, undefined, ...Array(8).fill('x')]);
    expect(readCached('/next')).toBe('y'.repeat(60));
  });

  it('without answers of ours stays as it is', () => {
    const storage = use(new Full(40));
    storage.setItem('theirs', 'kept');
    expect(store('/api/user', 'z'.repeat(100))).toBe(false);
    expect([...storage.entries]).toEqual([['theirs', 'kept']]);
  });

  it('or a missing one stores nothing', () => {
    use(null);
    expect(store('/api/user', 1)).toBe(false);
    expect(readCached('/api/user')).toBeUndefined();
    expect(countCached()).toBe(0);
  });
});

describe('a request through the cache', () => {
  const send = vi.fn<typeof fetch>();
  let storage: Full;
  beforeEach(() => {
    send.mockReset();
    storage = use(new Full());
    vi.stubGlobal('fetch', send);
  });
  const ask = () => fetchCached('/api/user');

  it('stores the answer and returns it when nothing answers', async () => {
    send.mockResolvedValueOnce(Response.json({ id: 5 }));
    expect(await ask()).toEqual({ id: 5 });
    for (const failure of [
      () => send.mockRejectedValueOnce(new TypeError('Failed to fetch')),
      () => send.mockResolvedValueOnce(new Response('Bad gateway', { status: 502 })),
    ]) {
      failure();
      expect(await ask()).toEqual({ id: 5 });
    }
  });

  it('stores nothing of a user who has left meanwhile', async () => {
    storage.setItem('snapodium_person', 'ann');
    send.mockImplementationOnce(() => {
      storage.removeItem('snapodium_person');
      return Promise.resolve(Response.json({ id: 5 }));
    });
    expect(await ask()).toEqual({ id: 5 });
    expect(storage.length).toBe(0);
  });

  it('is as old as its request, because it lacks what happened while it was on its way', async () => {
    const askedAt = Date.now();
    send.mockImplementationOnce(() => {
      vi.advanceTimersByTime(5000);
      return Promise.resolve(Response.json({ id: 5 }));
    });
    await ask();
    expect(cachedAt('/api/user')).toBe(askedAt);
  });

  it('fails when nothing is cached, or it has expired', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(ask()).rejects.toThrow('Failed to fetch');
    store('/api/user', 1);
    vi.advanceTimersByTime(30 * MINUTE);
    await expect(ask()).rejects.toThrow('Failed to fetch');
  });

  it('reports a refusal that is not JSON with its status and text', async () => {
    send.mockResolvedValueOnce(new Response('No such thing', { status: 404 }));
    await expect(ask()).rejects.toMatchObject({ status: 404, message: '404: No such thing' });
  });

  it('returns no cached answer for a refusal, and drops it', async () => {
    store('/api/user', { id: 5 });
    send.mockResolvedValueOnce(Response.json({ message: 'Not authenticated' }, { status: 401 }));
    await expect(ask()).rejects.toMatchObject({ status: 401, message: 'Not authenticated' });
    expect(readCached('/api/user')).toBeUndefined();
  });
});
