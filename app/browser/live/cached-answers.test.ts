import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCached } from './cache';
import { askPhotoIds, askUser, isSignedOut, refreshAnswers } from './cached-answers';

const MINUTE = 60_000;
const USER = '/api/user';
const EVENT = '/api/events/3';
const PHOTOS = '/api/photos/event/3';

const send = vi.fn<typeof fetch>();
let page: EventTarget & { isHidden: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockImplementation(() => Promise.resolve(Response.json({ id: 3 })));
  page = Object.assign(new EventTarget(), { isHidden: false });
  const kept = new Map<string, string>();
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('document', {
    get hidden() {
      return page.isHidden;
    },
  });
  vi.stubGlobal(
    'window',
    Object.assign(page, {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      setInterval: globalThis.setInterval,
      clearInterval: globalThis.clearInterval,
    }),
  );
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = () => send.mock.calls.splice(0).map(([path]) => path);
const settle = () => vi.advanceTimersByTimeAsync(0);

it('caches the user, the event and its photos: soon, every 5 min, and back online', async () => {
  const end = refreshAnswers(3);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked()).toEqual([USER, EVENT, PHOTOS]);
  expect(readCached(USER)).toEqual({ id: 3 });

  await vi.advanceTimersByTimeAsync(5 * MINUTE - 3001);
  expect(asked()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toEqual([USER, EVENT, PHOTOS]);
  page.dispatchEvent(new Event('online'));
  await settle();
  expect(asked()).toEqual([USER, EVENT, PHOTOS]);

  end();
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(asked()).toEqual([]);
});

it('requests nothing that is cached already, nor behind a hidden page', async () => {
  const end = refreshAnswers(3);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked()).toHaveLength(3);
  end();
  refreshAnswers(3);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked()).toEqual([]);
  page.isHidden = true;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(asked()).toEqual([]);
});

it('requests nothing while a form is being sent, and makes up for the first round', async () => {
  let isSending = true;
  refreshAnswers(3, () => isSending);
  await vi.advanceTimersByTimeAsync(3000);
  page.dispatchEvent(new Event('online'));
  await settle();
  expect(asked()).toEqual([]);
  isSending = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked()).toEqual([USER, EVENT, PHOTOS]);
});

it('returns the cached list of photos when nothing answers', async () => {
  send.mockResolvedValueOnce(Response.json([{ id: 8 }, { id: 7 }]));
  expect(await askPhotoIds(3)).toEqual([8, 7]);
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await askPhotoIds(3)).toEqual([8, 7]);
  expect(await askPhotoIds(4)).toBeNull();
});

it('reports that nobody is signed in only when the server says so', async () => {
  expect(await isSignedOut()).toBe(false);
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await isSignedOut()).toBe(false);
  send.mockResolvedValueOnce(new Response('', { status: 503 }));
  expect(await isSignedOut()).toBe(false);
  send.mockResolvedValueOnce(Response.json({ message: 'Not authenticated' }, { status: 401 }));
  expect(await isSignedOut()).toBe(true);
});

it('requests the user once more after a second, and knows nobody without a network', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const answer = askUser();
  await vi.advanceTimersByTimeAsync(999);
  expect(asked()).toEqual([USER]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual({ id: 3 });
  expect(asked()).toEqual([USER]);

  localStorage.removeItem(`snapodium_cache_${USER}`);
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  const failed = expect(askUser()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(1000);
  await failed;
  expect(asked()).toEqual([USER, USER]);

  vi.stubGlobal('navigator', { onLine: false });
  const nobody = askUser();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await nobody).toBeNull();
});

it('does not repeat a request that was answered with 401', async () => {
  send.mockResolvedValue(Response.json({ message: 'Not authenticated' }, { status: 401 }));
  await expect(askUser()).rejects.toThrow('Not authenticated');
  expect(asked()).toEqual([USER]);
});
