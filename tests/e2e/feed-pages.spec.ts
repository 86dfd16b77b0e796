import type { Page } from 'playwright/test';
import { FEED_PAGE_SIZE } from '~/models/list-place';
import { addPhoto, expectStatus, join, type Party } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { goTo, open, seePhoto } from './steps';

// A long feed has pages (rule `screens.pages`): they load on scrolling, or by a link without scripts. In this order the
// tests know what comes next; the tests of the balanced order are in balanced-feed.spec.ts.
const NEWEST = '/feed?sort=newest';

const GUESTS = 4;
const SLOTS = 5;

/**
 * Fills every slot of four guests: two pages.
 * @returns the photos' ids, newest first
 */
async function fill(party: Party): Promise<number[]> {
  const slots = { maxPhotosPerUser: SLOTS };
  const address = `/api/events/${party.event.id}/max-photos`;
  expectStatus(await party.organizer.client.request('PATCH', address, { json: slots }), 200);
  const ids = [];
  for (let number = 0; number < GUESTS; number++) {
    const guest = await join(party);
    for (let slot = 1; slot <= SLOTS; slot++) ids.push((await addPhoto(guest, slot)).id);
  }
  return ids.reverse();
}

const shown = (page: Page) =>
  page
    .locator('.sheet > li')
    .evaluateAll((prints) => prints.map(({ id }) => Number(id.replace('photo-', ''))));

test('scrolling loads the rest, and Back finds it again', async ({ openBrowser, party, t }) => {
  const ids = await fill(party);
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, language: 'en', viewport: PHONE });
  const someone = { page, t, scripts: true };
  await open(someone, NEWEST);
  expect((await shown(page)).slice(0, FEED_PAGE_SIZE)).toEqual(ids.slice(0, FEED_PAGE_SIZE));

  await page.locator('.sheet > li').last().scrollIntoViewIfNeeded();
  await expect.poll(() => shown(page)).toEqual(ids);
  await expect(page.getByRole('link', { name: t('event:feed.more') })).toHaveCount(0);

  // The viewer over a photo of the second page; its arrows continue from there.
  const deep = page.locator(`#photo-${ids[18]}`);
  await deep.getByRole('link').first().click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('link', { name: t('event:photo.next') }).click();
  await seePhoto(someone, ids[19] ?? 0);
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(deep).toBeInViewport();

  // Another tab, and back.
  await goTo(someone, 'top');
  await page.goBack();
  await expect.poll(() => shown(page)).toEqual(ids);
  await expect(deep).toBeInViewport();

  // From the tab it starts at the top again.
  await goTo(someone, 'top');
  await goTo(someone, 'feed');
  await expect(page.locator('.sheet > li').first()).toBeInViewport();
});

test('a star and a deletion far down are shown immediately', async ({ openBrowser, party, t }) => {
  const ids = await fill(party);
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');
  await page.locator('.sheet > li').last().scrollIntoViewIfNeeded();
  await expect.poll(() => shown(page)).toEqual(ids);

  const deep = page.locator(`#photo-${ids[18]}`);
  await deep.getByRole('button').click();
  await expect(deep.getByRole('button')).toHaveAttribute('aria-pressed', 'true');

  await deep.getByRole('link').first().click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('event:photo.delete') })
    .click();
  await page.getByRole('button', { name: t('dialogs:delete.confirm') }).click();
  await expect.poll(() => shown(page)).toEqual(ids.filter((id) => id !== ids[18]));
});

test('the link loads more by hand, and gives the focus to the first new photo', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  // Nothing loads by itself in this browser.
  await page.addInitScript('window.IntersectionObserver = class { observe() {} disconnect() {} }');
  await open({ page, t, scripts: true }, '/feed');
  const more = page.getByRole('link', { name: t('event:feed.more') });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page)).toEqual(ids);
  await expect(
    page.locator(`#photo-${ids[FEED_PAGE_SIZE]}`).getByRole('link').first(),
  ).toBeFocused();
});

test('without scripts a link leads to the next page, and the viewer back to its photo', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const guest = await join(party);
  const page = await openBrowser({
    as: guest.client,
    language: 'en',
    viewport: PHONE,
    javaScriptEnabled: false,
  });
  await open({ page, t, scripts: false }, NEWEST);
  expect(await shown(page)).toEqual(ids.slice(0, FEED_PAGE_SIZE));
  await page.getByRole('link', { name: t('event:feed.more') }).click();
  await expect.poll(() => shown(page)).toEqual(ids.slice(FEED_PAGE_SIZE));

  const deep = page.locator(`#photo-${ids[18]}`);
  await deep.getByRole('link').first().click();
  await page.getByRole('link', { name: t('common:back') }).click();
  await expect(deep).toBeInViewport();

  await deep.getByRole('button').click();
  await expect(deep.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect(deep).toBeInViewport();

  await page.getByRole('link', { name: t('common:pages.start') }).click();
  await expect.poll(() => shown(page)).toEqual(ids.slice(0, FEED_PAGE_SIZE));
});
