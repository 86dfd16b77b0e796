import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import sharp from 'sharp';
import { addPhoto, expectStatus, join, sendPhoto, visit, type Party } from '../api/party';
import { parseCsv } from '../csv';
import { drawNoise } from '../images';
import { unzip } from '../unzip';
import { expect, giveStar, test } from './fixtures';
import { button, goOffline, goOnline, link, noteOf, open, type Someone } from './steps';

// Files from the ranking: a plain link without scripts; with scripts the link shows the progress.

const ZIP = '**/top/photos.zip';

/**
 * A person who may download the one ranked photo of a party.
 * @param photo large or small
 */
async function seat(party: Party, photo: 'small' | 'large' = 'small') {
  const [owner, guest] = await Promise.all([join(party, { name: 'Amélie' }), join(party)]);
  const noise = () => drawNoise(1600, 1000).jpeg({ quality: 85 }).toBuffer();
  const { id } =
    photo === 'small'
      ? await addPhoto(owner, 2)
      : expectStatus(await sendPhoto(owner, 2, await noise()), 201).json;
  await giveStar(guest, id);
  return { as: guest.client, language: 'en' } as const;
}

async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

for (const scripts of [true, false]) {
  test(`the ranking is downloaded as photos and as CSV, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await seat(party);
    const as = party.organizer.client;
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/top');

    const zip = await press(page, link(someone, t('event:top.download')));
    expect(zip.suggestedFilename()).toBe(`top-photos-${party.event.name}.zip`);
    expect([...(await unzip(await contentOf(zip))).keys()]).toEqual(['01-amelie-photo2.webp']);
    if (scripts) await expect(noteOf(page, t('download:done'))).toContainText('top-photos-');

    const csv = await press(page, link(someone, t('event:top.csv')));
    expect(csv.suggestedFilename()).toBe(`ranking-${party.event.name}.csv`);
    const rows = parseCsv((await contentOf(csv)).toString().slice(1));
    expect(rows.map((row) => row[2])).toEqual([t('download:csv.name'), 'Amélie']);
    await expect(page).toHaveURL(/\/top$/);
  });
}

for (const scripts of [true, false]) {
  test(`photos are downloaded as JPEG, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const { as } = await seat(party);
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/top');
    const zip = await press(page, link(someone, `${t('event:top.download')} (JPEG)`));
    expect(zip.suggestedFilename()).toBe(`top-photos-${party.event.name}.zip`);
    const files = await unzip(await contentOf(zip));
    expect([...files.keys()]).toEqual(['01-amelie-photo2.jpg']);
    expect((await sharp(files.get('01-amelie-photo2.jpg')).metadata()).format).toBe('jpeg');
    if (scripts) await expect(noteOf(page, t('download:done'))).toContainText('top-photos-');

    const desk = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const organizer: Someone = { page: desk, t, scripts };
    await open(organizer, '/');
    const namesIn = async (name: string) => [
      ...(await unzip(await contentOf(await press(desk, link(organizer, name))))).keys(),
    ];
    const top = t('organizer:downloads.top_photos');
    expect(await namesIn(top)).toEqual(['01-amelie-photo2.jpg']);
    // This holds however few people take part.
    expect(await namesIn(t('organizer:downloads.all_photos'))).toEqual(['01-amelie-photo2.jpg']);
    const stored = `${t('organizer:wrap.all')}: ${t('organizer:downloads.webp')}`;
    expect(await namesIn(stored)).toEqual(['01-amelie-photo2.webp']);
  });
}

