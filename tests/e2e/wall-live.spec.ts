import { addPhoto, expectStatus, join } from '../api/party';
import { expect, giveStar, test } from './fixtures';
import { prints } from './wall-page';

// The wall's screen on the real server: from the code to the end of its key.

test('a television shows what the party does, within seconds, until its key ends', async ({
  openBrowser,
  party,
  complaints,
}) => {
  complaints.expect(/(status of 404|ERR_\w+).*\/wall\/[\w-]+\//);
  const { client } = party.organizer;
  const path = `/api/events/${party.event.id}/wall`;
  expectStatus(await client.post(path, { delay: 0 }), 200);
  const { code } = expectStatus(await client.post<{ code: string }>(`${path}/code`, {}), 201).json;
  const page = await openBrowser({ language: 'en', viewport: { width: 1920, height: 1080 } });
  await page.goto('/wall');
  await page.locator('[name="code"]').fill(code);
  await page.locator('[name="code"]').press('Enter');
  await page.locator('[data-part="start-button"]').click();
  await expect(page.locator('[data-part="large-code"]')).toBeVisible();
  const hasCode = () =>
    page
      .locator('[data-part="large-code"]')
      .evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  await expect.poll(hasCode).toBe(true);

  const zoe = await join(party, { name: 'Zoé Martin' });
  const photo = await addPhoto(zoe, 1);
  await expect(prints(page)).toBeVisible({ timeout: 5000 });
  await expect(page.locator('.greeting.on')).toContainText('Zoé');
  const fan = await join(party, { name: 'Karim Benali' });
  await giveStar(fan, photo.id);
  await expect(page.locator('.fall:not([hidden])')).toHaveCount(1, { timeout: 40_000 });

  expectStatus(await client.post(path, { programme: 'podium' }), 200);
  await expect(page.locator('.podium li:not([hidden]) img')).toBeVisible();
  expectStatus(await client.post(path, { programme: 'photos' }), 200);
  await expect(prints(page)).toBeVisible();
  expectStatus(await client.post(path, { skip: photo.id }), 200);
  await expect(prints(page)).toHaveCount(0, { timeout: 1500 });

  expectStatus(await client.post(`${path}/renew`, {}), 200);
  await expect(page.locator('[data-part="ended"]')).toBeVisible({ timeout: 1500 });
});
