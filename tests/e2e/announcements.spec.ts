import type { Page } from 'playwright/test';
import { addPhoto, join } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, test } from './fixtures';
import { choosePhoto, open, star, type Someone } from './steps';

// Changes that happen by themselves are announced to screen readers once, and leave the focus where it is.

/** Records what live regions announce from the start of the page. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const last = new WeakMap<Element, string>();
    const look = () => {
      for (const region of document.querySelectorAll('[role=status],[role=alert],[aria-live]')) {
        const isSilent = region.getAttribute('aria-live') === 'off';
        // A region within another one is announced with it.
        const isInner = region.parentElement?.closest('[role=status],[role=alert],[aria-live]');
        if (isSilent || isInner) continue;
        const text = (region as HTMLElement).innerText.replace(/\s+/g, ' ').trim();
        const before = last.get(region) ?? '';
        last.set(region, text);
        if (text && text !== before) said.push(text);
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

const timesOf = (said: string[], text: string) => said.filter((one) => one.includes(text)).length;

test('a star, a photo that arrives, new photos and a lost connection are announced once', async ({
  openBrowser,
  party,
  t,
}) => {
  const [ann, bea] = [await join(party), await join(party)];
  const photo = await addPhoto(bea, 1);
  const page = await openBrowser({ as: ann.client, language: 'en' });
  const said = await listen(page);
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await star(someone, photo.id).click();
  await expect.poll(async () => timesOf(await said(), t('server:event.star.added'))).toBe(1);

  await addPhoto(bea, 2);
  const news = page.getByRole('button', { name: t('event:feed.news', { count: 1, number: '1' }) });
  await expect(news).toBeVisible();
  await addPhoto(bea, 3);
  await expect(
    page.getByRole('button', { name: t('event:feed.news', { count: 2, number: '2' }) }),
  ).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.getByText(t('common:offline.banner'))).toBeVisible();
  await expect.poll(async () => timesOf(await said(), t('common:offline.banner'))).toBe(1);
  expect(timesOf(await said(), t('server:event.star.added'))).toBe(1);
  for (const count of [1, 2]) {
    const text = t('event:feed.news', { count, number: String(count) });
    expect(timesOf(await said(), text), text).toBe(1);
  }

  await open(someone, '/?tab=profile');
  const buffer = await phoneJpeg(300, 400, 6);
  await choosePhoto(someone, 2, { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
  await expect(
    page.getByRole('img', { name: t('event:photo.own_alt', { position: 2 }) }),
  ).toBeVisible();
  await expect
    .poll(async () => timesOf(await said(), t('event:slot.arrived', { position: 2 })))
    .toBe(1);
});

test('a change elsewhere leaves the focus where it is', async ({ openBrowser, party, t }) => {
  const [ann, bea] = [await join(party), await join(party)];
  const photo = await addPhoto(bea, 1);
  const page = await openBrowser({ as: ann.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  const told = page.waitForResponse((answer) => answer.url().includes('/marks'));
  await open(someone, '/feed');
  await told;
  await star(someone, photo.id).focus();
  await addPhoto(bea, 2);
  await expect(
    page.getByRole('button', { name: t('event:feed.news', { count: 1, number: '1' }) }),
  ).toBeVisible();
  await expect(star(someone, photo.id)).toBeFocused();
  // By keyboard alone: the new photos appear, and the focus continues at the first of them.
  await page.keyboard.press('Space');
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await expect(star(someone, photo.id)).toBeFocused();
});
