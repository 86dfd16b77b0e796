import type { Page } from 'playwright/test';
import { addPhoto, expectStatus, join, type Party } from '../api/party';
import { expect, test } from './fixtures';
import { button, link, open, seeNotice } from './steps';

/** The organizer's settings, and what a guest added afterwards. */
async function setApproval({ event, organizer }: Party, approvalRequired: boolean): Promise<void> {
  const settings = { json: { approvalRequired } };
  const path = `/api/events/${event.id}`;
  expectStatus(await organizer.client.request('PATCH', path, settings), 200);
}

const cards = (page: Page) => page.getByRole('article');

for (const scripts of [true, false]) {
  test(`photos wait and are approved, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 404/);
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: party.organizer.client, ...options });
    const organizer = { page, t, scripts };
    const rule = page.locator('dl > div').filter({ hasText: t('organizer:rules.new') });
    await open(organizer, '/');
    await expect(rule).toContainText(t('organizer:rules.new_shown'));
    await open(organizer, '/event/rules');
    const approval = page.getByRole('switch', { name: t('organizer:rules.approval') });
    await approval.click();
    await expect(approval).toBeChecked();

    const rosa = await join(party, { name: 'Rosa Blum' });
    const karim = await join(party, { name: 'Karim Benali' });
    const photo = await addPhoto(rosa, 1);
    const [first, second] = [await addPhoto(karim, 1), await addPhoto(karim, 2)];

    // The owner sees it, with a note about whom it waits for, and can neither star, report nor share it.
    const own = { page: await openBrowser({ as: rosa.client, ...options }), t, scripts };
    const [name = ''] = party.organizer.user.name.split(' ');
    const mark = t('server:event.pending.mark', { name });
    await open(own, '/');
    await expect(own.page.locator(`#photo-${photo.id}`)).toContainText(mark);
    await open(own, `/photos/${photo.id}`);
    await expect(own.page.getByText(t('server:event.pending.own', { mark }))).toBeVisible();
    await expect(own.page.locator('.star')).toHaveCount(0);
    await expect(link(own, t('event:photo.report'))).toHaveCount(0);

    // The desk shows the oldest, and the next one takes its place.
    await open(organizer, '/');
    await expect(rule).toContainText(t('organizer:rules.new_wait'));
    const card = page.getByRole('article', { name: t('organizer:waiting.title') });
    await expect(card).toContainText('Rosa Blum');
    await expect(card.locator('.count')).toHaveText('3');
    await card.getByRole('button', { name: t('organizer:waiting.approve') }).click();
    await seeNotice(organizer, t('organizer:waiting.approved'));
    await expect(card).toContainText('Karim Benali');
    await open(own, '/feed');
    await expect(own.page.locator(`#photo-${photo.id}`)).not.toContainText(mark);
    await expect(own.page.locator(`#photo-${first.id}`)).toHaveCount(0);

    await card.getByRole('link', { name: t('organizer:needs.all') }).click();
    await expect(cards(page)).toHaveCount(2);
    await cards(page)
      .first()
      .getByRole('button', { name: t('organizer:waiting.refuse') })
      .click();
    await seeNotice(organizer, t('organizer:waiting.refused'));
    await expect(cards(page)).toHaveCount(1);
    await button(organizer, t('organizer:waiting.trust', { name: 'Karim' })).click();
    await seeNotice(organizer, t('organizer:waiting.trusted', { name: 'Karim' }));
    await expect(page.getByText(t('organizer:waiting.empty'), { exact: true })).toBeVisible();

    const third = await addPhoto(karim, 3);
    await open(own, '/feed');
    for (const { id } of [second, third]) {
      await expect(own.page.locator(`#photo-${id}`)).toHaveCount(1);
    }
    await expect(own.page.locator(`#photo-${first.id}`)).toHaveCount(0);

    // Trust is taken back in the list of participants.
    await open(organizer, '/participants?q=Karim');
    await page.locator('main li summary').first().click();
    await button(organizer, t('organizer:waiting.untrust', { name: 'Karim' })).click();
    await seeNotice(organizer, t('organizer:waiting.untrusted', { name: 'Karim' }));
  });

  test(`all photos that a page shows are approved together, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await setApproval(party, true);
    for (const name of ['Rosa Blum', 'Karim Benali'])
      await addPhoto(await join(party, { name }), 1);
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const organizer = { page, t, scripts };
    await open(organizer, '/waiting');
    await button(organizer, t('organizer:waiting.all', { count: 2 })).click();
    await seeNotice(organizer, t('organizer:waiting.approved_all', { count: 2 }));
    await expect(cards(page)).toHaveCount(0);
    await open(organizer, '/feed');
    await expect(page.locator('[id^="photo-"]')).toHaveCount(2);
  });
}

test('the desk and the owner’s page follow by themselves', async ({ openBrowser, party, t }) => {
  await setApproval(party, true);
  const rosa = await join(party, { name: 'Rosa Blum' });
  const desk = {
    page: await openBrowser({ as: party.organizer.client, language: 'en' }),
    t,
    scripts: true,
  };
  const own = { page: await openBrowser({ as: rosa.client, language: 'en' }), t, scripts: true };
  await open(desk, '/');
  await open(own, '/');
  const photo = await addPhoto(rosa, 1);
  await button(desk, t('organizer:waiting.approve')).click();
  const print = own.page.locator(`#photo-${photo.id}`);
  await expect(print).toBeVisible();
  await expect(print.locator('.rank')).toHaveCount(0);
});

test('the organizer approves a photo in the viewer', async ({ openBrowser, party, t }) => {
  await setApproval(party, true);
  const { id } = await addPhoto(await join(party, { name: 'Rosa Blum' }), 1);
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  const organizer = { page, t, scripts: true };
  await open(organizer, '/feed');
  const print = page.locator(`#photo-${id}`);
  await expect(print).toContainText(t('server:event.pending.mark_you'));
  await print.getByRole('link').first().click();
  await button(organizer, t('server:event.pending.approve')).click();
  await seeNotice(organizer, t('organizer:waiting.approved'));
  await expect(print).not.toContainText(t('server:event.pending.mark_you'));
});
