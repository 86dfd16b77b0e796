import { addPhoto, join, unique, visit } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { expectFocusToShow, noteOf, open, starName, tabTo, type Someone } from './steps';

// Nothing here uses the mouse: Tab, Enter, Space, arrows, Escape, F8 and letters.

test('an event is created by keyboard alone, with an error on the way', async ({
  openBrowser,
  t,
}) => {
  const page = await openBrowser({ viewport: LAPTOP, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  const label = (text: string) => page.getByLabel(text, { exact: true });

  await open(someone, '/auth');
  await tabTo(page, page.getByRole('link', { name: t('landing:create') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('create:title') })).toBeVisible();

  // The name is too short and the e-mail is missing: the focus goes to the first wrong field.
  const organizer = `Nadia ${unique()}`;
  await tabTo(page, label(t('create:event')));
  await page.keyboard.type('ab');
  await tabTo(page, label(t('create:organizer')));
  await page.keyboard.type(organizer);
  await page.keyboard.press('Enter');
  const name = label(t('create:event'));
  await expect(name).toHaveAccessibleDescription(t('errors:event_name_min'));
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await expectFocusToShow(page);
  const email = label(t('create:email'));
  await expect(email).toHaveAccessibleDescription(t('errors:organizer_email_invalid'));

  // Each error disappears as soon as it is corrected.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`Noces ${unique()}`);
  await expect(name).not.toHaveAttribute('aria-invalid');
  await tabTo(page, email);
  await page.keyboard.type('nadia@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(label(t('create:organizer'))).toHaveValue(organizer);

  // More options, opened by Enter on its summary.
  await tabTo(page, page.locator('summary', { hasText: t('create:more') }));
  await page.keyboard.press('Enter');
  await tabTo(page, label(t('create:username')));
  await page.keyboard.type('nadia');
  await tabTo(page, page.getByRole('button', { name: t('auth:actions.continue') }));
  await page.keyboard.press('Space');

  const heading = page.getByRole('heading', { name: t('auth:confirm.title') });
  await expect(heading).toBeFocused();
  await expect(page.getByText('nadia', { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: t('auth:actions.confirm') }));
  await page.keyboard.press('Enter');
  await expect(noteOf(page, t('create:created'))).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('the skip link comes first and skips the navigation', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: party.organizer.client, viewport: LAPTOP, language: 'en' });
  await open({ page, t, scripts: true }, '/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: t('common:nav.skip') });
  await expect(skip).toBeFocused();
  await expectFocusToShow(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const isInside = await page.evaluate(
    () => !!document.activeElement?.closest('main') && document.activeElement !== document.body,
  );
  expect(isInside).toBe(true);
  await expectFocusToShow(page);
});

test('the language menu works by keyboard', async ({ openBrowser, t }) => {
  const page = await openBrowser({ viewport: LAPTOP, language: 'en' });
  await open({ page, t, scripts: true }, '/auth');
  await tabTo(page, page.locator('summary', { hasText: 'English' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('link', { name: 'Español' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('a star and its toast work by keyboard', async ({ openBrowser, party, t }) => {
  const photo = await addPhoto(await join(party), 1);
  const { client } = await join(party);
  const page = await openBrowser({ as: client, viewport: LAPTOP, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');

  const star = page.locator(`#photo-${photo.id}`).getByRole('button', { name: starName(t) });
  await tabTo(page, star);
  await page.keyboard.press('Space');
  // It disappears by itself, so nothing else is checked before F8 holds it.
  const toast = noteOf(page, t('server:event.star.added'));
  await expect(toast).toBeVisible();
  await expect(star).toBeFocused();
  await page.keyboard.press('F8');
  await expect(toast).toBeFocused();
  await expectFocusToShow(page);
  await page.keyboard.press('Tab');
  await expect(toast.getByRole('button', { name: t('event:star.undo') })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast.getByRole('button', { name: t('common:toast.dismiss') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast).toBeHidden();
  await expect(star).toBeFocused();
  await expect(star).toHaveAttribute('aria-pressed', 'true');

  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
});

test('the photo viewer: arrows step, Escape closes and returns the focus', async ({
  openBrowser,
  party,
  t,
}) => {
  const others = await join(party);
  const first = await addPhoto(others, 1);
  const second = await addPhoto(others, 2);
  const { client } = await join(party);
  const page = await openBrowser({ as: client, viewport: LAPTOP, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');

  // The newest photo comes first.
  const opener = page.locator(`#photo-${second.id}`).getByRole('link').first();
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/photos/${second.id}\\b`));
  await expectFocusInside(page);

  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`/photos/${first.id}\\b`));
  await expect(dialog.getByRole('link', { name: t('event:photo.next') })).toBeHidden();
  await expectFocusInside(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`/photos/${second.id}\\b`));
  await expect(dialog.getByRole('link', { name: t('event:photo.next') })).toBeVisible();

  const star = dialog.getByRole('button', { name: starName(t) });
  await tabTo(page, star);
  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expectFocusInside(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(opener).toBeFocused();
});

test('signing in through the dialog works by keyboard', async ({ openBrowser, party, t }) => {
  const photo = await addPhoto(await join(party), 1);
  const client = await visit(party);
  const page = await openBrowser({ as: client, viewport: LAPTOP, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');

  await tabTo(page, page.locator(`#photo-${photo.id}`).getByRole('link', { name: starName(t) }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('server:auth.login.giver') });
  await expect(dialog).toBeVisible();
  await expectFocusInside(page);

  const name = dialog.getByLabel(t('auth:fields.name'), { exact: true });
  await tabTo(page, name);
  await page.keyboard.type('Al');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(t('errors:name_min'));
  await expect(name).toBeFocused();
  await page.keyboard.type('ba Rossi');
  await tabTo(page, dialog.getByLabel(t('auth:fields.email'), { exact: true }));
  await page.keyboard.type('alba@example.com');
  const consent = dialog.getByLabel(t('auth:login.consent'));
  await tabTo(page, consent);
  await page.keyboard.press('Enter');
  await expect(consent).toHaveAccessibleDescription(t('errors:consent_required'));
  await page.keyboard.press('Space');
  await expect(consent).toBeChecked();
  await page.keyboard.press('Enter');

  await expect(noteOf(page, t('server:auth.toast.account_created'))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/feed(#photo-${photo.id})?$`));
});

/** Checks that the focus is in the open dialog, and visible. */
async function expectFocusInside(page: Someone['page']): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => !!document.activeElement?.matches('dialog[open] *')))
    .toBe(true);
  await expectFocusToShow(page);
}