test('a file that is created while it is sent shows its progress as well', async ({
  openBrowser,
  party,
  t,
}) => {
  const { as } = await seat(party, 'large');
  const page = await openBrowser({ as, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const opener = link(someone, `${t('event:top.download')} (JPEG)`);
  const downloading = page.waitForEvent('download');
  // After the first download, the code for it is loaded.
  const slow = await slowDown(page, 100_000);
  await opener.click();
  const [before = '', after = ''] = t('download:receiving', { percent: '|' }).split('|');
  const words = new RegExp(`${before}[1-9]\\d?${after}`);
  await expect(page.getByRole('link', { name: words })).toBeVisible({ timeout: 30_000 });
  const progress = page.getByRole('progressbar', { name: t('download:progress') });
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await slow.end();
  expect([...(await unzip(await contentOf(await downloading))).keys()]).toHaveLength(1);
  await expect(opener).toBeVisible();
});

test('a link shows the progress of its file', async ({ openBrowser, party, t }) => {
  const page = await openBrowser(await seat(party, 'large'));
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const hold = await holdZip(page);
  const opener = link(someone, t('event:top.download'));
  const downloading = page.waitForEvent('download');
  await opener.click();

  const busy = page.getByRole('link', { name: t('download:preparing') });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await expect(button(someone, t('download:cancel'))).toBeVisible();
  // A second press does nothing.
  await busy.click({ force: true });
  await expect.poll(hold.requests).toBe(1);

  const slow = await slowDown(page, 150_000);
  hold.release();
  const progress = page.getByRole('progressbar', { name: t('download:progress') });
  const value = async () => Number(await progress.getAttribute('aria-valuenow'));
  await expect.poll(value, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await value()).toBeLessThan(100);
  const [before = '', after = ''] = t('download:receiving', { percent: '|' }).split('|');
  const words = new RegExp(`${before}\\d+${after}`);
  await expect(page.getByRole('link', { name: words })).toBeVisible();
  await slow.end();
  expect([...(await unzip(await contentOf(await downloading))).keys()]).toHaveLength(1);
  await expect(opener).toBeVisible();
  await expect(progress).toBeHidden();
});

test('a download can be cancelled, and started again', async ({ openBrowser, party, t }) => {
  const page = await openBrowser(await seat(party));
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const hold = await holdZip(page);
  const opener = link(someone, t('event:top.download'));
  await opener.click();
  const stopped = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/top/photos.zip'),
  );
  await button(someone, t('download:cancel')).click();
  await stopped;
  await expect(opener).toBeFocused();
  await expect(opener).not.toHaveAttribute('aria-disabled');
  await expect(page.getByRole('alert')).toHaveCount(0);

  hold.release();
  expect((await press(page, opener)).suggestedFilename()).toMatch(/\.zip$/);
});

test('a refusal is shown in the reader’s language', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const page = await openBrowser(await seat(party));
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  // Whatever else the page asks for would show it that the session has ended, and it would leave.
  await page.route(/^(?!.*(\/assets\/|\.zip))/, () => undefined);
  await page.context().clearCookies({ name: 'snapodium_session' });
  await link(someone, t('event:top.download')).click();
  const note = noteOf(page, t('download:failed'));
  await expect(note).toContainText(t('errors:authentication_required'));
  await expect(note).toHaveRole('alert');
  await expect(page).toHaveURL(/\/top$/);
});

test('a lost connection is shown, too', async ({ openBrowser, party, t, complaints }) => {
  complaints.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const page = await openBrowser(await seat(party));
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const opener = link(someone, t('event:top.download'));
  const note = noteOf(page, t('download:failed'));
  await page.route(ZIP, (route) => route.abort());
  await opener.click();
  await expect(note).toContainText(t('download:broken_off'));
  await expect(opener).not.toHaveAttribute('aria-disabled');

  await goOffline(page);
  await opener.click();
  await expect(note).toContainText(t('event:offline'));
});

test('offline from the first press on, the link says so, and works afterwards', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const page = await openBrowser(await seat(party));
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const opener = link(someone, t('event:top.download'));
  await goOffline(page);
  await opener.click();
  await expect(noteOf(page, t('event:offline'))).toHaveRole('alert');
  await goOnline(page);
  expect((await press(page, opener)).suggestedFilename()).toMatch(/\.zip$/);
});

test('a file that is too large for memory is the browser’s own download, started once', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser(await seat(party));
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const methods: string[] = [];
  await page.route(ZIP, async (route) => {
    methods.push(route.request().method());
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-length': '300000000' };
    await route.fulfill({ response, headers });
  });
  const download = await press(page, link(someone, t('event:top.download')));
  expect(download.url()).toMatch(/\/top\/photos\.zip$/);
  expect(methods).toEqual(['HEAD', 'GET']);
});

test('a visitor is asked to log in first', async ({ openBrowser, party, t }) => {
  const { language } = await seat(party);
  const page = await openBrowser({ as: await visit(party), language });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  await link(someone, t('event:top.download')).click();
  await expect(page.getByRole('dialog', { name: t('server:auth.login.title') })).toBeVisible();
  await expect(page).toHaveURL(/\/top\?over=\/login\?next=%252Ftop/);
});

async function press(page: Page, opener: ReturnType<typeof link>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), opener.click()]);
  return download;
}

/** Delays the zip until `release`, and counts the requests. */
async function holdZip(page: Page) {
  let asked = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(ZIP, async (route) => {
    asked += 1;
    await released;
    // A test that canceled meanwhile does not wait for it any more.
    await route.continue().catch(() => undefined);
  });
  return { release, requests: () => asked };
}

/** A slow connection for the page's downloads. */
async function slowDown(page: Page, bytesPerSecond: number) {
  const session = await page.context().newCDPSession(page);
  const set = (downloadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    });
  await set(bytesPerSecond);
  return { end: () => set(-1) };
}
