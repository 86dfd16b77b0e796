import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientLoader, isAnswer, isUnanswered, untilAnswered } from './screen-data';

const refused = new TypeError('Failed to fetch');
const page = new EventTarget();

/** The arguments of a `clientLoader`. */
function asking(serverLoader: () => Promise<unknown>, signal?: AbortSignal) {
  const request = new Request('http://localhost/feed?over=/photos/12', { signal });
  return { request, params: {}, serverLoader } as ClientLoaderFunctionArgs;
}

beforeEach(() => {
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

describe('a screen that is not shown yet', () => {
  it.each(['photos', null])("returns the server's answer: %s", async (data) => {
    expect(await clientLoader(asking(() => Promise.resolve(data)))).toBe(data);
  });

  it('returns that nothing answered', async () => {
    const data = await clientLoader(asking(() => Promise.reject(refused)));
    expect(isUnanswered(data)).toBe(true);
    expect(isUnanswered({ noAnswer: true })).toBe(false);
  });

  it("throws the server's refusal", async () => {
    const redirect = new Response(null, { status: 302 });
    await expect(clientLoader(asking(() => Promise.reject(redirect)))).rejects.toBe(redirect);
  });
});

describe('a frame', () => {
  it('asks again when the browser is online', async () => {
    const load = vi.fn<() => Promise<unknown>>();
    load.mockRejectedValueOnce(refused).mockResolvedValueOnce('photos');
    const loaded = untilAnswered(asking(load));
    await vi.waitFor(() => {
      page.dispatchEvent(new Event('online'));
      expect(load).toHaveBeenCalledTimes(2);
    }, 10_000);
    expect(await loaded).toBe('photos');
  });

  it('stops waiting when the router has aborted the load', async () => {
    const load = vi.fn(() => Promise.reject(refused));
    const elsewhere = new AbortController();
    const loaded = untilAnswered(asking(load, elsewhere.signal));
    await vi.waitFor(() => expect(load).toHaveBeenCalled(), 10_000);
    elsewhere.abort(new Error('elsewhere'));
    await expect(loaded).rejects.toThrow();
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('whether an error is an answer of the server', () => {
  const routeError = (status: number, data: unknown) => ({
    status,
    statusText: '',
    internal: false,
    data,
  });

  it.each([
    ['a redirect', new Response(null, { status: 302 }), true],
    ['a refusal', routeError(403, { code: 'event_ended' }), true],
    ['an error of a loader', new Error('Unexpected Server Error'), true],
    ['word that its database is away', routeError(503, { code: 'away' }), false],
    ['a connection that failed', new TypeError('Failed to fetch'), false],
    ['a page of a proxy', new Error('Unable to decode turbo-stream response'), false],
  ])('%s', (_what, error, expected) => {
    expect(isAnswer(error)).toBe(expected);
  });
});
