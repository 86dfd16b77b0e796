import type { Page, Request } from 'playwright/test';
import {
  addPhoto,
  createParty,
  day,
  ENDED,
  expectStatus,
  join,
  signInAdministrator,
  type Party,
} from '../api/party';
import { Client } from '../setup/client';
import { expect, giveStar, test } from './fixtures';
import { button, link, open, type Someone } from './steps';

/** A page's polls and streams. */
interface Watched {
  /** The kinds that each request asked for, and its answer. */
  asked: string[];
  statuses: number[];
  /** Streams that were opened, and those that have ended. */
  opened: Request[];
  over: Request[];
  /** The number of its polls without an answer. */
  pending: number;
}

function watch(page: Page): Watched {
  const watched: Watched = { asked: [], statuses: [], opened: [], over: [], pending: 0 };
  const isAsked = (request: Request) => new URL(request.url()).pathname.endsWith('/marks');
  page.on('request', (request) => isAsked(request) && (watched.pending += 1));
  page.on('requestfailed', (request) => isAsked(request) && (watched.pending -= 1));
  page.on('requestfinished', (request) => isAsked(request) && (watched.pending -= 1));
  const isStream = (request: Request) => request.url().endsWith('/changes');
  page.on('request', (request) => isStream(request) && watched.opened.push(request));
  page.on('requestfailed', (request) => isStream(request) && watched.over.push(request));
  page.on('requestfinished', (request) => isStream(request) && watched.over.push(request));
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (!url.pathname.endsWith('/marks')) return;
    watched.asked.push(url.searchParams.get('of') ?? '');
    watched.statuses.push(response.status());
  });
  return watched;
}

/** Waits until a page's stream has begun: the page then polls once. */
async function untilNotified({ asked }: Watched): Promise<void> {
  await expect.poll(() => asked.length).toBeGreaterThan(0);
}

/** Makes a page believe that it is hidden, or visible again. */
const turn = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

const setVoting = async ({ event, organizer }: Party, votingEnabled: boolean) =>
  expectStatus(
    await organizer.client.request('PATCH', `/api/events/${event.id}/voting-status`, {
      json: { votingEnabled },
    }),
    200,
  );

