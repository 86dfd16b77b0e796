import AxeBuilder from '@axe-core/playwright';
import { addPhoto, join, signInAdministrator, visit } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { CUTS, EVERY_CUT, SENTENCE } from './offline-forms';
import { button, link, noteOf, open, star, tabTo, untilAhead, type Someone } from './steps';

for (const how of EVERY_CUT) {
  test(`the join check continues to the confirmation: ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    // Remix logs an answer that it cannot read.
    complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 502|SyntaxError/);
    const page = await openBrowser({ language: 'en' });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/auth/join');
    await page.locator('[name="event"]').fill(party.names.event);
    await page.locator('[name="organizerName"]').fill(party.names.organizerName);
    for (const path of ['/auth/join', '/auth/join/confirm']) await untilAhead(page, path);

    await CUTS[how].cut(page);
    await button(someone, t('auth:actions.submit')).click();
    await expect(page.getByRole('heading', { name: t('auth:confirm.title') })).toBeVisible();
    await button(someone, t('auth:actions.confirm')).click();
    await expect(noteOf(page, SENTENCE)).toBeVisible();

    await CUTS[how].mend(page);
    await button(someone, t('auth:actions.confirm')).click();
    await expect(page).toHaveURL(/\/$/);
  });
}

test('a background reload waits for the server', async ({ openBrowser, party, t, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  let refused = 0;
  await page.route(/\/feed\.data/, (route) => {
    refused += 1;
    return route.abort();
  });

  await star(someone, photo.id).click();
  await expect(noteOf(page, t('server:event.star.added'))).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');

  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
});

test('a form waits for its code, and stays if that does not load', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const guest = (await join(party)).client;
  const page = await openBrowser({ as: guest, language: 'en', viewport: LAPTOP });
  const code = '**/assets/logout-*.js';
  await page.route(code, (route) => route.abort());
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await page.waitForLoadState('networkidle');

  const logOut = button(someone, t('common:nav.log_out'));
  await logOut.click();
  await expect(noteOf(page, SENTENCE)).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);

  await page.unroute(code);
  await logOut.click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('a dialog that cannot be loaded says so, and appears once it can', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const page = await openBrowser({ as: await visit(party), language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await page.route('**/login*', (route) => route.abort());
  await page.locator('header a[href^="/login"]').click();
  const dialog = page.getByRole('dialog', { name: t('common:offline.none') });
  await expect(dialog).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const again = dialog.getByRole('button', { name: t('common:error.try_again') });
  await tabTo(page, again);
  await page.keyboard.press('Enter');
  await expect(again).toBeVisible();

  await page.unroute('**/login*');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator('[name="name"]')).toBeVisible();
});

test('if one of the administrator’s screens cannot be loaded, the navigation stays', async ({
  openBrowser,
  origin,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const page = await openBrowser({ as: await signInAdministrator(origin), language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/admin');
  await page.route('**/admin/users.data*', (route) => route.abort());
  await link(someone, t('admin:tabs.users')).click();
  await expect(page.getByRole('heading', { name: t('common:offline.none') })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(link(someone, t('admin:tabs.events'))).toBeVisible();

  await page.unroute('**/admin/users.data*');
  await button(someone, t('common:error.try_again')).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
});
