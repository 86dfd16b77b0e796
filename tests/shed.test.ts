import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shedLoad } from '../server/shed';
import { bodyLimit } from '~/http/body-limit.server';
import { translateBusyPages } from '~/http/busy-page.server';

// What an overloaded server does with each kind of request.

let late = 0;
let waited = 0;
const warn = vi.fn();
const onShed = vi.fn();
let origin = '';
const server = createServer();

beforeAll(async () => {
  const log = { warn } as never;
  const busyPage = await translateBusyPages();
  const loop = {
    lateMs: () => late,
    begin: (work: (waited: number) => void) => setImmediate(() => work(waited)),
  };
  const serve = shedLoad({ loop, lateMs: 400, limitOf: bodyLimit, busyPage, log, onShed });
  server.on('request', (request, response) => serve(request, response, () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => void server.close());

/** The server counts requests per second. Its time stands still during a test, however long that takes. */
let now = 0;
const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
afterAll(() => clock.mockRestore());
beforeEach(() => {
  [late, waited] = [0, 0];
  now += 5000;
});

const GUEST = { Cookie: 'snapodium_session=abc; preferred_language=en' };
const PAGE = { Accept: 'text/html' };
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=edge' };

const ask = (what: string, headers: Record<string, string> = {}) => {
  const [method = 'GET', path = '/'] = what.split(' ');
  const body = method === 'POST' ? '--edge--' : undefined;
  return fetch(origin + path, { method, headers, body });
};
const statusOf = async (what: string, headers?: Record<string, string>) =>
  (await ask(what, headers)).status;

const FIRST: [string, Record<string, string>][] = [
  ['GET /auth', PAGE],
  ['GET /e/123456789012', PAGE],
  ['GET /api/events/1/marks', GUEST],
  ['GET /api/photos/event/1', GUEST],
  ['GET /api/user', {}],
];
const LAST: [string, Record<string, string>][] = [
  ['GET /feed', { ...GUEST, ...PAGE }],
  ['GET /feed.data', GUEST],
  ['GET /media/1/abc.webp', GUEST],
  ['POST /api/messages', GUEST],
  ['POST /api/login', {}],
  ['POST /api/favorites', {}],
  ['POST /api/photos', MULTIPART],
];
const NEVER: [string, Record<string, string>][] = [
  ['GET /healthz', {}],
  ['GET /livez', {}],
  ['GET /readyz', {}],
  ['GET /metrics', {}],
  ['GET /assets/entry.js', {}],
  ['POST /webhooks/stripe', {}],
  ['POST /api/favorites', GUEST],
  ['DELETE /api/favorites/7', GUEST],
  ['POST /photos/7/star', GUEST],
  ['POST /photos/7/star.data', GUEST],
  ['POST /api/photos', { ...GUEST, ...MULTIPART }],
  ['POST /photos/add', { ...GUEST, ...MULTIPART }],
];

/** The answers to all of them, sent at once, because an answer of 503 takes a second. */
async function statuses(requests: [string, Record<string, string>][]): Promise<number[]> {
  const all = await Promise.all(requests.map(([what, headers]) => statusOf(what, headers)));
  return [...new Set(all)];
}

test('a few requests are served however late the server is', async () => {
  [late, waited] = [60_000, 60_000];
  expect(await statuses([...FIRST, ...LAST])).toEqual([200]);
});

/** More than a few in this second. */
const rush = () => statuses(Array.from({ length: 40 }, () => ['GET /auth', {}]));

test('all are served while the server is in time', async () => {
  late = 399;
  expect(await statuses([...FIRST, ...LAST, ...NEVER])).toEqual([200]);
});

test('visitors’ pages and polls are refused first', async () => {
  await rush();
  late = 400;
  onShed.mockClear();
  expect(await statuses(FIRST)).toEqual([503]);
  expect(onShed).toHaveBeenCalledTimes(FIRST.length);
  [late, waited] = [0, 0];
  await rush();
  waited = 400;
  expect(await statuses(FIRST)).toEqual([503]);
});

test('everything else that can wait is refused last', async () => {
  await rush();
  [late, waited] = [1999, 1999];
  expect(await statuses(LAST)).toEqual([200]);
  late = 2000;
  expect(await statuses(LAST)).toEqual([503]);
  [late, waited] = [0, 0];
  await rush();
  waited = 2000;
  expect(await statuses(LAST)).toEqual([503]);
});

test('health, scripts, payments, and a guest’s stars and photos are always served', async () => {
  await rush();
  [late, waited] = [60_000, 60_000];
  expect(await statuses(NEVER)).toEqual([200]);
});

test('a person reads it in their language, and the page asks again by itself', async () => {
  await rush();
  late = 400;
  const [answer, other] = await Promise.all([
    ask('GET /auth', { ...PAGE, Cookie: 'preferred_language=nl' }),
    ask('GET /auth', PAGE),
  ]);
  expect(await other.text()).toContain('<html lang="fr">');
  const page = await answer.text();
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(seconds).toBeGreaterThanOrEqual(4);
  expect(page).toContain('<html lang="nl">');
  expect(page).toContain('Het is nu erg druk. Probeer het zo nog eens.');
  expect(page).toContain(`<meta http-equiv="refresh" content="${seconds}">`);
});

test('a form that was sent is not reloaded as a page; a program reads JSON', async () => {
  await rush();
  late = 2000;
  const [posted, answer] = await Promise.all([
    ask('POST /login', { ...PAGE, ...GUEST }),
    ask('GET /api/user'),
  ]);
  const form = await posted.text();
  expect(form).toContain('It’s very busy right now.');
  expect(form).not.toContain('refresh');
  expect(await answer.json()).toEqual({
    message: 'It’s very busy right now. Please try again in a moment.',
  });
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  // Phones take an answer without it for a proxy's, and show what they have cached.
  expect(answer.headers.get('X-Request-Id')).toBeNull();
});