test.describe('notified by a stream', () => {
  test('an open ranking shows a star immediately', async ({ openBrowser, party, t }) => {
    const [ann, bea, cem] = [await join(party), await join(party), await join(party)];
    const photo = await addPhoto(ann, 1);
    const page = await openBrowser({ as: bea.client, language: 'en' });
    const watched = watch(page);
    await open({ page, t, scripts: true }, '/top');
    await untilNotified(watched);
    await expect(page.getByRole('heading', { name: t('event:top.empty') })).toBeVisible();
    const asked = watched.asked.length;
    await giveStar(cem, photo.id);
    await expect(page.locator('.podium-sky')).toContainText(ann.user.name.split(' ')[0] ?? '');
    // It polled for the ranking only.
    expect(watched.asked[asked]).toBe('ranking');
  });

  test('new photos are announced once, move nothing, and appear at a press', async ({
    openBrowser,
    party,
    t,
  }) => {
    const [ann, bea, cem, dan] = [
      await join(party),
      await join(party),
      await join(party),
      await join(party),
    ];
    for (const guest of [ann, bea, cem]) {
      for (const slot of [1, 2, 3]) await addPhoto(guest, slot);
    }
    const page = await openBrowser({ as: ann.client, language: 'en' });
    const watched = watch(page);
    await open({ page, t, scripts: true }, '/feed');
    await untilNotified(watched);
    const prints = page.locator('.sheet > li');
    const fifth = prints.nth(4);
    await fifth.getByRole('link').first().focus();
    await fifth.scrollIntoViewIfNeeded();
    const place = () => fifth.evaluate((element) => element.getBoundingClientRect().top);
    const before = { top: await place(), scroll: await page.evaluate(() => window.scrollY) };
    const focused = () => page.evaluate(() => document.activeElement?.outerHTML);
    const focus = await focused();
    // What a screen reader would announce.
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const status = document.querySelector('main > [role=status]') as HTMLElement;
      new MutationObserver(() => said.push(status.innerText.trim())).observe(status, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await expect(page.locator('main > [role=status]')).toHaveCount(1);

    await addPhoto(dan, 1);
    const one = page.getByRole('button', { name: t('event:feed.news', { count: 1, number: '1' }) });
    await expect(one).toBeVisible();
    // A star does not change the feed.
    const asked = watched.asked.length;
    await giveStar(dan, Number(((await fifth.getAttribute('id')) ?? '').replace('photo-', '')));
    await addPhoto(dan, 2);
    const two = page.getByRole('button', { name: t('event:feed.news', { count: 2, number: '2' }) });
    await expect(two).toBeVisible();
    expect(watched.asked.slice(asked).join()).not.toContain('ranking');
    expect(await prints.count()).toBe(9);
    expect(await place()).toBe(before.top);
    expect(await page.evaluate(() => window.scrollY)).toBe(before.scroll);
    expect(await focused()).toBe(focus);
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
    expect(said).toEqual([
      await one
        .or(two)
        .innerText()
        .then(() => said[0]),
      said[1],
    ]);
    expect(new Set(said).size).toBe(said.length);

    await two.click();
    await expect(prints).toHaveCount(11);
    await expect(prints.first().getByRole('link').first()).toBeFocused();
  });

  test('the dashboard shows who joins, what is reported and how many photos there are', async ({
    openBrowser,
    party,
    complaints,
    t,
  }) => {
    // A picture that was loading when its photo was deleted.
    complaints.expect(/status of 404.*\/media\//);
    const ann = await join(party);
    const photo = await addPhoto(ann, 1);
    const page = await openBrowser({ as: party.organizer.client, language: 'en' });
    const watched = watch(page);
    await open({ page, t, scripts: true }, '/');
    await untilNotified(watched);
    const bea = await join(party);
    const guests = page.getByRole('definition').filter({
      hasText: t('organizer:progress.places', { count: party.event.maxUsers }),
    });
    await expect(guests).toHaveText(/^2/);
    expectStatus(await bea.client.post(`/api/photos/${photo.id}/flag`), 201);
    const reports = page.getByRole('article', { name: t('flags:title') });
    await expect(reports.locator('.count')).toHaveText('1');
    expectStatus(await ann.client.delete(`/api/photos/${photo.id}`), 200);
    await expect(reports).toHaveCount(0);
  });

  test('no screen shows an outdated state: voting, slots, a new message', async ({
    openBrowser,
    party,
    t,
  }) => {
    const [ann, bea] = [await join(party), await join(party)];
    await addPhoto(bea, 1);
    const feed = await openBrowser({ as: ann.client, language: 'en' });
    const profile = await openBrowser({ as: bea.client, language: 'en' });
    const [atFeed, atProfile] = [watch(feed), watch(profile)];
    await open({ page: feed, t, scripts: true }, '/feed');
    await open({ page: profile, t, scripts: true }, '/?tab=profile');
    await Promise.all([atFeed, atProfile].map(untilNotified));

    await setVoting(party, false);
    await expect(feed.getByText(t('errors:voting_disabled'))).toBeVisible();
    await setVoting(party, true);
    await expect(feed.getByText(t('errors:voting_disabled'))).toHaveCount(0);

    const { client } = party.organizer;
    const json = { maxPhotosPerUser: 5 };
    const path = `/api/events/${party.event.id}/max-photos`;
    expectStatus(await client.request('PATCH', path, { json }), 200);
    await expect(profile.getByLabel(t('event:slot.add_label', { position: 5 }))).toBeAttached();

    const message = { toUserId: bea.user.id, message: 'Hello' };
    expectStatus(await client.post('/api/messages', message), 201);
    const unread = t('common:nav.messages_unread', { count: 1 });
    await expect(profile.getByRole('link', { name: unread }).first()).toBeVisible();
  });

  test('a removed user is redirected out of the event', async ({
    openBrowser,
    party,
    complaints,
    t,
  }) => {
    complaints.expect(/status of 401/);
    const ann = await join(party);
    const page = await openBrowser({ as: ann.client, language: 'en' });
    const watched = watch(page);
    await open({ page, t, scripts: true }, '/feed');
    await untilNotified(watched);
    expectStatus(await party.organizer.client.delete(`/api/users/${ann.user.id}`), 200);
    await expect(page).toHaveURL(/\/auth$/);
  });

  test('the stream is closed while the page is hidden, and on a screen outside the event', async ({
    openBrowser,
    party,
    t,
  }) => {
    const [ann, bea] = [await join(party), await join(party)];
    const page = await openBrowser({ as: ann.client, language: 'en' });
    const watched = watch(page);
    await open({ page, t, scripts: true }, '/feed');
    await untilNotified(watched);
    expect([watched.opened.length, watched.over.length]).toEqual([1, 0]);
    await turn(page, true);
    await expect.poll(() => watched.over.length).toBe(1);
    await addPhoto(bea, 1);
    const asked = watched.asked.length;
    await turn(page, false);
    await expect.poll(() => watched.opened.length).toBe(2);
    await expect(page.locator('.sheet > li')).toHaveCount(1);
    expect(watched.asked.length).toBeGreaterThan(asked);
    // Another tab of the page uses the same stream.
    await page
      .getByRole('link', { name: t('common:nav.top') })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: t('event:top.empty') })).toBeVisible();
    expect([watched.opened.length, watched.over.length]).toEqual([2, 1]);
  });
});

