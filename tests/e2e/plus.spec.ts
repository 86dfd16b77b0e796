import { unique, visit } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { logIn, open, type Someone } from './steps';

// The plus leads visitors to the way in, and goes on after it (rule `sign-in.dialog`).

for (const scripts of [true, false]) {
  test(`who registers from the plus goes on with it, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const as = await visit(party);
    const page = await openBrowser({
      as,
      language: 'en',
      viewport: PHONE,
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/feed');
    await page.locator('.nav .add').click();
    const name = `Rosa ${unique()}`;
    await logIn(someone, name, `${name.replace(' ', '.')}@example.com`);
    await expect(page.getByRole('heading', { name: t('own:add.title') })).toBeVisible();
    await expect(page).toHaveURL(/\/photos\/new$/);
    await expect(page.locator('input[type=file]')).toBeAttached();
  });
}

test('a visitor who does not register is led to the photos, and not asked again', async ({
  openBrowser,
  party,
  t,
}) => {
  const as = await visit(party);
  const page = await openBrowser({ as, language: 'en', javaScriptEnabled: false });
  await page.goto('/photos/new');
  await page.getByRole('link', { name: t('common:close') }).click();
  await expect(page).toHaveURL(/\/feed$/);
});
