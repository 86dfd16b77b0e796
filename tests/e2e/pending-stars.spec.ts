import { addPhoto, expectStatus, join } from '../api/party';
import { expect, test } from './fixtures';
import { goOffline, goOnline, goTo, noteOf, open, type Someone, star, untilAhead } from './steps';

// Stars without a connection: stored in order, and sent later (rule `stars.pending`).

test('three stars and one taken back wait, survive a reload, and are sent in order', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const owner = await join(party);
  const photos = [await addPhoto(owner, 1), await addPhoto(owner, 2), await addPhoto(owner, 3)];
  const [first, second, third] = photos.map(({ id }) => id) as [number, number, number];
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await untilAhead(page, '/photos/:photoId/star');
  await goOffline(page);
  for (const id of [first, second, third, second]) await star(someone, id).click();
  await expect(noteOf(page, t('event:stars.kept'))).toBeVisible();
  const isLit = (id: number) => star(someone, id).getAttribute('aria-pressed');
  expect(await Promise.all([first, second, third].map(isLit))).toEqual(['true', 'false', 'true']);

  // After the page was cut off from its server, it reloads, and the stars are not lost.
  const sent: string[] = [];
  let isCut = true;
  await page.route('**/photos/*/star*', (route) => {
    if (isCut) return route.abort();
    sent.push(/photos\/(\d+)\/star/.exec(route.request().url())?.[1] ?? '');
    return route.continue();
  });
  await goOnline(page);
  await open(someone, '/feed');
  await expect(star(someone, first)).toHaveAttribute('aria-pressed', 'true');
  expect((await me.client.get('/api/favorites')).json).toEqual([]);
  isCut = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const given = async () =>
    ((await me.client.get('/api/favorites')).json as { id: number }[]).map(({ id }) => id).sort();
  await expect.poll(given).toEqual([first, third].sort());
  await expect(star(someone, third)).toHaveAttribute('aria-pressed', 'true');
  expect(sent.filter((id) => id !== String(second))).toEqual([String(first), String(third)]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('snapodium_stars'))).toBe('[]');
});

test('a later refusal is shown on any screen, and the star goes out again', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 403/);
  const photo = await addPhoto(await join(party), 1);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await untilAhead(page, '/photos/:photoId/star');
  await goOffline(page);
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  const path = `/api/events/${party.event.id}/voting-status`;
  expectStatus(
    await party.organizer.client.request('PATCH', path, { json: { votingEnabled: false } }),
    200,
  );
  await page.context().setOffline(false);
  await expect(noteOf(page, t('server:event.star.voting_disabled'))).toBeVisible();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
  await goTo(someone, 'profile');
  await goTo(someone, 'feed');
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
});

test('a server that fails, or answers nonsense, is asked again, and delays no other star', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of (429|500)/, /SyntaxError/);
  const owner = await join(party);
  const photos = [await addPhoto(owner, 1), await addPhoto(owner, 2), await addPhoto(owner, 3)];
  const [first, second, third] = photos.map(({ id }) => id) as [number, number, number];
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await page.waitForLoadState('networkidle');

  const asked = { first: 0, second: 0 };
  await page.route(`**/photos/${first}/star*`, (route) => {
    asked.first += 1;
    const body = '<h1>Internal Server Error</h1>';
    return route.fulfill({ status: 500, contentType: 'text/html', body });
  });
  await page.route(`**/photos/${second}/star*`, (route) => {
    asked.second += 1;
    if (asked.second > 2) return route.continue();
    const headers = { 'Retry-After': '1' };
    return route.fulfill({ status: 429, contentType: 'text/plain', headers, body: 'Later' });
  });
  for (const id of [first, second, third]) await star(someone, id).click();
  await expect(noteOf(page, t('event:stars.kept'))).toBeVisible();
  const given = async () =>
    ((await me.client.get('/api/favorites')).json as { id: number }[]).map(({ id }) => id).sort();
  await expect.poll(given).toEqual([second, third].sort());
  await expect(star(someone, first)).toHaveAttribute('aria-pressed', 'true');
  expect(asked.first).toBeGreaterThan(0);

  // After a reload they are still there, for the same person.
  const kept = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('snapodium_stars') ?? '[]') as unknown);
  await expect.poll(kept).toMatchObject([{ path: `/photos/${first}/star`, userId: me.user.id }]);
  await page.unroute(`**/photos/${first}/star*`);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(given).toEqual([first, second, third].sort());
  await expect(star(someone, first)).toHaveAttribute('aria-pressed', 'true');
});

