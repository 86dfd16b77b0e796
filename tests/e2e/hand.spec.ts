import type { Page } from 'playwright/test';
import { addPhoto, expectStatus, join, visit, type Party, type Person } from '../api/party';
import { FEED_PAGE_SIZE } from '~/models/list-place';
import { FAVORITES_MAX } from '~/models/photo/star';
import { expect, giveStar, PHONE, test, untilHydrated, type BrowserOptions } from './fixtures';
import {
  button,
  giveAs,
  goOffline,
  goOnline,
  goTo,
  link,
  logIn,
  nextFrames,
  noteOf,
  open,
  seePhoto,
  type Someone,
  star,
} from './steps';
import { doubleTap, pinch, swipe, untilFollowed } from './touch';

// The app in a guest's hand: nothing jumps, nothing is lost, and the current screen stays.

const SLOTS = 5;

/**
 * Enough photos for a phone to scroll.
 * @returns their ids, newest first
 */
async function fill(party: Party, people = 3): Promise<number[]> {
  const slots = { maxPhotosPerUser: SLOTS };
  const address = `/api/events/${party.event.id}/max-photos`;
  expectStatus(await party.organizer.client.request('PATCH', address, { json: slots }), 200);
  const ids: number[] = [];
  for (let number = 0; number < people; number++) {
    const guest = await join(party);
    for (let slot = 1; slot <= SLOTS; slot++) ids.push((await addPhoto(guest, slot)).id);
  }
  return ids.reverse();
}

/** Makes the screen poll immediately, as it does when a connection is back. */
const poll = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

const scrollTo = async (page: Page, y: number) => {
  await page.evaluate((top) => window.scrollTo(0, top), y);
  await nextFrames(page);
};
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Turns the wheel until the page has scrolled: a busy browser forgets a turn over a page that has just loaded. */
async function turnWheel(page: Page, by: number): Promise<void> {
  const before = await scrolled(page);
  await expect(async () => {
    await page.mouse.wheel(0, by);
    await expect.poll(() => scrolled(page), { timeout: 3000 }).not.toBe(before);
  }).toPass({ timeout: 15_000 });
}

/** Delays requests for a URL until they are released. */
async function hold(page: Page, address: RegExp) {
  let release: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (release = resolve));
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  await page.route(address, async (route) => {
    isAsked();
    await gone;
    await route.continue();
  });
  return { asked, release };
}

async function guestAt(
  openBrowser: (options: { as: Person['client']; language: 'en' }) => Promise<Page>,
  guest: Person,
  t: Someone['t'],
  path: string,
): Promise<Someone> {
  const someone = {
    page: await openBrowser({ as: guest.client, language: 'en' }),
    t,
    scripts: true,
  };
  await open(someone, path);
  return someone;
}

for (const path of ['/feed', '/top']) {
  test(`background loading on ${path} does not scroll it`, async ({ openBrowser, party, t }) => {
    const ids = await fill(party);
    const voters = await Promise.all([1, 2, 3].map(() => join(party)));
    for (const [index, { client, user }] of voters.entries()) {
      const mine = ids.slice(index * 3, index * 3 + 3);
      for (const photoId of mine) {
        expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
      }
    }
    const { page } = await guestAt(openBrowser, await join(party), t, path);
    // Held since before the change: the stream may announce it immediately.
    const loading = await hold(page, /\.data/);
    const late = await join(party);
    const photo = await addPhoto(late, 1);
    expectStatus(
      await late.client.post('/api/favorites', { userId: late.user.id, photoId: ids[0] }),
      201,
    );
    await scrollTo(page, 60);
    await poll(page);
    await loading.asked;
    await scrollTo(page, 240);
    loading.release();
    if (path === '/feed') {
      await expect(
        page.getByRole('button', { name: t('event:feed.news', { count: 1, number: '1' }) }),
      ).toBeVisible();
      await expect(page.locator(`#photo-${photo.id}`)).toHaveCount(0);
    } else {
      await expect(page.locator('.podium .stars').first()).toContainText('2');
    }
    expect(await scrolled(page)).toBe(240);
  });
}

