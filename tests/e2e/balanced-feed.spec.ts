import type { Page } from 'playwright/test';
import { FEED_PAGE_SIZE } from '~/models/list-place';
import {
  addPhoto,
  expectStatus,
  join,
  signInAdministrator,
  visit,
  type Party,
  type Person,
} from '../api/party';
import { expect, giveStar, LAPTOP, PHONE, test, type BrowserOptions } from './fixtures';
import { button, goTo, link, open, seePhoto, type Someone } from './steps';

// Guests see photos in an order that gives each the same chance (rules `feed.balanced`, `feed.look`).

const GUESTS = 5;
const SLOTS = 5;
const ALL = GUESTS * SLOTS;
/** Enough views that the result cannot be chance. */
const OTHERS = 14;
/** How old a look has to be before another one begins, with a minute to spare. */
const LONG_AGO_S = 11 * 60;

/**
 * Three pages of photos.
 * @returns their ids, newest first
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
  page.locator('.sheet > li').evaluateAll((prints) => prints.map(({ id }) => Number(id.slice(6))));
/** The photos of a feed's document. */
const idsIn = (html: string) =>
  [...html.matchAll(/ id="photo-(\d+)"/g)].map(([, id]) => Number(id));
const inNumbers = (ids: number[]) => [...ids].sort((one, other) => other - one);

/** Scrolls until all photos are loaded. */
async function showAll(page: Page, count = ALL): Promise<number[]> {
  await expect(async () => {
    await page.locator('.sheet > li').last().scrollIntoViewIfNeeded();
    expect(await shown(page)).toHaveLength(count);
  }).toPass();
  return shown(page);
}

/** Follows the link to further pages, and collects what all of them show. */
async function readPages(someone: Someone): Promise<number[]> {
  const { page, t } = someone;
  const ids = await shown(page);
  const more = link(someone, t('event:feed.more'));
  while ((await more.count()) > 0) {
    const [before] = await shown(page);
    await more.click();
    await expect.poll(async () => (await shown(page))[0]).not.toBe(before);
    ids.push(...(await shown(page)));
  }
  return ids;
}

/** Makes the browser's look begin long ago. */
async function age(page: Page): Promise<void> {
  const cookies = await page.context().cookies();
  const look = cookies.find(({ name }) => name === 'feed_look');
  if (!look) throw new Error('There is no look');
  const parts = look.value.split('.');
  const beganAt = Number(parts.pop()) - LONG_AGO_S;
  await page.context().addCookies([{ ...look, value: [...parts, beganAt].join('.') }]);
}

type Open = (options: BrowserOptions) => Promise<Page>;

async function guestAt(
  openBrowser: Open,
  as: Person['client'],
  t: Someone['t'],
  options: Pick<BrowserOptions, 'viewport' | 'javaScriptEnabled'> = {},
): Promise<Someone> {
  const page = await openBrowser({ as, language: 'en', viewport: PHONE, ...options });
  const someone = { page, t, scripts: options.javaScriptEnabled ?? true };
  await open(someone, '/feed');
  return someone;
}

test('each guest has their own order with every photo once; visitors have one, too', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const orders = [];
  for (const as of [(await join(party)).client, (await join(party)).client, await visit(party)]) {
    const { page } = await guestAt(openBrowser, as, t);
    const order = await showAll(page);
    expect(inNumbers(order)).toEqual(ids);
    orders.push(order.join());
  }
  expect(new Set([...orders, ids.join()]).size).toBe(4);
});

for (const scripts of [true, false]) {
  test(`newest and by person are one tap away, and the order is kept for the way back, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const ids = await fill(party);
    const { client } = await join(party);
    const someone = await guestAt(openBrowser, client, t, { javaScriptEnabled: scripts });
    const { page } = someone;
    const first = await shown(page);
    expect(first).toHaveLength(FEED_PAGE_SIZE);
    await link(someone, 'Newest').click();
    await expect.poll(() => shown(page)).toEqual(ids.slice(0, FEED_PAGE_SIZE));
    await expect(page).toHaveURL(/\/feed\?sort=newest$/);
    // The viewer follows the list it was opened from.
    await page.locator(`#photo-${ids[2]} .shot`).click();
    await link(someone, t('event:photo.next')).click();
    await expect(page).toHaveURL(new RegExp(`/photos/${ids[3]}\\?from=newest$`));
    await link(someone, t('event:photo.close')).click();
    await expect(page).toHaveURL(/\/feed\?sort=newest/);
    await link(someone, 'By person').click();
    await expect(page).toHaveURL(/\/feed\?sort=person$/);
    await link(someone, 'Mixed').click();
    await expect.poll(() => shown(page)).toEqual(first);
  });
}

