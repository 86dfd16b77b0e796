import { addPhoto, join } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { open, starName } from './steps';

// Where the focus and the page are after a dialog has closed, and who hears keys and touches meanwhile.

test('keys typed in a dialog over the viewer’s page are not the viewer’s', async ({
  openBrowser,
  party,
  t,
}) => {
  const owner = await join(party);
  const photos = [await addPhoto(owner, 1), await addPhoto(owner, 2), await addPhoto(owner, 3)];
  const middle = photos[1]?.id ?? 0;
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', viewport: LAPTOP });
  await open({ page, t, scripts: true }, `/photos/${middle}`);
  const star = page.getByRole('button', { name: starName(t) });
  await page.getByRole('link', { name: t('event:photo.report') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toBeVisible();
  const address = page.url();

  await dialog.getByRole('radio').last().check();
  await page.keyboard.press('s');
  const words = dialog.getByRole('textbox');
  await words.focus();
  await page.keyboard.type('spam, yes');
  await page.keyboard.press('ArrowLeft');
  await expect(words).toHaveValue('spam, yes');
  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/photos/${middle}$`));
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  expect((await me.client.get('/api/favorites')).json).toEqual([]);

  // Nothing lies over it any more.
  await page.keyboard.press('s');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`/photos/${photos[2]?.id}\\b`));
});
