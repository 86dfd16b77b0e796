import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askThrough,
  clearEntries,
  clearExpired,
  countEntries,
  keepEntry,
  keptAt,
  readEntry,
} from './browser-cache';

/** Local storage as a browser has it, which is full after so many letters. */
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

const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('an entry', () => {
  it('lies under the product’s names, for 30 minutes', () => {
    const storage = new Full();
    expect(keepEntry('/api/user', { id: 5 }, storage)).toBe(true);
    expect(Object.fromEntries(storage.entries)).toEqual({
      'snapodium_cache_/api/user': '{"id":5}',
      'snapodium_expiry_/api/user': String(Date.now() + 30 * MINUTE),
    });
    vi.advanceTimersByTime(30 * MINUTE - 1);
    expect(readEntry('/api/user', storage)).toEqual({ id: 5 });
    vi.advanceTimersByTime(1);
    expect(readEntry('/api/user', storage)).toBeUndefined();
    expect(storage.length).toBe(0);
  });

  it('that is damaged or half is none', () => {
    const storage = new Full();
    storage.setItem('snapodium_cache_/a', '{');
    storage.setItem('snapodium_expiry_/a', String(Date.now() + MINUTE));
    storage.setItem('snapodium_expiry_/b', String(Date.now() + MINUTE));
    storage.setItem('snapodium_cache_/c', '1');
    for (const path of ['/a', '/b', '/c']) expect(readEntry(path, storage)).toBeUndefined();
    clearExpired(storage);
    expect(storage.length).toBe(0);
  });

  it('is counted and cleared as long as it is none of somebody else’s', () => {
    const storage = new Full();
    storage.setItem('preferred_language', 'fr');
    keepEntry('/old', 1, storage);
    vi.advanceTimersByTime(20 * MINUTE);
    keepEntry('/new', 2, storage);
    expect(countEntries(storage)).toBe(2);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(countEntries(storage)).toBe(1);
    clearExpired(storage);
    expect([readEntry('/old', storage), readEntry('/new', storage)]).toEqual([undefined, 2]);
    clearEntries(storage);
    expect([...storage.entries]).toEqual([['preferred_language', 'fr']]);
  });
});

describe('when an entry was kept', () => {
  it('is told for as long as it is there', () => {
    const storage = new Full();
    expect(keptAt('/api/user', storage)).toBe(0);
    const before = Date.now();
    keepEntry('/api/user', { id: 5 }, storage);
    vi.advanceTimersByTime(3 * MINUTE);
    expect(keptAt('/api/user', storage)).toBe(before);
    expect(keptAt('/api/user', null)).toBe(0);
  });
});

describe('a full storage', () => {
  it('loses the fifth of all that ends first', () => {
    const storage = new Full(560);
    for (let entry = 0; entry < 10; entry += 1) {
      keepEntry(`/${entry}`, 'x', storage);
      vi.advanceTimersByTime(MINUTE);
    }
    expect(countEntries(storage)).toBe(10);
    expect(keepEntry('/next', 'y'.repeat(60), storage)).toBe(true);
    const kept = Array.from({ length: 10 }, (_, entry) => readEntry(`/${entry}`, storage));
    expect(kept).toEqual([undefined, undefined, ...Array(8).fill('x')]);
    expect(readEntry('/next', storage)).toBe('y'.repeat(60));
  });

  it('without anything of ours is left as it is', () => {
    const storage = new Full(40);
    storage.setItem('theirs', 'kept');
    expect(keepEntry('/api/user', 'z'.repeat(100), storage)).toBe(false);
    expect([...storage.entries]).toEqual([['theirs', 'kept']]);
  });

  it('or none at all keeps nothing', () => {
    expect(keepEntry('/api/user', 1, null)).toBe(false);
    expect(readEntry('/api/user', null)).toBeUndefined();
    expect(countEntries(null)).toBe(0);
  });
});

describe('a question asked through it', () => {
  const send = vi.fn<typeof fetch>();
  let storage: Full;
  beforeEach(() => {
    send.mockReset();
    storage = new Full();
    vi.stubGlobal('fetch', send);
  });
  const ask = () => askThrough('/api/user', storage);

  it('keeps what is answered, and gives it when nothing is', async () => {
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

  it('keeps nothing of somebody who has left meanwhile', async () => {
    storage.setItem('snapodium_person', 'ann');
    send.mockImplementationOnce(() => {
      storage.removeItem('snapodium_person');
      return Promise.resolve(Response.json({ id: 5 }));
    });
    expect(await ask()).toEqual({ id: 5 });
    expect(storage.length).toBe(0);
  });

  it('fails where nothing is kept, or not any more', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(ask()).rejects.toThrow('Failed to fetch');
    keepEntry('/api/user', 1, storage);
    vi.advanceTimersByTime(30 * MINUTE);
    await expect(ask()).rejects.toThrow('Failed to fetch');
  });

  it('tells a refusal that is no JSON by its status and its text', async () => {
    send.mockResolvedValueOnce(new Response('No such thing', { status: 404 }));
    await expect(ask()).rejects.toMatchObject({ status: 404, message: '404: No such thing' });
  });

  it('gives no kept answer for a refusal, which ends what was kept', async () => {
    keepEntry('/api/user', { id: 5 }, storage);
    send.mockResolvedValueOnce(Response.json({ message: 'Not authenticated' }, { status: 401 }));
    await expect(ask()).rejects.toMatchObject({ status: 401, message: 'Not authenticated' });
    expect(readEntry('/api/user', storage)).toBeUndefined();
  });
});