test('the order stays while photos are seen, starred and added; a press shows the new ones on top', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party);
  const guest = await join(party);
  const { page } = await guestAt(openBrowser, guest.client, t);
  const order = await showAll(page);
  // Others see and star the last ones.
  const last = order.slice(-6);
  for (const fan of [await join(party), await join(party), await join(party)]) {
    expectStatus(await fan.client.post('/api/seen', { ids: last }), 200);
    await giveStar(fan, last[0] ?? 0);
  }
  const owner = await join(party);
  const fresh = [(await addPhoto(owner, 1)).id, (await addPhoto(owner, 2)).id].reverse();
  const pill = page.getByRole('button', { name: t('event:feed.news', { count: 2, number: '2' }) });
  await expect(pill).toBeVisible();
  expect(await shown(page)).toEqual(order);
  await pill.click();
  await expect
    .poll(async () => (await shown(page)).slice(0, FEED_PAGE_SIZE))
    .toEqual([...fresh, ...order].slice(0, FEED_PAGE_SIZE));
  expect(await showAll(page, ALL + 2)).toEqual([...fresh, ...order]);
  await page.reload();
  expect(await showAll(page, ALL + 2)).toEqual([...fresh, ...order]);
});

test('a deleted photo disappears wherever it is, and nothing else moves', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party);
  const { page } = await guestAt(openBrowser, (await join(party)).client, t);
  const order = await showAll(page);
  const gone = [order[3], order[20]];
  for (const id of gone) {
    expectStatus(await party.organizer.client.request('DELETE', `/api/photos/${id}`), 200);
  }
  await expect.poll(() => shown(page)).toEqual(order.filter((id) => !gone.includes(id)));
});

test('the viewer follows the order, and Back finds the place, even after a long while', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party);
  const someone = await guestAt(openBrowser, (await join(party)).client, t);
  const { page } = someone;
  const order = await showAll(page);
  await page.locator(`#photo-${order[17]}`).getByRole('link').first().click();
  const viewer = page.getByRole('dialog');
  await expect(
    viewer.getByText(t('event:photo.place_short', { number: 18, total: ALL }), { exact: true }),
  ).toBeVisible();
  await viewer.getByRole('link', { name: t('event:photo.next') }).click();
  await seePhoto(someone, order[18] ?? 0);
  await viewer.getByRole('link', { name: t('event:photo.next') }).click();
  await seePhoto(someone, order[19] ?? 0);
  await page.goBack();
  await expect(viewer).toBeHidden();
  const deep = page.locator(`#photo-${order[19]}`);
  await expect(deep).toBeInViewport();

  await goTo(someone, 'top');
  await age(page);
  await page.goBack();
  await expect.poll(() => shown(page)).toEqual(order);
  await expect(deep).toBeInViewport();
});

test('a feed that is opened from elsewhere after a while has another order, in which unseen photos come first', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const someone = await guestAt(openBrowser, (await join(party)).client, t);
  const { page } = someone;
  const first = await shown(page);
  await goTo(someone, 'top');
  await goTo(someone, 'feed');
  expect(await shown(page)).toEqual(first);

  // Others see all but five photos that are not on this page.
  const unseen = ids.filter((id) => !first.includes(id)).slice(0, 5);
  const administrator = await signInAdministrator(party.origin);
  const places = `/api/events/${party.event.id}/max-users`;
  expectStatus(await administrator.request('PATCH', places, { json: { maxUsers: 50 } }), 200);
  for (let number = 0; number < OTHERS; number++) {
    const { client } = await join(party);
    const seen = ids.filter((id) => !unseen.includes(id));
    expectStatus(await client.post('/api/seen', { ids: seen }), 200);
  }
  const topOf = (order: number[]) => inNumbers(order.slice(0, unseen.length));
  const asVisitor = async () => {
    const { text } = await (await visit(party)).get('/feed', { Accept: 'text/html' });
    return topOf(idsIn(text));
  };
  // Until the event has another snapshot.
  await expect.poll(asVisitor, { timeout: 60_000, intervals: [2_000] }).toEqual(unseen);
  await goTo(someone, 'top');
  await goTo(someone, 'feed');
  expect(await shown(page)).toEqual(first);
  await goTo(someone, 'top');
  await age(page);
  await goTo(someone, 'feed');
  expect(topOf(await shown(page))).toEqual(unseen);
});

