import type { Page } from 'playwright/test';
import type { PublicPhoto } from '../../app/models/photo/shape';
import { addPhoto, expectStatus, join, visit, type Party, type Person } from '../api/party';
import { expect, giveStar, LAPTOP, test } from './fixtures';
import { button, expectFocusToShow, field, link, open, seeNotice, tabTo } from './steps';

/** One of Rosa's photos. */
async function photoOfRosa(party: Party): Promise<PublicPhoto> {
  return addPhoto(await join(party, { name: 'Rosa Blum' }), 1);
}

async function report(person: Person, photo: PublicPhoto, reason?: string): Promise<void> {
  expectStatus(await person.client.post(`/api/photos/${photo.id}/flag`, { reason }), 201);
}

/** The card of a reported photo. */
const cards = (page: Page) => page.getByRole('article');

for (const scripts of [true, false]) {
  test(`a photo is reported, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 409/);
    const photo = await photoOfRosa(party);
    const guest = await join(party, { name: 'Tom Girard' });
    const page = await openBrowser({
      as: guest.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    const print = page.locator(`#photo-${photo.id}`);
    const heading = page.getByRole('heading', { name: t('flags:report.title') });
    const viewer = page.getByRole('heading', { name: t('event:photo.alt', { name: 'Rosa Blum' }) });

    await open(someone, '/feed');
    await print.getByRole('link').first().click();
    await link(someone, t('event:photo.report')).click();
    await expect(heading).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/photos/${photo.id}/report`));
    // The report has replaced the viewer, and returns to it.
    await expect(viewer).toBeHidden();
    await link(someone, t('event:cancel')).click();
    await expect(viewer).toBeVisible();

    await link(someone, t('event:photo.report')).click();
    await field(someone, t('flags:choice.not_event')).check();
    await page.getByRole('textbox').fill('Another wedding');
    await button(someone, t('flags:report.submit')).click();
    await seeNotice(someone, t('flags:report.sent'));
    await expect(viewer).toBeVisible();
    await link(someone, t('event:photo.close')).click();
    await expect(page).toHaveURL(/\/feed/);

    // Only once: the viewer says so, and so does the dialog, without the color of an error.
    await print.getByRole('link').first().click();
    await link(someone, t('event:photo.reported')).click();
    const reported = page.getByRole('heading', { name: t('errors:already_reported') });
    await expect(reported).toBeVisible();
    await expect(page.locator('.note').getByText(t('flags:report.sent_text'))).toBeVisible();
    await expect(page.getByRole('textbox')).toBeHidden();
    await link(someone, t('common:close')).click();
    await expect(viewer).toBeVisible();

    const organizer = await openBrowser({ as: party.organizer.client, language: 'en' });
    await open({ page: organizer, t, scripts: true }, '/flags');
    await expect(cards(organizer)).toContainText('Not part of this event: Another wedding');
    await expect(cards(organizer)).toContainText('Tom Girard');
  });
}

test('a report sent from two windows is not an error', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const photo = await photoOfRosa(party);
  for (const scripts of [true, false]) {
    const guest = await join(party);
    const page = await openBrowser({
      as: guest.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, `/photos/${photo.id}/report`);
    await report(guest, photo);
    await button(someone, t('flags:report.submit')).click();
    await expect(page.getByRole('heading', { name: t('errors:already_reported') })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('a report that does not reach the server keeps its text', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const photo = await photoOfRosa(party);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, `/photos/${photo.id}/report`);
  await page.getByRole('textbox').fill('Please blur');
  await page.route(/\.data\b/, (route) => route.abort());
  await button(someone, t('flags:report.submit')).click();
  await seeNotice(someone, t('event:offline'));
  await expect(page.getByRole('textbox')).toHaveValue('Please blur');
});

test('a review that does not reach the server leaves the card', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  await report(await join(party), await photoOfRosa(party));
  const page = await openBrowser({
    as: party.organizer.client,
    viewport: LAPTOP,
    language: 'en',
  });
  const someone = { page, t, scripts: true };
  await open(someone, '/flags');
  await page.route(/\.data\b/, (route) => route.abort());
  await button(someone, t('flags:card.dismiss')).click();
  await seeNotice(someone, t('event:offline'));
  const again = cards(page).getByRole('button', { name: t('flags:card.dismiss') });
  await expect(again).toBeEnabled();
});

test('a visitor who reports signs in first', async ({ openBrowser, party, t }) => {
  const photo = await photoOfRosa(party);
  const page = await openBrowser({ as: await visit(party), language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await page.locator(`#photo-${photo.id}`).getByRole('link').first().click();
  await link(someone, t('event:photo.report')).click();
  await seeNotice(someone, t('errors:authentication_required'), t('flags:report.login'));
  await expect(page.getByRole('heading', { name: t('server:auth.login.title') })).toBeVisible();
});

