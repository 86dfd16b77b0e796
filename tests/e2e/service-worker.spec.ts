import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import {
  addPhoto,
  expectStatus,
  join,
  joinAtTable,
  nameTables,
  signInAdministrator,
  smallJpeg,
  visit,
  type Party,
} from '../api/party';
import { expect, giveStar, test } from './fixtures';
import {
  cutWorkerFrom,
  cachedAddresses,
  refusedByWorker,
  traces,
  untilCached,
} from './service-worker';
import {
  button,
  expectChosen,
  goOffline,
  goOnline,
  goTo,
  link,
  logOut,
  open,
  type Someone,
} from './steps';

test.beforeEach(({ complaints }) =>
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (401|503)/),
);

const size = (image: HTMLImageElement) => image.naturalWidth;

test('a visited screen is shown without the network, with its photos', async ({
  openBrowser,
  party,
  t,
}) => {
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    hasWorker: true,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await untilCached(page, '/feed');
  await goTo(someone, 'top');
  await expect.poll(() => cachedAddresses(page, 'pages')).toContain('/top');

  await goOffline(page);
  await page.reload();
  await expect(page.getByText(t('common:offline.banner'))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('event:title.top') })).toBeVisible();
  await goTo(someone, 'feed');
  await expect.poll(() => page.locator(`#photo-${photo.id} img`).evaluate(size)).toBeGreaterThan(0);
  // A document that no link leads to.
  await page.goto('/feed');
  await expect.poll(() => page.locator(`#photo-${photo.id} img`).evaluate(size)).toBeGreaterThan(0);
});

test('the tables are shown again after a reload without the network', async ({
  openBrowser,
  party,
  t,
}) => {
  await nameTables(party, ['Roses', 'Mint']);
  const { client } = await joinAtTable(party, 1);
  const page = await openBrowser({ as: client, language: 'en', hasWorker: true });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/top');
  await untilCached(page, '/top');
  // The link loads only the data; the worker requests the document.
  await link(someone, t('tables:lights.link')).click();
  await expect.poll(() => cachedAddresses(page, 'pages')).toContain('/tables');
  await goOffline(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Roses');
});

test('a URL with a dialog over a screen leads to the dialog’s page, and to no other site', async ({
  openBrowser,
  origin,
  party,
  t,
}) => {
  const photo = await addPhoto(await join(party), 1);
  const as = (await join(party)).client;
  const page = await openBrowser({ as, language: 'en', hasWorker: true });
  await open({ page, t, scripts: true }, '/feed');
  await untilCached(page, '/feed');
  await page.goto(`/feed?over=/photos/${photo.id}`);
  await expect(page).toHaveURL(`${origin}/photos/${photo.id}`);
  for (const foreign of ['https://evil.example/', '//evil.example/']) {
    await page.goto(`/feed?over=${encodeURIComponent(foreign)}`);
    await expect(page).toHaveURL(`${origin}/`);
  }
});

test('visitors are shown again what they have seen, and answers come from the cache', async ({
  openBrowser,
  party,
  t,
}) => {
  const owner = await join(party);
  const photo = await addPhoto(owner, 1);
  await giveStar(await join(party), photo.id);
  const page = await openBrowser({ as: await visit(party), language: 'en', hasWorker: true });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await untilCached(page, '/feed');
  await goTo(someone, 'top');
  await expect.poll(() => cachedAddresses(page, 'pages')).toContain('/top');
  const { id } = party.event;
  const read = (path: string) =>
    page.evaluate(async (to) => {
      const answer = await fetch(to);
      return [answer.status, await answer.text()];
    }, path);
  const photosOf = [`/api/photos/event/${id}`, `/api/photos/user/${owner.user.id}`];
  const answers = await Promise.all(photosOf.map(read));
  expect(answers.map(([status]) => status)).toEqual([200, 200]);
  // The screens themselves request the user, the event and its photos.
  const own = ['/api/user', `/api/events/${id}`, `/api/photos/event/${id}`];
  const entries = async () => (await traces(page)).entries.join();
  for (const path of own) await expect.poll(entries).toContain(path);

  await goOffline(page);
  await page.reload();
  const shown = () => page.locator(`img[src*="${photo.imageUrl.slice(0, -'.webp'.length)}"]`);
  await expect(page.getByRole('heading', { name: t('event:title.top') })).toBeVisible();
  await expect.poll(() => shown().first().evaluate(size)).toBeGreaterThan(0);
  await page.goto('/feed');
  await expect.poll(() => page.locator(`#photo-${photo.id} img`).evaluate(size)).toBeGreaterThan(0);
  expect(await Promise.all(photosOf.map(read))).toEqual(answers);
});

test('a page that was never visited shows the offline page, in the reader’s language', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    hasWorker: true,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await untilCached(page, '/feed');
  await open(someone, '/');
  await expect.poll(() => cachedAddresses(page, 'pages')).toContain('/');

  await goOffline(page);
  await page.goto('/messages');
  await expect(page.getByRole('heading', { name: t('offline:status.offline') })).toBeVisible();
  await expect(
    page.getByText(t('offline:kept.pages', { count: 2, number: 2 }), { exact: true }),
  ).toBeVisible();
  await button(someone, t('offline:reconnect')).click();
  await expect(page.getByRole('heading', { name: t('offline:status.offline') })).toBeVisible();
  await link(someone, t('offline:home')).click();
  await expect(page.getByRole('heading', { name: t('event:title.profile') })).toBeVisible();

  await page.goto('/messages');
  await goOnline(page);
  await expect(page.getByRole('heading', { name: t('offline:status.online') })).toBeVisible();
  await button(someone, t('offline:reconnect')).click();
  await expect(page.getByRole('heading', { name: t('common:nav.messages') })).toBeVisible();
});

