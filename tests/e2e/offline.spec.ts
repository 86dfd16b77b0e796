import { addPhoto, join } from '../api/party';
import { expect, test } from './fixtures';
import { CUTS, EVERY_CUT, FORMS } from './offline-forms';
import { button, noteOf, open, star, type Someone } from './steps';

/** What the product says of a form that it could not send. */
const SENTENCE = 'Cannot perform this action while offline';

for (const form of FORMS) {
  for (const how of form.cuts) {
    test(`${form.name} stays: ${how}`, async ({ openBrowser, party, t, complaints }) => {
      complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 502/);
      const page = await openBrowser({ as: await form.as?.(party), language: 'en' });
      const someone: Someone = { page, t, scripts: true };
      await open(someone, await form.path(party));
      await form.fill?.(someone);
      await page.waitForLoadState('networkidle');

      await CUTS[how].cut(page);
      await form.send(someone);
      await expect(noteOf(page, SENTENCE)).toBeVisible();
      await form.stays?.(someone);

      if (!form.done) return;
      // On a phone the toast lies over what is under it; it may be gone by itself.
      await page
        .locator('.toast button')
        .click({ timeout: 2_000 })
        .catch(() => null);
      await CUTS[how].mend(page);
      await form.send(someone);
      await form.done(someone);
    });
  }
}

for (const how of EVERY_CUT) {
  test(`the busy check goes on to the confirmation: ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 502/);
    const page = await openBrowser({ language: 'en' });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/auth/join');
    await page.locator('[name="event"]').fill(party.names.event);
    await page.locator('[name="organizerName"]').fill(party.names.organizerName);
    await page.waitForLoadState('networkidle');

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

test('a reload behind a screen waits for the server', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
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
  await expect(noteOf(page, t('event:star.added'))).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');

  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
});