test('reports are reviewed and deleted by keyboard alone', async ({ openBrowser, party, t }) => {
  const photo = await photoOfRosa(party);
  await report(await join(party, { name: 'Tom Girard' }), photo, 'offensive');
  await report(await join(party, { name: 'Nina Weber' }), photo);
  const page = await openBrowser({
    as: party.organizer.client,
    viewport: LAPTOP,
    language: 'en',
  });
  const someone = { page, t, scripts: true };
  const list = page.getByRole('region', { name: t('flags:tabs.pending') });
  await open(someone, '/flags');
  await expect(cards(page)).toHaveCount(2);

  // The pressed button disappears with its card; the focus moves to the next one, and at the end to the list.
  await tabTo(page, button(someone, t('flags:card.dismiss')).first());
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('flags:review.title'), t('flags:review.dismissed'));
  await expect(cards(page)).toHaveCount(1);
  await expect(list.getByRole('listitem')).toBeFocused();
  await tabTo(page, button(someone, t('flags:card.inappropriate')));
  await page.keyboard.press('Space');
  await seeNotice(someone, t('flags:review.title'), t('flags:review.reviewed'));
  await expect(page.getByRole('heading', { name: t('flags:empty.pending') })).toBeVisible();

  // The tab comes before the list that has the focus.
  const tab = link(someone, t('flags:tabs.reviewed'));
  await expect(list).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(tab).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(cards(page)).toContainText('Offensive');
  await expect(cards(page)).toContainText(t('flags:card.reviewed'));

  // Deleting asks first: the focus is on Cancel, and Escape changes nothing.
  const opener = link(someone, t('flags:card.delete'));
  const dialog = page.getByRole('alertdialog', { name: t('flags:delete.title') });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(t('flags:delete.text'))).toBeVisible();
  await expect(dialog.getByRole('link', { name: t('event:cancel') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('link', { name: t('event:cancel') })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: t('flags:delete.confirm') })).toBeFocused();
  await expectFocusToShow(page);
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('flags:delete.deleted'), t('flags:delete.deleted_text'));
  await expect(dialog).toBeHidden();
  await expect(cards(page)).toHaveCount(0);

  // Neither the reviews nor the dialog are in the history.
  await page.goBack();
  await expect(page).toHaveURL(/\/flags$/);
});

