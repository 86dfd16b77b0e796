import { wallPhoto } from '../setup/wall-stand';
import { expect, prints, test } from './wall-page';

// The wall's screen without its server, with a new one, and at its end.

test('continues without the network, with a small sign, and catches up', async ({
  openWall,
  pictures,
  complaints,
}) => {
  test.slow();
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const photos = [0, 3, 6].map((id) => wallPhoto(id, pictures));
  const { page, stand } = await openWall({ photos, pace: 1 });
  const seen = new Set<string | null>();
  const look = async () => {
    seen.add(await page.locator('.layer.on img').first().getAttribute('src'));
    return seen.size;
  };
  await expect.poll(look).toBe(3);
  await page.context().setOffline(true);
  await expect(page.locator('.sign.away')).toBeVisible({ timeout: 30_000 });
  seen.clear();
  await expect.poll(look, { timeout: 20_000 }).toBe(3);
  Object.assign(stand.state, { programme: 'join' });
  await page.context().setOffline(false);
  await expect(page.locator('[data-part="large-code"]')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.sign.away')).toHaveCount(0);
});

test('continues through a restart of its server', async ({ openWall, pictures, complaints }) => {
  complaints.expect(/ERR_CONNECTION_REFUSED/);
  const { page, stand } = await openWall({ photos: [wallPhoto(0, pictures)] });
  await expect(prints(page)).toHaveCount(1);
  await stand.stop();
  Object.assign(stand.state, { programme: 'join' });
  await stand.start();
  await expect(page.locator('[data-part="large-code"]')).toBeVisible({ timeout: 20_000 });
});

test('ends when the key is renewed, and keeps nothing', async ({ openWall, pictures }) => {
  const { page, stand } = await openWall({ photos: [wallPhoto(0, pictures)] });
  await expect(prints(page)).toHaveCount(1);
  stand.renew();
  await expect(page.getByRole('heading', { name: 'This wall has ended' })).toBeVisible({
    timeout: 1000,
  });
  await expect(page.locator('img[src]')).toHaveCount(0);
  await expect(page.getByText('Léa & Côme')).toHaveCount(0);
  await page.keyboard.press('q');
  await expect(page.locator('[data-part="large-code"]')).toBeHidden();
});

test('loads a new version once, and continues without a press', async ({ openWall, pictures }) => {
  const { page, stand } = await openWall({ photos: [wallPhoto(0, pictures)] });
  await expect(prints(page)).toHaveCount(1);
  const loads = () => stand.asked.filter((path) => path === '/wall.js').length;
  stand.set({ version: '2' });
  await expect.poll(loads).toBe(2);
  await expect(prints(page)).toHaveCount(1);
  // The test server's page still has the old version: it is not loaded again.
  stand.announce();
  stand.set({ next: 1 });
  await expect
    .poll(() => stand.asked.filter((path) => path.endsWith('/state')).length)
    .toBeGreaterThan(4);
  expect(loads()).toBe(2);
});

test('says without scripts that it needs them', async ({ openWall }) => {
  const { page } = await openWall({}, { javaScriptEnabled: false, isStarted: false });
  // Playwright finds no text in a `noscript`.
  await expect(page.locator('noscript h1')).toBeVisible();
  await expect(page.locator('noscript p')).toHaveText(/The wall needs scripts/);
  // The test server ends with the test, and a font that is still loading would fail.
  await page.waitForLoadState('networkidle');
});
