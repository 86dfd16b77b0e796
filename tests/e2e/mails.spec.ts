import AxeBuilder from '@axe-core/playwright';
import { join } from '../api/party';
import { expect, LAPTOP, PHONE, test as base } from './fixtures';
import { startMailingServer } from './mailing-server';
import { open, seeNotice, tabTo } from './steps';

// The switch for mails about news, on a separate server that sends mails.

const test = base.extend<object, { origin: string }>({
  origin: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const server = await startMailingServer();
      await provide(server.origin);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`mails are switched on and off, ${how}`, async ({ openBrowser, party, t }) => {
    const guest = await join(party);
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: guest.client, ...options });
    const someone = { page, t, scripts };
    await open(someone, '/settings');
    const theirs = page.getByRole('switch', { name: t('account:mails.messages'), exact: true });
    await expect(theirs).toHaveAttribute('aria-checked', 'false');
    if (scripts) {
      await tabTo(page, theirs);
      await page.keyboard.press('Enter');
    } else await theirs.click();
    await seeNotice(someone, t('account:mails.on'));
    await expect(theirs).toHaveAttribute('aria-checked', 'true');
    if (scripts) await expect(theirs).toBeFocused();
    await page.reload();
    await expect(theirs).toHaveAttribute('aria-checked', 'true');

    const desk = await openBrowser({ as: party.organizer.client, ...options });
    const organizer = { page: desk, t, scripts };
    await open(organizer, '/settings');
    const own = desk.getByRole('switch', { name: t('account:mails.reports'), exact: true });
    await expect(own).toHaveAttribute('aria-checked', 'true');
    await own.click();
    await seeNotice(organizer, t('account:mails.off'));
    await expect(own).toHaveAttribute('aria-checked', 'false');
  });
}

test('the switch is readable and fits, in light and in dark colors', async ({
  openBrowser,
  party,
  t,
}) => {
  for (const [viewport, colorScheme, language] of [
    [PHONE, 'light', 'fr'],
    [LAPTOP, 'dark', 'de'],
  ] as const) {
    const as = party.organizer.client;
    const page = await openBrowser({ as, language, viewport, colorScheme });
    await open({ page, t, scripts: true }, '/settings#mails');
    const card = page.locator('#mails');
    await expect(card.getByRole('switch')).toBeInViewport();
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .include('#mails')
      .analyze();
    expect(violations).toEqual([]);
    const overflow = await card.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
  }
});

const withoutMail = base;
withoutMail('where no mail is sent there is no switch', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  await open({ page, t, scripts: true }, '/settings');
  await expect(page.getByRole('heading', { name: t('account:details.title') })).toBeVisible();
  await expect(page.locator('#mails')).toHaveCount(0);
});