test('a server that reports a failure has not refused the star', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  // Remix logs an answer that it cannot read.
  complaints.expect(/status of 50[03]/, /SyntaxError/);
  const photo = await addPhoto(await join(party), 1);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await page.waitForLoadState('networkidle');
  let asked = 0;
  // In the application's own format, except for the first answer, which Remix reads in its own.
  await page.route(`**/photos/${photo.id}/star*`, (route) => {
    asked += 1;
    if (asked === 1) return route.fulfill({ status: 503, body: '' });
    if (asked > 2) return route.continue();
    const headers = { 'Retry-After': '1', 'X-Request-Id': 'x' };
    const json = { ok: false, code: 'favorites_failed', toast: null, mayPass: true };
    return route.fulfill({ status: 500, headers, json });
  });
  await star(someone, photo.id).click();
  const given = async () =>
    ((await me.client.get('/api/favorites')).json as { id: number }[]).map(({ id }) => id);
  await expect.poll(given, { timeout: 30_000 }).toEqual([photo.id]);
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await expect(noteOf(page, t('server:event.star.failed_add'))).toHaveCount(0);
  expect(asked).toBeGreaterThan(2);
});

test('of two quick presses the last one counts, even if the server is slow with the first', async ({
  openBrowser,
  party,
  t,
}) => {
  const photo = await addPhoto(await join(party), 1);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await page.waitForLoadState('networkidle');

  // The first request has left the phone, so it is handled in any case, whether or not the page still waits for it.
  const handled: (string | null)[] = [];
  let handleFirst = () => undefined as void;
  const first = new Promise<void>((resolve) => (handleFirst = resolve));
  await page.route(`**/photos/${photo.id}/star*`, async (route) => {
    const on = new URLSearchParams(route.request().postData() ?? '').get('on');
    if (on === '1') await first;
    const response = await route.fetch();
    handled.push(on);
    await route.fulfill({ response }).catch(() => undefined);
  });
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
  // If the second request was sent, it has been answered before this one.
  await page.evaluate(async () => void (await fetch('/feed')));
  handleFirst();
  await expect.poll(() => handled).toEqual(['1', '0']);
  await expect.poll(async () => (await me.client.get('/api/favorites')).json).toEqual([]);
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
  const stored = () => page.evaluate(() => localStorage.getItem('snapodium_stars'));
  await expect.poll(stored).toBe('[]');
});

test('a star whose page ends before the server has answered is sent by the next visit', async ({
  openBrowser,
  party,
  t,
}) => {
  const photo = await addPhoto(await join(party), 1);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await page.waitForLoadState('networkidle');
  const context = page.context();
  const address = `**/photos/${photo.id}/star*`;
  // The request leaves the page and never arrives.
  const requested = page.waitForRequest(address);
  let isLost = true;
  await context.route(address, (route) => (isLost ? undefined : route.continue()));
  await star(someone, photo.id).click();
  await requested;
  // A system that needs memory ends a page like this: its scripts do not learn of it.
  const crashed = page.waitForEvent('crash');
  await Promise.all([crashed, page.goto('chrome://crash').catch(() => undefined)]);
  isLost = false;
  expect((await me.client.get('/api/favorites')).json).toEqual([]);
  const visit = { ...someone, page: await context.newPage() };
  await open(visit, '/feed');
  const given = async () =>
    ((await me.client.get('/api/favorites')).json as { id: number }[]).map(({ id }) => id);
  await expect.poll(given).toEqual([photo.id]);
  await expect(star(visit, photo.id)).toHaveAttribute('aria-pressed', 'true');
});
