import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = 'https://photos.example';

interface Window {
  url: string;
  focused: boolean;
  focus: () => Promise<Window>;
  navigate: (url: string) => Promise<void>;
}

const opened = vi.fn<(url: string) => Promise<void>>(() => Promise.resolve());
const led: string[] = [];
let windows: Window[] = [];

function windowAt(path: string, { focused = false, isControlled = true } = {}): Window {
  const one: Window = {
    url: ORIGIN + path,
    focused,
    focus: () => {
      led.push(`focus ${path}`);
      return Promise.resolve(one);
    },
    navigate: (url) => {
      led.push(`${path} to ${url}`);
      return isControlled ? Promise.resolve() : Promise.reject(new TypeError('not controlled'));
    },
  };
  return one;
}

vi.stubGlobal('self', {
  location: { origin: ORIGIN },
  clients: { matchAll: () => Promise.resolve(windows), openWindow: opened },
});
// Another file may have loaded it with a scope of its own.
vi.resetModules();
const { openNotice } = await import('./notices');
afterAll(() => {
  vi.unstubAllGlobals();
});
const close = vi.fn();
const press = (path: string) => openNotice({ close, data: path } as unknown as Notification);

beforeEach(() => {
  opened.mockClear();
  close.mockClear();
  led.length = 0;
  windows = [];
});

test('a press opens the screen if no window is open', async () => {
  await press('/reveal');
  expect(opened.mock.calls).toEqual([[`${ORIGIN}/reveal`]]);
  expect(close).toHaveBeenCalledOnce();
});

test('a window that shows the screen comes to the front as it is', async () => {
  windows = [windowAt('/settings', { focused: true }), windowAt('/feed?sort=newest')];
  await press('/feed');
  expect(led).toEqual(['focus /feed?sort=newest']);
  expect(opened).not.toHaveBeenCalled();
});

test('another window is led there, rather the one in use', async () => {
  windows = [windowAt('/feed'), windowAt('/settings', { focused: true })];
  await press('/reveal');
  expect(led).toEqual(['focus /settings', `/settings to ${ORIGIN}/reveal`]);
  expect(opened).not.toHaveBeenCalled();
});

test('a window that cannot be led is left, and the screen opens in another', async () => {
  windows = [windowAt('/feed', { isControlled: false })];
  await press('/reveal');
  expect(opened.mock.calls).toEqual([[`${ORIGIN}/reveal`]]);
});
