import type { Page } from 'playwright/test';
import { addPhoto, join, visit } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { untilCached } from './service-worker';
import { button, goOffline, holdPicker, open, type Someone, star } from './steps';

const card = (page: Page, title: string) => page.getByRole('region', { name: title });

/** Makes the page believe that the browser offers to install it, and counts the prompts. */
async function offerInstall(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const counted = window as unknown as { prompts: number };
    counted.prompts = 0;
    Object.assign(offer, { prompt: async () => void (counted.prompts += 1) });
    window.dispatchEvent(offer);
  });
}
const prompts = (page: Page) =>
  page.evaluate(() => (window as unknown as { prompts: number }).prompts);

/** Waits until all the late code is loaded, which notes whose page it is. */
async function untilLate(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // An observer also works while a test's clock runs.
        const observer = new PerformanceObserver((list) => {
          if (list.getEntries().some(({ name }) => name.includes('/offline-parts-'))) resolve();
        });
        observer.observe({ type: 'resource', buffered: true });
      }),
  );
  const isInside = (await page.locator('.shell').count()) > 0;
  if (isInside) {
    await page.waitForFunction(() => localStorage.getItem('snapodium_person') !== null);
  }
}

/** From here on, time passes only when the test says so. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
}

test.describe('the installation', () => {
  test('is offered 3 s after the browser offers it, and is done by the browser', async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/feed');
    await untilLate(page);
    await stopClock(page);
    await offerInstall(page);
    const offered = card(page, t('offline:install.title'));
    await page.clock.runFor(2900);
    await expect(offered).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(offered).toBeVisible();
    await button(someone, t('offline:install.install')).click();
    await expect(offered).toHaveCount(0);
    expect(await prompts(page)).toBe(1);
  });

  test('is not offered again once it was dismissed', async ({ openBrowser, party, t }) => {
    const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/feed');
    await untilLate(page);
    await stopClock(page);
    await offerInstall(page);
    await page.clock.runFor(3100);
    await button(someone, t('offline:install.dismiss')).click();
    const offered = card(page, t('offline:install.title'));
    await expect(offered).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('snapodium_install_dismissed'))).toBe(
      '1',
    );

    await page.clock.resume();
    await page.reload();
    await untilLate(page);
    await offerInstall(page);
    await page.clock.runFor(10_000);
    await expect(offered).toHaveCount(0);
  });

  test('is not offered if the app is installed', async ({ openBrowser, party, t }) => {
    const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
    await page.addInitScript(() => {
      const ask = window.matchMedia.bind(window);
      window.matchMedia = (query) =>
        query.includes('standalone') ? { ...ask('all'), matches: true } : ask(query);
    });
    await open({ page, t, scripts: true }, '/feed');
    await untilLate(page);
    await stopClock(page);
    await offerInstall(page);
    await page.clock.runFor(10_000);
    await expect(card(page, t('offline:install.title'))).toHaveCount(0);
  });

  test('the card disappears if the app is installed elsewhere', async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
    await open({ page, t, scripts: true }, '/feed');
    await untilLate(page);
    await stopClock(page);
    await offerInstall(page);
    await page.clock.runFor(3100);
    const offered = card(page, t('offline:install.title'));
    await expect(offered).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
    await expect(offered).toHaveCount(0);
  });

  test('is explained to a signed-in user on an iPhone, with the same close button', async ({
    openBrowser,
    party,
    t,
  }) => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
    const stranger = await openBrowser({ language: 'en', userAgent });
    await open({ page: stranger, t, scripts: true }, '/auth');
    // A visitor of the landing page loads none of it.
    await stranger.keyboard.press('Shift');
    await untilLate(stranger);
    const page = await openBrowser({
      as: (await join(party)).client,
      language: 'en',
      userAgent,
    });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/feed');
    const told = card(page, t('offline:install.title'));
    await expect(told).toContainText(t('offline:install.ios'));
    await expect(button(someone, t('offline:install.install'))).toHaveCount(0);
    await button(someone, t('offline:install.dismiss')).click();
    await expect(told).toHaveCount(0);
    await expect(card(stranger, t('offline:install.title'))).toHaveCount(0);
  });

  for (const [device, viewport] of [
    ['a small phone', { width: 320, height: 560 }],
    ['a laptop', LAPTOP],
  ] as const) {
    test(`its card covers neither the bottom bar, nor a pressed star, nor a dialog: ${device}`, async ({
      openBrowser,
      party,
      t,
    }) => {
      const owner = await join(party);
      const photos = [await addPhoto(owner, 1), await addPhoto(owner, 2)];
      const page = await openBrowser({
        as: (await join(party)).client,
        language: 'en',
        viewport,
      });
      const someone: Someone = { page, t, scripts: true };
      await open(someone, '/feed');
      await untilLate(page);
      const pressed = star(someone, photos[0]?.id ?? 0);
      await stopClock(page);
      await pressed.scrollIntoViewIfNeeded();
      await pressed.click();
      await expect(pressed).toHaveAttribute('aria-pressed', 'true');
      await expect(page.locator('.toast')).toBeVisible();
      // Its toast disappears by itself: nothing is pressed after the star.
      await page.mouse.move(0, 0);
      await page.clock.runFor(6000);
      await expect(page.locator('.toast')).toHaveCount(0);
      await offerInstall(page);
      await page.clock.runFor(3100);
      const offered = card(page, t('offline:install.title'));
      await expect(offered).toBeVisible();
      const box = async (of = offered) => {
        const found = await of.boundingBox();
        if (!found) throw new Error('It is not drawn');
        return found;
      };
      const meets = (
        one: { x: number; y: number; width: number; height: number },
        other: { x: number; y: number; width: number; height: number },
      ) =>
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height;
      const bars = page
        .getByRole('navigation', { name: t('common:nav.main') })
        .filter({ visible: true });
      expect(meets(await box(), await box(bars.first()))).toBe(false);
      expect(meets(await box(), await box(pressed))).toBe(false);
      const right = (await box()).x + (await box()).width;
      expect(right).toBeLessThanOrEqual(viewport.width);

      // The card does not cover an open dialog.
      const { x, y, width, height } = await box();
      // Otherwise the picker is canceled, and the dialog closes.
      holdPicker(page);
      await bars
        .first()
        .getByRole('link', { name: t('common:nav.add') })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      const isOnTop = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('.offer') != null,
        [x + width / 2, y + height / 2] as const,
      );
      expect(isOnTop).toBe(false);
    });
  }
});

test('the settings show the connection, and the number of cached items', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await addPhoto(await join(party), 1);
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    hasWorker: true,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await untilCached(page, '/feed');
  await open(someone, '/settings');
  const status = page.locator('.card').filter({ hasText: t('offline:reconnect') });
  await expect(status).toContainText(t('offline:status.online'));
  await untilCached(page, '/settings');
  await page.reload();
  await expect(status).toContainText(t('offline:kept.pages', { count: 2, number: 2 }));

  await goOffline(page);
  await expect(status).toContainText(t('offline:status.offline'));
  await status.getByRole('button', { name: t('offline:reconnect') }).click();
  await expect(status).toContainText(t('offline:status.offline'));
  await status.getByRole('link', { name: t('offline:home') }).click();
  await expect(page.getByRole('heading', { name: t('offline:status.offline') })).toBeVisible();
});

/** Stores an answer as a page does, with its expiry. */
function cacheEntry(page: Page, path: string, expiry: number): Promise<void> {
  return page.evaluate(
    ([address, until]) => {
      localStorage.setItem(`snapodium_cache_${address}`, '{}');
      localStorage.setItem(`snapodium_expiry_${address}`, String(until));
    },
    [path, expiry] as const,
  );
}

