import type { Page } from 'playwright/test';
import { join } from '../api/party';
import { drawNoise, phoneJpeg } from '../images';
import { expect, test } from './fixtures';
import { choosePhoto, noteOf, open, type Someone } from './steps';

// With scripts a photo is shrunk in the browser first, and its slot shows the progress (rule
// `uploads.browser`).

const MEGABYTE = 1024 * 1024;
const photo = (buffer: Buffer, name = 'IMG_0042.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer,
});

/** What the page passes to the network, as it is in the form. */
interface SentFile {
  name: string;
  type: string;
  size: number;
}

test('the browser sends a WebP of at most 1 MB', async ({ openBrowser, party, t }) => {
  const someone: Someone = { page: await openBrowser(await seat(party)), t, scripts: true };
  const { page } = someone;
  await open(someone, '/');
  const sent = await watchForms(page);
  const buffer = await drawNoise(2600, 1400).jpeg({ quality: 90 }).toBuffer();
  expect(buffer.length).toBeGreaterThan(2 * MEGABYTE);
  await choosePhoto(someone, 2, photo(buffer, 'A party. At night.JPG'));

  await expect(ownPhoto(someone, 2)).toBeVisible({ timeout: 30_000 });
  expect(await sent()).toEqual([
    { name: 'A party. At night.webp', type: 'image/webp', size: expect.any(Number) },
  ]);
  const [file] = await sent();
  expect(file?.size).toBeLessThanOrEqual(MEGABYTE);
  expect(file?.size).toBeGreaterThan(10_000);
});

test('the original is sent if shrinking fails', async ({ openBrowser, party, t, complaints }) => {
  complaints.expect(/ERR_FAILED.*browser-image-compression/);
  const someone: Someone = { page: await openBrowser(await seat(party)), t, scripts: true };
  const { page } = someone;
  await page.route(/browser-image-compression/, (route) => route.abort());
  await open(someone, '/');
  const sent = await watchForms(page);
  const buffer = await phoneJpeg(1200, 1600, 6);
  await choosePhoto(someone, 1, photo(buffer));

  await expect(ownPhoto(someone, 1)).toBeVisible({ timeout: 15_000 });
  expect(await sent()).toEqual([{ name: 'IMG_0042.jpg', type: 'image/jpeg', size: buffer.length }]);
});

test('a photo for which the server had no room is sent again', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 503/);
  const someone: Someone = { page: await openBrowser(await seat(party)), t, scripts: true };
  const { page } = someone;
  let refused = 0;
  await page.route('**/photos/add', (route) => {
    if (refused === 2) return route.continue();
    refused += 1;
    const body = JSON.stringify({ ok: false, code: 'busy', toast: null });
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '0' };
    return route.fulfill({ status: 503, headers, body });
  });
  await open(someone, '/');
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));

  await expect(ownPhoto(someone, 1)).toBeVisible({ timeout: 30_000 });
  expect(refused).toBe(2);
});

test('the progress is shown, and an upload can be stopped', async ({ openBrowser, party, t }) => {
  const someone: Someone = { page: await openBrowser(await seat(party)), t, scripts: true };
  const { page } = someone;
  await open(someone, '/');
  const slow = await slowDown(page, 40_000);
  const buffer = await drawNoise(1600, 1200).jpeg({ quality: 80 }).toBuffer();
  await choosePhoto(someone, 1, photo(buffer));

  const progress = page.getByRole('progressbar', {
    name: t('event:slot.progress', { position: 1 }),
  });
  await expect(progress).toBeVisible();
  const value = async () => Number(await progress.getAttribute('aria-valuenow'));
  await expect.poll(value, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await value()).toBeLessThan(100);
  await expect(
    page.getByText(new RegExp(t('event:slot.sending', { percent: '\\d+' }))),
  ).toBeVisible();

  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/add'));
  await page.getByRole('button', { name: t('event:slot.cancel', { position: 1 }) }).click();
  await stopped;
  await expect(progress).toBeHidden();
  const picker = page.getByLabel(t('event:slot.add_label', { position: 1 }), { exact: true });
  await expect(picker).toBeEnabled();
  await slow.end();
  await page.reload();
  await expect(picker).toBeEnabled();
  await expect(ownPhoto(someone, 1)).toHaveCount(0);
});

