import type { Page } from 'playwright/test';
import { addPhoto, join } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, PHONE, test, type BrowserOptions } from './fixtures';
import {
  button,
  expectChosen,
  expectFocusToShow,
  field,
  goTo,
  link,
  noteOf,
  open,
  type Someone,
} from './steps';

// Adding photos from anywhere: the plus in the bar takes as many at once as slots are free.

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

/** Presses the plus, and chooses these files in its dialog. */
async function addFrom(page: Page, files: ReturnType<typeof file>[]): Promise<void> {
  // The device's own picker opens with the dialog, because a press opened it.
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  const chooser = await picker;
  expect(chooser.isMultiple()).toBe(files.length > 1);
  await chooser.setFiles(files);
}

async function at(
  openBrowser: (options: BrowserOptions) => Promise<Page>,
  t: Someone['t'],
  options: BrowserOptions,
  path: string,
): Promise<Someone> {
  const page = await openBrowser({ viewport: PHONE, language: 'en', ...options });
  const someone = { page, t, scripts: options.javaScriptEnabled !== false };
  await open(someone, path);
  return someone;
}

test('the plus takes as many photos as slots are free, in the user’s order', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  await addPhoto(me, 2);
  const someone = await at(openBrowser, t, { as: me.client }, '/feed');
  const { page } = someone;
  const wide = await phoneJpeg(400, 300, 1);
  const high = await phoneJpeg(300, 400, 1);
  await addFrom(page, [file('wide.jpg', wide), file('high.jpg', high)]);
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByRole('heading', { name: t('event:add.yours', { count: 2 }) }),
  ).toBeVisible();
  await expectChosen(someone, [
    [1, 'wide.jpg'],
    [3, 'high.jpg'],
  ]);
  const caption = (position: number) => field(someone, t('event:caption.label_of', { position }));
  const show = (position: number) =>
    dialog.getByRole('button', { name: t('event:add.thumb', { position }) }).click();
  await caption(1).fill('Wide');
  await show(3);
  await caption(3).fill('High');
  await dialog.getByRole('button', { name: t('event:add.forward', { position: 3 }) }).click();
  await expect(caption(1)).toHaveValue('High');
  await show(3);
  await expect(caption(3)).toHaveValue('Wide');
  await dialog.getByRole('button', { name: t('event:add.send', { count: 2 }) }).click();
  await expect(
    dialog.getByRole('heading', { name: t('event:add.done', { count: 2 }) }),
  ).toBeVisible({ timeout: 30_000 });

  await link(someone, t('event:add.see', { count: 2 })).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.locator('.sheet > li')).toHaveCount(3);
  await expect(noteOf(page, t('event:slot.failed'))).toHaveCount(0);
  const stored = (await me.client.get(`/api/photos/user/${me.user.id}`)).json as {
    id: number;
    position: number;
  }[];
  expect(stored.map(({ position }) => position)).toEqual([1, 2, 3]);
  const isWide = (position: number) => {
    const id = stored.find((photo) => photo.position === position)?.id;
    const image = page.locator(`#photo-${id} img`).first();
    return image.evaluate(
      (img: HTMLImageElement) =>
        Number(img.getAttribute('width')) > Number(img.getAttribute('height')),
    );
  };
  expect([await isWide(1), await isWide(3)]).toEqual([false, true]);

  // No slot is free any more: the dialog says so, and links to the slots.
  await page.locator('.nav .add').click();
  await expect(page.getByRole('heading', { name: t('event:add.full') })).toBeVisible();
  await link(someone, t('event:add.slots')).click();
  await expect(page.getByRole('heading', { name: t('event:profile.my_photos') })).toBeVisible();
});

/** Delays uploads until `release`. */
async function holdUploads(page: Page): Promise<{ release: () => void }> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.context().route('**/photos/add', async (route) => {
    await released;
    await route.continue();
  });
  return { release: () => release() };
}

const positionsOf = async ({ client, user }: Awaited<ReturnType<typeof join>>) =>
  ((await client.get(`/api/photos/user/${user.id}`)).json as { position: number }[]).map(
    ({ position }) => position,
  );

