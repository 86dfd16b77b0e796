import { addPhoto, joinAtTable, nameTables } from '../api/party';
import { expect, test } from './fixtures';
import { open } from './steps';

// The tables' strings of lights (rule `tables.lights`), on two phones.

test('a photo of one phone lights a bulb on another', async ({ openBrowser, party, t }) => {
  await nameTables(party, ['Roses', 'Mint', '3']);
  const [zoe, karim] = [await joinAtTable(party, 2), await joinAtTable(party, 1)];
  const page = await openBrowser({ as: zoe.client, language: 'en' });
  await open({ page, t, scripts: true }, '/top');
  await page.getByRole('link', { name: t('tables:lights.link') }).click();
  const titles = page.getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(['Mint, your table', '1Roses', 'Table 3']);
  const lit = page.locator('.bulbs [data-lit]');
  const roses = page.getByRole('listitem').filter({ hasText: 'Roses' });
  await expect(roses).toContainText('The first one lights it');
  await expect(page.locator('.bulbs').first().locator('g')).toHaveCount(6);
  await expect(lit).toHaveCount(0);

  await addPhoto(karim, 1);
  await expect(lit).toHaveCount(1);
  await expect(roses).toContainText('1 photo, 5 bulbs dark');
  for (const position of [1, 2, 3]) await addPhoto(zoe, position);
  await expect(page.getByRole('status').filter({ hasText: 'Three still dark.' })).toBeVisible();

  const other = await openBrowser({ as: karim.client, language: 'en', javaScriptEnabled: false });
  await open({ page: other, t, scripts: false }, '/tables');
  await expect(other.getByRole('heading', { level: 2 })).toHaveText([
    'Roses, your table',
    '2Mint',
    'Table 3',
  ]);
  await expect(other.locator('.bulbs [data-lit]')).toHaveCount(4);
});
