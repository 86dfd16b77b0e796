import { readFile } from 'node:fs/promises';
import { addPhoto, createParty, day, ENDED, expectStatus, join } from '../api/party';
import { textOfPdf } from '../pdf';
import { Client } from '../setup/client';
import { expect, test } from './fixtures';
import { button, link, open, seeNotice, type Someone } from './steps';

// Rules `share.…` and `certificate.…`.

/** An event whose votes are counted, with one photo on the podium. */
async function counted(origin: string) {
  const party = await createParty(origin, { startDate: day(-1) });
  const [owner, guest] = [await join(party, { name: 'Zoé Blum' }), await join(party)];
  const photo = await addPhoto(owner, 1);
  const given = { userId: guest.user.id, photoId: photo.id };
  expectStatus(await guest.client.post('/api/favorites', given), 201);
  const { client } = party.organizer;
  expectStatus(await client.post(`/api/events/${party.event.id}/close-voting`), 200);
  return { party, owner, guest, photo };
}

for (const scripts of [true, false]) {
  test(`a person on the podium says whether they may be named, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const { owner, photo } = await counted(origin);
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: owner.client, ...options });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/top');
    const question = page.getByText(t('server:keepsake.naming.question'));
    await expect(question).toBeVisible();
    await button(someone, t('server:keepsake.naming.yes')).click();
    await seeNotice(someone, t('server:keepsake.naming.on'));
    await expect(page).toHaveURL(/\/top$/);
    await expect(question).toHaveCount(0);
    await expect(link(someone, t('server:keepsake.share.story'))).toHaveAttribute(
      'href',
      '/top/podium/story',
    );
    await expect(link(someone, t('server:keepsake.certificate.own'))).toHaveAttribute(
      'href',
      `/top/certificates/${photo.id}`,
    );
    await open(someone, '/settings');
    const own = page.getByRole('switch', { name: t('server:keepsake.naming.label') });
    await expect(own).toHaveAttribute('aria-checked', 'true');
    await own.click();
    await seeNotice(someone, t('server:keepsake.naming.off'));
    await expect(own).toHaveAttribute('aria-checked', 'false');
  });
}

test('a picture is downloaded, and a phone passes it to its share sheet', async ({
  openBrowser,
  origin,
  t,
}) => {
  const { guest } = await counted(origin);
  const page = await openBrowser({ as: guest.client, language: 'en' });
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        // On the first call, the browser finds that the press was too long ago.
        if (shared.push('') === 1) throw new DOMException('late', 'NotAllowedError');
        shared.push(...files.map(({ name, type, size }) => `${name} ${type} ${size > 50_000}`));
      },
    });
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  const download = page.waitForEvent('download');
  await link(someone, t('server:keepsake.share.post')).click();
  expect((await download).suggestedFilename()).toMatch(/^podium-post-.*\.jpg$/);

  const row = page.getByRole('listitem').filter({ hasText: t('server:keepsake.share.wide') });
  await row.getByRole('button', { name: t('server:keepsake.share.send') }).click();
  await row.getByRole('button', { name: t('server:keepsake.share.again') }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared.at(-1)))
    .toBe('podium-wide.jpg image/jpeg true');
  await expect(row.getByRole('button')).toContainText(t('server:keepsake.share.send'));
});

test('the wrap-up has the pictures and a certificate for each place', async ({
  openBrowser,
  scene,
  t,
}) => {
  const { client } = scene.ended.party.organizer;
  const page = await openBrowser({ as: client, language: 'en' });
  await open({ page, t, scripts: true }, '/');
  const card = page.locator('#share');
  await expect(card.getByRole('link')).toHaveText([
    t('server:keepsake.share.story'),
    t('server:keepsake.share.post'),
    t('server:keepsake.share.wide'),
    /Karim Benali, place 1/,
    /Jo Li, place 2/,
    /Maximiliane Vandenbroucke, place 3/,
  ]);
});

for (const scripts of [true, false]) {
  test(`the organizer takes the album and the photo book home, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const party = await createParty(origin, ENDED);
    const owner = await join(party, { name: 'Zoé Blum' }, new Client(origin).wasHere(1));
    await addPhoto(owner, 1);
    // The book has a page for each guest who agreed.
    expectStatus(await owner.client.submit('/settings/naming', { named: 'true' }), 302);
    const { client } = party.organizer;
    const page = await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts });
    await open({ page, t, scripts }, '/');
    for (const [what, name, text] of [
      ['album', /^album.*\.pdf$/, 'Zoé Blum'],
      // The first name of the guest who agreed.
      ['book', /^photo-book.*\.pdf$/, 'Zoé'],
    ] as const) {
      // The first print starts the printer, which takes long on a busy machine.
      const download = page.waitForEvent('download', { timeout: 45_000 });
      await page.getByRole('link', { name: t(`organizer:wrap.${what}`) }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(name);
      expect(await textOfPdf(await readFile(await file.path()))).toContain(text);
    }
  });
}
