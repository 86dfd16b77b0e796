import { LANGUAGE_KEY, LANGUAGE_FACTS, LANGUAGES } from '../../app/i18n/languages';
import { expect, test } from './fixtures';
import { open, type Someone } from './steps';
import { textsOf } from './texts';

// Several languages, French first; the choice is a cookie, mirrored to local storage (rule
// `language.choice`).

const fr = textsOf('fr');

test('French is the default, whatever the browser’s language', async ({ openBrowser }) => {
  const page = await openBrowser({ locale: 'de-DE' });
  await page.goto('/auth');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('link', { name: fr('landing:join') })).toBeVisible();
  await expect(menu(page)).toContainText('Français');
});

for (const scripts of [true, false]) {
  test(`the menu changes the language, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ javaScriptEnabled: scripts });
    const someone: Someone = { page, t: fr, scripts };
    // The URL stays with its query; the fragment returns the focus to the menu.
    await open(someone, '/auth/join?event=Noces&organizer=L%C3%A9a');
    await menu(page).click();
    await page.getByRole('link', { name: 'Nederlands' }).click();

    const nl = textsOf('nl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await expect(page.getByRole('heading', { name: nl('server:auth.join.title') })).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/join\?event=Noces&organizer=L%C3%A9a#language$/);
    await expect(page.getByLabel(nl('auth:fields.event'))).toHaveValue('Noces');
    await expect(menu(page)).toContainText('Nederlands');
    await menu(page).click();
    await expect(page.getByRole('link', { name: 'Nederlands' })).toHaveAttribute(
      'aria-current',
      'true',
    );

    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === LANGUAGE_KEY)?.value).toBe('nl');
    if (scripts) await expect.poll(() => storedLanguage(page)).toBe('nl');

    await open(someone, '/create-event');
    await expect(page.getByRole('heading', { name: nl('create:title') })).toBeVisible();
  });
}

test('an unknown choice reads Deutsch and shows French', async ({ openBrowser, origin }) => {
  const page = await openBrowser();
  await page.context().addCookies([{ name: LANGUAGE_KEY, value: 'xx', url: origin }]);
  await open({ page, t: fr, scripts: true }, '/auth');
  await expect(menu(page)).toContainText('Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('link', { name: fr('landing:join') })).toBeVisible();
});

test('typing in an open menu selects the item that starts with the letters', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ language: 'fr' });
  await open({ page, t: fr, scripts: true }, '/auth');
  await menu(page).focus();
  await page.keyboard.press('Enter');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Deutsch')).toBeVisible();
  await page.keyboard.type('d');
  await expect(link('Deutsch')).toBeFocused();
  // A letter typed a second ago does not count any more.
  await page.waitForTimeout(1100);
  await page.keyboard.type('es');
  await expect(link('Español')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeFocused();
});

test('each language shows its own landing page', async ({ openBrowser }) => {
  const page = await openBrowser();
  const seen = new Set<string>();
  for (const language of LANGUAGES) {
    const t = textsOf(language);
    await open({ page, t, scripts: true }, '/auth');
    await menu(page).click();
    await page.getByRole('link', { name: LANGUAGE_FACTS[language].name }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await open({ page, t, scripts: true }, '/auth');
    for (const key of [
      'landing:submit_photos',
      'landing:add_stars',
      'landing:welcome',
      'landing:slogan',
      'landing:facts.privacy_text',
      'landing:facts.tracking_text',
      'landing:facts.storage_text',
      'landing:facts.moderation_text',
    ] as const) {
      await expect(page.getByText(t(key))).toBeVisible();
    }
    await expect(page.getByRole('button', { name: t('auth:share.button') })).toBeVisible();
    await expect(page).toHaveTitle(`${t('landing:meta_title')} · Snapodium`);
    seen.add(t('landing:slogan'));
    await expect.poll(() => storedLanguage(page)).toBe(language);
  }
  expect(seen.size).toBe(LANGUAGES.length);
});

/** The language menu, whose label is the current language. */
function menu(page: Someone['page']) {
  return page.getByRole('banner').locator('summary');
}

function storedLanguage(page: Someone['page']): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), LANGUAGE_KEY);
}
