import type { Page } from 'playwright/test';
import { LANGUAGE_KEY } from '../../app/i18n/languages';
import { addPhoto, join } from '../api/party';
import { drawNoise, phoneJpeg } from '../images';
import type { BreakingProxy } from '../setup/breaking-proxy';
import { test } from './bad-network';
import { expect } from './fixtures';
import { pendingOn } from './pending-uploads';
import { choosePhoto, goOffline, goOnline, noteOf, open, type Someone } from './steps';

// A chosen photo is stored on the device until the server has it (rules `uploads.pending`, `uploads.once`), on
// any network.

const ADD = '/photos/add';
const photo = (buffer: Buffer) => ({ name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });

interface StoredPhoto {
  id: number;
  position: number;
  imageUrl: string;
}

interface Guest extends Someone {
  me: Awaited<ReturnType<typeof join>>;
  stored(): Promise<StoredPhoto[]>;
  /** Opens the page again, as after a crash. */
  again(): Promise<void>;
}

async function guest(
  {
    openBrowser,
    party,
    t,
    network,
  }: {
    openBrowser: (options: object) => Promise<Page>;
    party: Parameters<typeof join>[0];
    t: Someone['t'];
    network: BreakingProxy;
  },
  path = '/',
): Promise<Guest> {
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone = { page, t, scripts: true };
  const again = () => open(someone, network.origin + path);
  await again();
  const stored = async () =>
    (await me.client.get(`/api/photos/user/${me.user.id}`)).json as StoredPhoto[];
  return { ...someone, me, stored, again };
}

const ownPhoto = ({ page, t }: Someone, position: number) =>
  page.getByRole('img', { name: t('event:photo.own_alt', { position }) });
const waits = ({ page, t }: Someone) => page.getByText(t('event:slot.waiting'), { exact: true });

/** The line of an upload that is neither a photo nor shared. */
const uploadLine = (page: Page, t: Someone['t']) =>
  page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: t('event:waiting.discard') }) });

/** Cuts this many of the next uploads. */
function cutUploads(
  network: BreakingProxy,
  cut: ReturnType<BreakingProxy['cuts']>,
  times = 1,
): void {
  let left = times;
  network.cuts = ({ method, path }) => {
    if (left === 0 || method !== 'POST' || path !== ADD) return null;
    left -= 1;
    return cut;
  };
}

test('a photo cut at 30 % arrives once after a reload, every byte unchanged', async ({
  openBrowser,
  party,
  t,
  network,
  complaints,
}) => {
  // The server may still be reading the request that was cut.
  complaints.expect(/status of 503.*\/photos\/add/);
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  const buffer = await drawNoise(1600, 1200).jpeg({ quality: 80 }).toBuffer();
  cutUploads(network, { inBody: 0.3 }, 1000);
  await choosePhoto(someone, 1, photo(buffer));
  await expect(waits(someone)).toBeVisible({ timeout: 30_000 });
  expect(await someone.stored()).toEqual([]);

  await goOffline(page);
  network.cuts = () => null;
  await goOnline(page);
  await someone.again();
  await expect(ownPhoto(someone, 1)).toBeVisible({ timeout: 30_000 });
  expect(await someone.stored()).toMatchObject([{ position: 1 }]);

  // The same file, sent without any trouble.
  await choosePhoto(someone, 2, photo(buffer));
  await expect(ownPhoto(someone, 2)).toBeVisible({ timeout: 30_000 });
  const [first, second] = await someone.stored();
  const bytesOf = async (one: StoredPhoto | undefined) =>
    (await someone.me.client.get(one?.imageUrl ?? '')).bytes;
  expect((await bytesOf(first)).equals(await bytesOf(second))).toBe(true);
});

test('an offline photo waits, and is sent by itself when there is a connection', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  await goOffline(page);
  await choosePhoto(someone, 3, photo(await phoneJpeg(300, 400, 6)));
  await expect(waits(someone)).toBeVisible();
  await expect(page.getByText(t('event:waiting.text', { count: 1 }))).toBeVisible();
  await page.context().setOffline(false);
  await expect(ownPhoto(someone, 3)).toBeVisible();
  await expect(waits(someone)).toBeHidden();
  expect(await someone.stored()).toHaveLength(1);
});