test('a photo that did not arrive is stored, and can be sent again immediately', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED.*photos\/add/);
  const someone: Someone = { page: await openBrowser(await seat(party)), t, scripts: true };
  const { page } = someone;
  await open(someone, '/');
  await page.route('**/photos/add', (route) => route.abort());
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('event:waiting.text', { count: 1 }))).toBeVisible();

  // It would be sent by itself as soon as anything else is answered, so the network stays closed until the press.
  const sent = page.waitForRequest('**/photos/add');
  await page.getByRole('button', { name: t('event:slot.send_now', { position: 1 }) }).click();
  await sent;
  await page.unroute('**/photos/add');
  await expect(ownPhoto(someone, 1)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toBeHidden();
  await expect(page.getByText(t('event:waiting.text', { count: 1 }))).toBeHidden();
});

test('an answer that makes no sense is not a refusal: the photo waits and is sent again', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const someone: Someone = { page: await openBrowser(await seat(party)), t, scripts: true };
  const { page } = someone;
  let failed = 0;
  await page.route('**/photos/add', (route) => {
    if (failed === 2) return route.continue();
    failed += 1;
    return route.fulfill({ status: 500, body: '<h1>Oops</h1>' });
  });
  await page.clock.install();
  await open(someone, '/');
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await expect(page.getByText(t('event:waiting.text', { count: 1 }))).toBeVisible();
  // Each try waits longer than the one before.
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(ownPhoto(someone, 1)).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(failed).toBe(2);
});

for (const [title, buffer] of [
  ['a corrupt image', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['a renamed page', Buffer.from('<!doctype html><title>A party</title>')],
] as const) {
  test(`${title} is refused at its slot`, async ({ openBrowser, party, t, complaints }) => {
    complaints.expect(/status of 400/);
    const someone: Someone = { page: await openBrowser(await seat(party)), t, scripts: true };
    const { page } = someone;
    await open(someone, '/');
    await choosePhoto(someone, 3, photo(buffer));
    const slot = page.getByRole('listitem').filter({
      has: page.getByLabel(t('event:slot.add_label', { position: 3 }), { exact: true }),
    });
    await expect(slot.getByText('Invalid image file')).toBeVisible();
    await expect(slot.getByText(t('event:slot.choose_another'))).toBeVisible();
    // Reported only where it happened.
    await expect(noteOf(page, t('event:slot.failed'))).toHaveCount(0);
    await expect(page.getByText('Invalid image file')).toHaveCount(1);
    // Another file may follow.
    await choosePhoto(someone, 3, photo(await phoneJpeg(300, 400, 6)));
    await expect(ownPhoto(someone, 3)).toBeVisible();
  });
}

async function seat(party: Parameters<typeof join>[0]) {
  return { as: (await join(party)).client, language: 'en' } as const;
}

/** The photo in a slot, once the server has it. */
function ownPhoto({ page, t }: Someone, position: number) {
  return page.getByRole('img', { name: t('event:photo.own_alt', { position }) });
}

/** Records every file that a script of the page sends, because the network's view of a body omits files. */
async function watchForms(page: Page): Promise<() => Promise<SentFile[]>> {
  await page.evaluate(() => {
    const sent: SentFile[] = [];
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      const image = body instanceof FormData && body.get('image');
      if (image instanceof File) {
        sent.push({ name: image.name, type: image.type, size: image.size });
      }
      return send.call(this, body as XMLHttpRequestBodyInit | null);
    };
    Object.assign(window, { sent });
  });
  return () => page.evaluate(() => (window as unknown as { sent: SentFile[] }).sent);
}

/**
 * A slow connection for the page's uploads.
 * @param bytesPerSecond its speed
 */
async function slowDown(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await set(bytesPerSecond);
  return { end: () => set(-1) };
}