test('a form that is being sent redirects where it should, whatever is announced meanwhile', async ({
  openBrowser,
  party,
  t,
}) => {
  const ann = await join(party);
  await addPhoto(ann, 1);
  const page = await openBrowser({ as: ann.client, language: 'en' });
  const watched = watch(page);
  const someone = { page, t, scripts: true };
  await open(someone, '/');
  await untilNotified(watched);
  await link(someone, t('event:slot.delete', { position: 1 })).click();
  // The photo is deleted and announced, and then its answer arrives.
  let isTold = () => {};
  const told = new Promise<void>((resolve) => (isTold = resolve));
  await page.route(/\/photos\/\d+\/delete/, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    const answer = await route.fetch({ maxRedirects: 0 });
    await told;
    await route.fulfill({ response: answer });
  });
  const asked = page.waitForResponse(/\/marks\?/);
  await button(someone, t('dialogs:delete.confirm')).click();
  await asked;
  isTold();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByLabel(t('event:slot.add_label', { position: 1 }))).toBeAttached();
});

/** Raises an event at the moment in which the feed begins to reload, before the page has drawn that it is loading. */
const interrupt = (page: Page, at: { type: string; selector: string }) =>
  page.evaluate(({ type, selector }) => {
    const ask = window.fetch;
    window.fetch = (...request) => {
      if (String(request[0]).includes('/feed.data')) {
        window.fetch = ask;
        const event = new MouseEvent(type, { bubbles: true, cancelable: true });
        document.querySelector(selector)?.dispatchEvent(event);
      }
      return ask(...request);
    };
  }, at);

test('a dialog that closes just as a change is loading does not swallow the change', async ({
  openBrowser,
  party,
  t,
}) => {
  const [ann, bea] = [await join(party), await join(party)];
  await addPhoto(bea, 1);
  const page = await openBrowser({ as: ann.client, language: 'en' });
  const watched = watch(page);
  await open({ page, t, scripts: true }, '/feed');
  await page.locator('.print a.shot').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await untilNotified(watched);
  await interrupt(page, { type: 'cancel', selector: 'dialog' });
  await setVoting(party, false);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(t('errors:voting_disabled'))).toBeVisible();
});

test('a tab that is opened just as a change is loading does not swallow the change', async ({
  openBrowser,
  party,
  t,
}) => {
  const ann = await join(party);
  const page = await openBrowser({ as: ann.client, language: 'en' });
  const watched = watch(page);
  await open({ page, t, scripts: true }, '/feed');
  await untilNotified(watched);
  await interrupt(page, { type: 'click', selector: 'nav a[href^="/top"]' });
  const message = { toUserId: ann.user.id, message: 'Hello' };
  expectStatus(await party.organizer.client.post('/api/messages', message), 201);
  await expect(page).toHaveURL(/\/top$/);
  const unread = t('common:nav.messages_unread', { count: 1 });
  await expect(page.getByRole('link', { name: unread }).first()).toBeVisible();
});

