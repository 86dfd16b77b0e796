import { createParty, ENDED, expectStatus, join, unique, visit } from '../api/party';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { rememberVisit } from './scene';
import { button, goTo, link, logIn, open, seeNotice, type Someone } from './steps';

// Logging out, and the way back from the landing page, with scripts and without.

/** The link on the landing page. */
const wayBack = ({ page, t }: Someone, event: string) =>
  page.getByRole('main').getByRole('link', { name: `${t('landing:back')} ${event}` });

/** Logs out from the card in the settings. */
async function leave(someone: Someone): Promise<void> {
  const { page, t } = someone;
  const card = page.locator('section', {
    has: page.getByRole('heading', { name: t('account:leave.title') }),
  });
  await card.getByRole('button', { name: t('common:nav.log_out') }).click();
  await expect(page).toHaveURL(/\/auth$/);
}

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';
  const phone = { viewport: PHONE, language: 'en', javaScriptEnabled: scripts } as const;

  test(`a guest logs out in the settings and comes back, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const guest = await join(party);
    const page = await openBrowser({ ...phone, as: guest.client });
    const someone = { page, t, scripts };
    await open(someone, '/feed');
    await expect(page.getByRole('banner').getByRole('button')).toHaveCount(0);
    await goTo(someone, 'profile');
    await link(someone, t('common:nav.settings')).click();
    await expect(page.getByText(t('account:leave.participant'))).toBeVisible();
    await leave(someone);

    await wayBack(someone, party.names.event).click();
    await expect(page).toHaveURL(/\/auth\/join\?/);
    await expect(page.getByRole('heading', { name: party.names.event })).toBeVisible();
    await button(someone, t('server:auth.card.enter')).click();
    await expect(page).toHaveURL(/\/$/);
    await open(someone, '/login?next=/feed');
    await logIn(someone, guest.user.name, guest.user.email ?? '');
    await expect(page).toHaveURL(/\/feed$/);
  });

  test(`a visitor leaves, too, and the event is deleted meanwhile, ${how}`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const party = await createParty(origin, { name: `Fête & <b> ${unique()}` });
    const { event, organizerName } = party.names;
    const page = await openBrowser(phone);
    const someone = { page, t, scripts };
    expect((await page.request.post('/api/visitor-access', { data: party.names })).ok()).toBe(true);
    await open(someone, '/settings');
    await expect(page.getByText(t('account:leave.visitor'))).toBeVisible();
    await leave(someone);
    const query = new URLSearchParams({ event, organizer: organizerName });
    await expect(wayBack(someone, event)).toHaveAttribute('href', `/auth/join?${query}`);

    expectStatus(
      await party.organizer.client.submit('/event/delete', { typed: party.names.event }),
      302,
    );
    await open(someone, '/auth');
    await expect(link(someone, t('landing:join'))).toBeVisible();
    await expect(wayBack(someone, event)).toHaveCount(0);
  });

  test(`an ended event offers no way back, ${how}`, async ({
    openBrowser,
    origin,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 403/);
    const party = await createParty(origin, ENDED);
    const page = await openBrowser({ ...phone, as: await rememberVisit(party) });
    const someone = { page, t, scripts };
    await open(someone, '/');
    await button(someone, t('common:nav.log_out')).click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(link(someone, t('landing:join'))).toBeVisible();
    await expect(wayBack(someone, party.names.event)).toHaveCount(0);
  });

  test(`a deleted account leaves no way back, ${how}`, async ({ openBrowser, party, t }) => {
    const page = await openBrowser({ ...phone, as: (await join(party)).client });
    const someone = { page, t, scripts };
    await open(someone, '/settings/delete');
    await button(someone, t('account:delete_account.confirm')).click();
    await seeNotice(someone, t('account:delete_account.deleted'));
    await expect(link(someone, t('landing:join'))).toBeVisible();
    await expect(wayBack(someone, party.names.event)).toHaveCount(0);
  });

  test(`an organizer logs out in the dashboard's settings, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({ ...phone, as: party.organizer.client });
    const someone = { page, t, scripts };
    await open(someone, '/');
    await link(someone, t('common:nav.settings')).click();
    await expect(page.getByText(t('account:leave.organizer'))).toBeVisible();
    await leave(someone);
    await expect(wayBack(someone, party.names.event)).toBeVisible();
  });
}

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`a phone's header links to the settings from every tab, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const visitor = await visit(party);
    for (const as of [(await join(party)).client, party.organizer.client, visitor]) {
      const page = await openBrowser({
        as,
        viewport: PHONE,
        language: 'en',
        javaScriptEnabled: scripts,
      });
      const someone = { page, t, scripts };
      for (const path of ['/?tab=profile', '/feed', '/top']) {
        await open(someone, path);
        await page
          .getByRole('banner')
          .getByRole('link', { name: t('common:nav.settings') })
          .click();
        await expect(page, path).toHaveURL(/\/settings$/);
      }
      // The settings have a log-out button, and so does the profile.
      await expect(button(someone, t('common:nav.log_out'))).toBeVisible();
      await page.context().close();
    }
    const page = await openBrowser({
      as: (await join(party)).client,
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, '/?tab=profile');
    await expect(button(someone, t('common:nav.log_out'))).toBeVisible();
  });
}

test('on a laptop the side bar has the log-out button', async ({ openBrowser, party, t }) => {
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, viewport: LAPTOP, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await button(someone, t('common:nav.log_out')).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(wayBack(someone, party.names.event)).toBeVisible();
});
