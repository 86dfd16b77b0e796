import type { Page } from 'playwright/test';
import { addPhoto, expectStatus, join, visit } from '../api/party';
import { FAVORITES_MAX } from '~/models/photo/star';
import { expect, giveStar, test, untilHydrated } from './fixtures';
import { noteOf, open, seePhoto, star, starName } from './steps';

// With scripts, some pages open as a dialog over the screen they belong to (rule `screens.dialogs`).

test('the question who gives a star opens over the feed', async ({ openBrowser, party, t }) => {
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: await visit(party), language: 'en' });
  const someone = { page, t, scripts: true };
  const dialog = page.getByRole('dialog', { name: t('server:auth.login.giver') });
  const print = page.locator(`#photo-${photo.id}`);
  const opener = print.getByRole('link', { name: starName(t) });

  await open(someone, '/feed');
  await opener.click();
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await expect(page).toHaveURL(/\/feed\?over=\/login\?next=/);
  await expect(print).toBeAttached();

  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(opener).toBeFocused();

  await page.goForward();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: t('common:close') }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/feed$/);

  // A reload shows the dialog's own page.
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(
    page.getByRole('heading', { level: 1, name: t('server:auth.login.giver') }),
  ).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(print).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(print).toBeVisible();
});

test('a click beside Login/Register closes it', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: await visit(party), language: 'en' });
  await open({ page, t, scripts: true }, '/');
  await page
    .getByRole('link', { name: t('event:profile.login') })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: t('server:auth.login.title') });
  await expect(dialog).toBeVisible();
  await page.mouse.click(180, 8);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/$/);
});

test('the viewer opens over the feed', async ({ openBrowser, party, t }) => {
  const others = await join(party);
  const photo = await addPhoto(others, 1);
  const newest = await addPhoto(others, 2);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  const dialog = page.getByRole('dialog');
  const opener = page.locator(`#photo-${photo.id}`).getByRole('link').first();

  await open({ page, t, scripts: true }, '/feed');
  await opener.click();
  await expect(dialog.getByRole('heading')).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  const address = page.url();
  expect(address).toContain(`/feed?over=/photos/${photo.id}`);

  // Stepping replaces the dialog in the history, so one Back leaves it.
  await dialog.getByRole('link', { name: t('event:photo.previous') }).click();
  await seePhoto({ page, t }, newest.id);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/feed$/);
  // The photo that was seen last.
  await expect(page.locator(`#photo-${newest.id}`).getByRole('link').first()).toBeFocused();

  await opener.click();
  await expect(dialog.getByRole('heading')).toBeVisible();
  // A reload shows the dialog's own page.
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`/photos/${photo.id}\\?from=feed$`));
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('img')).toBeVisible();
  await page.getByRole('link', { name: t('event:photo.close') }).click();
  await expect(page).toHaveURL(new RegExp(`/feed(\\?at=${photo.id}#photo-${photo.id})?$`));
});

test('deleting asks in an alert dialog that a click outside does not close', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  await addPhoto(me, 1);
  const page = await openBrowser({ as: me.client, language: 'en' });
  await open({ page, t, scripts: true }, '/');
  await page.getByRole('link', { name: t('event:slot.delete', { position: 1 }) }).click();
  const dialog = page.getByRole('alertdialog', { name: t('server:event.delete.title') });
  await expect(dialog.getByRole('link', { name: t('event:cancel') })).toBeFocused();
  await page.mouse.click(180, 8);
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: t('dialogs:delete.confirm') }).click();
  await expect(noteOf(page, t('server:event.delete.deleted'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/(\?tab=profile)?$/);
  const slot = page.getByLabel(t('event:slot.add_label', { position: 1 }));
  await expect(slot).toBeEnabled();
  // The element that opened the dialog is gone: the focus continues in the list of slots, not at the start of
  // the page.
  await expect(page.getByRole('list').filter({ has: slot })).toBeFocused();
});

test('a star lights up before the server has answered', async ({ openBrowser, party, t }) => {
  const photo = await addPhoto(await join(party), 1);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/feed');

  const { held, release } = await holdStars(page);
  await star(someone, photo.id).click();
  await held;
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await expect(
    page.getByRole('link', { name: t('event:vote.yours', { count: 1, max: FAVORITES_MAX }) }),
  ).toBeVisible();
  await expect(noteOf(page, t('server:event.star.added'))).toBeHidden();
  release();
  await expect(noteOf(page, t('server:event.star.added'))).toContainText(
    t('server:event.star.left', { count: 2 }),
  );
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
});

test('a refused star goes out again and says why', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 403|ERR_FAILED/);
  const photo = await addPhoto(await join(party), 1);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone = { page, t, scripts: true };
  // The screen is not notified of the change, which would disable the star.
  await page.route(/\/(?:changes|marks)(?:\?|$)/, (route) => route.abort());
  await open(someone, '/feed');
  // Meanwhile, by the organizer.
  const voting = { json: { votingEnabled: false } };
  const address = `/api/events/${party.event.id}/voting-status`;
  expectStatus(await party.organizer.client.request('PATCH', address, voting), 200);

  const { held, release } = await holdStars(page);
  await star(someone, photo.id).click();
  await held;
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  release();
  const toast = noteOf(page, t('server:event.star.voting_disabled'));
  await expect(toast).toContainText(t('server:event.star.voting_disabled_text'));
  await expect(toast).toHaveRole('alert');
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
});

/** Delays every star until `release`; `held` resolves once one has been sent. */
async function holdStars(page: Page) {
  let arrive = () => {};
  let release = () => {};
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/star\b/, async (route) => {
    arrive();
    await released;
    await route.continue();
  });
  return { held, release };
}

test('a dialog loads only its own data, and closing it loads nothing', async ({
  openBrowser,
  party,
  t,
}) => {
  const photo = await addPhoto(await join(party), 1);
  const me = await join(party);
  await giveStar(me, photo.id);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone = { page, t, scripts: true };
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('.data')) asked.push(pathname + search);
  });
  const dialog = page.getByRole('dialog');
  for (const screen of ['/feed', '/top', '/?tab=feed']) {
    await open(someone, screen);
    await page.locator(`main a[href^="/photos/${photo.id}?"]`).first().click();
    await expect(dialog.getByRole('heading')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // The same again with Back and Forward.
    await page.goForward();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
  }
  expect(asked.filter((path) => !path.startsWith('/photos/'))).toEqual([]);
  expect(asked.length).toBeGreaterThan(0);
});

// A page that React has not hydrated completely must not be rendered again (its error 421).
test('a dialog opens while late code is still loading', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  let letThrough: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/assets\/late-/, async (route) => {
    await late;
    await route.continue();
  });
  const isAsked = page.waitForRequest(/\/assets\/late-/);
  await page.goto('/settings');
  await untilHydrated(page);
  await isAsked;
  const link = page.getByRole('link', { name: t('account:danger.account') });
  const screen = await link.elementHandle();
  await link.click();
  const button = page.getByRole('alertdialog').getByRole('button');
  await expect(button).toBeVisible();
  const dialog = await button.elementHandle();

  letThrough();
  // The late code runs once it polls the server, as it does whenever the connection is back.
  await expect(async () => {
    const asked = page.waitForResponse(/\/marks\?of=/, { timeout: 500 });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    expect([200, 304]).toContain((await asked).status());
  }).toPass({ timeout: 15_000 });
  await expect(button).toBeVisible();
  for (const element of [screen, dialog]) {
    expect(await element?.evaluate((node) => node.isConnected)).toBe(true);
  }
  await expect(page).toHaveURL(/\/settings\/delete$/);
});
