import { expectStatus, join } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { button, field, link, open } from './steps';

// An organizer's list of people, which can be searched; on laptops it is beside the conversation.

for (const scripts of [true, false]) {
  test(`people are searched by name, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    for (const name of ['Zoé Laurent', 'Jo Li']) await join(party, { name });
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, '/messages');
    const search = field(someone, t('account:messages.search'));
    await search.fill('zoe');
    await button(someone, t('account:messages.find')).click();
    await expect(page).toHaveURL(/\/messages\?q=zoe$/);
    await expect(page.getByRole('link', { name: /Jo Li/ })).toHaveCount(0);
    await page.getByRole('link', { name: /Zoé Laurent/ }).click();
    const write = field(someone, t('account:messages.to', { name: 'Zoé Laurent' }));
    await expect(write).toBeVisible();
    await page.goBack();
    await search.fill('nobody here');
    await search.press('Enter');
    await expect(page.getByText(t('account:messages.not_found'))).toBeVisible();
    await link(someone, t('account:messages.back')).click();
    await expect(page.getByRole('link', { name: /Jo Li/ })).toBeVisible();
    await expect(search).toHaveValue('');
  });
}

test('on a laptop the search, the list and the names stay in view', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Zoé Laurent' });
  for (let number = 0; number < 15; number += 1) {
    const message = { toUserId: guest.user.id, message: `Line ${number}\n\nand more` };
    expectStatus(await party.organizer.client.post('/api/messages', message), 201);
  }
  const page = await openBrowser({
    as: party.organizer.client,
    language: 'en',
    viewport: LAPTOP,
  });
  const someone = { page, t, scripts: true };
  await open(someone, `/messages?q=zo&with=${guest.user.id}`);
  const search = field(someone, t('account:messages.search'));
  await expect(search).toHaveValue('zo');
  const seen = [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('heading', { level: 2, name: 'Zoé Laurent' }),
    search,
    page.getByRole('navigation', { name: t('account:messages.people') }).getByRole('listitem'),
  ];
  for (const top of [0, 400, 100_000]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    for (const one of seen) await expect(one).toBeInViewport({ ratio: 1 });
    // Nothing covers them.
    const box = await search.boundingBox();
    const onTop = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.id, [
      (box?.x ?? 0) + 20,
      (box?.y ?? 0) + 20,
    ] as const);
    expect(onTop).toBe('q');
  }
});
