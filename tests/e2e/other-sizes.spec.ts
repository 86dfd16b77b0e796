import { devices, type Page } from 'playwright/test';
import { addPhoto, join, smallJpeg, visit, type Party, type Person } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { button, link, nextFrames, open } from './steps';

// Screens between a phone and a laptop, a phone held sideways, and narrow prints.

const HEIGHT = 740;
const SIDEWAYS = { width: 780, height: 360 };
const TOUCHED = { hasTouch: true, isMobile: true, userAgent: devices['Pixel 5'].userAgent };

/** A guest with two photos, another with one, and the ids of all, oldest first. */
async function withPhotos(
  party: Party,
  [name, otherName]: [string, string] = ['Rosa Blum', 'Ben Ali'],
): Promise<{ guest: Person; ids: [number, number, number] }> {
  const guest = await join(party, { name });
  const other = await join(party, { name: otherName });
  const first = await addPhoto(guest, 1);
  const second = await addPhoto(other, 1);
  const third = await addPhoto(guest, 2);
  return { guest, ids: [first.id, second.id, third.id] };
}

test('a phone held sideways shows the photo as high as the screen, and its text beside it', async ({
  openBrowser,
  party,
  t,
}) => {
  const { guest, ids } = await withPhotos(party);
  const page = await openBrowser({
    ...TOUCHED,
    as: guest.client,
    language: 'en',
    viewport: SIDEWAYS,
  });
  for (const path of [`/photos/${ids[1]}?from=feed`, `/photos/${ids[0]}?from=feed`]) {
    await open({ page, t, scripts: true }, path);
    const boxOf = (selector: string) => page.locator(selector).boundingBox();
    const [photo, words] = [
      await boxOf('.viewer [data-side=shown]'),
      await boxOf('.viewer > :has(> .viewer-bar)'),
    ];
    if (!photo || !words) throw new Error('nothing is drawn');
    expect(photo.height).toBeGreaterThan(0.8 * SIDEWAYS.height);
    expect(words.x).toBeGreaterThanOrEqual(photo.x + photo.width);
    expect(words.y).toBeGreaterThanOrEqual(0);
    expect(words.y + words.height).toBeLessThanOrEqual(SIDEWAYS.height);
  }
});

test('without scripts a touch screen steps from photo to photo by the arrows', async ({
  openBrowser,
  party,
  t,
}) => {
  const { ids } = await withPhotos(party);
  const page = await openBrowser({
    ...TOUCHED,
    as: await visit(party),
    language: 'en',
    javaScriptEnabled: false,
  });
  const someone = { page, t, scripts: false };
  await open(someone, `/photos/${ids[2]}?from=feed`);
  const next = link(someone, t('event:photo.next'));
  await expect(next).toHaveCSS('opacity', '1');
  await next.tap();
  await expect(page).toHaveURL(new RegExp(`/photos/${ids[1]}\\b`));
  await link(someone, t('event:photo.previous')).tap();
  await expect(page).toHaveURL(new RegExp(`/photos/${ids[2]}\\b`));
});

/** The names under prints that are cut off. */
const cutNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sheet .foot a:not(.star)')]
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
      )
      .map(({ textContent }) => textContent),
  );

test('a first name under a narrow print is complete, even beside the text of an own photo', async ({
  openBrowser,
  party,
  t,
}) => {
  const { guest } = await withPhotos(party, ['Zoé Blum', 'Maximiliane Vandenbroucke']);
  for (const language of ['nl', 'fr'] as const) {
    const page = await openBrowser({ as: guest.client, language });
    await open({ page, t, scripts: true }, '/feed');
    // Two prints of the usual photo in a row.
    await page.evaluate(() => {
      for (const print of document.querySelectorAll<HTMLElement>('.sheet > li')) {
        print.style.setProperty('--r', '0.75');
      }
    });
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: HEIGHT });
      await nextFrames(page);
      expect(await cutNames(page), `${language}, ${width} px`).toEqual([]);
    }
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`an error at a field looks different from the focus, ${colorScheme}`, async ({
    openBrowser,
    t,
  }) => {
    const page = await openBrowser({ language: 'en', colorScheme, viewport: PHONE });
    const someone = { page, t, scripts: true };
    await open(someone, '/auth/join');
    const [first, second] = [page.locator('.input').first(), page.locator('.input').nth(1)];
    const lookOf = (field: typeof first) =>
      field.evaluate((element) => {
        const { outlineStyle, backgroundColor } = getComputedStyle(element);
        return { hasRing: outlineStyle !== 'none', backgroundColor };
      });
    await first.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    const focused = await lookOf(first);
    const plain = await lookOf(second);
    await button(someone, t('auth:actions.submit')).click();
    await expect(second).toHaveAttribute('aria-invalid', 'true');
    const wrong = await lookOf(second);
    const both = await lookOf(first);

    // The focus is a ring outside, the error a wash inside; a field may have both.
    expect(focused).toEqual({ hasRing: true, backgroundColor: plain.backgroundColor });
    expect(plain.hasRing).toBe(false);
    expect(wrong.hasRing).toBe(false);
    expect(wrong.backgroundColor).not.toBe(plain.backgroundColor);
    expect(both).toEqual({ hasRing: true, backgroundColor: wrong.backgroundColor });
  });
}

test('with scripts a chosen photo leaves the field for more', async ({ openBrowser, party, t }) => {
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, language: 'en' });
  await open({ page, t, scripts: true }, '/photos/new');
  const buffer = await smallJpeg();
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect(page.locator('.stack')).toBeVisible();
  // More may be chosen: the field is empty again.
  await expect(page.getByLabel(t('event:add.more'))).toHaveValue('');
});
