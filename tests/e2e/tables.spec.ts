import {
  addPhoto,
  expectStatus,
  joinAtTable,
  nameTables,
  smallJpeg,
  unique,
  visit,
} from '../api/party';
import { PHONE } from './fixtures';
import { pendingOn } from './pending-uploads';
import { button, goOffline, logIn, open } from './steps';
import { expect, HD, test } from './wall-page';

// The tables' strings of lights (rules `tables.lights`, `wall.tables`), on two phones and a wall.

test('a photo of one phone lights a bulb on another, and on the wall', async ({
  openBrowser,
  party,
  t,
}) => {
  await nameTables(party, ['Roses', 'Mint', '3']);
  const [zoe, karim] = [await joinAtTable(party, 2), await joinAtTable(party, 1)];
  const ben = await joinAtTable(party, 2);
  const { client } = party.organizer;
  const remote = { page: await openBrowser({ as: client, language: 'en' }), t, scripts: true };
  await open(remote, '/event/wall');
  await button(remote, t('remote:programmes.tables')).click();
  await expect(remote.page.getByRole('img', { name: t('remote:now.tables') })).toBeVisible();
  const path = `/api/events/${party.event.id}/wall/code`;
  const { code } = expectStatus(await client.post<{ code: string }>(path, {}), 201).json;
  const wall = await openBrowser({ language: 'en', viewport: HD });
  await wall.goto('/wall');
  await wall.locator('[name="code"]').fill(code);
  await wall.locator('[name="code"]').press('Enter');
  await wall.locator('[data-part="start-button"]').click();
  const tiles = wall.locator('[data-part="tables"] li:not([hidden])');
  await expect(tiles).toHaveText([/^Roses\s*0/, /^Mint\s*0/, /^Table 3\s*0/]);
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
  await expect(roses).toContainText('1 photo, 2 bulbs dark');
  await expect(tiles.first()).toHaveText(/^Roses\s*1/);
  await expect(tiles.first().locator('svg').first()).toHaveAttribute('data-lit', '1');
  await expect(wall.locator('[data-part="tables-line"]')).toHaveText(/^\D*1\D+14$/);
  for (const position of [1, 2, 3]) await addPhoto(zoe, position);
  await expect(page.getByRole('status').filter({ hasText: 'Three still dark.' })).toBeVisible();

  // The first table that is lit whole is told to the phone that looks at photos, and to the wall.
  await open({ page, t, scripts: true }, '/feed');
  for (const position of [1, 2, 3]) await addPhoto(ben, position);
  await expect(page.locator('[data-voting-line]')).toHaveText(
    t('tables:lights.first_whole', { table: 'Mint' }),
  );
  await expect(wall.locator('[data-part="tables-title"]')).toContainText('Mint');

  const other = await openBrowser({ as: karim.client, language: 'en', javaScriptEnabled: false });
  await open({ page: other, t, scripts: false }, '/tables');
  await expect(other.getByRole('heading', { level: 2 })).toHaveText([
    'Roses, your table',
    '2Mint',
    'Table 3',
  ]);
  await expect(other.locator('.bulbs [data-lit]')).toHaveCount(7);
});

test('a photo that waits for the network lights a bulb of the table whose code the phone scanned', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await nameTables(party, ['Roses', 'Mint']);
  const as = await visit(party);
  const page = await openBrowser({ as, viewport: PHONE, language: 'en' });
  const someone = { page, t, scripts: true };
  await page.goto(`/e/${party.event.id}?table=2`);
  await open(someone, '/login');
  await logIn(someone, `Zoé ${unique()}`, `${unique()}@example.com`);
  await expect(page).toHaveURL(/tab=profile|\/feed|\/$/);
  await open(someone, '/photos/new');
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await smallJpeg() }]);
  await goOffline(page);
  await button(someone, t('event:add.send', { count: 1 })).click();
  await expect.poll(() => pendingOn(page)).toMatchObject([{ position: 1 }]);
  await page.context().setOffline(false);
  await expect.poll(() => pendingOn(page), { timeout: 60_000 }).toEqual([]);
  await open(someone, '/tables');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Mint, your table', '1Roses']);
  await expect(page.locator('.bulbs').first().locator('[data-lit]')).toHaveCount(1);
});

test('the wall shows eight tables at a time, and the next ones at a press', async ({
  openWall,
}) => {
  const tables = Array.from({ length: 10 }, (_, index) => ({
    name: `Herb ${index + 1}`,
    photos: index === 8 ? 15 : index,
    bulbs: 6,
  }));
  const { page, stand } = await openWall({ programme: 'tables', tables });
  const tiles = page.locator('[data-part="tables"] li:not([hidden])');
  await expect(tiles).toHaveCount(8);
  await expect(tiles.first()).toContainText('Herb 1');
  await expect(page.locator('.wing.l.off')).toHaveCount(1);

  stand.set({ next: 1 });
  await expect(tiles).toHaveCount(2);
  await expect(tiles.first()).toContainText('Herb 9');
  const rows = tiles.first().locator('svg');
  await expect(rows.nth(0)).toHaveAttribute('data-lit', '6');
  await expect(rows.nth(1)).toHaveAttribute('data-lit', '3');
  await page.keyboard.press('ArrowRight');
  await expect(tiles).toHaveCount(8);
  stand.set({ programme: 'photos', tables: [] });
  await expect(page.locator('[data-pane="tables"].on')).toHaveCount(0);
});