test('another language has its own offline page', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    hasWorker: true,
  });
  await open({ page, t, scripts: true }, '/feed');
  await untilCached(page, '/feed');
  await page.goto('/feed?lang=de');
  const language = () =>
    page.evaluate(async () => (await caches.match('/offline'))?.headers.get('Content-Language'));
  await expect.poll(language).toBe('de');
  await goOffline(page);
  await page.goto('/messages');
  await expect(page.getByRole('heading', { name: 'Du bist offline' })).toBeVisible();
});

test('offline, photos and stars are answered from the cache, and changes are refused', async ({
  openBrowser,
  party,
  t,
}) => {
  const photo = await addPhoto(await join(party), 1);
  const guest = await join(party);
  await giveStar(guest, photo.id);
  const page = await openBrowser({ as: guest.client, language: 'en', hasWorker: true });
  await open({ page, t, scripts: true }, '/feed');
  await untilCached(page, '/feed');
  const call = (path: string, init?: RequestInit) =>
    page.evaluate(
      async ([to, how]) => {
        const answer = await fetch(to, how);
        return { status: answer.status, json: (await answer.json()) as unknown };
      },
      [path, init] as const,
    );
  const photos = await call(`/api/photos/event/${party.event.id}`);
  const favorites = await call('/api/favorites');
  expect([photos.status, favorites.status]).toEqual([200, 200]);
  expect(favorites.json).toMatchObject([{ id: photo.id }]);

  await goOffline(page);
  expect(await call(`/api/photos/event/${party.event.id}`)).toEqual(photos);
  expect(await call('/api/favorites')).toEqual(favorites);
  await expect(call('/api/user')).rejects.toThrow('Failed to fetch');
  const refusal = {
    status: 503,
    json: { message: 'Cannot perform this action while offline', offline: true },
  };
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    expect(await call(`/api/favorites/${photo.id}`, { method })).toEqual(refusal);
  }
  const form = { method: 'POST', body: 'image=1', headers: { 'Content-Type': 'image/webp' } };
  expect(await call('/api/photos', form)).toEqual(refusal);
});

test('a star that was given is not taken back by an older cached answer', async ({
  openBrowser,
  party,
  t,
}) => {
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    hasWorker: true,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await untilCached(page, '/feed');
  await expect.poll(() => cachedAddresses(page, 'data')).toContain('/feed.data');
  const star = page.locator(`#photo-${photo.id} button[aria-pressed]`);
  await cutWorkerFrom(page, '/feed.data');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => refusedByWorker(page)).toBeGreaterThan(0);
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  // A link shows the cached copy rather than nothing.
  await goTo(someone, 'top');
  await goTo(someone, 'feed');
  await expect(page.locator(`#photo-${photo.id}`)).toBeVisible();
});

