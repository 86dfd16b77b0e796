import { addPhoto, expectStatus, join, type Person } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { field, noteOf, open, untilKeysWork, type Someone } from './steps';

test('the desk works with keys alone', async ({ openBrowser, party, t }) => {
  const rosa = await join(party, { name: 'Rosa Blum' });
  const photo = await addPhoto(rosa, 1);
  const report = async ({ client }: Person, reason?: string) =>
    expectStatus(await client.post(`/api/photos/${photo.id}/flag`, { reason }), 201);
  await report(await join(party, { name: 'Tom Girard' }));
  await report(await join(party, { name: 'Nina Weber' }), 'offensive');
  const page = await openBrowser({ as: party.organizer.client, viewport: LAPTOP, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await open(someone, '/');
  await expect(page.getByRole('article', { name: t('flags:title') })).toBeVisible();

  // The first press selects the report, the second one decides; the next one then has the focus.
  const card = page.getByRole('article', { name: t('flags:title') });
  await untilKeysWork(page);
  await press('d');
  await expect(card).toBeFocused();
  await expect(card.getByText('2', { exact: true })).toBeVisible();
  await press('i');
  const said = noteOf(page, t('flags:review.title'));
  await expect(said).toContainText(t('flags:review.reviewed'));
  await expect(card).toContainText('Offensive');
  await expect(card).toBeFocused();
  await press('u');
  await expect(said).toContainText(t('flags:review.pending'));
  await expect(card.getByText('2', { exact: true })).toBeVisible();

  // A letter after g leads to a part, and the focus goes to its heading.
  await press('g', 'r');
  await expect(page).toHaveURL(/\/flags$/);
  await expect(heading(t('flags:title'))).toBeFocused();
  const items = page.getByRole('region').getByRole('listitem');
  await press('j');
  await expect(items.first()).toBeFocused();
  await press('j', 'j');
  await expect(items.last()).toBeFocused();
  await press('k');
  await expect(items.first()).toBeFocused();
  await press('d');
  await expect(said).toContainText(t('flags:review.dismissed'));
  await expect(items).toHaveCount(1);
  await expect(items).toBeFocused();

  // In a field, letters are letters.
  await press('g', 'p');
  await expect(heading(t('organizer:participants.title'))).toBeFocused();
  await press('/');
  const search = field(someone, t('organizer:participants.search'));
  await expect(search).toBeFocused();
  await press('g', 'x', 'd');
  await expect(search).toHaveValue('gxd');
  await search.fill('rosa');
  await press('Enter');
  await expect(page).toHaveURL(/q=rosa$/);
  // The URL changes a moment before the list.
  await expect(page.getByRole('status').filter({ hasText: '1 person found' })).toBeVisible();
  await search.blur();
  await press('j', 'x');
  await expect(noteOf(page, t('organizer:remove.removed'))).toBeVisible();
  await press('u');
  await expect(noteOf(page, t('organizer:remove.undone', { name: 'Rosa Blum' }))).toBeVisible();
});

test('an organizer’s most frequent tasks take few keystrokes', async ({
  openBrowser,
  party,
  t,
}) => {
  const rosa = await join(party, { name: 'Rosa Blum' });
  const photo = await addPhoto(rosa, 1);
  const tom = await join(party, { name: 'Tom Girard' });
  expectStatus(await tom.client.post(`/api/photos/${photo.id}/flag`, {}), 201);
  const page = await openBrowser({ as: party.organizer.client, viewport: LAPTOP, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  let strokes = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    strokes += keys.length;
  };
  /** The desk, where every task begins, once its keys work. */
  const begin = async () => {
    await open(someone, '/');
    await untilKeysWork(page);
    strokes = 0;
  };

  await begin();
  await press('d', 'd');
  await expect(noteOf(page, t('flags:review.title'))).toBeVisible();
  expect(strokes).toBeLessThanOrEqual(8);

  await begin();
  await press('g', 'm');
  await expect(
    page.getByRole('heading', { level: 1, name: t('account:messages.title') }),
  ).toBeFocused();
  await press('w');
  const words = page.getByRole('textbox', { name: t('account:planned.text') });
  await expect(words).toBeVisible();
  await press('w');
  await expect(words).toBeFocused();
  await words.pressSequentially('The cake is here');
  await press('Control+Enter');
  await expect(page.getByText('The cake is here').first()).toBeVisible();
  await expect(words).toHaveValue('');
  expect(strokes).toBeLessThanOrEqual(8);

  await begin();
  await press('g', 'p');
  await expect(
    page.getByRole('heading', { level: 1, name: t('organizer:participants.title') }),
  ).toBeFocused();
  const row = page.getByRole('listitem').filter({ hasText: 'Rosa Blum' });
  while (!(await row.evaluate((one) => one === document.activeElement))) await press('j');
  await press('x');
  await expect(noteOf(page, t('organizer:remove.removed'))).toBeVisible();
  expect(strokes).toBeLessThanOrEqual(10);
});

test('the keys are shown, and switched off', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: party.organizer.client, viewport: LAPTOP, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/flags');
  const help = page.getByRole('dialog', { name: t('organizer:keys.title') });
  await expect
    .poll(async () => {
      if (!(await help.isVisible())) await page.keyboard.press('?');
      return help.isVisible();
    })
    .toBe(true);
  await expect(help.getByText(t('organizer:keys.acts.dismiss'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/\/flags$/);

  await page.getByRole('link', { name: t('organizer:keys.short') }).click();
  await page.getByRole('link', { name: t('organizer:keys.turn_off') }).click();
  await expect(page.getByText(t('organizer:keys.off_text'))).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/event\/keys$/);
  await page.getByRole('link', { name: t('organizer:keys.turn_on') }).click();
  await expect(page.getByText(t('organizer:keys.text'))).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('p');
      return page.url();
    })
    .toMatch(/\/participants$/);
});