test('if the answer is lost after the server has stored the photo, it exists once, in its slot', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest({ openBrowser, party, t, network });
  // The browser itself repeats a request if a reused connection breaks.
  cutUploads(network, 'after', 1000);
  await choosePhoto(someone, 2, photo(await phoneJpeg(300, 400, 6)));
  // A stream may announce the photo before the phone gives up waiting for its answer; then the slot shows what the
  // server has.
  await expect(waits(someone).or(ownPhoto(someone, 2))).toBeVisible();
  expect(network.broken).toContainEqual({ method: 'POST', path: ADD, cut: 'after' });
  expect(await someone.stored()).toHaveLength(1);
  network.cuts = () => null;
  const heard = someone.page.waitForResponse((answer) => answer.url().endsWith(ADD));
  // It is sent by itself a few seconds later.
  expect((await heard).ok()).toBe(true);
  await expect(ownPhoto(someone, 2)).toBeVisible();
  await expect(someone.page.getByText(t('event:slot.not_sent'))).toHaveCount(0);
  expect(await someone.stored()).toMatchObject([{ position: 2 }]);
});

test('if the page’s process is killed during an upload, the next page sends it', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  cutUploads(network, 'held');
  const sent = page.waitForRequest((request) => request.url().endsWith(ADD));
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await sent;
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => null);
  await crashed;
  const next = { ...someone, page: await page.context().newPage() };
  await open(next, network.origin);
  await expect(ownPhoto(next, 1)).toBeVisible();
  expect(network.broken).toHaveLength(1);
  expect(await someone.stored()).toMatchObject([{ position: 1 }]);
});

test('a silent connection is given up after two minutes', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  await page.clock.install();
  cutUploads(network, 'held');
  const sent = page.waitForRequest((request) => request.url().endsWith(ADD));
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await sent;
  await page.clock.fastForward(110_000);
  await expect(page.getByRole('progressbar')).toBeVisible();
  // Two minutes after the last progress, which may have been just now.
  await page.clock.fastForward(121_000);
  await expect(waits(someone)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(ownPhoto(someone, 1)).toBeVisible();
  expect(await someone.stored()).toHaveLength(1);
});

test('an upload survives closing and reopening the browser', async ({
  party,
  t,
  network,
  playwright,
}, testInfo) => {
  const me = await join(party);
  const profile = testInfo.outputPath('profile');
  const start = async () => {
    const { launchOptions } = testInfo.project.use;
    const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
    await context.addCookies([
      ...cookiesOf(me, network),
      { name: LANGUAGE_KEY, value: 'en', url: network.origin },
    ]);
    const someone: Someone = { page: await context.newPage(), t, scripts: true };
    await open(someone, network.origin);
    return { context, someone };
  };
  const first = await start();
  cutUploads(network, 'held');
  const sent = first.someone.page.waitForRequest((request) => request.url().endsWith(ADD));
  await choosePhoto(first.someone, 2, photo(await phoneJpeg(300, 400, 6)));
  await sent;
  await first.context.close();

  const second = await start();
  await expect(ownPhoto(second.someone, 2)).toBeVisible();
  await second.context.close();
  const stored = (await me.client.get(`/api/photos/user/${me.user.id}`)).json;
  expect(stored).toMatchObject([{ position: 2 }]);
});