test('new photos wait for a press, and then appear on top', async ({ openBrowser, party, t }) => {
  await fill(party);
  const { page } = await guestAt(openBrowser, await join(party), t, '/feed');
  const shown = () =>
    page
      .locator('.sheet > li')
      .evaluateAll((prints) => prints.map(({ id }) => Number(id.slice(6))));
  await scrollTo(page, 900);
  const before = await shown();
  const late = await join(party);
  const news = [(await addPhoto(late, 1)).id, (await addPhoto(late, 2)).id].reverse();
  await poll(page);
  const pill = page.getByRole('button', { name: t('event:feed.news', { count: 2, number: '2' }) });
  await expect(pill).toBeVisible();
  expect(await shown()).toEqual(before);
  expect(await scrolled(page)).toBe(900);

  await pill.click();
  await expect.poll(shown).toEqual([...news, ...before].slice(0, FEED_PAGE_SIZE));
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(page.locator(`#photo-${news[0]}`).getByRole('link').first()).toBeFocused();
  await expect(pill).toHaveCount(0);
});

test('a reload and Back show the feed where it was left, and opening its URL again shows its top', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party);
  const { page } = await guestAt(openBrowser, await join(party), t, '/feed');
  // While the page changes, its scroll position cannot be read yet.
  const isAt = (y: number) => expect.poll(() => scrolled(page).catch(() => null)).toBe(y);
  await scrollTo(page, 400);
  await page.reload();
  await isAt(400);
  await page.goto('/top');
  await page.goBack();
  await isAt(400);
  await page.goto('/feed');
  await isAt(0);
});

for (const how of ['offline', 'no server'] as const) {
  test(`a tab and a photo appear by themselves once there is a connection: ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    const ids = await fill(party, 1);
    const someone = await guestAt(openBrowser, await join(party), t, '/feed');
    const { page } = someone;
    const cut = () =>
      how === 'offline' ? goOffline(page) : page.route(/^(?!.*favicon)/, (route) => route.abort());
    const mend = async () => {
      if (how === 'offline') await goOnline(page);
      await page.unrouteAll();
      await poll(page);
    };
    const away = page.getByText(t('common:offline.waiting'));
    // Their code is loaded early, after the screen.
    await page.waitForFunction(() =>
      ['top', 'photo'].every((route) =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => new RegExp(`/${route}-[\\w-]+\\.js$`).test(name)),
      ),
    );
    // An import resolves once the files that it needs are loaded, too.
    await page.evaluate(async () => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      const code = files.filter((file) => /\/(top|photo)-[\w-]+\.js$/.test(file));
      await Promise.all(code.map((file) => import(file)));
    });

    await cut();
    await link(someone, t('common:nav.top')).click();
    await expect(away).toBeVisible();
    await expect(page).toHaveURL(/\/top$/);
    await expect(link(someone, t('common:nav.feed'))).toBeVisible();
    await button(someone, t('common:error.try_again')).click();
    await expect(away).toBeVisible();
    await mend();
    await expect(page).toHaveURL(/\/top$/);
    await expect(page.getByRole('heading', { name: t('event:top.empty') })).toBeVisible();
    await expect(away).toHaveCount(0);

    await goTo(someone, 'feed');
    await cut();
    await page.locator(`#photo-${ids[0]}`).getByRole('link').first().click();
    await nextFrames(page);
    await mend();
    // Its request may fail only after that poll; the next one then finds the connection.
    const shown = page.getByRole('dialog').getByRole('img');
    await expect(async () => {
      await poll(page);
      await expect(shown).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });
}

test('a slow tab is marked immediately, and blank prints are shown in its place', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party, 2);
  const someone = await guestAt(openBrowser, await join(party), t, '/feed');
  const { page } = someone;
  await scrollTo(page, 500);
  // Prints have an id; the blank ones have none.
  const seen = page.locator('.sheet > li[id]').nth(4);
  const place = await seen.boundingBox();
  const top = link(someone, t('common:nav.top'));
  const loading = await hold(page, /\/top\.data/);
  await top.click();
  await expect(top).toHaveAttribute('data-pending', 'true');
  await expect(page.locator('.podium[aria-hidden]')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: t('common:loading') })).toBeVisible();
  await expect(page.locator('.sheet')).toBeHidden();
  loading.release();
  await expect(page.locator('.podium[aria-hidden]')).toHaveCount(0);
  await expect(page).toHaveURL(/\/top$/);

  // The feed's scroll position is not that of the placeholder for the ranking.
  await page.goBack();
  await expect(seen).toBeVisible();
  const moved = async () => Math.abs(((await seen.boundingBox())?.y ?? 0) - (place?.y ?? 0));
  await expect.poll(moved).toBeLessThan(3);
});

