import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const key = new Uint8Array([4, 1, 2, 3]).buffer;
const former = { options: { applicationServerKey: key, userVisibleOnly: true } };
const unsubscribe = vi.fn(() => Promise.resolve(true));
const fresh = {
  unsubscribe,
  toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }),
} as unknown as PushSubscription;
const subscribe = vi.fn<PushManager['subscribe']>(() => Promise.resolve(fresh));
const answer = vi.fn<typeof fetch>();

vi.stubGlobal('self', { registration: { pushManager: { subscribe } } });
vi.stubGlobal('fetch', answer);
// Another file may have loaded it with a scope of its own.
vi.resetModules();
const { renewSubscription } = await import('./renew-subscription');
afterAll(() => {
  vi.unstubAllGlobals();
});

beforeEach(() => {
  vi.clearAllMocks();
  answer.mockResolvedValue(Response.json({ topics: ['reveal'] }));
});

const SENT = {
  subscription: { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } },
};
/** What the server received: no topics, so the previous ones stay. */
const sent = () =>
  answer.mock.calls.map(([url, init]) => [url, init?.method, JSON.parse(String(init?.body))]);

test('an ended subscription is replaced by one with the same key, and the server is told', async () => {
  await renewSubscription({ oldSubscription: former, newSubscription: null });
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: key }]]);
  expect(sent()).toEqual([['/api/push', 'POST', SENT]]);
  expect(unsubscribe).not.toHaveBeenCalled();
});

test('the one that the browser has made itself is taken', async () => {
  await renewSubscription({ oldSubscription: former, newSubscription: fresh });
  expect(subscribe).not.toHaveBeenCalled();
  expect(sent()).toEqual([['/api/push', 'POST', SENT]]);
});

test('without a key, or without the right to notify, the server is told nothing', async () => {
  await renewSubscription({});
  expect(subscribe).not.toHaveBeenCalled();
  subscribe.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
  await expect(renewSubscription({ oldSubscription: former })).rejects.toThrow('denied');
  expect(sent()).toEqual([]);
});

test.each([
  { status: 401, ends: 1 },
  { status: 400, ends: 1 },
  { status: 429, ends: 0 },
  { status: 503, ends: 0 },
])('an answer of $status ends the new one $ends times', async ({ status, ends }) => {
  answer.mockResolvedValue(Response.json({}, { status }));
  await renewSubscription({ oldSubscription: former });
  expect(unsubscribe).toHaveBeenCalledTimes(ends);
});
