import type { Locator, Page } from 'playwright/test';
import { addPhoto, join, type Party } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, giveStar, LAPTOP, PHONE, test } from './fixtures';
import { choosePhoto, goTo, open, type Someone } from './steps';

// Visual details: nothing is cut off, nothing jumps, and animations run once.

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not drawn');
  return box;
};

/** The share of a strip of the screen that has this color, as the browser writes it. */
async function shareOf(page: Page, clip: DOMRectLike, colour: string): Promise<number> {
  const png = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(
    async ([data, wanted]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('nothing to draw on');
      context.fillStyle = wanted;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      let same = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at] === r && pixels[at + 1] === g && pixels[at + 2] === b) same += 1;
      }
      return (same * 4) / pixels.length;
    },
    [png, colour] as const,
  );
}
type DOMRectLike = { x: number; y: number; width: number; height: number };

async function twoPhotos(party: Party): Promise<number[]> {
  const guest = await join(party, { name: 'Rosa Blum' });
  return [(await addPhoto(guest, 1)).id, (await addPhoto(guest, 2)).id];
}

test('the focus ring around a name is above the photo, not below it', async ({
  openBrowser,
  party,
  t,
}) => {
  const [id] = await twoPhotos(party);
  const page = await openBrowser({
    viewport: PHONE,
    as: (await join(party)).client,
    language: 'en',
  });
  await open({ page, t, scripts: true }, '/feed');
  const name = page.locator(`#photo-${id} .foot a`);
  await name.scrollIntoViewIfNeeded();
  await page.locator(`#photo-${id} .shot`).focus();
  await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  const colour = await name.evaluate((element) => getComputedStyle(element).outlineColor);
  const { x, y, width } = await boxOf(name);
  // Two pixels away from the name, three wide: the ring's middle, without the rounded ends.
  const above = { x: x + 12, y: y - 4, width: width - 24, height: 1 };
  expect(await shareOf(page, above, colour)).toBeGreaterThan(0.95);
});

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a laptop', LAPTOP],
] as const) {
  test(`the viewer's arrows are at the middle of the photo on ${device}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const ids = [...(await twoPhotos(party)), ...(await twoPhotos(party))];
    const page = await openBrowser({ viewport, as: (await join(party)).client, language: 'en' });
    await open({ page, t, scripts: true }, `/photos/${ids[1]}?from=feed`);
    const middle = ({ y, height }: DOMRectLike) => y + height / 2;
    const photo = middle(await boxOf(page.locator('.viewer [data-side=shown]')));
    const arrows = page.getByRole('link', {
      name: new RegExp(`^(${t('event:photo.previous')}|${t('event:photo.next')})$`),
    });
    await expect(arrows).toHaveCount(2);
    for (const arrow of await arrows.all()) {
      expect(Math.abs(middle(await boxOf(arrow)) - photo)).toBeLessThan(2);
    }
  });
}

test('a slot has the same height empty, during an upload, and with its photo', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party);
  const page = await openBrowser({ viewport: PHONE, as: guest.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/');
  let release: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/photos/add', async (route) => {
    await gone;
    await route.continue();
  });
  const slot = page.locator('.slots').first().locator('> li').first();
  const favorites = page.getByRole('heading', { name: t('event:profile.my_favorites') });
  const measure = async () => ({
    height: (await boxOf(slot)).height,
    below: (await boxOf(favorites)).y + (await page.evaluate(() => window.scrollY)),
  });
  const empty = await measure();
  const buffer = await phoneJpeg(300, 400, 6);
  await choosePhoto(someone, 1, { name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await expect(slot.getByRole('progressbar')).toBeVisible();
  expect(await measure()).toEqual(empty);
  release();
  await expect(slot.getByRole('img')).toBeVisible();
  expect(await measure()).toEqual(empty);
});

for (const isStill of [false, true]) {
  test(`the podium rises once, and places slide${isStill ? ', except with reduced motion' : ''}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const [first = 0, second = 0] = await twoPhotos(party);
    const [me, other] = [await join(party), await join(party)];
    await giveStar(me, first);
    await giveStar(other, first);
    await giveStar(me, second);
    const page = await openBrowser({
      viewport: PHONE,
      as: me.client,
      language: 'en',
      reducedMotion: isStill ? 'reduce' : undefined,
    });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        moved.push(this.id);
        return animate.apply(this, how);
      };
    });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/feed');
    await goTo(someone, 'top');
    const podium = page.locator('.podium');
    await expect(podium).toHaveClass(/rises/);
    const rise = () =>
      podium
        .locator('.step')
        .first()
        .evaluate((step) => getComputedStyle(step).animationName);
    expect(await rise()).toBe(isStill ? 'none' : 'rise');
    await goTo(someone, 'feed');
    await goTo(someone, 'top');
    await expect(podium).not.toHaveClass(/rises/);

    const places = () => podium.locator('li[id]').evaluateAll((items) => items.map(({ id }) => id));
    expect(await places()).toEqual([`photo-${first}`, `photo-${second}`]);
    const third = await join(party);
    const fourth = await join(party);
    await giveStar(third, second);
    await giveStar(fourth, second);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(places).toEqual([`photo-${second}`, `photo-${first}`]);
    const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved);
    expect([...new Set(moved)].sort()).toEqual(
      isStill ? [] : [`photo-${first}`, `photo-${second}`].sort(),
    );
  });
}