/** Sends one photo by the plus, and closes the dialog while it is being sent. */
async function sendAndClose({ page, t }: Someone, name: string, buffer: Buffer): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  await (await picker).setFiles([file(name, buffer)]);
  await page.getByRole('button', { name: t('event:add.send', { count: 1 }) }).click();
  await expect(page.getByRole('dialog').getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('photos that are being sent take no slot twice, from this tab or another, and all of them arrive', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  const someone = await at(openBrowser, t, { as: me.client }, '/feed');
  const { page } = someone;
  const held = await holdUploads(page);
  const buffer = await phoneJpeg(300, 400, 1);
  const says = (text: string) => expect(page.getByRole('dialog').getByText(text)).toBeVisible();
  await sendAndClose(someone, 'a.jpg', buffer);

  const tab: Someone = { ...someone, page: await page.context().newPage() };
  await open(tab, '/feed');
  await sendAndClose(tab, 'b.jpg', buffer);

  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  const chooser = await picker;
  await says(t('event:add.choose', { count: 1 }));
  expect(chooser.isMultiple()).toBe(false);
  await chooser.setFiles([file('c.jpg', buffer)]);
  await page.getByRole('button', { name: t('event:add.send', { count: 1 }) }).click();
  await page.keyboard.press('Escape');

  await page.locator('.nav .add').click();
  await expect(page.getByRole('heading', { name: t('event:add.full') })).toBeVisible();
  await says(t('event:add.pending', { count: 3 }));
  held.release();
  await expect.poll(() => positionsOf(me), { timeout: 30_000 }).toEqual([1, 2, 3]);
});

test('a photo whose slot another phone has filled goes into the next free one', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  const someone = await at(openBrowser, t, { as: me.client }, '/feed');
  const { page } = someone;
  const held = await holdUploads(page);
  await sendAndClose(someone, 'a.jpg', await phoneJpeg(300, 400, 1));
  await addPhoto(me, 1);
  held.release();
  await expect.poll(() => positionsOf(me), { timeout: 30_000 }).toEqual([1, 2]);
});

test('a chosen photo can be removed, and one that does not arrive can be sent again', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED.*photos\/add/);
  const me = await join(party);
  const someone = await at(openBrowser, t, { as: me.client }, '/top');
  const { page } = someone;
  const buffer = await phoneJpeg(300, 400, 1);
  await addFrom(page, [file('a.jpg', buffer), file('b.jpg', buffer)]);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('event:add.remove', { position: 1 }) }).click();
  await expectChosen(someone, [[1, 'b.jpg']]);
  await expect(dialog.getByText(t('event:add.room', { count: 2 }))).toBeVisible();

  let isCut = true;
  await page.route('**/photos/add', (route) => (isCut ? route.abort() : route.continue()));
  await dialog.getByRole('button', { name: t('event:add.send', { count: 1 }) }).click();
  await expect(dialog.getByText(t('event:waiting.text', { count: 1 }))).toBeVisible();
  await expect(noteOf(page, t('event:slot.failed'))).toHaveCount(0);
  // It is also retried by itself, and must not arrive before the press.
  await page.exposeFunction('endCut', () => (isCut = false));
  await page.evaluate(() =>
    document.addEventListener('click', () => (window as unknown as { endCut(): void }).endCut(), {
      capture: true,
    }),
  );
  await dialog.getByRole('button', { name: t('event:slot.send_now', { position: 1 }) }).click();
  await expect(
    dialog.getByRole('heading', { name: t('event:add.done', { count: 1 }) }),
  ).toBeVisible({
    timeout: 15_000,
  });
  await link({ page, t, scripts: true }, t('event:add.stay')).click();
  await expect(page).toHaveURL(/\/top$/);
});

test('a refused photo is also reported on another screen, and a waiting one is shown there', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 400/, /ERR_FAILED.*photos\/add/);
  const me = await join(party);
  const someone = await at(openBrowser, t, { as: me.client }, '/');
  const { page } = someone;
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route('**/photos/add', async (route) => {
    await refused;
    await route.continue();
  });
  const choose = (position: number, buffer: Buffer) =>
    page
      .getByLabel(t('event:slot.add_label', { position }), { exact: true })
      .setInputFiles(file('a.jpg', buffer));
  const asked = page.waitForRequest('**/photos/add');
  await choose(1, Buffer.from('no picture'));
  await asked;
  await goTo(someone, 'feed');
  refuse();
  await expect(noteOf(page, t('event:slot.failed'))).toContainText(t('errors:invalid_image'));

  await goTo(someone, 'profile');
  await page.unroute('**/photos/add');
  await page.route('**/photos/add', (route) => route.abort());
  await choose(2, await phoneJpeg(300, 400, 1));
  await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toBeVisible();
  await goTo(someone, 'feed');
  // The pill disappears when the photo arrives, so the network comes back after the click.
  await link(someone, t('event:waiting.pill', { count: 1 })).click();
  await expect(page).not.toHaveURL(/feed/);
  await page.unroute('**/photos/add');
  await expect(
    page.getByRole('img', { name: t('event:photo.own_alt', { position: 2 }) }),
  ).toBeVisible({ timeout: 30_000 });
});

