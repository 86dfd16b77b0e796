import type { Page } from 'playwright/test';
import { addPhoto, join, type Party } from '../api/party';
import { expect, PHONE, test, type BrowserOptions } from './fixtures';
import { link, open, seePhoto, type Someone } from './steps';

// Large feeds can be sorted by person or shown with small pictures (rules `feed.by-person`, `feed.small`).

const [MIXED, NEWEST, BY_PERSON] = ['Mixed', 'Newest', 'By person'] as const;

/**
 * Twelve photos of four people, whose names are in no order.
 * @returns the ids by person, A to Z
 */
async function fill(party: Party): Promise<number[]> {
  const byName = new Map<string, number[]>();
  for (const name of ['Zoe Adler', 'Mia Brandt', 'Anna Zander', 'Ole Mai']) {
    const guest = await join(party, { name });
    const ids = [];
    for (const slot of [3, 1, 2]) ids[slot - 1] = (await addPhoto(guest, slot)).id;
    byName.set(name, ids);
  }
  return [...byName].sort(([a], [b]) => a.localeCompare(b)).flatMap(([, ids]) => ids);
}

const shown = (page: Page) =>
  page.locator('.sheet > li').evaluateAll((prints) => prints.map(({ id }) => Number(id.slice(6))));

for (const scripts of [true, false]) {
  test(`a feed is sorted by person and shown small, with${scripts ? '' : 'out'} JavaScript`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const ids = await fill(party);
    const options: BrowserOptions = {
      viewport: PHONE,
      as: (await join(party)).client,
      language: 'en',
      javaScriptEnabled: scripts,
    };
    const page = await openBrowser(options);
    const someone: Someone = { page, t, scripts };
    await open(someone, '/feed');
    // Next to the description a phone only has room for the other orders.
    await expect(link(someone, MIXED)).toHaveCount(0);
    await expect(link(someone, NEWEST)).toBeVisible();
    const description = page.getByText(party.event.description);
    await expect(description).toBeHidden();
    await page.getByText(t('event:line.about'), { exact: true }).click();
    const width = (await description.boundingBox())?.width ?? 0;
    expect(width).toBeGreaterThan(0.7 * PHONE.width);
    await page.locator('summary').filter({ has: description }).click();
    await expect(description).toBeHidden();
    await link(someone, BY_PERSON).click();
    await expect(link(someone, NEWEST)).toBeVisible();
    await expect(link(someone, BY_PERSON)).toHaveCount(0);
    expect(await shown(page)).toEqual(ids);

    // The viewer uses the same order, and returns to it.
    await page.locator(`#photo-${ids[3]} .shot`).click();
    await expect(page).toHaveURL(new RegExp(`/photos/${ids[3]}\\?from=person$`));
    if (scripts) await seePhoto(someone, ids[3] ?? 0);
    await link(someone, t('event:photo.next')).click();
    await expect(page).toHaveURL(new RegExp(`/photos/${ids[4]}\\?from=person$`));
    await expect(
      page.getByText(t('event:photo.place_short', { number: 5, total: 12 }), { exact: true }),
    ).toBeVisible();
    await link(someone, t('event:photo.close')).click();
    await expect(page).toHaveURL(/\/feed\?sort=person/);

    // Small ones are three in a row, even on the next visit; the star is still there.
    await open(someone, '/feed');
    const widths = () =>
      page
        .locator('.sheet > li')
        .evaluateAll((prints) =>
          prints.slice(0, 3).map((print) => Math.round(print.getBoundingClientRect().top)),
        );
    expect(new Set(await widths()).size).toBeGreaterThan(1);
    await link(someone, t('event:feed.small')).click();
    await expect(link(someone, t('event:feed.large'))).toBeVisible();
    expect(new Set(await widths()).size).toBe(1);
    await open(someone, '/feed?sort=person');
    expect(new Set(await widths()).size).toBe(1);
    const star = page.locator(`#photo-${ids[0]} .star`);
    expect((await star.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    await star.click();
    await expect(page.locator(`#photo-${ids[0]} .star`)).toHaveAttribute('aria-pressed', 'true');
    await link(someone, t('event:feed.large')).click();
    await expect(link(someone, t('event:feed.small'))).toBeVisible();
  });
}

test('a small feed offers no order', async ({ openBrowser, party, t }) => {
  const guest = await join(party);
  await addPhoto(guest, 1);
  const page = await openBrowser({ viewport: PHONE, as: guest.client, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');
  await expect(page.locator('.sheet > li')).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: t('event:feed.sort') })).toHaveCount(0);
});
