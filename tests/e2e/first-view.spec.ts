import type { Locator, Page } from 'playwright/test';
import sharp from 'sharp';
import { LANGUAGES } from '../../app/i18n/languages';
import {
  addMissions,
  addPhoto,
  expectStatus,
  join,
  openCard,
  sendPhoto,
  visit,
  type Party,
} from '../api/party';
import { test as networkTest } from './bad-network';
import { expect, giveStar, LAPTOP, test } from './fixtures';
import {
  button,
  holdPicker,
  link,
  logIn,
  nextFrames,
  noteOf,
  open,
  star,
  type Someone,
} from './steps';
import { textsOf } from './texts';

// What a guest sees who opens the feed (rules `feed.first-view`, `feed.line`).

const PHONE = { width: 360, height: 780 };
/** Its order is that of `SHAPES`. */
const NEWEST = '/feed?sort=newest';
const SLOTS = 3;
/** Width over height of an evening's photos, newest first. */
const SHAPES = [0.75, 0.8, 0.75, 4 / 3, 0.75, 0.75, 4 / 3, 4 / 3, 0.75, 9 / 16, 0.75, 1, 0.75];

/**
 * Adds photos of these shapes.
 * @returns their ids, newest first
 */
async function fill(party: Party, shapes = SHAPES, name = 'Rosa'): Promise<number[]> {
  const ids: number[] = [];
  let guest = party.organizer;
  for (const [index, shape] of [...shapes].reverse().entries()) {
    const size = { width: Math.round(240 * shape), height: 240 };
    const create = { ...size, channels: 3, background: '#c08040' } as const;
    if (index % SLOTS === 0) guest = await join(party, { name: `${name} Blum ${index}` });
    const file = await sharp({ create }).jpeg().toBuffer();
    ids.push(expectStatus(await sendPhoto(guest, (index % SLOTS) + 1, file), 201).json.id);
  }
  return ids.reverse();
}

/** How many prints are whole, and how many begin, above the bottom bar or the end of the screen. */
const printsIn = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.nav')?.getBoundingClientRect();
    const end = bar?.height ? bar.top : innerHeight;
    const boxes = [...document.querySelectorAll('.sheet > li')].map((print) =>
      print.getBoundingClientRect(),
    );
    return {
      whole: boxes.filter(({ bottom }) => bottom <= end).length,
      begun: boxes.filter(({ top, bottom }) => top < end && bottom > end).length,
    };
  });

/**
 * Notes what moves without the user's doing.
 * @returns reads the layout shifts so far
 */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}

const topOf = async (print: Locator) => (await print.boundingBox())?.y ?? NaN;

/** The line that says what to do. */
const words = (someone: Someone) =>
  someone.page.getByText(someone.t('event:line.stars', { stars: 3 }));