test('after stepping through photos the list is at the one seen last', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const { page } = await guestAt(openBrowser, await join(party), t, '/feed?sort=newest');
  await page.locator(`#photo-${ids[0]}`).getByRole('link').first().click();
  const viewer = page.getByRole('dialog');
  for (const id of ids.slice(1, 9)) {
    await viewer.getByRole('link', { name: t('event:photo.next') }).click();
    await seePhoto({ page, t }, id);
  }
  await page.goBack();
  await expect(viewer).toBeHidden();
  const last = page.locator(`#photo-${ids[8]}`);
  await expect(last).toBeInViewport();
  await expect(last.getByRole('link').first()).toBeFocused();
});

test('cancelling a deletion leads back to the photo, and a deletion to the list', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const someone = await guestAt(openBrowser, party.organizer, t, '/feed');
  const { page } = someone;
  const deep = page.locator(`#photo-${ids[6]}`);
  await deep.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  await deep.getByRole('link').first().click();
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('link', { name: t('event:photo.delete') }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('link', { name: t('event:cancel') }).click();
  await expect(viewer.getByRole('img')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/photos/${ids[6]}\\?`));

  await viewer.getByRole('link', { name: t('event:photo.delete') }).click();
  await question.getByRole('button', { name: t('dialogs:delete.confirm') }).click();
  await expect(noteOf(page, t('server:event.delete.deleted'))).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(deep).toHaveCount(0);
  await expect(page).toHaveURL(/\/feed$/);
  expect(Math.abs((await scrolled(page)) - place)).toBeLessThan(200);
});

for (const scripts of [true, false]) {
  test(`a visitor's star is given once they have a name${scripts ? '' : ', without scripts'}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const photo = await addPhoto(await join(party), 1);
    const page = await openBrowser({
      as: await visit(party),
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, '/feed');
    await star(someone, photo.id).click();
    await giveAs(someone, 'Camille Moreau', 'camille.hand@example.com');
    await expect(noteOf(page, t('server:auth.toast.account_created'))).toContainText(
      t('server:auth.toast.star_given'),
    );
    await expect(page).toHaveURL(/\/feed(\?at=\d+)?(#photo-\d+)?$/);
    await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  });
}

test('signing in from the header leads back to the previous screen', async ({
  openBrowser,
  party,
  t,
}) => {
  await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: await visit(party), language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/top');
  await link(someone, t('common:nav.log_in')).first().click();
  await logIn(someone, 'Camille Moreau', 'camille.top@example.com');
  await expect(noteOf(page, t('server:auth.toast.account_created'))).toBeVisible();
  await expect(page).toHaveURL(/\/top$/);
});

test('Escape closes the language menu, and the focus returns to it', async ({ openBrowser }) => {
  const page = await openBrowser({ language: 'en' });
  await page.goto('/auth');
  await untilHydrated(page);
  const menu = page.locator('details.menu');
  await menu.locator('summary').click();
  await expect(menu.getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('link').first()).toBeHidden();
  await expect(menu.locator('summary')).toBeFocused();
});

test('a notice does not cover the star that was pressed', async ({ openBrowser, party, t }) => {
  const ids = await fill(party, 1);
  const someone = await guestAt(openBrowser, await join(party), t, '/feed');
  const { page } = someone;
  const button = star(someone, ids[1] ?? 0);
  await button.evaluate((element) => {
    window.scrollBy(0, element.getBoundingClientRect().bottom - (innerHeight - 90));
  });
  await nextFrames(page);
  await button.click();
  const toast = noteOf(page, t('server:event.star.added'));
  await expect(toast).toBeVisible();
  // It settles from a little further down.
  await expect
    .poll(async () => {
      const [over, under] = await Promise.all([toast.boundingBox(), button.boundingBox()]);
      return over && under && over.y + over.height < under.y;
    })
    .toBe(true);
});

test('the offline banner moves nothing', async ({ openBrowser, party, t }) => {
  await fill(party, 1);
  const { page } = await guestAt(openBrowser, await join(party), t, '/feed');
  const heading = page.locator('header h1');
  const before = await heading.boundingBox();
  // Its code hears of it only once it has run.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await expect(page.getByText(t('common:offline.banner'))).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(await heading.boundingBox()).toEqual(before);
});

test('a press that begins before the code for fingers is there still steps', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party, 1);
  const { page } = await guestAt(openBrowser, await join(party), t, '/feed');
  const loading = await hold(page, /follow-finger/);
  const fingers = page.waitForResponse(/follow-finger/);
  await page.locator(`#photo-${ids[0]}`).getByRole('link').first().click();
  await loading.asked;
  await page.getByRole('link', { name: t('event:photo.next') }).hover();
  await page.mouse.down();
  loading.release();
  await untilFollowed(page, fingers);
  await page.mouse.up();
  await seePhoto({ page, t }, ids[1] ?? 0);
});

test.describe('a finger in the viewer', () => {
  const RIGHT = { x: 300, y: 350 };
  const LEFT = { x: 60, y: 350 };

  async function viewerOver(
    openBrowser: (options: BrowserOptions) => Promise<Page>,
    party: Party,
    t: Someone['t'],
    reducedMotion?: 'reduce',
  ) {
    const ids = await fill(party, 1);
    const { client } = await join(party);
    const page = await openBrowser({ as: client, language: 'en', hasTouch: true, reducedMotion });
    await open({ page, t, scripts: true }, '/feed');
    const fingers = page.waitForResponse(/follow-finger/);
    await page.locator(`#photo-${ids[1]}`).getByRole('link').first().click();
    const viewer = page.getByRole('dialog');
    await expect(viewer.getByText(t('event:photo.place', { number: 2, total: 5 }))).toBeAttached();
    await untilFollowed(page, fingers);
    return { page, ids, viewer };
  }

  for (const reducedMotion of [undefined, 'reduce'] as const) {
    const how = reducedMotion ? ', with reduced motion' : '';
    test(`steps to the next photo and back${how}`, async ({ openBrowser, party, t }) => {
      const { page, ids } = await viewerOver(openBrowser, party, t, reducedMotion);
      const isAt = (index: number) =>
        expect(page).toHaveURL(new RegExp(`/photos/${ids[index]}\\b`));
      await swipe(page, RIGHT, LEFT);
      await isAt(2);
      // The arriving print is where the other was.
      const print = page.locator('.viewer [data-side=shown]');
      await expect
        .poll(async () => Math.round((await print.boundingBox())?.x ?? -1))
        .toBeLessThan(40);
      await expect
        .poll(async () => Math.round((await print.boundingBox())?.x ?? -1))
        .toBeGreaterThan(0);
      await swipe(page, LEFT, RIGHT);
      await isAt(1);
    });
  }

  test('moves the photo along, returns after a short way, and gives a little at the end', async ({
    openBrowser,
    party,
    t,
  }) => {
    const { page, ids, viewer } = await viewerOver(openBrowser, party, t);
    const print = page.locator('.viewer [data-side=shown]');
    const rest = (await print.boundingBox())?.x ?? 0;
    const settled = async () => Math.abs(((await print.boundingBox())?.x ?? -999) - rest) < 1;
    await swipe(page, RIGHT, { x: RIGHT.x - 60, y: RIGHT.y }, 900);
    await expect.poll(settled).toBe(true);
    await expect(page).toHaveURL(new RegExp(`/photos/${ids[1]}\\b`));

    await swipe(page, LEFT, RIGHT);
    await expect(page).toHaveURL(new RegExp(`/photos/${ids[0]}\\b`));
    await swipe(page, LEFT, RIGHT);
    await expect.poll(settled).toBe(true);
    await expect(page).toHaveURL(new RegExp(`/photos/${ids[0]}\\b`));
    await expect(viewer).toBeVisible();
  });

  test('closes it by moving down', async ({ openBrowser, party, t }) => {
    const { page, viewer } = await viewerOver(openBrowser, party, t);
    await swipe(page, { x: 180, y: 250 }, { x: 180, y: 300 }, 400);
    await expect(viewer).toBeVisible();
    await swipe(page, { x: 180, y: 250 }, { x: 180, y: 420 }, 400);
    await expect(viewer).toBeHidden();
    await expect(page).toHaveURL(/\/feed$/);
  });

  test('leaves clicks to a mouse beside it', async ({ openBrowser, party, t }) => {
    const { page, ids, viewer } = await viewerOver(openBrowser, party, t);
    const shown = viewer.locator('[data-side=shown]');
    await shown.getByRole('button', { pressed: false }).click();
    await expect(shown.getByRole('button', { pressed: true })).toBeVisible();
    await swipe(page, RIGHT, LEFT);
    await seePhoto({ page, t }, ids[2] ?? 0);
    await shown.getByRole('button', { pressed: false }).click();
    await expect(shown.getByRole('button', { pressed: true })).toBeVisible();
  });

  test('zooms with two taps or two fingers, and then does not step any more', async ({
    openBrowser,
    party,
    t,
  }) => {
    const { page, ids } = await viewerOver(openBrowser, party, t);
    const print = page.locator('.viewer [data-side=shown]');
    const wide = async () => (await print.boundingBox())?.width ?? 0;
    const usual = await wide();
    await doubleTap(page, { x: 180, y: 350 });
    await expect.poll(async () => (await wide()) / usual).toBeCloseTo(2.5, 1);
    await swipe(page, RIGHT, LEFT);
    await expect(page).toHaveURL(new RegExp(`/photos/${ids[1]}\\b`));
    await doubleTap(page, { x: 180, y: 350 });
    await expect.poll(async () => (await wide()) / usual).toBeCloseTo(1, 1);
    await pinch(
      page,
      [
        { x: 150, y: 350 },
        { x: 60, y: 350 },
      ],
      [
        { x: 210, y: 350 },
        { x: 300, y: 350 },
      ],
    );
    await expect.poll(async () => (await wide()) / usual).toBeGreaterThan(2);
  });
});

test('a photo opens immediately with the feed’s data, and steps without the server', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party, 1);
  const { page } = await guestAt(openBrowser, await join(party), t, '/feed');
  const loading = await hold(page, /\/photos\/\d+\.data/);
  await page.locator(`#photo-${ids[1]}`).getByRole('link').first().click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`/photos/${ids[2]}\\b`));
  await expect(viewer.getByText(t('event:photo.place', { number: 3, total: 5 }))).toBeAttached();
  await page.keyboard.press('s');
  await expect(viewer.getByRole('button', { pressed: true })).toBeVisible();
  loading.release();
  await expect(viewer).toContainText(/\d:\d\d/);
});

