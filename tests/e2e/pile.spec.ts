import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  sendPhoto,
  smallJpeg,
  unique,
  type Party,
} from '../api/party';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import {
  button,
  endTransitions,
  goOffline,
  link,
  noteOf,
  open,
  untilAhead,
  type Someone,
} from './steps';
import { textsOf } from './texts';
import { swipe, untilFollowed } from './touch';

// The pile, and what counts as seen (rules `pile.…`, `seen.…`).

/** Adds photos of one guest, and returns their ids, earliest first. */
async function fill(party: Party, count = 6): Promise<number[]> {
  const ids: number[] = [];
  let owner = await join(party, { name: 'Nina Weber' });
  for (let index = 0; index < count; index++) {
    if (index > 0 && index % 3 === 0) owner = await join(party, { name: 'Nina Weber' });
    const sent = await sendPhoto(
      owner,
      (index % 3) + 1,
      await smallJpeg(),
      {},
      `Photo ${index + 1}`,
    );
    ids.push(expectStatus(sent, 201).json.id);
  }
  return ids;
}

/** The photo on top. */
const top = (page: Page) => page.locator('[data-layer="top"] img');
const topIs = ({ page, t }: Someone, number: number) =>
  expect(top(page)).toHaveAttribute(
    'alt',
    t('event:photo.alt_caption', { name: 'Nina Weber', caption: `Photo ${number}` }),
  );
const heading = ({ page, t }: Someone, count: number) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(t('event:pile.left', { count }));

/** What the page sends as seen; waits until all of these are sent, in any batches. */
function sentBy(page: Page): { ids: () => number[]; requests: () => number } {
  const batches: number[][] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/seen') return;
    batches.push((request.postDataJSON() as { ids: number[] }).ids);
  });
  return { ids: () => batches.flat().sort((a, b) => a - b), requests: () => batches.length };
}

