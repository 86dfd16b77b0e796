import { chromium } from 'playwright/test';
import { addPhoto, createParty, expectStatus, join } from '../api/party';
import { expect, openContext, test } from './fixtures';
import { open, type Someone } from './steps';

// Playwright switches off the browser's back/forward cache, which these tests are about.
const NO_BACK_CACHE = '--disable-back-forward-cache';

/** A browser that may cache pages for Back, at a URL, which records its requests there. */
async function sitAt(
  options: { t: Someone['t']; origin: string; launch: object; isInMemory?: boolean },
  path: string,
) {
  const { t, origin, launch, isInMemory = true } = options;
  const party = await createParty(origin);
  const ann = await join(party);
  const bea = await join(party);
  await addPhoto(bea, 1);
  const browser = await chromium.launch({
    ...launch,
    ignoreDefaultArgs: isInMemory ? [NO_BACK_CACHE] : [],
  });
  const context = await openContext(browser, origin, { as: ann.client, language: 'en' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('response', (response) => {
    if (/\/marks\?/.test(response.url())) asked.push(response.url());
  });
  await open({ page, t, scripts: true }, path);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  return { party, ann, bea, page, asked, elsewhere: `/invitation-pdf/${party.event.id}`, browser };
}

/** A browser without windows never caches a page, and gives these reasons in addition to any others. */
const NO_WINDOWS = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];

for (const path of ['/feed', '/top', '/?tab=profile']) {
  test(`nothing on ${path} prevents the browser from caching it for Back`, async ({
    origin,
    launchOptions,
    t,
  }) => {
    const { page, elsewhere, browser } = await sitAt({ t, origin, launch: launchOptions }, path);
    const reasons: string[] = [];
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
    );
    await page.goto(elsewhere);
    await page.goBack();
    await expect(page).toHaveURL(origin + path);
    expect(reasons.filter((reason) => !NO_WINDOWS.includes(reason))).toEqual([]);
    await browser.close();
  });
}

test('a page that Back restores immediately asks what is new, and is notified again', async ({
  origin,
  launchOptions,
  t,
}) => {
  const { page, asked, bea, browser } = await sitAt({ t, origin, launch: launchOptions }, '/feed');
  const over = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/changes'));
  // The events that the browser raises when it stores a page, and when it restores it.
  const raise = (type: string) =>
    page.evaluate(
      (name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
      type,
    );
  await raise('pagehide');
  await over;
  await addPhoto(bea, 2);
  const before = asked.length;
  await raise('pageshow');
  const pill = (count: number) =>
    page.getByRole('button', { name: t('event:feed.news', { count, number: String(count) }) });
  await expect(pill(1)).toBeVisible();
  expect(asked.length).toBeGreaterThan(before);
  await addPhoto(bea, 3);
  await expect(pill(2)).toBeVisible();
  await browser.close();
});

for (const isInMemory of [true, false]) {
  test(`Back shows nothing to a user who has left, ${isInMemory ? 'from memory' : 'from the disk'}`, async ({
    origin,
    launchOptions,
    complaints,
    t,
  }) => {
    complaints.expect(/status of 401/);
    const { page, ann, elsewhere, browser } = await sitAt(
      { t, origin, launch: launchOptions, isInMemory },
      '/feed',
    );
    await page.goto(elsewhere);
    // As from another page of the same browser.
    const left = await page.request.post('/api/logout', { headers: { Origin: origin } });
    expect(left.ok()).toBe(true);
    await page.goBack();
    await expect(page).toHaveURL(/\/auth$/);
    // A copy of the cookie is invalid, too.
    expectStatus(await ann.client.get('/api/user'), 401);
    await browser.close();
  });
}
