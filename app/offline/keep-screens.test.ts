import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepScreens } from './keep-screens';

const DATA = new URL('http://localhost/feed.data');

/** An answer that says all it has to say, and then ends or breaks off. */
function answer(end: (controller: ReadableStreamDefaultController) => void): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('["feed"]\n'));
    },
    // Asked for once what came first has been read.
    pull: end,
  });
  return new Response(body, { status: 202, headers: { 'X-Remix-Response': 'yes' } });
}
const complete = () => answer((controller) => controller.close());
const brokenOff = () => answer((controller) => controller.error(new TypeError('network error')));

describe('an answer that a screen is loaded from', () => {
  const send = vi.fn<typeof fetch>();
  let page: EventTarget & { fetch: typeof fetch; __remixRouter: unknown };
  const formsGoOn = { formMethod: 'POST', state: 'loading' };

  beforeEach(() => {
    send.mockReset();
    page = Object.assign(new EventTarget(), {
      fetch: send,
      __remixRouteModules: {},
      __remixRouter: { state: { navigation: { state: 'idle' } as object } },
    });
    vi.stubGlobal('window', page);
    keepScreens();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is handed on with its status', async () => {
    send.mockResolvedValueOnce(complete());
    const response = await page.fetch(DATA);
    expect([response.status, await response.text()]).toEqual([202, '["feed"]\n']);
    expect(response.headers.get('X-Remix-Response')).toBe('yes');
  });

  it('may have no body', async () => {
    send.mockResolvedValueOnce(new Response(null, { status: 204 }));
    expect((await page.fetch(DATA)).status).toBe(204);
  });

  it('is all there before it is read: nothing later can break it off', async () => {
    const abort = new AbortController();
    let isEnded = false;
    send.mockResolvedValueOnce(
      answer((controller) => {
        isEnded = true;
        controller.close();
      }),
    );
    const response = await page.fetch(DATA, { signal: abort.signal });
    expect(isEnded).toBe(true);
    abort.abort();
    expect(await response.text()).toBe('["feed"]\n');
  });

  it.each([
    ['that broke off', brokenOff],
    ['of a proxy without its server', () => new Response('Bad gateway', { status: 502 })],
  ])('%s is asked for again behind a screen that is there', async (_what, bad) => {
    page.__remixRouter = { state: { navigation: formsGoOn } };
    send.mockResolvedValueOnce(bad()).mockResolvedValueOnce(complete());
    const loaded = page.fetch(DATA);
    await vi.waitFor(() => {
      page.dispatchEvent(new Event('online'));
      expect(send).toHaveBeenCalledTimes(2);
    });
    expect(await (await loaded).text()).toBe('["feed"]\n');
  });

  it('is waited for by who goes by a link', async () => {
    page.__remixRouter = { state: { navigation: { state: 'loading' } } };
    send.mockResolvedValueOnce(brokenOff()).mockResolvedValueOnce(complete());
    const loaded = page.fetch(DATA);
    await vi.waitFor(() => {
      page.dispatchEvent(new Event('online'));
      expect(send).toHaveBeenCalledTimes(2);
    });
    expect(await (await loaded).text()).toBe('["feed"]\n');
  });

  it('is not waited for any more where something else was asked for', async () => {
    const abort = new AbortController();
    send.mockResolvedValueOnce(brokenOff());
    const loaded = page.fetch(DATA, { signal: abort.signal });
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    abort.abort(new Error('elsewhere'));
    await expect(loaded).rejects.toThrow();
  });

  it('that broke off is a failure for a form', async () => {
    send.mockResolvedValueOnce(brokenOff());
    await expect(page.fetch(DATA, { method: 'POST' })).rejects.toThrow(TypeError);
  });
});