test('two tabs send a photo once', async ({ openBrowser, party, t, network }) => {
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  cutUploads(network, 'before', 1000);
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await expect(waits(someone)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(network.origin);
  const second = { ...someone, page: other };
  await expect(waits(second)).toBeVisible();

  // What reaches the server: a try without a network does not count.
  const sent: string[] = [];
  await goOffline(page);
  network.cuts = ({ path }) => {
    if (path === ADD) sent.push(path);
    return null;
  };
  await page.context().setOffline(false);
  await expect(ownPhoto(someone, 1)).toBeVisible();
  await expect(ownPhoto(second, 1)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await someone.stored()).toHaveLength(1);
});

test('if a slot was taken on another phone, the photo may go into the next free one', async ({
  openBrowser,
  party,
  t,
  network,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  await goOffline(page);
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await expect(waits(someone)).toBeVisible();
  await addPhoto(someone.me, 1);
  await goOnline(page);
  await someone.again();
  const stranded = page.locator('li[role=alert]');
  await expect(stranded).toContainText(t('errors:slot_taken'));
  // It is still there at a later visit.
  await someone.again();
  await stranded.getByRole('button', { name: t('event:waiting.into', { position: 2 }) }).click();
  await expect(ownPhoto(someone, 2)).toBeVisible();
  await expect(stranded).toHaveCount(0);
  expect(await someone.stored()).toMatchObject([{ position: 1 }, { position: 2 }]);
});

test('a refusal is shown again after a reload, until the photo is taken back', async ({
  openBrowser,
  party,
  t,
  network,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  await choosePhoto(someone, 1, photo(Buffer.from('no picture')));
  await expect(page.getByText(t('errors:invalid_image'))).toBeVisible();
  await someone.again();
  await expect(page.getByText(t('errors:invalid_image'))).toBeVisible();
  await page.getByRole('button', { name: t('event:slot.discard', { position: 1 }) }).click();
  await expect(page.getByText(t('errors:invalid_image'))).toBeHidden();
  await someone.again();
  await expect(page.getByText(t('errors:invalid_image'))).toBeHidden();
});

test('a device without room says so, and still sends the photo', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await goOffline(page);
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await expect(page.getByText(t('event:waiting.unkept_text'))).toBeVisible();
  // Closing the page would lose it, so the browser asks.
  const asked = page.waitForEvent('dialog');
  await page.locator('h1').first().click();
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await page.context().setOffline(false);
  await expect(ownPhoto(someone, 1)).toBeVisible();
});

test('one person’s uploads do not show for anybody else on the same phone', async ({
  openBrowser,
  party,
  t,
  network,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  await goOffline(page);
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await expect(waits(someone)).toBeVisible();
  const other = await join(party);
  await page.context().addCookies(cookiesOf(other, network));
  // It may be sent now and be refused, or the page may first find out that somebody else is signed in.
  await goOnline(page);
  await someone.again();
  await expect(page.getByText(other.user.name).first()).toBeAttached();
  await expect(waits(someone)).toHaveCount(0);
  expect((await other.client.get(`/api/photos/user/${other.user.id}`)).json).toEqual([]);
  expect(await someone.stored()).toEqual([]);

  // Nothing of it is left on the device.
  await expect.poll(() => pendingOn(page)).toEqual([]);
});

function cookiesOf({ client }: Guest['me'], { origin: url }: BreakingProxy) {
  return (client.cookies.header() ?? '').split('; ').map((pair) => {
    const separator = pair.indexOf('=');
    return { name: pair.slice(0, separator), value: pair.slice(separator + 1), url };
  });
}

test('a selfie waits like a photo, and is shrunk first', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  const buffer = await drawNoise(2600, 1400).jpeg({ quality: 90 }).toBuffer();
  network.cuts = ({ method, path }) =>
    method === 'POST' && path === '/images/add' ? 'after' : null;
  await page.locator('.selfie summary').click();
  await page.locator('.selfie input').setInputFiles(photo(buffer));
  // Shrinking takes a while on a busy machine.
  const line = uploadLine(page, t);
  await expect(line).toContainText(t('event:slot.waiting'), {
    timeout: 30_000,
  });
  network.cuts = () => null;
  // The request that gets an answer: an earlier try may break off on a connection that was cut.
  const sent = page.waitForResponse((response) => response.url().endsWith('/images/add'));
  await someone.again();
  await expect(page.getByRole('img', { name: t('event:selfie.alt') })).toBeVisible();
  expect((await (await sent).request().sizes()).requestBodySize).toBeLessThan(1.1 * 1024 * 1024);
  await expect(noteOf(page, t('server:event.selfie.saved'))).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('an event’s image waits, is refused at its button, and can be taken back', async ({
  openBrowser,
  party,
  t,
  network,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `${network.origin}/event/rules`);
  const choose = (buffer: Buffer) =>
    page.getByLabel(t('organizer:image.change')).setInputFiles(photo(buffer));
  await choose(Buffer.from('no picture'));
  const line = uploadLine(page, t);
  await expect(line).toContainText(t('event:slot.not_sent'));
  await expect(noteOf(page, t('organizer:image.failed'))).toContainText(t('errors:invalid_image'));
  await line.getByRole('button', { name: t('event:waiting.discard') }).click();
  await expect(line).toHaveCount(0);
  await goOffline(page);
  await choose(await phoneJpeg(400, 300, 1));
  await expect(line).toContainText(t('event:slot.waiting'));
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: t('organizer:head.image') })).toBeVisible();
  await expect(noteOf(page, t('organizer:image.saved'))).toBeVisible();
});

test('logging out with unsent photos asks first, and leaves nothing on the device', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest({ openBrowser, party, t, network });
  const { page } = someone;
  cutUploads(network, 'before', 1000);
  await choosePhoto(someone, 1, photo(await phoneJpeg(300, 400, 6)));
  await expect(waits(someone)).toBeVisible();
  const logOut = page.getByRole('button', { name: t('common:nav.log_out') });
  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe(t('event:waiting.log_out', { count: 1 }));
    void dialog.dismiss();
  });
  await logOut.click();
  await expect(waits(someone)).toBeVisible();
  expect(await pendingOn(page)).toHaveLength(1);
  page.once('dialog', (dialog) => void dialog.accept());
  await logOut.click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect.poll(() => pendingOn(page)).toEqual([]);
  network.cuts = () => null;
  const { json } = await party.organizer.client.get(`/api/photos/user/${someone.me.user.id}`);
  expect(json).toEqual([]);
});

