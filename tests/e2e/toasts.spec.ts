import type { Page } from 'playwright/test';
import { addPhoto, join } from '../api/party';
import { expect, giveStar, PHONE, test, untilHydrated } from './fixtures';
import { endTransitions, goTo, nextFrames, noteOf, open, star, type Someone } from './steps';
import { swipe } from './touch';

// Where a toast is placed, and for how long (rule `screens.toasts`).

/** Makes toasts stay until something removes them. */
const stopTime = (page: Page) =>
  page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const soon = (work: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= 4000 ? 0 : wait(work, ms, ...rest);
    Object.assign(window, { setTimeout: soon });
  });

test('a toast does not follow to the next screen', async ({ openBrowser, party, t }) => {
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  await stopTime(page);
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await star(someone, photo.id).click();
  await expect(noteOf(page, t('server:event.star.added'))).toBeVisible();
  await goTo(someone, 'top');
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('a star that is taken back removes its toast', async ({ openBrowser, party, t }) => {
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  await stopTime(page);
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await star(someone, photo.id).click();
  await expect(noteOf(page, t('server:event.star.added'))).toBeVisible();
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('a toast covers nothing that can be pressed or typed into, at any scroll position', async ({
  openBrowser,
  scene,
  t,
}) => {
  const page = await openBrowser({ as: scene.guest.client, language: 'en', viewport: PHONE });
  await stopTime(page);
  for (const path of ['/feed', '/', '/settings', '/top']) {
    await open({ page, t, scripts: true }, path);
    await page.evaluate(() => window.dispatchEvent(new Event('unsent')));
    const toast = page.locator('.toast');
    await expect(toast).toBeVisible();
    for (const part of [0, 0.35, 0.7, 1]) {
      await page.evaluate((share) => {
        const { scrollHeight } = document.documentElement;
        window.scrollTo(0, share * (scrollHeight - innerHeight));
      }, part);
      await nextFrames(page);
      await expect.poll(() => coveredBy(page), `${path}, scrolled to ${part}`).toEqual([]);
    }
  }
});

test('a toast leaves alone what is on the page and not hydrated yet', async ({
  openBrowser,
  party,
}) => {
  const [guest, friend, third] = [await join(party), await join(party), await join(party)];
  for (const voters of [[guest, friend], [guest, friend], [guest, friend], [third]]) {
    const photo = await addPhoto(await join(party), 1);
    for (const voter of voters) await giveStar(voter, photo.id);
  }
  const page = await openBrowser({ as: guest.client, language: 'en', viewport: PHONE });
  await page.route('**/assets/rank-list-*', () => undefined);
  await page.goto('/top');
  const rest = page.locator('ol.ranks');
  await expect(rest).toBeVisible();
  await untilHydrated(page);
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('unsent')));
    await expect(page.locator('.toast')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(rest).toBeVisible();
});

test('a toast that appears under a resting pointer moves off what is scrolled under it, and disappears', async ({
  openBrowser,
  scene,
  t,
}) => {
  const page = await openBrowser({ as: scene.guest.client, language: 'en', viewport: PHONE });
  await open({ page, t, scripts: true }, '/feed');
  const toast = page.locator('.toast');
  const say = () => page.evaluate(() => window.dispatchEvent(new Event('unsent')));
  await say();
  const { x, y, width, height } = (await toast.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.getByRole('button', { name: t('common:toast.dismiss') }).click();
  await page.mouse.move(x + width / 3, y + height / 2);
  await say();
  await expect(toast).toBeVisible();
  for (const share of [0.3, 0.6]) {
    await page.evaluate((part) => {
      const { scrollHeight } = document.documentElement;
      window.scrollTo(0, part * (scrollHeight - innerHeight));
    }, share);
    await nextFrames(page);
    await expect.poll(() => coveredBy(page), `scrolled to ${share}`).toEqual([]);
  }
  await expect(toast).toHaveCount(0, { timeout: 15_000 });
});

for (const way of [1, -1]) {
  test(`a toast is swiped away from 50 px on, to the ${way > 0 ? 'right' : 'left'}`, async ({
    openBrowser,
    scene,
    t,
  }) => {
    const options = { viewport: PHONE, hasTouch: true } as const;
    const page = await openBrowser({ as: scene.guest.client, language: 'en', ...options });
    await stopTime(page);
    await open({ page, t, scripts: true }, '/feed');
    await page.evaluate(() => window.dispatchEvent(new Event('unsent')));
    const toast = page.locator('.toast');
    await expect(toast).toBeVisible();
    await endTransitions(page);
    const swipeBy = async (distance: number) => {
      const { x, y, width } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      const from = { x: Math.round(x + width / 2), y: Math.round(y + 8) };
      await swipe(page, from, { x: from.x + way * distance, y: from.y });
    };
    await swipeBy(49);
    await expect(toast).toHaveCSS('--swipe', '0px');
    await expect(toast).toBeVisible();
    await endTransitions(page);
    await swipeBy(50);
    await expect(toast).toHaveCount(0);
  });
}

/** Everything that can be pressed whose middle is under the toast. */
const coveredBy = (page: Page) =>
  page.locator('.toast').evaluate((toast) => {
    const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary');
    const box = toast.getBoundingClientRect();
    return [...controls].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Much of a photo stays free.
      const isPhoto = control.matches('.shot');
      const isSmall = width > 1 && height > 1 && height < 2 * box.height && !isPhoto;
      const isUnder = x > box.left && x < box.right && y > box.top && y < box.bottom;
      return isSmall && isUnder && !toast.contains(control) ? [control.outerHTML.slice(0, 90)] : [];
    });
  });
