import sharp from 'sharp';
import { expectStatus, join, sendPhoto } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { open } from './steps';

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4080c0' } })
    .jpeg()
    .toBuffer();

// What `sizes` and `srcset` promise, and how a browser uses it: no file has more than two of its pixels per
// CSS pixel, nor less than one.
for (const { density, upright, lying } of [
  { density: 1, upright: 320, lying: 320 },
  { density: 2, upright: 320, lying: 720 },
  { density: 3, upright: 320, lying: 720 },
]) {
  test(`a phone with ${density} pixels to one loads files of ${upright} and ${lying} px`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const guest = await join(party);
    const portrait = expectStatus(await sendPhoto(guest, 1, await jpeg(1440, 1920)), 201).json;
    const landscape = expectStatus(await sendPhoto(guest, 2, await jpeg(1920, 1440)), 201).json;
    const page = await openBrowser({
      as: guest.client,
      language: 'en',
      viewport: PHONE,
      deviceScaleFactor: density,
    });
    await open({ page, t, scripts: true }, '/feed');
    const taken = (id: number) =>
      page
        .locator(`#photo-${id} .shot img`)
        .evaluate((image: HTMLImageElement) => /-(\d+)\.webp$/.exec(image.currentSrc)?.[1]);
    await expect.poll(() => taken(portrait.id)).toBe(String(upright));
    await expect.poll(() => taken(landscape.id)).toBe(String(lying));

    await open({ page, t, scripts: true }, `/photos/${landscape.id}`);
    const viewed = page.locator('.viewer [data-side=shown] img');
    await expect
      .poll(() => viewed.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toContain('-1080');
  });
}
