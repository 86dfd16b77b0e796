import type { Page } from 'playwright/test';
import { addPhoto, join, type Party, type Person } from '../api/party';
import { phoneJpeg } from '../images';
import type { BreakingProxy } from '../setup/breaking-proxy';
import { test } from './bad-network';
import { expect, PHONE, type BrowserOptions } from './fixtures';
import { goOffline, open, type Someone } from './steps';

// The plus stores what was chosen, and names what it cannot store (rule `photos.several`).

const ADD = '/photos/add';

interface Guest extends Someone {
  me: Person;
  positions(): Promise<number[]>;
}

async function guest(
  party: Party,
  openBrowser: (options: BrowserOptions) => Promise<Page>,
  network: BreakingProxy,
  t: Someone['t'],
): Promise<Guest> {
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', viewport: PHONE });
  await open({ page, t, scripts: true }, `${network.origin}/feed`);
  const positions = async () => {
    const stored = (await me.client.get(`/api/photos/user/${me.user.id}`)).json;
    return (stored as { position: number }[]).map(({ position }) => position);
  };
  return { page, t, scripts: true, me, positions };
}

const files = async (names: string[]) => {
  const buffer = await phoneJpeg(300, 400, 6);
  return names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
};

const sheet = (page: Page) => page.getByRole('dialog');

/** Presses the plus and chooses photos. */
async function choose(page: Page, names: string[]): Promise<void> {
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  await (await picker).setFiles(await files(names));
  await expect(sheet(page).locator('.stack').or(sheet(page).getByRole('alert'))).toBeVisible();
}

async function send({ page, t }: Someone, count: number): Promise<void> {
  await sheet(page)
    .getByRole('button', { name: t('event:add.send', { count }) })
    .click();
  await expect(sheet(page).locator('.stack')).toHaveCount(0);
}

test('more photos than there is room for can be sent once some are left out', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest(party, openBrowser, network, t);
  const { page } = someone;
  await choose(page, ['a.jpg', 'b.jpg']);
  await sheet(page)
    .locator('input[type=file]')
    .evaluate((input: HTMLInputElement) => (input.multiple = true));
  await sheet(page)
    .locator('input[type=file]')
    .setInputFiles(await files(['c.jpg', 'd.jpg']));
  const over = sheet(page).getByText(t('event:add.over', { count: 1, free: 3 }));
  await expect(over).toBeVisible();
  await expect(
    sheet(page).getByRole('button', { name: t('event:add.send', { count: 4 }) }),
  ).toBeDisabled();
  await sheet(page)
    .getByRole('button', { name: t('event:add.remove', { position: 1 }) })
    .click();
  await expect(over).toHaveCount(0);
  await send(someone, 3);
  await expect.poll(someone.positions, { timeout: 60_000 }).toEqual([1, 2, 3]);
});

/** Waits until the phone knows which slots are free; after that it does not ask again for minutes. */
async function untilSlotsAreCached(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => /^snapodium_cache_.*photos/.test(key)),
  );
}

test('a photo chosen before the server says that no slot is free is named', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest(party, openBrowser, network, t);
  const { page, me } = someone;
  await untilSlotsAreCached(page);
  for (const position of [1, 2, 3]) await addPhoto(me, position);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/photos/new.data*', async (route) => {
    await answered;
    await route.continue();
  });
  await choose(page, ['d.jpg']);
  answer();
  await expect(
    sheet(page).getByText(t('event:add.left_out', { count: 1, names: 'd.jpg' })),
  ).toBeVisible();
  await expect(sheet(page).getByText(t('event:add.full_text'))).toBeVisible();
});

test('a photo that has arrived from this phone fills its slot, before the server has said so', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest(party, openBrowser, network, t);
  const { page } = someone;
  await untilSlotsAreCached(page);
  await choose(page, ['a.jpg', 'b.jpg', 'c.jpg']);
  await send(someone, 3);
  await expect(
    sheet(page).getByRole('heading', { name: t('event:add.done', { count: 3 }) }),
  ).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  // Nothing answers.
  await page.route('**/photos/new.data*', () => undefined);
  await page.locator('.nav .add').click();
  await expect(sheet(page).getByRole('heading', { name: t('event:add.full') })).toBeVisible();
  await expect(sheet(page).getByText(t('event:add.full_text'))).toBeVisible();
});

test('another photo for a refused one leaves waiting photos in the queue', async ({
  openBrowser,
  party,
  t,
  network,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const someone = await guest(party, openBrowser, network, t);
  const { page } = someone;
  const [good] = await files(['a.jpg']);
  let count = 0;
  network.cuts = ({ method, path }) =>
    method === 'POST' && path === ADD && count++ !== 0 ? 'before' : null;
  const picker = page.waitForEvent('filechooser');
  await page.locator('.nav .add').click();
  const bad = { name: 'bad.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await (await picker).setFiles([bad, ...(good ? [good] : [])]);
  await send(someone, 2);
  await expect(sheet(page).getByRole('alert')).toContainText(t('errors:invalid_image'));
  await expect(sheet(page).getByText(t('event:waiting.text', { count: 1 }))).toBeVisible();
  await sheet(page)
    .getByRole('button', { name: t('event:add.choose', { count: 1 }) })
    .click();
  await goOffline(page);
  network.cuts = () => null;
  await page.context().setOffline(false);
  await expect.poll(someone.positions, { timeout: 30_000 }).toEqual([2]);
});

/** The dialog's code is loaded after the page, first its own file and then its imports. */
async function untilSheetIsLoaded(page: Page): Promise<void> {
  const file = await page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('/photos-new-')) ?? null,
  );
  await file.evaluate(async (name) => void (await import(String(name))));
}

test('without a network the plus opens immediately, and the queue takes the chosen photos', async ({
  openBrowser,
  party,
  t,
  network,
}) => {
  const someone = await guest(party, openBrowser, network, t);
  const { page } = someone;
  await untilSheetIsLoaded(page);
  await page.waitForLoadState('networkidle');
  await goOffline(page);
  await choose(page, ['a.jpg']);
  await expect(
    sheet(page).getByRole('heading', { name: t('event:add.yours', { count: 1 }) }),
  ).toBeVisible();
  await send(someone, 1);
  await expect(sheet(page).getByText(t('event:waiting.text', { count: 1 }))).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(someone.positions, { timeout: 30_000 }).toEqual([1]);
});