test.describe('what is stored about a person', () => {
  /** A user who has looked around, so that the phone has cached something. */
  async function lookAround(someone: Someone): Promise<void> {
    const { page } = someone;
    await open(someone, '/feed');
    await untilCached(page, '/feed');
    await expect.poll(() => cachedAddresses(page, 'data')).toContain('/feed.data');
    await expect.poll(() => cachedAddresses(page, 'media')).not.toEqual([]);
    await page.evaluate(() => {
      localStorage.setItem('snapodium_cache_/api/user', '{}');
      localStorage.setItem('snapodium_expiry_/api/user', String(Date.now() + 60_000));
    });
  }

  const nothing = { caches: [], entries: [], addresses: [] };

  async function partyWithPhoto(party: Party) {
    await addPhoto(await join(party), 1);
    return join(party);
  }

  test('is deleted when they log out', async ({ openBrowser, party, t }) => {
    const guest = await partyWithPhoto(party);
    const page = await openBrowser({ as: guest.client, language: 'en', hasWorker: true });
    const someone: Someone = { page, t, scripts: true };
    await lookAround(someone);
    expect(await traces(page)).not.toEqual(nothing);
    await logOut(someone);
    await expect.poll(() => traces(page)).toEqual(nothing);
    await goOffline(page);
    await page.goto('/feed');
    await expect(page.getByRole('heading', { name: t('offline:status.offline') })).toBeVisible();
    await expect(page.getByText(party.names.event)).toHaveCount(0);
  });

  test('is deleted when the organizer has removed them, with the next answer', async ({
    openBrowser,
    party,
    t,
  }) => {
    const guest = await partyWithPhoto(party);
    const page = await openBrowser({ as: guest.client, language: 'en', hasWorker: true });
    await lookAround({ page, t, scripts: true });
    const removed = await party.organizer.client.request('DELETE', `/api/users/${guest.user.id}`);
    expectStatus(removed, 200);
    await page.evaluate(() => fetch('/api/user').then(({ status }) => status));
    await expect.poll(async () => (await traces(page)).caches).toEqual([]);
    await page.goto('/feed');
    await expect(page).toHaveURL(/\/auth/);
    await expect.poll(() => traces(page)).toEqual(nothing);
  });

  test('is not shown to another person who signs in after them', async ({
    openBrowser,
    party,
    t,
  }) => {
    const first = await partyWithPhoto(party);
    const page = await openBrowser({ as: first.client, language: 'en', hasWorker: true });
    const someone: Someone = { page, t, scripts: true };
    await lookAround(someone);
    const before = await traces(page);
    // The first one's session ends elsewhere; the next answer is the second one's.
    const second = await join(party);
    const [pair = ''] = (second.client.cookies.header() ?? '').split('; ');
    const separator = pair.indexOf('=');
    await page.context().addCookies([
      {
        name: pair.slice(0, separator),
        value: pair.slice(separator + 1),
        url: new URL(page.url()).origin,
      },
    ]);
    await open(someone, '/top');
    await expect.poll(() => cachedAddresses(page, 'pages')).toEqual(['/top']);
    const after = await traces(page);
    expect(after.caches.filter((name) => before.caches.includes(name))).toEqual([]);
    // What is stored by now belongs to the second person.
    expect(after.entries).toContain('snapodium_person');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('snapodium_cache_/api/user')))
      .toContain(`"id":${second.user.id},`);
    expect(await cachedAddresses(page, 'data')).not.toContain('/feed.data');
    await goOffline(page);
    await page.goto('/feed');
    await expect(page.getByRole('heading', { name: t('offline:status.offline') })).toBeVisible();
  });

  test('is deleted with the event', async ({ openBrowser, party, t }) => {
    const guest = await partyWithPhoto(party);
    const page = await openBrowser({ as: guest.client, language: 'en', hasWorker: true });
    await lookAround({ page, t, scripts: true });
    expectStatus(
      await party.organizer.client.request('DELETE', `/api/admin/events/${party.event.id}`),
      200,
    );
    await page.reload();
    await expect(page).toHaveURL(/\/auth/);
    await expect.poll(() => traces(page)).toEqual(nothing);
  });

  test('does not include what was shown once', async ({ openBrowser, party, t }) => {
    const guest = await partyWithPhoto(party);
    const photo = await addPhoto(await join(party), 1);
    const page = await openBrowser({ as: guest.client, language: 'en', hasWorker: true });
    await lookAround({ page, t, scripts: true });
    const added = t('server:event.star.added');
    // A page without scripts does it this way: the notice waits in the session for the next page.
    await page.evaluate(
      (path) =>
        fetch(path, { method: 'POST', body: new URLSearchParams({ on: '1' }), redirect: 'manual' }),
      `/photos/${photo.id}/star`,
    );
    // The worker's prefetch does not take it.
    await page.evaluate(() =>
      fetch('/top', { headers: { 'Snapodium-Ahead': '1' } }).then((answer) => answer.text()),
    );
    await page.goto('/top');
    await expect(page.getByRole('status').filter({ hasText: added })).toBeVisible();
    await expect.poll(() => cachedAddresses(page, 'pages')).toContain('/top');
    await goOffline(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: t('event:title.top') })).toBeVisible();
    expect(await page.content()).not.toContain(added);
  });

  test('does not include the administrator’s pages', async ({ openBrowser, origin, t }) => {
    const administrator = await signInAdministrator(origin);
    const page = await openBrowser({ as: administrator, language: 'en', hasWorker: true });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/feed');
    await untilCached(page, '/feed');
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: t('admin:settings') })).toBeVisible();
    await open(someone, '/top');
    await untilCached(page, '/top');
    expect((await cachedAddresses(page, 'pages')).sort()).toEqual(['/feed', '/top']);
  });
});