test('the cached items are counted again every 30 s', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  // The timers of a page belong to the clock that it was loaded with.
  await page.clock.install();
  await open({ page, t, scripts: true }, '/settings');
  await untilLate(page);
  const now = Date.now() + 600_000;
  await page.clock.pauseAt(now);
  const [, after = ''] = t('offline:kept.items', { count: 2, number: '|' }).split('|');
  const shown = async () => {
    const text = await page
      .locator('.card')
      .filter({ hasText: t('offline:reconnect') })
      .innerText();
    return Number(new RegExp(`(\\d+)${after}`).exec(text)?.[1] ?? 0);
  };
  // More than a page stores by itself meanwhile.
  for (let entry = 0; entry < 50; entry++) {
    await cacheEntry(page, `/entry-${entry}`, now + 24 * 60 * 60_000);
  }
  expect(await shown()).toBeLessThan(50);
  await page.clock.runFor(30_000);
  await expect.poll(shown).toBeGreaterThanOrEqual(50);
});

test('expired answers are deleted every 60 s', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  await page.clock.install();
  await open({ page, t, scripts: true }, '/settings');
  await untilLate(page);
  const now = Date.now() + 600_000;
  await page.clock.pauseAt(now);
  // From here on, 60 s are one interval.
  await cacheEntry(page, '/old', now - 1);
  await cacheEntry(page, '/new', now + 24 * 60 * 60_000);
  const kept = () =>
    page.evaluate(() =>
      ['/old', '/new'].map((path) => localStorage.getItem(`snapodium_cache_${path}`)),
    );
  expect(await kept()).toEqual(['{}', '{}']);
  await page.clock.runFor(60_000);
  expect(await kept()).toEqual([null, '{}']);
});

test('a visitor’s answers are stored, and after a failure the user is requested once more', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const page = await openBrowser({ as: await visit(party), language: 'en' });
  let asked = 0;
  await page.route('**/api/user', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 500, body: 'broken' }) : route.continue();
  });
  await open({ page, t, scripts: true }, '/feed');
  const { id } = party.event;
  for (const path of ['/api/user', `/api/events/${id}`, `/api/photos/event/${id}`]) {
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), `snapodium_cache_${path}`))
      .not.toBeNull();
  }
  expect(asked).toBe(2);
});
