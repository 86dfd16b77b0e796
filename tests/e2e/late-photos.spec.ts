import type { Page } from 'playwright/test';
import { organizerPaths } from '~/organizer-paths';
import { addPhoto, day, expectStatus, join, type Party } from '../api/party';
import { phoneJpeg } from '../images';
import { test as network } from './bad-network';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { pendingOn } from './pending-uploads';
import {
  button,
  choosePhoto,
  field,
  goOffline,
  link,
  open,
  seeNotice,
  type Someone,
} from './steps';

// Late photos (rule `photos.late`).

const picture = async () => ({
  name: 'IMG_0042.jpg',
  mimeType: 'image/jpeg',
  buffer: await phoneJpeg(300, 400, 6),
});

const end = async ({ event, organizer }: Party) =>
  expectStatus(await organizer.client.post(`/api/events/${event.id}/end`, {}), 200);

const setDay = async ({ event, organizer }: Party, photosUntil: string | null) => {
  const path = `/api/events/${event.id}`;
  expectStatus(await organizer.client.request('PATCH', path, { json: { photosUntil } }), 200);
};

const prints = (page: Page) => page.locator('li.print');

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`an organizer leaves the album open, and a guest adds a late photo, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    // The page that shows the error again, without scripts.
    complaints.expect(/status of 400/);
    const [zoe, karim] = [await join(party, { name: 'Zoé' }), await join(party, { name: 'Karim' })];
    await addPhoto(karim, 1);
    const onPhone = async (as: typeof zoe.client, viewport = PHONE): Promise<Someone> => ({
      page: await openBrowser({ as, viewport, language: 'en', javaScriptEnabled: scripts }),
      t,
      scripts,
    });

    const desk = await onPhone(party.organizer.client, LAPTOP);
    await open(desk, organizerPaths.eventRules());
    await link(desk, t('organizer:late.open')).click();
    const until = field(desk, t('organizer:late.label'));
    await until.fill(day(90));
    await button(desk, t('organizer:save')).click();
    await expect(desk.page.getByText(t('errors:late_day_outside'))).toBeVisible();
    await expect(until).toHaveValue(day(90));
    await until.fill(day(8));
    await button(desk, t('organizer:save')).click();
    await seeNotice(desk, t('organizer:late.saved'));
    await expect(desk.page.getByText(/^The album stays open until \w+,? \d+ \w+\.$/)).toBeVisible();
    await end(party);

    const phone = await onPhone(zoe.client);
    await open(phone, '/');
    await expect(phone.page).toHaveURL(/\/morning$/);
    await expect(phone.page.getByRole('heading', { name: /^Photos until / })).toBeVisible();
    // With scripts the device's own picker opens first.
    const picker = scripts ? phone.page.waitForEvent('filechooser') : null;
    await link(phone, t('morning:late.add')).click();
    if (picker) await (await picker).setFiles(await picture());
    else
      await phone.page
        .locator('input[type=file]')
        .first()
        .setInputFiles(await picture());
    await phone.page.getByRole('button', { name: /^Send/ }).first().click();
    await expect
      .poll(async () => (await zoe.client.get(`/api/photos/user/${zoe.user.id}`)).json, {
        timeout: 30_000,
      })
      .toMatchObject([{ late: true, position: 1 }]);
    await open(phone, '/?tab=profile');
    await expect(prints(phone.page).filter({ hasText: 'Late' })).toHaveCount(1);

    const other = await onPhone(karim.client);
    await open(other, '/feed');
    const late = prints(other.page).filter({ hasText: 'Zoé' });
    await expect(late).toContainText('Late');
    await expect(late.locator('button.star')).toHaveCount(0);
    await expect(prints(other.page)).toHaveCount(2);
    await expect(other.page.getByRole('link', { name: /^Photos until / })).toBeVisible();

    await open(desk, '/');
    await expect(desk.page.getByText(t('organizer:late.count', { count: 1 }))).toBeVisible();
    await link(desk, t('organizer:late.open')).click();
    await until.fill('');
    await button(desk, t('organizer:save')).click();
    await seeNotice(desk, t('organizer:late.saved'));
    await open(phone, '/morning');
    await expect(phone.page.getByText(/^Photos until/)).toHaveCount(0);
    await expect(phone.page.locator('a[href="/photos/new"]')).toHaveCount(0);
    await open(phone, '/photos/new');
    await expect(phone.page).toHaveURL(/\/morning$/);
  });
}

network(
  'a photo that was chosen before the end waits, and goes in once late ones are taken',
  async ({ openBrowser, party, t, network: { origin }, complaints }) => {
    complaints.expect(/status of 403/);
    const me = await join(party);
    const page = await openBrowser({ as: me.client, language: 'en' });
    const someone = { page, t, scripts: true };
    await open(someone, `${origin}/`);
    await goOffline(page);
    await choosePhoto(someone, 2, await picture());
    await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toBeVisible();
    await end(party);
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/photos/add'));
    await page.context().setOffline(false);
    expect((await refused).status()).toBe(403);
    // The device keeps the photo, because the album may be opened.
    expect(await pendingOn(page)).toHaveLength(1);
    await setDay(party, day(3));
    await open(someone, `${origin}/morning`);
    await expect.poll(() => pendingOn(page), { timeout: 30_000 }).toHaveLength(0);
    expect((await me.client.get(`/api/photos/user/${me.user.id}`)).json).toMatchObject([
      { position: 2, late: true },
    ]);
  },
);

test('on the pile a late photo says so instead of offering a star, once voting is open again', async ({
  openBrowser,
  party,
  t,
}) => {
  const [zoe, karim] = [await join(party), await join(party)];
  await setDay(party, day(8));
  const { client } = party.organizer;
  const path = `/api/events/${party.event.id}`;
  expectStatus(await client.post(`${path}/close-voting`, {}), 200);
  expect((await addPhoto(karim, 1)).late).toBe(true);
  const isOpen = { json: { votingEnabled: true } };
  expectStatus(await client.request('PATCH', `${path}/voting-status`, isOpen), 200);
  const page = await openBrowser({ as: zoe.client, viewport: PHONE, language: 'en' });
  await open({ page, t, scripts: true }, '/pile');
  await expect(page.getByText(t('server:event.late.mark'), { exact: true })).toBeVisible();
  await expect(page.locator('[data-star]')).toHaveCount(0);
});