for (const scripts of [true, false]) {
  test(`the first view shows four whole prints and begins two, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await fill(party);
    const guest = await join(party, { name: 'Zoé Martin' });
    for (const as of [guest.client, await visit(party)]) {
      const page = await openBrowser({
        as,
        viewport: PHONE,
        javaScriptEnabled: scripts,
        language: 'en',
      });
      const someone: Someone = { page, t, scripts };
      await open(someone, NEWEST);
      await expect(words(someone)).toBeVisible();
      expect(await printsIn(page)).toEqual({ whole: 4, begun: 2 });
      expect((await page.locator('.shell .top').boundingBox())?.height).toBe(56);
      await page.setViewportSize(LAPTOP);
      await expect.poll(() => printsIn(page)).toEqual({ whole: 4, begun: 3 });
    }
  });
}

test('the line has at most two lines of a phone in every language, and nothing moves', async ({
  openBrowser,
  party,
}) => {
  await fill(party);
  const as = await visit(party);
  for (const language of LANGUAGES) {
    const page = await openBrowser({ as, viewport: PHONE, language });
    const shiftsOf = await watchShifts(page);
    const someone: Someone = { page, t: textsOf(language), scripts: true };
    await open(someone, NEWEST);
    await page.waitForLoadState('networkidle');
    expect((await words(someone).boundingBox())?.height, language).toBeLessThanOrEqual(36);
    expect(await printsIn(page), language).toEqual({ whole: 4, begun: 2 });
    expect(await shiftsOf()).toEqual([]);
  }
});

/** The text at which a page pauses, and how many of what are there by then. */
const PAUSES = {
  print: { pauseAt: (fifth = 0) => `id="photo-${fifth}"`, what: '.sheet > li', count: 4 },
  'bottom bar': { pauseAt: () => 'class="add relative grid', what: '.nav', count: 1 },
};
for (const [place, { pauseAt, what, count }] of Object.entries(PAUSES)) {
  networkTest(
    `nothing moves on a page that pauses in a ${place}`,
    async ({ network, openBrowser, party }) => {
      const ids = await fill(party);
      const as = (await join(party)).client;
      const page = await openBrowser({ as, origin: network.origin, viewport: PHONE });
      const shiftsOf = await watchShifts(page);
      let goOn = () => {};
      const until = new Promise<void>((resolve) => (goOn = resolve));
      network.cuts = ({ path }) => (path === '/feed' ? { pauseAt: pauseAt(ids[4]), until } : null);
      const visited = page.goto(NEWEST);
      await expect(page.locator('.shell .top')).toBeVisible();
      await expect(page.locator(what)).toHaveCount(count);
      await nextFrames(page);
      const moving = page.locator('.sheet > li').first().or(page.locator('.nav'));
      for (const one of await moving.all()) await expect(one).toBeHidden();
      goOn();
      await visited;
      for (const one of await moving.all()) await expect(one).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await printsIn(page)).toEqual({ whole: 4, begun: 2 });
      expect(await shiftsOf()).toEqual([]);
    },
  );
}

test('the first star removes the line’s words, no print moves, and its space closes unseen', async ({
  openBrowser,
  party,
  t,
}) => {
  const ids = await fill(party);
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, NEWEST);
  const first = page.locator(`#photo-${ids[0]}`);
  const before = await topOf(first);
  await star(someone, ids[1] ?? 0).click();
  await expect(words(someone)).toHaveCount(0);
  await expect(noteOf(page, t('server:event.star.added'))).toBeVisible();
  expect(await topOf(first)).toBe(before);

  // A scroll that leaves the space behind closes it, and what is being read stays where it is.
  const line = page.locator('.feed-line');
  const height = async () => Math.round((await line.boundingBox())?.height ?? 0);
  expect(await height()).toBe(36);
  await page.evaluate(() => window.scrollTo(0, 300));
  const eighth = page.locator(`#photo-${ids[7]}`);
  const read = await topOf(eighth);
  await expect.poll(height).toBe(12);
  await nextFrames(page);
  expect(Math.abs((await topOf(eighth)) - read)).toBeLessThan(1.5);

  // It does not come back, neither when the star is taken back nor on the next visit.
  await star(someone, ids[1] ?? 0).click();
  await expect(star(someone, ids[1] ?? 0)).toHaveAttribute('aria-pressed', 'false');
  await expect(words(someone)).toHaveCount(0);
  await giveStar(guest, ids[2] ?? 0);
  await open(someone, NEWEST);
  await expect(words(someone)).toHaveCount(0);
  expect(await height()).toBe(12);
});

for (const scripts of [true, false]) {
  test(`a newcomer is welcomed in the line, and not on a photo, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await fill(party, [0.75, 0.75, 4 / 3]);
    const { event } = party.names;
    const page = await openBrowser({ viewport: PHONE, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(
      someone,
      `/auth/join?${new URLSearchParams({ event, organizer: party.names.organizerName })}`,
    );
    await button(someone, t('server:auth.card.enter')).click();
    const welcome = page.locator('.feed-line').getByRole('status');
    await expect(welcome).toContainText(t('event:line.welcome_visitor', { count: 3, event }));
    await expect(welcome).toContainText(t('server:auth.toast.access_granted'));
    const print = page.locator('.sheet > li').first();
    const before = await topOf(print);
    await expect(words(someone)).toBeVisible();
    // A toast would stay for longer than the welcome.
    expect(await page.locator('.toast').count()).toBe(0);
    await expect(welcome).toHaveCount(0);
    expect(await topOf(print)).toBe(before);

    await link(someone, t('common:nav.log_in')).first().click();
    await logIn(someone, 'Zoé Martin', 'zoe.first@example.com');
    const values = { name: 'Zoé', count: 3, event };
    await expect(welcome).toContainText(t('event:line.welcome', values));
    await expect(words(someone)).toBeVisible();

    // The welcome is shown once.
    await open(someone, NEWEST);
    await expect(words(someone)).toBeVisible();
    await expect(welcome).toHaveCount(0);
    await expect(page.getByText(t('server:auth.toast.account_created'))).toHaveCount(0);
  });

  test(`an empty event shows one inviting print, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({
      as: (await join(party)).client,
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, NEWEST);
    await expect(page.getByText(t('event:line.first'), { exact: true })).toBeVisible();
    await expect(page.locator('.nav .add')).toBeInViewport();
    holdPicker(page);
    await link(someone, t('event:feed.empty_text')).click();
    await expect(page.getByRole('heading', { name: t('event:add.title') })).toBeVisible();
  });
}

