import type { Locator, Page } from 'playwright/test';
import { addPhoto, expectStatus, join, visit, type Party } from '../api/party';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { holdPicker, nextFrames, open, starName, type Someone } from './steps';
import { swipe } from './touch';

// The focus and the scroll position after a dialog has closed, and what keys and touches do meanwhile.

const SLOTS = 5;

/**
 * Enough photos for a phone to scroll.
 * @returns their ids, newest first
 */
async function fill(party: Party): Promise<number[]> {
  const slots = { maxPhotosPerUser: SLOTS };
  const address = `/api/events/${party.event.id}/max-photos`;
  expectStatus(await party.organizer.client.request('PATCH', address, { json: slots }), 200);
  const ids: number[] = [];
  for (let number = 0; number < 2; number++) {
    const guest = await join(party);
    for (let slot = 1; slot <= SLOTS; slot++) ids.push((await addPhoto(guest, slot)).id);
  }
  return ids.reverse();
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

const BESIDE = 'a click beside';
/** The ways to close a dialog. A dialog that fills the screen has nothing beside it. */
const WAYS_OUT: Record<string, (someone: Someone, dialog: Locator) => Promise<unknown>> = {
  'the cross': ({ t }, dialog) => dialog.getByRole('link', { name: t('common:close') }).click(),
  Back: ({ page }) => page.goBack(),
  Escape: ({ page }) => page.keyboard.press('Escape'),
  [BESIDE]: ({ page }) => page.mouse.click(180, 8),
};

for (const [way, leave] of Object.entries(WAYS_OUT)) {
  test(`closed by ${way}, a dialog leaves the feed where it was, and the focus on what opened it`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const photos = await fill(party);
    const [visitor, member] = [await visit(party), (await join(party)).client];
    const openers: [typeof visitor, (page: Page) => Locator][] = [
      // All stars of a visitor lead to the same URL.
      [
        visitor,
        (page) => page.locator(`#photo-${photos.at(-2)}`).getByRole('link', { name: starName(t) }),
      ],
      [visitor, (page) => page.locator('.nav .add')],
      [member, (page) => page.locator('.nav .add')],
    ];
    for (const [as, openerOn] of way === BESIDE ? openers.slice(0, 1) : openers) {
      const page = await openBrowser({ as, language: 'en', viewport: PHONE });
      const someone: Someone = { page, t, scripts: true };
      holdPicker(page);
      await open(someone, '/feed');
      await page.locator(`#photo-${photos.at(-2)}`).scrollIntoViewIfNeeded();
      await nextFrames(page);
      const opener = openerOn(page);
      const dialog = page.getByRole('dialog');
      await opener.click();
      await expect(dialog.getByRole('heading')).toBeVisible();
      const before = await scrolled(page);
      expect(before).toBeGreaterThan(200);
      await leave(someone, dialog);
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await nextFrames(page);
      expect(await scrolled(page)).toBe(before);
    }
  });
}

test('the focus returns to a pressed link even if the browser does not focus it', async ({
  openBrowser,
  party,
  t,
}) => {
  const photos = await fill(party);
  const page = await openBrowser({ as: await visit(party), language: 'en', viewport: PHONE });
  await open({ page, t, scripts: true }, '/feed');
  const opener = page.locator(`#photo-${photos.at(-2)}`).getByRole('link', { name: starName(t) });
  await opener.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    // As in Safari.
    document.addEventListener('mousedown', (event) => event.preventDefault());
  });
  await opener.click();
  await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible();
  const before = await scrolled(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  expect(await scrolled(page)).toBe(before);
});

test('keys typed in a dialog over the viewer’s page do not control the viewer', async ({
  openBrowser,
  party,
  t,
}) => {
  const owner = await join(party);
  const photos = [await addPhoto(owner, 1), await addPhoto(owner, 2), await addPhoto(owner, 3)];
  const middle = photos[1]?.id ?? 0;
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', viewport: LAPTOP });
  await open({ page, t, scripts: true }, `/photos/${middle}`);
  const star = page.getByRole('button', { name: starName(t) });
  await page.getByRole('link', { name: t('event:photo.report') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeVisible();
  const address = page.url();

  await dialog.getByRole('radio').last().check();
  await page.keyboard.press('s');
  const words = dialog.getByRole('textbox');
  await words.focus();
  await page.keyboard.type('spam, yes');
  await page.keyboard.press('ArrowLeft');
  await expect(words).toHaveValue('spam, yes');
  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/photos/${middle}$`));
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  expect((await me.client.get('/api/favorites')).json).toEqual([]);

  // The dialog is closed.
  await page.keyboard.press('s');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`/photos/${photos[2]?.id}\\b`));
});

test('a touch that becomes a scroll loads no screen', async ({ openBrowser, party, t }) => {
  await fill(party);
  const as = (await join(party)).client;
  const page = await openBrowser({
    as,
    language: 'en',
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await open({ page, t, scripts: true }, '/feed');
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const box = await page.locator('.nav').getByRole('link').first().boundingBox();
  if (!box) throw new Error('There is no navigation');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await swipe(page, from, { x: from.x, y: from.y - 300 }, 400);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => path.endsWith('.data'))).toEqual([]);
  await expect(page).toHaveURL(/\/feed$/);
});
