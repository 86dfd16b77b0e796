import type { PublicEvent } from '~/models/event/shape';
import { morningToken } from '~/models/user/morning-link.server';
import { emailKey } from '~/models/user/rules';
import { morningPaths } from '~/morning-paths';
import { addPhoto, expectStatus, join } from '../api/party';
import { SESSION_SECRET } from '../setup/server';
import { expect, test } from './fixtures';
import { button, open, seeNotice } from './steps';

// The morning after (rules `event.morning`, `files.own-photos`, `files.all-of-members`, `mails.morning-link`).

const KEYS: [string] = [SESSION_SECRET];

test('a guest takes their own photos home as JPEG: with the share sheet, otherwise as a zip', async ({
  openBrowser,
  scene,
  t,
}) => {
  const as = scene.ended.participant;
  const own = t('morning:own', { count: 1 });
  const laptop = await openBrowser({ as, language: 'en' });
  await open({ page: laptop, t, scripts: true }, '/');
  const download = laptop.waitForEvent('download');
  const zip = laptop.locator('a[href="/photos/mine.zip?format=jpeg"]');
  await expect(zip).toHaveText(own);
  await zip.click();
  expect((await download).suggestedFilename()).toMatch(/^my-photos-.*\.zip$/);

  const phone = await openBrowser({ as, language: 'en' });
  await phone.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        for (const file of files) {
          const { width } = await createImageBitmap(file);
          shared.push(`${file.name} ${file.type} ${width > 0}`);
        }
      },
    });
  });
  await open({ page: phone, t, scripts: true }, '/');
  await phone.getByRole('button', { name: own, exact: true }).click();
  await expect
    .poll(() => phone.evaluate(() => (window as unknown as { shared: string[] }).shared[0]))
    .toMatch(/^photo-\d+\.jpg image\/jpeg true$/);
});

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`the mailed link signs a guest in, who takes all photos home, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const guest = await join(party, { name: 'Zoé Martin' });
    await addPhoto(guest, 1);
    const { client } = party.organizer;
    expectStatus(await client.post(`/api/events/${party.event.id}/end`, {}), 200);
    const { id, email } = guest.user;
    const linkOf = (purpose: 'morning' | 'morning stop') =>
      morningToken({ id, emailKey: emailKey(email) }, purpose, { SESSION_SECRET: KEYS });

    const page = await openBrowser({ language: 'en', javaScriptEnabled: scripts });
    const someone = { page, t, scripts };
    await open(someone, morningPaths.enter(linkOf('morning')));
    await button(someone, t('links:link.open_guest')).click();
    await expect(page).toHaveURL(/\/morning$/);
    const all = page.locator('a[href="/photos/all.zip?format=jpeg"]');
    await expect(all).toContainText(/^The photo, about/);
    const download = page.waitForEvent('download');
    await all.click();
    expect((await download).suggestedFilename()).toMatch(/^photos-.*\.zip$/);

    const desk = await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts });
    const organizer = { page: desk, t, scripts };
    await open(organizer, '/');
    const allowed = desk.getByRole('switch', { name: t('organizer:rules.download') });
    await expect(allowed).toBeChecked();
    await allowed.click();
    await expect(allowed).not.toBeChecked();
    await expect
      .poll(async () => {
        const { json } = await client.get<PublicEvent>(`/api/events/${party.event.id}`);
        return json.guestsMayDownload;
      })
      .toBe(false);
    await page.reload();
    await expect(all).toHaveCount(0);

    await open(someone, morningPaths.stop(linkOf('morning stop')));
    await button(someone, t('server:auth.guest_stop.confirm')).click();
    await seeNotice(someone, t('server:auth.guest_stop.done'));
  });
}