test.describe('the answer to an upload', () => {
  const json = (code: string) => ({ ok: false, code, toast: null });
  const PASSES = {
    'a failure of the server, with its code': { status: 500, json: json('unknown') },
    'a failure without one': { status: 500, body: 'Internal Server Error' },
    'a database that is away': { status: 503, json: json('away') },
    'a busy server': { status: 503, json: json('busy'), headers: { 'Retry-After': '1' } },
    'a limit': { status: 429, json: json('too_many_attempts'), headers: { 'Retry-After': '1' } },
    'a proxy that refuses it': { status: 403, body: '<h1>403</h1>' },
  };
  for (const [name, answer] of Object.entries(PASSES)) {
    test(`${name} is not a refusal: the photo waits, and is sent`, async ({
      openBrowser,
      party,
      t,
      network,
      complaints,
    }) => {
      complaints.expect(/status of (403|429|500|503)/);
      const someone = await guest({ openBrowser, party, t, network });
      const { page } = someone;
      await page.route(`**${ADD}`, (route) => route.fulfill(answer));
      await choosePhoto(someone, 2, photo(await phoneJpeg(300, 400, 6)));
      await expect(waits(someone)).toBeVisible();
      await page.unroute(`**${ADD}`);
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(ownPhoto(someone, 2)).toBeVisible();
      await expect.poll(someone.stored).toMatchObject([{ position: 2 }]);
      await expect(page.getByText(t('event:slot.not_sent'))).toHaveCount(0);
    });
  }

  test('a rule’s refusal is a refusal', async ({ openBrowser, party, t, network, complaints }) => {
    complaints.expect(/status of 400/);
    const someone = await guest({ openBrowser, party, t, network });
    const { page } = someone;
    await page.route(`**${ADD}`, (route) =>
      route.fulfill({ status: 400, json: json('invalid_image') }),
    );
    await choosePhoto(someone, 2, photo(await phoneJpeg(300, 400, 6)));
    await expect(page.getByText(t('errors:invalid_image')).first()).toBeVisible();
    await expect(waits(someone)).toHaveCount(0);
  });
});