test.describe('with streams blocked', () => {
  /** A page whose clock is stopped, and whose streams are blocked. */
  async function openBlocked(someone: Someone, path: string): Promise<Watched> {
    const { page } = someone;
    await page.route('**/changes', (route) => route.abort());
    const watched = watch(page);
    await page.clock.install();
    await open(someone, path);
    // From then on it counts.
    await expect.poll(() => watched.opened.length).toBeGreaterThan(0);
    await page.clock.pauseAt(Date.now() + 3000);
    await settle(page, watched);
    return watched;
  }

  /** Waits until the current polls are answered. */
  async function settle(page: Page, watched: Watched): Promise<void> {
    await page.evaluate(() => fetch('/healthz').then(() => undefined));
    await expect.poll(() => watched.pending).toBe(0);
  }

  /** Lets time pass step by step while the user is active. */
  async function pass(page: Page, watched: Watched, seconds: number): Promise<string[]> {
    const { asked } = watched;
    const before = asked.length;
    for (let passed = 0; passed < seconds; passed += 5) {
      await page.evaluate(() => window.dispatchEvent(new Event('pointerdown')));
      await page.clock.runFor(5000);
      await settle(page, watched);
    }
    return asked.slice(before);
  }

  const count = (asked: string[], kind: string) =>
    asked.filter((kinds) => kinds.split(',').includes(kind)).length;

  test.beforeEach(({ complaints }) => complaints.expect(/ERR_FAILED/));

  test('the ranking is polled every ten seconds, and the event every thirty', async ({
    openBrowser,
    party,
    t,
  }) => {
    const [ann, bea] = [await join(party), await join(party)];
    const photo = await addPhoto(ann, 1);
    const page = await openBrowser({ as: bea.client, language: 'en' });
    const watched = await openBlocked({ page, t, scripts: true }, '/top');
    const asked = await pass(page, watched, 60);
    expect(count(asked, 'ranking')).toBe(6);
    expect(count(asked, 'event')).toBe(2);
    expect(count(asked, 'messages')).toBe(1);
    // One request for everything that is due at the same time; all but the first cost nothing.
    expect(asked).toHaveLength(6);
    expect(watched.statuses.filter((status) => status === 304).length).toBeGreaterThanOrEqual(3);

    await giveStar(bea, photo.id);
    await pass(page, watched, 10);
    await expect(page.locator('.podium-sky')).toContainText(ann.user.name.split(' ')[0] ?? '');
  });

  test('the feed is polled every 60 s, own stars every 30 s, people every 5 min, reports every 60 s', async ({
    openBrowser,
    party,
    t,
  }) => {
    const ann = await join(party);
    const feed = await openBrowser({ as: ann.client, language: 'en' });
    const atFeed = await openBlocked({ page: feed, t, scripts: true }, '/feed');
    const asked = await pass(feed, atFeed, 300);
    expect(['photos', 'messages', 'event', 'user'].map((kind) => count(asked, kind))).toEqual([
      5, 5, 1, 1,
    ]);
    const profile = await openBrowser({ as: ann.client, language: 'en' });
    const atProfile = await openBlocked({ page: profile, t, scripts: true }, '/?tab=profile');
    expect(count(await pass(profile, atProfile, 60), 'favorites')).toBe(2);
    const desk = await openBrowser({ as: party.organizer.client, language: 'en' });
    const atDesk = await openBlocked({ page: desk, t, scripts: true }, '/');
    const there = await pass(desk, atDesk, 300);
    expect(['people', 'reports', 'photos'].map((kind) => count(there, kind))).toEqual([1, 5, 5]);
  });

  test('a star that moves, and a photo that replaces another, are noticed', async ({
    openBrowser,
    party,
    t,
  }) => {
    const [ann, bea] = [await join(party), await join(party)];
    const first = await addPhoto(ann, 1);
    const page = await openBrowser({ as: bea.client, language: 'en' });
    await giveStar(bea, first.id);
    const watched = await openBlocked({ page, t, scripts: true }, '/?tab=profile');
    await expect(page.locator(`#favorite-${first.id}`)).toBeVisible();
    const second = await addPhoto(ann, 2);
    expectStatus(await bea.client.delete(`/api/favorites/${first.id}`), 200);
    await giveStar(bea, second.id);
    await pass(page, watched, 30);
    await expect(page.locator(`#favorite-${second.id}`)).toBeVisible();
    await expect(page.locator(`#favorite-${first.id}`)).toHaveCount(0);
  });

  test('a user who returns to a tab immediately sees what has changed', async ({
    openBrowser,
    party,
    t,
  }) => {
    const [ann, bea] = [await join(party), await join(party)];
    const page = await openBrowser({ as: ann.client, language: 'en' });
    const watched = await openBlocked({ page, t, scripts: true }, '/feed');
    await turn(page, true);
    // Half of the time after which it is stale: it has been open for a while.
    await page.clock.runFor(15_000);
    await turn(page, false);
    await settle(page, watched);
    expect(watched.asked).toEqual([]);
    await turn(page, true);
    await page.clock.runFor(20_000);
    await addPhoto(bea, 1);
    await turn(page, false);
    await expect.poll(() => watched.asked.length).toBe(1);
    await page.clock.resume();
    await expect(page.locator('.sheet > li')).toHaveCount(1);
    expect(watched.asked).toEqual(['event,photos,messages,fallen']);
  });

  test('for an idle user the interval grows to five minutes, until the first touch', async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
    const watched = await openBlocked({ page, t, scripts: true }, '/top');
    for (let half = 0; half < 20; half++) {
      await page.clock.runFor(30_000);
      await settle(page, watched);
    }
    const before = watched.asked.length;
    await page.clock.runFor(4 * 60_000);
    await settle(page, watched);
    expect(count(watched.asked.slice(before), 'ranking')).toBeLessThanOrEqual(1);
    await page.keyboard.press('Shift');
    await page.clock.runFor(1000);
    await expect.poll(() => count(watched.asked.slice(before), 'ranking')).toBeGreaterThan(0);
  });
});

