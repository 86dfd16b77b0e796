import { addPhoto, expectStatus, join, type Party, type Person } from '../api/party';
import { expect, test } from './fixtures';
import { open } from './steps';

// A star fell on a photo: the notice, the bulb and the sentence (rules `notices.star-fell`, `notices.bulb`).

/** A sentence begins with a capital letter. */
const LIT = /^One of them is lit: somebody gave it a star$/;

/** Gives a star whose random moment has passed: 14 minutes ago, in days. */
async function giveLongAgo({ client, user }: Person, photoId: number): Promise<void> {
  const headers = { 'X-Test-Days-Ago': '0.01' };
  const json = { userId: user.id, photoId };
  expectStatus(await client.request('POST', '/api/favorites', { json, headers }), 201);
}

async function starred(party: Party): Promise<Person> {
  const owner = await join(party, { name: 'Zoé Martin' });
  const photo = await addPhoto(owner, 1);
  await addPhoto(owner, 2);
  const json = { caption: 'So many balloons' };
  expectStatus(await owner.client.request('PATCH', `/api/photos/${photo.id}`, { json }), 200);
  await giveLongAgo(await join(party), photo.id);
  return owner;
}

test('an open page shows the notice, which opens the profile with its bulb', async ({
  openBrowser,
  party,
  t,
}) => {
  const owner = await join(party, { name: 'Zoé Martin' });
  const photo = await addPhoto(owner, 1);
  await addPhoto(owner, 2);
  const page = await openBrowser({ as: owner.client, language: 'en' });
  await page.clock.install();
  await open({ page, t, scripts: true }, '/feed');
  await giveLongAgo(await join(party), photo.id);
  // The page asks every 30 s, whether or not a stream is open.
  const asked = page.waitForResponse(/marks\?of=[^&]*fallen/);
  await page.clock.fastForward(31_000);
  await asked;
  const notice = page.locator('.toast').getByRole('link', { name: t('event:star_news.title_one') });
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass();
  await notice.click();
  await expect(page.locator(`#photo-${photo.id} .bulb[data-lit]`)).toBeVisible();
  await expect(page.locator('.bulb[data-lit]')).toHaveCount(1);
  await expect(page.getByText(LIT)).toBeVisible();
  const alt = t('event:photo.own_alt_lit', { alt: t('event:photo.own_alt', { position: 1 }) });
  await expect(page.getByRole('img', { name: alt })).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
});

for (const scripts of [true, false]) {
  test(`the next page shows it once ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const owner = await starred(party);
    const page = await openBrowser({
      as: owner.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    await open({ page, t, scripts }, '/feed');
    const link = page.getByRole('link', { name: t('event:star_news.title_one') });
    await expect(link).toBeVisible();
    await expect(page.locator(scripts ? '.toast' : '.note')).toContainText('So many balloons');
    await link.click();
    await expect(page.getByText(LIT)).toBeVisible();
    await expect(page.locator('.bulb')).toHaveCount(2);
    await open({ page, t, scripts }, '/feed');
    await expect(page.locator('main')).toBeVisible();
    await expect(link).toHaveCount(0);
  });
}