test.describe('a new version', () => {
  let proxy: Server;
  let address: string;
  let isNew: boolean;
  let asked: number;
  /** Whether pages arrive late. */
  let isSlow: boolean;
  /** An address whose answer never comes. */
  const SILENT = '/api/user?silent';

  test.beforeEach(async ({ origin, complaints }) => {
    complaints.expect(/foreign request/);
    isNew = false;
    isSlow = false;
    asked = 0;
    proxy = createServer((incoming, outgoing) => {
      if (incoming.url === SILENT) return;
      const isWorker = incoming.url === '/sw.js';
      if (isWorker) asked += 1;
      const headers = { ...incoming.headers };
      if (isWorker) {
        headers['accept-encoding'] = 'identity';
        headers['if-none-match'] = '';
      }
      const forward = request(
        origin + incoming.url,
        { method: incoming.method, headers },
        (answer) => {
          const changes = isWorker && isNew;
          const { 'content-length': length, ...others } = answer.headers;
          outgoing.writeHead(
            answer.statusCode ?? 500,
            changes ? others : { ...others, ...(length && { 'content-length': length }) },
          );
          answer.pipe(outgoing, { end: false });
          answer.once('end', () => outgoing.end(changes ? '\n// newer' : undefined));
        },
      );
      // A page that is given up, or the end of a test, ends pending requests.
      forward.on('error', () => outgoing.destroy());
      outgoing.on('close', () => forward.destroy());
      const isPage = incoming.headers['sec-fetch-mode'] === 'navigate';
      setTimeout(() => incoming.pipe(forward), isSlow && isPage ? 8000 : 0);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  test.afterEach(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  test('is looked for every hour, offered, and started at a press, with one reload', async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    // The server stops before the page is closed.
    complaints.expect(/ERR_CONNECTION_REFUSED.*\/changes/);
    const page = await openBrowser({
      as: (await join(party)).client,
      language: 'en',
      hasWorker: true,
    });
    const someone: Someone = { page, t, scripts: true };
    await page.clock.install();
    await open(someone, `${address}/feed`);
    await untilCached(page, '/feed');
    const before = asked;
    await page.clock.runFor(59 * 60_000);
    expect(asked).toBe(before);

    isNew = true;
    await page.clock.runFor(60_000);
    const offered = page.getByRole('region', { name: t('offline:update.title') });
    await expect(offered).toBeVisible();
    expect(asked).toBeGreaterThan(before);
    let loads = 0;
    page.on('load', () => (loads += 1));
    // The new version waits, even if it is declined now.
    await button(someone, t('offline:update.later')).click();
    await expect(offered).toHaveCount(0);
    const isWaiting = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.waiting != null;
      });
    expect([await isWaiting(), loads]).toEqual([true, 0]);

    await page.reload();
    await expect.poll(() => loads).toBe(1);
    await expect(offered).toBeVisible({ timeout: 20_000 });
    await button(someone, t('offline:update.reload')).click();
    // The new worker starts first, which takes long on a busy machine.
    await expect.poll(() => loads, { timeout: 20_000 }).toBe(2);
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(false);
    await page.waitForLoadState('networkidle');
    await expect(offered).toHaveCount(0);
    expect(loads).toBe(2);
  });

  test('is not held up by a request that hangs', async ({ openBrowser, party, t, complaints }) => {
    complaints.expect(/ERR_CONNECTION_REFUSED.*\/changes/);
    const page = await openBrowser({
      as: (await join(party)).client,
      language: 'en',
      hasWorker: true,
    });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, `${address}/feed`);
    await untilCached(page, '/feed');
    isNew = true;
    await page.evaluate(async (silent) => {
      void fetch(silent).catch(() => undefined);
      await (await navigator.serviceWorker.getRegistration())?.update();
    }, SILENT);
    const reloaded = page.waitForEvent('load', { timeout: 30_000 });
    await button(someone, t('offline:update.reload')).click();
    await reloaded;
  });

  test('reloads once, even if the page takes long', async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/ERR_CONNECTION_REFUSED.*\/changes/);
    const page = await openBrowser({
      as: (await join(party)).client,
      language: 'en',
      hasWorker: true,
    });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, `${address}/feed`);
    await untilCached(page, '/feed');
    isNew = true;
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    isSlow = true;
    let reloads = 0;
    page.on('request', (one) => (reloads += one.isNavigationRequest() ? 1 : 0));
    const reloaded = page.waitForEvent('load', { timeout: 30_000 });
    await button(someone, t('offline:update.reload')).click();
    await reloaded;
    expect(reloads).toBe(1);
  });
});