for (const scripts of [true, false]) {
  test(`a photo is hidden and shown again, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 404/);
    const rosa = await join(party, { name: 'Rosa Blum' });
    const photo = await addPhoto(rosa, 1);
    const tom = await join(party);
    await giveStar(tom, photo.id);
    await report(tom, photo);
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const organizer = {
      page: await openBrowser({ as: party.organizer.client, viewport: LAPTOP, ...options }),
      t,
      scripts,
    };
    const owner = { page: await openBrowser({ as: rosa.client, ...options }), t, scripts };
    const guest = { page: await openBrowser({ as: tom.client, ...options }), t, scripts };
    const print = ({ page }: { page: Page }) => page.locator(`#photo-${photo.id}`);

    await open(guest, '/feed');
    await expect(print(guest)).toBeVisible();
    await open(owner, '/?tab=profile');
    await open(organizer, '/flags');
    await button(organizer, t('flags:card.inappropriate')).click();
    await seeNotice(organizer, t('flags:review.title'), t('flags:review.reviewed'));

    // Open screens are notified; without scripts the page is reloaded.
    if (!scripts) {
      await open(guest, '/feed');
      await open(owner, '/?tab=profile');
    }
    await expect(print(guest)).toBeHidden();
    await expect(print(owner).getByText(t('server:event.hidden.mark'))).toBeVisible();
    await open(guest, `/photos/${photo.id}`);
    await expect(
      guest.page.getByRole('heading', { name: t('common:not_found.title') }),
    ).toBeVisible();
    await open(owner, '/feed');
    await expect(print(owner).getByText(t('server:event.hidden.mark'))).toBeVisible();
    await open(owner, `/photos/${photo.id}`);
    await expect(owner.page.getByText(t('server:event.hidden.own'))).toBeVisible();
    await expect(button(owner, t('server:event.hidden.show'))).toBeHidden();

    // On its card, and in the viewer.
    await open(organizer, '/flags?status=reviewed');
    await expect(cards(organizer.page)).toContainText(t('flags:card.hidden'));
    await button(organizer, t('flags:card.show')).click();
    await seeNotice(organizer, t('flags:hidden.shown'), t('flags:hidden.shown_text'));
    await open(guest, '/feed');
    await expect(print(guest)).toBeVisible();
    await button(organizer, t('flags:card.hide')).click();
    await seeNotice(organizer, t('flags:hidden.hidden'), t('flags:hidden.hidden_text'));
    await open(organizer, '/feed');
    await print(organizer).getByRole('link').first().click();
    const words = t('server:event.hidden.organizer', { name: 'Rosa Blum' });
    await expect(organizer.page.getByText(words)).toBeVisible();
    await button(organizer, t('server:event.hidden.show')).click();
    await seeNotice(organizer, t('flags:hidden.shown'));
    await expect(organizer.page).toHaveURL(/\/feed/);
    await expect(print(organizer).getByText(t('server:event.hidden.mark'))).toBeHidden();

    // From the card the photo is deleted permanently, and its report with it.
    await open(organizer, '/flags?status=reviewed');
    await link(organizer, t('flags:card.remove')).click();
    await button(organizer, t('dialogs:delete.confirm')).click();
    await seeNotice(organizer, t('server:event.delete.deleted'));
    await expect(organizer.page).toHaveURL(/\/flags\?status=reviewed/);
    await expect(cards(organizer.page)).toHaveCount(0);
  });
}

test('only the organizer gets in; the count follows what others do', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 40[13]/);
  const photo = await photoOfRosa(party);
  const guest = await join(party);
  const denied = await openBrowser({ as: guest.client, language: 'en' });
  await open({ page: denied, t, scripts: true }, '/flags');
  await expect(denied.getByRole('heading', { name: t('flags:denied.title') })).toBeVisible();
  await expect(denied.getByText(t('flags:denied.text'))).toBeVisible();

  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  await page.clock.install();
  await open({ page, t, scripts: true }, '/flags?status=all');
  const pending = page.getByRole('link', { name: t('flags:tabs.pending') });
  await expect(pending).toHaveText(t('flags:tabs.pending'));
  await report(guest, photo);
  await page.clock.fastForward('01:05');
  await expect(pending).toHaveText(`${t('flags:tabs.pending')}1`);
  await expect(cards(page)).toHaveCount(1);

  // Signed out elsewhere: the poll's 401 shows nothing.
  await page.context().clearCookies({ name: 'snapodium_session' });
  await page.keyboard.press('Shift');
  // An earlier request, such as the one when the stream opened, may still be answered.
  const refused = page.waitForResponse(
    (answer) => /\/marks\?.*reports/.test(answer.url()) && answer.status() === 401,
  );
  await page.clock.fastForward('01:05');
  await refused;
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/flags\?status=all$/);
});