test('an ended event opens again by itself once it is extended', async ({
  openBrowser,
  origin,
  t,
}) => {
  const party = await createParty(origin, ENDED);
  const { event } = party;
  const guest = await join(party, {}, new Client(origin).wasHere(1));
  const page = await openBrowser({ as: guest.client, language: 'en' });
  const watched = watch(page);
  await page.clock.install();
  await open({ page, t, scripts: true }, '/');
  const over = page.getByRole('heading', { name: t('morning:take') });
  await expect(over).toBeVisible();
  await untilNotified(watched);
  const administrator = await signInAdministrator(origin);
  const json = { endDate: day(5) };
  const path = `/api/events/${event.id}/dates`;
  expectStatus(await administrator.request('PATCH', path, { json }), 200);
  await page.clock.runFor(5 * 60_000);
  await expect(page.getByRole('heading', { name: t('event:profile.my_photos') })).toBeVisible();
  await expect(over).toHaveCount(0);
});

test('if a stream breaks or a proxy holds it back, the page polls', async ({
  openBrowser,
  party,
  complaints,
  t,
}) => {
  complaints.expect(/ERR_/);
  const ann = await join(party);
  for (const how of ['breaks', 'held back']) {
    const page = await openBrowser({ as: ann.client, language: 'en' });
    const someone = { page, t, scripts: true };
    await page.route('**/changes', async (route) => {
      // Held back: it never gets an answer.
      if (how === 'breaks') {
        const body = 'event: ready\ndata:\n\n';
        await route.fulfill({ contentType: 'text/event-stream', body });
      }
    });
    const watched = watch(page);
    await page.clock.install();
    await open(someone, '/top');
    await page.clock.pauseAt(Date.now() + 3000);
    for (let step = 0; step < 12; step++) {
      await page.evaluate(() => window.dispatchEvent(new Event('pointerdown')));
      await page.clock.runFor(5000);
      await page.evaluate(() => fetch('/healthz').then(() => undefined));
      // The current polls are answered before time goes on.
      await expect.poll(() => watched.pending).toBe(0);
    }
    expect(watched.asked.filter((kinds) => kinds.includes('ranking')).length).toBeGreaterThan(4);
    // It is tried again after a pause.
    expect(watched.opened.length).toBeGreaterThan(1);
    expect(watched.opened.length).toBeLessThan(how === 'breaks' ? 20 : 6);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
});
