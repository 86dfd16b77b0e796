import { expect, PHONE, test } from './fixtures';
import { button, field, goTo, link, logIn, open, type Someone } from './steps';
import { unique, type Party } from '../api/party';

// From the printed code to the photos with one button.

/** Opens the URL in an invitation's code. */
const openInvitation = (someone: Someone, names: Party['names']) =>
  open(
    someone,
    `/auth/join?${new URLSearchParams({ event: names.event, organizer: names.organizerName })}`,
  );

for (const scripts of [true, false]) {
  test(`an invitation leads to the photos, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({ viewport: PHONE, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    const { event } = party.names;
    await openInvitation(someone, party.names);
    await expect(page.getByRole('heading', { level: 1, name: event })).toBeVisible();
    await button(someone, t('server:auth.card.enter')).click();

    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { name: t('event:title.feed') }).first()).toBeVisible();
    await expect(page.getByText(t('event:line.first'), { exact: true })).toBeVisible();
    await goTo(someone, 'profile');
    await expect(
      page.getByRole('main').locator('.pill').getByText(t('event:role.visitor'), { exact: true }),
    ).toBeVisible();
  });
}

test('a user who signs in from the first screen returns to the photos', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({ viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await openInvitation(someone, party.names);
  await button(someone, t('server:auth.card.enter')).click();
  await link(someone, t('common:nav.log_in')).first().click();
  await logIn(someone, 'Nina Vogel', `${unique()}@example.com`);
  await expect(page).toHaveURL(/tab=feed/);
});

test('an invitation in another language than the browser’s offers the browser’s language', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({ viewport: PHONE, locale: 'nl-NL' });
  const someone: Someone = { page, t, scripts: true };
  const { event } = party.names;
  await openInvitation(someone, party.names);
  await link(someone, 'Lees dit in het Nederlands').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  await expect(page.getByRole('heading', { level: 1, name: event })).toBeVisible();
});

test('for names that open no event, the page says so before it asks for anything', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({ viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await openInvitation(someone, { ...party.names, organizerName: 'Somebody else' });
  await expect(page.getByRole('alert')).toContainText(t('server:auth.card.unknown'));
  await expect(field(someone, t('auth:fields.organizer'))).toHaveValue('Somebody else');
});
