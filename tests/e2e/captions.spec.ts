import type { Page } from 'playwright/test';
import { expectStatus, join, sendPhoto, smallJpeg, type Person } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, PHONE, test } from './fixtures';
import { button, field, goOffline, link, open, seeNotice } from './steps';

// Captions: written with the photo or later, shown on the print's white border (rule `photos.caption`).

const WORDS = 'Four tiers, gone by ten';

async function addCaptioned(person: Person, caption: string): Promise<number> {
  return expectStatus(await sendPhoto(person, 1, await smallJpeg(), {}, caption), 201).json.id;
}

const print = (page: Page, photoId: number) => page.locator(`#photo-${photoId}`);

async function choose(page: Page): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  const buffer = await phoneJpeg(300, 400, 1);
  await (await picker).setFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
}

test('a caption is written with the photo, and changed in the viewer', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party, { name: 'Inès Moreau' });
  const page = await openBrowser({ as: me.client, viewport: PHONE, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await choose(page);
  const caption = field(someone, t('event:caption.label'));
  await caption.pressSequentially('x'.repeat(42));
  await expect(caption).toHaveValue('x'.repeat(40));
  await expect(page.getByText(t('event:caption.left', { count: 0 }))).toBeVisible();
  await caption.fill(WORDS);
  await expect(page.getByText(t('event:caption.left', { count: 17 }))).toBeVisible();
  await button(someone, t('event:add.send', { count: 1 })).click();
  await link(someone, t('event:add.see', { count: 1 })).click({ timeout: 30_000 });
  const own = page.getByRole('listitem').filter({ hasText: WORDS });
  await expect(own).toBeVisible();
  const alt = t('event:photo.alt_caption', { name: 'Inès Moreau', caption: WORDS });
  await own.getByRole('link', { name: alt }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText(WORDS)).toBeVisible();

  await link(someone, t('event:caption.edit')).click();
  await expect(field(someone, t('event:caption.label'))).toHaveValue(WORDS);
  await field(someone, t('event:caption.label')).fill('Just married');
  await button(someone, t('event:caption.save')).click();
  await seeNotice(someone, t('server:event.caption.saved'));
  await expect(viewer.getByText('Just married')).toBeVisible();
  await link(someone, t('event:photo.close')).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Just married' })).toBeVisible();
});

test('without scripts, a caption is sent by form, and refused without losing anything', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const me = await join(party);
  const page = await openBrowser({
    as: me.client,
    viewport: PHONE,
    language: 'en',
    javaScriptEnabled: false,
  });
  const someone = { page, t, scripts: false };
  await open(someone, '/photos/new');
  const buffer = await phoneJpeg(300, 400, 1);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await field(someone, t('event:caption.label')).fill(WORDS);
  await button(someone, t('event:slot.send')).click();
  const alt = t('event:photo.own_alt_caption', { position: 1, caption: WORDS });
  await page.getByRole('link', { name: alt }).click();
  await expect(page.getByText(WORDS)).toBeVisible();

  await link(someone, t('event:caption.edit')).click();
  const long = 'x'.repeat(41);
  await field(someone, t('event:caption.label')).fill(long);
  await button(someone, t('event:caption.save')).click();
  await expect(page.getByText(t('errors:caption_max'))).toBeVisible();
  await expect(field(someone, t('event:caption.label'))).toHaveValue(long);
  await expect(field(someone, t('event:caption.label'))).toHaveAccessibleDescription(
    t('errors:caption_max'),
  );
  await field(someone, t('event:caption.label')).fill('');
  await button(someone, t('event:caption.save')).click();
  await seeNotice(someone, t('server:event.caption.removed'));
  await expect(link(someone, t('event:caption.edit'))).toBeVisible();
});

test('the organizer removes a caption, and guests see it disappear', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Tom Girard' });
  const photoId = await addCaptioned(guest, WORDS);
  const watching = await openBrowser({ as: guest.client, viewport: PHONE, language: 'en' });
  await open({ page: watching, t, scripts: true }, '/feed');
  await expect(print(watching, photoId).getByText(WORDS)).toBeVisible();

  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, `/photos/${photoId}`);
  await link(someone, t('event:caption.remove')).click();
  await button(someone, t('event:caption.remove')).click();
  await seeNotice(someone, t('server:event.caption.removed'));
  await expect(page.getByText(WORDS)).toBeHidden();
  await expect(print(watching, photoId).getByText(WORDS)).toBeHidden({ timeout: 15_000 });
});

test('a caption waits offline with its photo', async ({ openBrowser, party, t, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, viewport: PHONE, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await choose(page);
  await field(someone, t('event:caption.label')).fill(WORDS);
  await goOffline(page);
  await button(someone, t('event:add.send', { count: 1 })).click();
  await expect(page.getByText(t('event:waiting.text', { count: 1 }))).toBeVisible({
    timeout: 30_000,
  });
  await page.context().setOffline(false);
  const own = async () => {
    const { json } = await me.client.get<{ caption: string }[]>(`/api/photos/user/${me.user.id}`);
    return json.map(({ caption }) => caption);
  };
  await expect.poll(own, { timeout: 30_000 }).toEqual([WORDS]);
});

test('Enter in a caption sends the photo with it', async ({ openBrowser, party, t }) => {
  const me = await join(party);
  const page = await openBrowser({ as: me.client, viewport: PHONE, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await choose(page);
  const caption = field(someone, t('event:caption.label'));
  await caption.fill(WORDS);
  await caption.press('Enter');
  await link(someone, t('event:add.see', { count: 1 })).click({ timeout: 30_000 });
  await expect(page.getByRole('listitem').filter({ hasText: WORDS })).toBeVisible();
});

test('a caption is only text', async ({ openBrowser, party, t }) => {
  const guest = await join(party);
  const words = '<i>x</i> evil.example \u202Eחתונה';
  const photoId = await addCaptioned(guest, words);
  const page = await openBrowser({ as: guest.client, viewport: PHONE, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');
  const said = print(page, photoId).locator('.written');
  await expect(said).toHaveText('<i>x</i> evil.example חתונה');
  await expect(said.getByRole('link')).toHaveCount(0);
});