/** Posts files as a phone's gallery does that shares them: a navigation. */
async function share(page: Page, names: string[]): Promise<void> {
  const content = [...(await smallJpeg())];
  await page.evaluate(
    ([bytes, all]) => {
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'post',
        action: '/photos/shared',
        enctype: 'multipart/form-data',
      });
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'image', multiple: true });
      const files = new DataTransfer();
      for (const name of all) {
        files.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
      }
      input.files = files.files;
      form.append(input);
      document.body.append(form);
      HTMLFormElement.prototype.submit.call(form);
    },
    [content, names] as const,
  );
  await expect(page).toHaveURL(/\/photos\/new\?shared=1$/);
}

test('what the gallery shares waits in the dialog that adds photos', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party);
  const page = await openBrowser({ as: me.client, language: 'en', hasWorker: true });
  await open({ page, t, scripts: true }, '/feed');
  await untilCached(page, '/feed');
  await share(page, ['one.jpg', 'two.jpg']);
  await expectChosen({ page, t }, [
    [1, 'one.jpg'],
    [2, 'two.jpg'],
  ]);
  await page.getByRole('button', { name: t('event:add.send', { count: 2 }) }).click();
  await expect(page.getByRole('heading', { name: t('event:add.done', { count: 2 }) })).toBeVisible({
    timeout: 30_000,
  });
  // The shared photo is taken once.
  await page.goto('/photos/new?shared=1');
  await expect(page.getByText(t('event:add.choose', { count: 1 }))).toBeVisible();
  await expect(page.locator('.stack')).toHaveCount(0);
  // If no slot is free, the photo is named.
  await addPhoto(me, 3);
  await share(page, ['three.jpg']);
  await expect(page.getByRole('heading', { name: t('event:add.full') })).toBeVisible();
  const leftOut = t('event:add.left_out', { count: 1, names: 'three.jpg' });
  await expect(page.getByText(leftOut)).toBeVisible();
});

test('later shares wait beside earlier ones, and none is lost silently', async ({
  openBrowser,
  party,
  t,
}) => {
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    hasWorker: true,
  });
  await open({ page, t, scripts: true }, '/feed');
  await untilCached(page, '/feed');
  const someone: Someone = { page, t, scripts: true };
  const named = (names: string[]) =>
    page.getByText(t('event:add.left_out', { count: names.length, names: names.join(', ') }));

  // Before the dialog can be opened.
  await goOffline(page);
  await share(page, ['a.jpg']);
  await expect(page.getByRole('heading', { name: t('offline:status.offline') })).toBeVisible();
  await goOnline(page);
  await share(page, ['b.jpg']);
  await expectChosen(someone, [
    [1, 'a.jpg'],
    [2, 'b.jpg'],
  ]);

  // From the open dialog, with more files than there are slots, and than the device stores.
  await share(
    page,
    Array.from('cdefghijklm', (letter) => `${letter}.jpg`),
  );
  await expect(page.locator('.photo-sheet ol > li')).toHaveCount(10);
  await expect(named(['k.jpg', 'l.jpg', 'm.jpg'])).toBeVisible();
  const send = button(someone, t('event:add.send', { count: 10 }));
  await expect(send).toBeDisabled();
  for (let over = 7; over > 0; over -= 1) {
    await expect(page.getByText(t('event:add.over', { count: over, free: 3 }))).toBeVisible();
    await button(someone, t('event:add.remove', { position: 1 })).click();
  }
  await expectChosen(someone, [
    [1, 'h.jpg'],
    [2, 'i.jpg'],
    [3, 'j.jpg'],
  ]);
  await expect(button(someone, t('event:add.send', { count: 3 }))).toBeEnabled();

  // What was dismissed does not come back.
  await page.getByRole('link', { name: t('common:close') }).click();
  await expect(page.locator('.stack')).toHaveCount(0);
  await page.goto('/photos/new?shared=1');
  await expect(page.getByText(t('event:add.choose', { count: 3 }))).toBeVisible();
  await expect(page.locator('.stack')).toHaveCount(0);
});