test('without scripts the plus is a page with one picker, and then the slots', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  await addPhoto(me, 1);
  const someone = await at(openBrowser, t, { as: me.client, javaScriptEnabled: false }, '/feed');
  const { page } = someone;
  await page.locator('.nav .add').click();
  await expect(page).toHaveURL(/\/photos\/new$/);
  await page.locator('input[type=file]').setInputFiles(file('a.jpg', await phoneJpeg(300, 400, 1)));
  await button(someone, t('event:slot.send')).click();
  await expect(noteOf(page, t('server:event.slot.added'))).toBeVisible();
  await expect(
    page.getByRole('img', { name: t('event:photo.own_alt', { position: 2 }) }),
  ).toBeVisible();
  await expect(field(someone, t('event:slot.add_label', { position: 3 }))).toBeEnabled();

  await page.goto('/photos/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await button(someone, t('event:slot.send')).click();
  // Reported only at its slot.
  await expect(page.getByText(t('errors:invalid_image'))).toHaveCount(1);
  await expect(noteOf(page, t('event:slot.failed'))).toHaveCount(0);
});

test('by keyboard, the focus stays on the photo in front, and moves on with each step', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  const someone = await at(openBrowser, t, { as: me.client }, '/feed');
  const { page } = someone;
  const press = async (name: string) => {
    await button(someone, name).focus();
    await page.keyboard.press('Enter');
  };
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').focus();
  await page.keyboard.press('Enter');
  const buffer = await phoneJpeg(300, 400, 1);
  await (await picker).setFiles(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => file(name, buffer)));
  await press(t('event:add.thumb', { position: 3 }));
  await press(t('event:add.forward', { position: 3 }));
  await expectChosen(someone, [
    [1, 'a.jpg'],
    [2, 'c.jpg'],
    [3, 'b.jpg'],
  ]);
  await expect(button(someone, t('event:add.forward', { position: 2 }))).toBeFocused();
  await page.keyboard.press('Enter');
  await expectChosen(someone, [
    [1, 'c.jpg'],
    [2, 'a.jpg'],
    [3, 'b.jpg'],
  ]);
  // The first photo cannot be moved further forward.
  await expect(button(someone, t('event:add.remove', { position: 1 }))).toBeFocused();
  await page.keyboard.press('Enter');
  await expectChosen(someone, [
    [1, 'a.jpg'],
    [2, 'b.jpg'],
  ]);
  await page.keyboard.press('Enter');
  await expectChosen(someone, [[1, 'b.jpg']]);
  await page.keyboard.press('Enter');
  const input = page.getByRole('dialog').locator('input[type=file]');
  await expect(input).toBeFocused();
  await expectFocusToShow(page);
  await input.setInputFiles([file('d.jpg', buffer)]);
  await press(t('event:add.send', { count: 1 }));
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
});

test('a refused file can be replaced, and one that arrived cannot', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const me = await join(party);
  const someone = await at(openBrowser, t, { as: me.client }, '/feed');
  const { page } = someone;
  const good = await phoneJpeg(300, 400, 1);
  await addFrom(page, [file('a.jpg', good), file('b.jpg', Buffer.from('no picture'))]);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('event:add.send', { count: 2 }) }).click();
  await expect(dialog.getByRole('alert')).toContainText(t('errors:invalid_image'));
  await dialog.getByRole('button', { name: t('event:add.choose', { count: 1 }) }).click();
  await dialog.locator('input[type=file]').setInputFiles(file('c.jpg', good));
  await expectChosen(someone, [[2, 'c.jpg']]);
  await dialog.getByRole('button', { name: t('event:add.send', { count: 1 }) }).click();
  await expect(
    dialog.getByRole('heading', { name: t('event:add.done', { count: 1 }) }),
  ).toBeVisible();
  const stored = (await me.client.get(`/api/photos/user/${me.user.id}`)).json;
  expect(stored).toMatchObject([{ position: 1 }, { position: 2 }]);
});
