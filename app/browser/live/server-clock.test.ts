import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SERVER_NOW } from '~/models/live/rules';

const NOW = Date.parse('2026-06-15T18:00:00Z');
let page: EventTarget;
let isOnline = true;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.resetModules();
  page = new EventTarget();
  isOnline = true;
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (serverNow: number | string) =>
  new Response(null, { headers: { [SERVER_NOW]: String(serverNow) } });

test('the server’s time is unknown until an answer tells it, and then runs on', async () => {
  const { clockDoubt, noteServerNow, serverNow } = await import('./server-clock');
  expect(serverNow()).toBeNull();
  noteServerNow(new Response(null), NOW);
  noteServerNow(answer('soon'), NOW);
  expect(serverNow()).toBeNull();
  // This device is an hour ahead, and the request took 400 ms.
  noteServerNow(answer(NOW - 3_600_000), NOW - 400);
  expect([serverNow(), clockDoubt()]).toEqual([NOW - 3_600_000 + 200, 200]);
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(NOW - 3_600_000 + 60_200);
});

test('a slow answer that fits moves nothing, another one corrects it and says so', async () => {
  const { CLOCK_SET, noteServerNow, serverNow } = await import('./server-clock');
  const set = vi.fn();
  page.addEventListener(CLOCK_SET, set);
  noteServerNow(answer(NOW), NOW);
  noteServerNow(answer(NOW - 3000), NOW - 4000);
  expect([serverNow(), set.mock.calls.length]).toEqual([NOW, 1]);
  // The device's clock was set back since.
  vi.setSystemTime(NOW - 600_000);
  noteServerNow(answer(NOW + 1000), NOW - 600_000);
  expect([serverNow(), set.mock.calls.length]).toEqual([NOW + 1000, 2]);
});

test('a quicker answer leaves less in doubt', async () => {
  const { clockDoubt, noteServerNow, serverNow } = await import('./server-clock');
  noteServerNow(answer(NOW), NOW - 6000);
  expect([serverNow(), clockDoubt()]).toEqual([NOW + 3000, 3000]);
  noteServerNow(answer(NOW + 500), NOW - 200);
  expect([serverNow(), clockDoubt()]).toEqual([NOW + 600, 100]);
});

test('offline, this device’s clock tells the time until an answer has', async () => {
  const { isClockAlone, noteServerNow, serverNow } = await import('./server-clock');
  isOnline = false;
  expect([isClockAlone(), serverNow()]).toEqual([true, NOW]);
  noteServerNow(answer(NOW + 5000), NOW);
  expect([isClockAlone(), serverNow()]).toEqual([true, NOW + 5000]);
});