test('a partly loaded page shows no print that would move, and nothing else of its sheet', async ({
  openBrowser,
  party,
}) => {
  await fill(party);
  const as = (await join(party)).client;
  const page = await openBrowser({ as, viewport: PHONE, javaScriptEnabled: false });
  let prints = 5;
  await page.route('**/feed', async (route) => {
    const answer = await route.fetch();
    const parts = (await answer.text()).split('<li class="print"');
    await route.fulfill({
      response: answer,
      body: parts.slice(0, prints + 1).join('<li class="print"'),
    });
  });
  await page.goto('/feed');
  await expect(page.locator('.shell .top')).toBeVisible();
  await expect(page.locator('.sheet > li')).toHaveCount(5);
  await expect(page.locator('.sheet > li').first()).toBeHidden();
  prints = SHAPES.length;
  await page.reload();
  await expect(page.locator('.sheet > li').first()).toBeVisible();
});

test('a toast covers no star of a dense feed, wherever the feed is scrolled', async ({
  openBrowser,
  party,
  t,
}) => {
  // Long names are above their stars.
  const ids = await fill(party, SHAPES, 'Maximiliane');
  const page = await openBrowser({
    as: (await join(party)).client,
    viewport: PHONE,
    language: 'en',
  });
  const someone: Someone = { page, t, scripts: true };
  // The toast stays as long as the test looks.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const soon = (work: TimerHandler, ms = 0) => (ms >= 4000 ? 0 : wait(work, ms));
    Object.assign(window, { setTimeout: soon });
  });
  await open(someone, NEWEST);
  await star(someone, ids[0] ?? 0).click();
  await expect(page.locator('.toast')).toBeVisible();
  await page.mouse.move(0, 0);
  for (let y = 0; y <= 480; y += 40) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    await nextFrames(page);
    await expect.poll(() => coveredBy(page), { message: `at ${y}`, timeout: 4000 }).toEqual([]);
  }
});

/** Stars, buttons, fields and links under the toast, even in part. A link that is a photo does not count. */
const coveredBy = (page: Page) =>
  page.locator('.toast').evaluate((toast) => {
    const controls = document.querySelectorAll(
      '.star, a[href]:not(.shot), button, input, select, textarea, summary',
    );
    const box = toast.getBoundingClientRect();
    return [...controls].flatMap((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      const isUnder = right > box.left && left < box.right && bottom > box.top && top < box.bottom;
      const isOther = width > 1 && !toast.contains(control);
      return isOther && isUnder ? [control.outerHTML.slice(0, 90)] : [];
    });
  });

test('nobody’s name is cut off, and no picture of a person is beside it', async ({
  openBrowser,
  party,
  t,
}) => {
  for (const name of ['Maximiliane Vandenbroucke', 'Ng Zhe', 'Bartholomäus Wolkenstein']) {
    const person = await join(party, { name });
    await addPhoto(person, 1);
  }
  const page = await openBrowser({
    as: (await join(party)).client,
    viewport: PHONE,
    language: 'en',
  });
  await open({ page, t, scripts: true }, '/feed');
  await expect(page.locator('.sheet .avatar')).toHaveCount(0);
  const cut = await page
    .locator('.sheet .foot a:not(.star)')
    .evaluateAll(
      (names) =>
        names.filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
        ).length,
    );
  expect(cut).toBe(0);
});

test('a mission on a narrow print has a row above the star, and two lines at most', async ({
  openBrowser,
  party,
  t,
}) => {
  await addMissions(party, 'Un toast, au moment du tchin-tchin, ici');
  const zoe = await join(party);
  const { missionId, text } = await openCard(zoe);
  const create = { width: 180, height: 240, channels: 3, background: '#c08040' } as const;
  const file = await sharp({ create }).jpeg().toBuffer();
  const photo = expectStatus(await sendPhoto(zoe, 1, file, {}, 'Cheers', missionId), 201).json;
  await fill(party, [4 / 3]);
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    viewport: PHONE,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, NEWEST);

  const mission = link(someone, text);
  const tag = await mission.boundingBox();
  const button = await star(someone, photo.id).boundingBox();
  const words = await mission.evaluate((element) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const inner = element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
    return { lines: Math.round(inner / parseFloat(lineHeight)), width: element.clientWidth };
  });
  expect(words.lines).toBeLessThanOrEqual(2);
  expect(words.width).toBeGreaterThan(90);
  expect(button?.y).toBeGreaterThanOrEqual((tag?.y ?? NaN) + (tag?.height ?? NaN));
});
