import type { Locator } from 'playwright/test';
import { addPhoto, createParty, join, signInAdministrator } from '../api/party';
import { expect, giveStar, LAPTOP, PHONE, test } from './fixtures';
import { button, nextFrames, open, type Someone } from './steps';

/** The position and size of an element. */
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not drawn');
  return box;
}

test('the organizer’s cards are aligned, with columns of equal width', async ({
  openBrowser,
  party,
  t,
}) => {
  const [rosa, tom] = [await join(party, { name: 'Rosa Lind' }), await join(party)];
  const { id } = await addPhoto(rosa, 1);
  await giveStar(tom, id);
  const page = await openBrowser({
    as: party.organizer.client,
    language: 'en',
    viewport: LAPTOP,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/');
  // Two cards of a row begin and end at the same height, and both rows at the same edges.
  const cardOf = (name: string) =>
    boxOf(
      page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
        .last(),
    );
  const [code, goes, leads, saved] = [
    await cardOf(t('organizer:start.title')),
    await cardOf(t('organizer:progress.title')),
    await cardOf(t('organizer:progress.leaders')),
    await cardOf(t('organizer:downloads.title')),
  ];
  expect([code.y, leads.y].map(Math.round)).toEqual([goes.y, saved.y].map(Math.round));
  expect([code.x, goes.x + goes.width].map(Math.round)).toEqual(
    [leads.x, saved.x + saved.width].map(Math.round),
  );
  expect(Math.round(code.height)).toBe(Math.round(goes.height));

  await page.setViewportSize(PHONE);
  await nextFrames(page);
  const hours = page.getByRole('heading', { name: t('organizer:progress.hours') }).locator('+ ol');
  const card = await boxOf(page.locator('section').filter({ has: hours }));
  const columns = await hours.getByRole('listitem').evaluateAll((all) =>
    all.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      return { width: Math.round(right - left), right };
    }),
  );
  expect(new Set(columns.map(({ width }) => width)).size).toBe(1);
  expect(Math.max(...columns.map(({ right }) => right))).toBeLessThan(card.x + card.width);
  const colour = await hours
    .getByRole('listitem')
    .last()
    .locator('span')
    .first()
    .evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(colour).toBe('rgb(185, 63, 34)');

  await open(someone, '/event/rules');
  const tools = page
    .getByRole('link', { name: t('organizer:edit.open') })
    .locator('..')
    .locator('> a, > label');
  const widths = await tools.evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(new Set(widths).size).toBe(1);

  // Name and dates: the first field has the focus.
  await page.getByRole('link', { name: t('organizer:edit.open') }).click();
  await expect(page.locator('dialog [name=name]')).toBeFocused();
});

for (const scripts of [true, false]) {
  test(`after a change of language the focus is where it was, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ language: 'en', javaScriptEnabled: scripts });
    await page.goto('/auth');
    await page.locator('details.menu summary').click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('details.menu summary')).toBeFocused();
  });
}

test('leaving the events with an unsaved value asks first', async ({ openBrowser, origin, t }) => {
  const party = await createParty(origin);
  const page = await openBrowser({
    as: await signInAdministrator(origin),
    language: 'en',
    viewport: { width: 1366, height: 768 },
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `/admin/events?q=${party.event.id}`);

  // The last icon of a row is within the table's frame.
  const bin = await boxOf(
    page.getByRole('link', { name: t('admin:events.delete', { event: party.event.name }) }),
  );
  const frame = await boxOf(page.getByRole('table').locator('..'));
  expect(bin.x + bin.width).toBeLessThanOrEqual(frame.x + frame.width);

  const places = page.getByLabel(t('admin:events.max_of', { event: party.event.name }));
  await places.fill('77');
  const asked: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  page.on('dialog', (dialog) => {
    asked.push(dialog.type() === 'confirm' ? dialog.message() : dialog.type());
    return dialog[answer]();
  });
  const users = page
    .getByRole('navigation', { name: t('admin:sections') })
    .getByRole('link', { name: t('admin:tabs.users') });
  await users.click();
  await expect.poll(() => asked).toEqual([t('admin:events.unsaved')]);
  await expect(places).toHaveValue('77');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual([t('admin:events.unsaved'), 'beforeunload']);

  answer = 'accept';
  await button(someone, t('admin:events.save')).click();
  // While it is being saved its button has another label.
  await expect(page.locator('[data-unsaved]')).toHaveCount(0);
  await users.click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  expect(asked).toHaveLength(2);
});