for (const scripts of [true, false]) {
  test(`the pile opens from the feed, is worked through with buttons, and ends, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await fill(party);
    // A guest who looks at the feed for a second has seen some of them.
    const other = await join(party);
    const first = await openBrowser({
      as: other.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    await open({ page: first, t, scripts }, '/feed');
    await link({ page: first, t, scripts }, t('event:pile.left', { count: 6 })).click();
    await expect(first).toHaveURL(/\/pile$/);
    await expect(top(first)).toBeVisible();

    const me = await join(party);
    const page = await openBrowser({ as: me.client, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/pile');
    await heading(someone, 6);
    await topIs(someone, 1);
    await button(someone, t('pile:star')).click();
    await expect(button(someone, t('pile:starred'))).toHaveAttribute('aria-pressed', 'true');
    await topIs(someone, 1);
    for (const [index, left] of [5, 4, 3, 2, 1].entries()) {
      await button(someone, t('pile:next')).click();
      await heading(someone, left);
      await topIs(someone, index + 2);
    }
    await button(someone, t('pile:next')).click();
    await expect(page.getByRole('heading', { name: t('pile:end', { count: 6 }) })).toBeVisible();
    await expect(page.getByText(t('pile:come_stars', { count: 2 }))).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('pile:close') })
      .last()
      .click();
    await expect(page).toHaveURL(/\/feed$/);
    await expect(link(someone, t('event:pile.left', { count: 6 }))).toHaveCount(0);
  });
}

test('beside the pill, a laptop shows the feed’s title on one line', async ({
  openBrowser,
  origin,
}) => {
  const party = await createParty(origin, { name: `Noces de Léa & Côme ${unique()}` });
  await fill(party);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'fr', viewport: LAPTOP });
  await open({ page, t: textsOf('fr'), scripts: true }, '/feed');
  const lines = await page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(1);
});

test('fingers lay a photo aside and take it back; a short way moves nothing', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party, 3);
  const me = await join(party);
  const page = await openBrowser({
    as: me.client,
    language: 'en',
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const someone: Someone = { page, t, scripts: true };
  const code = page.waitForResponse(/follow-swipe/);
  await open(someone, '/pile');
  await untilFollowed(page, code);
  const [right, left, y] = [300, 60, 350];
  const toLeft = () => swipe(page, { x: right, y }, { x: left, y });
  await expect(async () => {
    await toLeft();
    await heading(someone, 2);
  }).toPass();
  await topIs(someone, 2);
  await swipe(page, { x: 200, y }, { x: 170, y }, 1000);
  await topIs(someone, 2);
  await swipe(page, { x: left, y }, { x: right, y });
  await heading(someone, 3);
  await topIs(someone, 1);
});

test('keys step through it, give the star and close it; the focus stays, and moves to the end', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party, 3);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', viewport: LAPTOP });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/pile');
  await page.keyboard.press('ArrowRight');
  await topIs(someone, 2);
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/Photo 2/);
  await page.keyboard.press('s');
  await expect(button(someone, t('pile:starred'))).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await heading(someone, 3);
  await button(someone, t('pile:next')).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await topIs(someone, 3);
  await expect(button(someone, t('pile:next'))).toBeFocused();
  await page.keyboard.press('Enter');
  const end = page.getByRole('heading', { name: t('pile:end', { count: 3 }) });
  await expect(end).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/feed$/);
});

test('the pile grows from below, and includes new photos while it is open', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party, 18);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', reducedMotion: 'reduce' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/pile');
  const words = new Set([await top(page).getAttribute('alt')]);
  for (let left = 17; left > 0; left--) {
    await button(someone, t('pile:next')).click();
    await heading(someone, left);
    words.add(await top(page).getAttribute('alt'));
  }
  expect(words.size).toBe(18);
  await button(someone, t('pile:next')).click();
  await expect(page.getByRole('heading', { name: t('pile:end', { count: 18 }) })).toBeVisible();
  await addPhoto(await join(party, { name: 'Tom Riva' }), 1);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await heading(someone, 1);
  await expect(top(page)).toHaveAttribute('alt', t('event:photo.alt', { name: 'Tom Riva' }));
});

test('on the feed a photo is seen after a second with half of it on the screen, and only once', async ({
  openBrowser,
  party,
}) => {
  const ids = await fill(party, 14);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', viewport: PHONE });
  await page.clock.install();
  const sent = sentBy(page);
  await page.goto('/feed');
  const shown = await page.locator('.sheet > li .shot').evaluateAll((photos) =>
    photos.flatMap((photo) => {
      const { top: y, bottom, height } = photo.getBoundingClientRect();
      const bar = document.querySelector('.nav')?.getBoundingClientRect().top ?? innerHeight;
      const visible = Math.min(bottom, innerHeight) - Math.max(y, 0);
      return visible >= height / 2 && bar > 0 ? [Number(photo.closest('li')?.id.slice(6))] : [];
    }),
  );
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.length).toBeLessThan(ids.length);
  await expect
    .poll(async () => {
      await page.clock.runFor(2000);
      return sent.ids();
    })
    .toEqual([...shown].sort((a, b) => a - b));
  // The same photos again are not sent again.
  await page.reload();
  await page.clock.runFor(30_000);
  await page.clock.runFor(30_000);
  expect(await me.client.get('/api/user')).toMatchObject({ status: 200 });
  const ofServer = await me.client.post('/api/seen', { ids: shown });
  expect(ofServer.json).toEqual({ seen: 0 });
});

test('a photo that is opened in the viewer, or stepped to there, is seen', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party, 3);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', viewport: LAPTOP });
  const someone: Someone = { page, t, scripts: true };
  const sent = sentBy(page);
  await open(someone, `/photos/${ids[2]}?from=feed`);
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`/photos/${ids[1]}`));
  await expect.poll(sent.ids, { timeout: 15_000 }).toEqual(ids.slice(1));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`/photos/${ids[0]}`));
  await expect.poll(sent.ids, { timeout: 30_000 }).toEqual(ids);
});

test('at most one batch is sent in ten seconds', async ({ openBrowser, party, t }) => {
  await fill(party, 9);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', reducedMotion: 'reduce' });
  await page.clock.install();
  const sent = sentBy(page);
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/pile');
  const next = () => page.locator('[data-next]').click();
  await next();
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return sent.requests();
    })
    .toBe(1);
  // Only the test lets time pass, however long the presses take.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000);
  for (let photo = 0; photo < 5; photo++) await next();
  await page.clock.runFor(5000);
  expect(sent.requests()).toBe(1);
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return sent.requests();
    })
    .toBe(2);
});

test('offline it says that what is seen waits; it is sent when the network is back, after a reload, too', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const ids = await fill(party, 5);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/pile');
  await page.waitForLoadState('networkidle');
  await untilAhead(page, '/photos/:photoId/star');
  await goOffline(page);
  await expect(page.getByText(t('pile:waits'))).toBeVisible();
  for (let left = 4; left > 0; left--) {
    await button(someone, t('pile:next')).click();
    await heading(someone, left);
  }
  await button(someone, t('pile:star')).click();
  await expect(noteOf(page, t('event:stars.kept'))).toBeVisible();
  await button(someone, t('pile:next')).click();
  await expect(page.getByRole('heading', { name: t('pile:end', { count: 5 }) })).toBeVisible();
  // The page is closed before anything could be sent.
  const context = page.context();
  await page.close();
  expect((await me.client.get('/pile')).text).toContain('name="seen"');
  await context.setOffline(false);
  const again = await context.newPage();
  await open({ ...someone, page: again }, '/feed');
  const left = async () => {
    const { text } = await me.client.get('/pile');
    return ids.filter((id) => text.includes(`name="seen" value="${id}"`)).length;
  };
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
  const stored = () => again.evaluate(() => localStorage.getItem('snapodium_seen'));
  await expect.poll(stored).toContain('"ids":[]');
});

test('the pile and its end violate no rule of WCAG, in light and in dark', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party, 10);
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', reducedMotion: 'reduce' });
  const someone: Someone = { page, t, scripts: true };
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const check = async () => {
    for (const viewport of [PHONE, LAPTOP]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await endTransitions(page);
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode()
          .withTags(tags)
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      }
    }
  };
  await open(someone, '/pile');
  await check();
  for (let photo = 0; photo < 10; photo++) await button(someone, t('pile:next')).click();
  await expect(page.getByText(t('pile:ask'))).toBeVisible();
  await check();
  await button(someone, t('pile:later')).click();
  await expect(page.getByText(t('pile:ask'))).toBeHidden();
  await open(someone, '/pile');
  await expect(page.getByText(t('pile:ask'))).toBeHidden();
});
