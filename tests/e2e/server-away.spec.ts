import { join } from '../api/party';
import { phoneJpeg } from '../images';
import { test } from './bad-network';
import { expect } from './fixtures';
import { untilCached } from './service-worker';
import { choosePhoto, goTo, open, type Someone } from './steps';

// The phone believes that it is online, and nothing answers (rules `offline.pages`, `uploads.pending`).

test('with a photo pending, a tab opens from the cache, and the first answer triggers the upload', async ({
  openBrowser,
  party,
  network,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const ann = await join(party);
  const page = await openBrowser({ as: ann.client, language: 'en', hasWorker: true });
  await page.addInitScript(() => {
    // Nothing is retried by itself.
    const wait = window.setTimeout.bind(window);
    const soon = (work: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= 4000 ? 0 : wait(work, ms, ...rest);
    Object.assign(window, { setTimeout: soon });
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `${network.origin}/`);
  await untilCached(page, '/');
  await goTo(someone, 'feed');
  await untilCached(page, '/?tab=feed');
  await goTo(someone, 'profile');
  await page.waitForLoadState('networkidle');

  network.cuts = ({ method }) => (method === 'POST' ? 'before' : 'held');
  const buffer = await phoneJpeg(300, 400, 6);
  await choosePhoto(someone, 2, { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await goTo(someone, 'feed');
  await expect(page).toHaveURL(/\/(feed|\?tab=feed)$/);
  await expect(page.getByRole('heading', { name: t('event:title.feed') })).toBeVisible();

  const stored = async () =>
    (await ann.client.get<{ position: number }[]>(`/api/photos/user/${ann.user.id}`)).json;
  expect(await stored()).toEqual([]);
  network.cuts = () => null;
  await goTo(someone, 'top');
  await expect.poll(stored).toMatchObject([{ position: 2 }]);
});

test('while the database is down, a form keeps what was typed, and a tab appears once it is back', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  // Remix logs an answer that it cannot read.
  complaints.expect(/status of 503/, /SyntaxError/);
  const ann = await join(party);
  const page = await openBrowser({ as: ann.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/settings');
  let asked = 0;
  // As the server answers (tests/api/away.test.ts).
  await page.route(/\.data(\?|$)/, (route) => {
    asked += 1;
    return route.fulfill({ status: 503, headers: { 'Snapodium-Away': '1', 'Retry-After': '1' } });
  });
  const name = page.locator('#details [name="name"]');
  await name.fill('Zoé Under Way');
  await page.locator('#details button').click();
  await expect(page.getByText(t('event:offline'))).toBeVisible();
  await expect(name).toHaveValue('Zoé Under Way');

  const before = asked;
  const navigation = page.getByRole('navigation', { name: t('common:nav.main') });
  await navigation.getByRole('link', { name: t('common:nav.feed') }).click();
  await expect.poll(() => asked).toBeGreaterThan(before);
  await expect(page.getByRole('heading', { name: t('common:offline.none') })).toBeVisible();
  await expect(navigation).toBeVisible();
  await page.unroute(/\.data(\?|$)/);
  await expect(page.getByRole('heading', { name: t('event:title.feed') })).toBeVisible({
    timeout: 15_000,
  });
});