test('a photo is saved: shared as a file if that is possible, otherwise downloaded', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party, 1);
  const { page } = await guestAt(openBrowser, await join(party), t, `/photos/${ids[0]}?from=feed`);
  const keep = page.getByRole('link', { name: t('event:photo.download') });
  const [download] = await Promise.all([page.waitForEvent('download'), keep.click()]);
  expect(download.suggestedFilename()).toMatch(/^Guest .*\.webp$/);

  await page.addInitScript(`
    navigator.canShare = ({ files }) => files?.length === 1;
    navigator.share = async ({ files: [file] }) => (window.shared = [file.name, file.type, file.size]);
  `);
  await page.reload();
  await untilHydrated(page);
  await page.getByRole('link', { name: t('event:photo.save') }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared?: unknown[] }).shared))
    .toEqual([expect.stringMatching(/^Guest-.*\.webp$/), 'image/webp', expect.any(Number)]);
});

for (const scripts of [true, false]) {
  const how = scripts ? '' : ', without scripts';
  test(`one star more asks which one to move${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    if (scripts) complaints.expect(/status of 409/);
    const ids = await fill(party, 2);
    const me = await join(party);
    const [given, further = 0] = [ids.slice(0, FAVORITES_MAX), ids.at(-1)];
    for (const id of given) await giveStar(me, id);
    const page = await openBrowser({
      as: me.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone = { page, t, scripts };
    await open(someone, '/feed');
    await star(someone, further).click();
    const sheet = scripts ? page.getByRole('dialog') : page.getByRole('main');
    await expect(
      sheet.getByRole('heading', { name: t('server:event.star_move.title') }),
    ).toBeVisible();
    const name = scripts ? t('dialogs:star_move.choose') : t('dialogs:star_move.move_plain');
    const move = sheet.getByRole('button', { name });
    if (scripts) await expect(move).toBeDisabled();
    await sheet.getByRole('radio').nth(1).check({ force: true });
    await sheet.getByRole('button').first().click();

    await expect(noteOf(page, t('server:event.star_move.done'))).toBeVisible();
    await expect(star(someone, further)).toHaveAttribute('aria-pressed', 'true');
    for (const [index, id] of given.entries()) {
      await expect(star(someone, id)).toHaveAttribute('aria-pressed', String(index !== 1));
    }
  });
}

test('a star can be taken back from its notice, and the last one links to the podium', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party, 2);
  const me = await join(party);
  for (const id of ids.slice(0, FAVORITES_MAX - 1)) await giveStar(me, id);
  const last = ids.at(-1) ?? 0;
  const someone = await guestAt(openBrowser, me, t, '/feed');
  const { page } = someone;
  await star(someone, last).click();
  const toast = noteOf(page, t('server:event.star.all'));
  await toast.getByRole('button', { name: t('event:star.undo') }).click();
  await expect(star(someone, last)).toHaveAttribute('aria-pressed', 'false');
  await star(someone, last).click();
  await toast.getByRole('link', { name: t('event:star.podium') }).click();
  await expect(page).toHaveURL(/\/top$/);
});

for (const scripts of [true, false]) {
  test(`the stars hang in the header while the user scrolls${scripts ? '' : ', without scripts'}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const ids = await fill(party);
    const me = await join(party);
    await giveStar(me, ids[0] ?? 0);
    const page = await openBrowser({
      viewport: PHONE,
      as: me.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/feed');
    const stars = (count: number) =>
      link(someone, t('event:vote.yours', { count, max: FAVORITES_MAX }));
    const title = page.locator('.top h1');
    // On the feed they hang there from the start; on other screens they appear with the scroll.
    await expect(stars(1)).toBeVisible();
    await expect(title).toHaveCSS('opacity', '0');
    await open(someone, '/?tab=profile');
    await expect(stars(1)).toHaveCount(0);
    await expect(title).toHaveCSS('opacity', '1');
    // Part of the header scrolls away, as far as the page scrolls.
    const header = page.locator('.shell .top');
    expect((await header.boundingBox())?.height).toBe(56);

    // A busy browser may lose a turn of the wheel over a page that has just loaded.
    await expect(async () => {
      await page.mouse.wheel(0, 100 - (await scrolled(page)));
      await expect.poll(() => scrolled(page), { timeout: 3000 }).toBe(100);
    }).toPass({ timeout: 15_000 });
    await expect(stars(1)).toBeVisible();
    await expect(title).toHaveCSS('opacity', '0');
    const box = await stars(1).boundingBox();
    expect(box).toMatchObject({ width: 152, height: 44 });
    expect((box?.x ?? 0) + 76).toBeCloseTo(PHONE.width / 2, 0);
    expect(await header.boundingBox()).toMatchObject({ y: 0, height: 56 });

    // The stars that are given look different from the last one, which is not given. In a guest's own order, the photo
    // may be on the second page.
    await open(someone, '/feed?sort=newest');
    const lit = () =>
      page.locator('.top .hung .icon').evaluateAll((icons) => {
        const looks = icons.map((icon) => {
          const { color, fill, filter } = getComputedStyle(icon);
          return `${color} ${fill} ${filter}`;
        });
        return looks.filter((look) => look !== looks.at(-1)).length;
      });
    await expect.poll(lit).toBe(1);
    if (scripts) {
      await star(someone, ids[3] ?? 0).click();
      await expect(stars(2)).toBeVisible();
      await expect.poll(lit).toBe(2);
    }
    await stars(scripts ? 2 : 1).click();
    await expect(page).toHaveURL(/tab=profile#favorites$/);
    await expect(
      page.getByRole('heading', { name: t('event:profile.my_favorites') }),
    ).toBeInViewport();
  });
}

test('a visitor’s feed has all stars to give; their other screens keep the title', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party);
  const page = await openBrowser({ viewport: PHONE, as: await visit(party), language: 'en' });
  await open({ page, t, scripts: true }, '/feed');
  await expect(page.locator('.top .hung .icon')).toHaveCount(FAVORITES_MAX);
  await expect(page.locator('.top .hung .lit')).toHaveCount(0);
  await open({ page, t, scripts: true }, '/?tab=profile');
  await turnWheel(page, 300);
  await nextFrames(page);
  await expect(page.locator('.top h1')).toHaveCSS('opacity', '1');
  await expect(page.locator('.hung')).toHaveCount(0);
  const string = () =>
    page.locator('.shell .top .bar').evaluate((bar) => getComputedStyle(bar, '::before').opacity);
  await expect.poll(string).toBe('1');
});

test('a browser whose styles cannot follow the scroll position gets help from a script', async ({
  openBrowser,
  party,
  t,
}) => {
  await fill(party);
  const page = await openBrowser({ viewport: PHONE, as: (await join(party)).client });
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await open({ page, t, scripts: true }, '/feed');
  const root = page.locator('html');
  await expect(root).not.toHaveAttribute('data-scrolled');
  await turnWheel(page, 300);
  await expect(root).toHaveAttribute('data-scrolled');
  // To the top, however far it went.
  await turnWheel(page, -3000);
  await expect(root).not.toHaveAttribute('data-scrolled');
});