test('another order in a second tab moves nothing in the first, which still says what is new', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party);
  const { page } = await guestAt(openBrowser, (await join(party)).client, t);
  const order = await showAll(page);
  const second = await page.context().newPage();
  await age(page);
  await open({ page: second, t, scripts: true }, '/feed');
  const other = await shown(second);
  expect(other).not.toEqual(order.slice(0, FEED_PAGE_SIZE));
  const fresh = await addPhoto(await join(party), 1);
  await page.bringToFront();
  const pill = page.getByRole('button', { name: t('event:feed.news', { count: 1, number: '1' }) });
  await expect(pill).toBeVisible();
  expect(await shown(page)).toEqual(order);
  await pill.click();
  await expect
    .poll(async () => (await shown(page)).slice(0, FEED_PAGE_SIZE))
    .toEqual([fresh.id, ...other].slice(0, FEED_PAGE_SIZE));
});

test('without scripts, pages have no gaps and no duplicates, and the viewer leads back to its photo', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const as = (await join(party)).client;
  const someone = await guestAt(openBrowser, as, t, { javaScriptEnabled: false });
  const { page } = someone;
  const first = await shown(page);
  await page.reload();
  expect(await shown(page)).toEqual(first);
  const order = await readPages(someone);
  expect(inNumbers(order)).toEqual(ids);

  const deep = page.locator(`#photo-${order.at(-1)}`);
  await deep.getByRole('link').first().click();
  await link(someone, t('event:photo.previous')).click();
  await expect(page).toHaveURL(new RegExp(`/photos/${order.at(-2)}\\?from=feed$`));
  await link(someone, t('common:back')).click();
  const before = page.locator(`#photo-${order.at(-2)}`);
  await expect(before).toBeInViewport();
  await before.locator('.star').click();
  await expect(before.locator('.star')).toHaveAttribute('aria-pressed', 'true');
  await expect(before).toBeInViewport();
  await link(someone, t('common:pages.start')).click();
  await expect.poll(() => shown(page)).toEqual(first);
});

for (const scripts of [true, false]) {
  test(`the pile has the feed’s order, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await fill(party);
    const { client } = await join(party);
    const page = await openBrowser({
      as: client,
      language: 'en',
      viewport: LAPTOP,
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    // Not on the screen, where photos would be seen after a second.
    const feed = await page.request.get('/feed', { headers: { Accept: 'text/html' } });
    const order = idsIn(await feed.text());
    expect(order.length).toBeGreaterThanOrEqual(FEED_PAGE_SIZE);
    await open(someone, '/pile');
    const action = () => page.locator('[data-star]').locator('xpath=..').getAttribute('action');
    const unseen = order.filter((id) => id !== order[2]);
    expectStatus(await client.post('/api/seen', { ids: [order[2]] }), 200);
    await open(someone, '/pile');
    for (const id of unseen.slice(0, 4)) {
      await expect.poll(action).toBe(`/photos/${id}/star`);
      await button(someone, t('pile:next')).click();
    }
  });
}

test('organizers see the newest photos first', async ({ openBrowser, party, t }) => {
  const ids = await fill(party);
  const someone = await guestAt(openBrowser, party.organizer.client, t);
  expect(await shown(someone.page)).toEqual(ids.slice(0, FEED_PAGE_SIZE));
  await expect(link(someone, 'Mixed')).toHaveCount(0);
  await expect(link(someone, 'By person')).toBeVisible();
});
