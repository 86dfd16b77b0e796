import type { CDPSession, Page } from 'playwright/test';
import { join, type Party } from '../api/party';
import { phoneJpeg } from '../images';
import { test } from './bad-network';
import { expect } from './fixtures';
import { cachedAddresses, traces, untilCached } from './service-worker';
import { choosePhoto, open, type Someone } from './steps';

// The service worker while the network is bad or gone (rules `offline.pages`, `offline.limits`).

const ADD = '/photos/add';

/** A new guest's browser, with a worker. */
async function seatGuest(party: Party) {
  return { as: (await join(party)).client, language: 'en', hasWorker: true } as const;
}

test('a screen that takes longer than 6 seconds is shown from the cache, and updated later', async ({
  openBrowser,
  party,
  network,
  t,
}) => {
  const page = await openBrowser(await seatGuest(party));
  await open({ page, t, scripts: true }, `${network.origin}/top`);
  await untilCached(page, '/top');
  // This request is never answered.
  network.cuts = ({ path }) => (path === '/top' ? 'held' : null);
  await page.reload({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: t('event:title.top') })).toBeVisible();
  expect(network.broken).toContainEqual({ method: 'GET', path: '/top', cut: 'held' });
});

test('80 answers are cached, and the oldest are deleted', async ({ openBrowser, party, t }) => {
  const ann = await join(party);
  const page = await openBrowser({ as: ann.client, language: 'en', hasWorker: true });
  await open({ page, t, scripts: true }, '/top');
  await untilCached(page, '/top');
  const paths = Array.from({ length: 85 }, (_, index) => `/feed.data?n=${index}`);
  await page.evaluate(async (all) => {
    for (const path of all) await (await fetch(path)).text();
  }, paths);
  const answers = async () => {
    const kept = await cachedAddresses(page, 'data');
    return kept.filter((path) => path !== '/snapodium-written');
  };
  await expect.poll(answers).toContain(paths.at(-1));
  await expect.poll(async () => (await answers()).length).toBe(80);
  expect(await answers()).not.toContain(paths[0]);
});

test('logging out by a plain form leaves nothing on the device, too', async ({
  openBrowser,
  party,
  network,
  t,
}) => {
  const page = await openBrowser(await seatGuest(party));
  await open({ page, t, scripts: true }, `${network.origin}/top`);
  await untilCached(page, '/top');
  // None of the three answers that a page itself stores is still being loaded.
  const answers = async () =>
    (await traces(page)).entries.filter((key) => key.startsWith('snapodium_cache'));
  await expect.poll(answers).toHaveLength(3);
  // Sent the way a browser does whose scripts have not loaded.
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('form[action="/logout"]');
    if (form) HTMLFormElement.prototype.submit.call(form);
  });
  await expect(page).toHaveURL(/\/auth$/);
  await expect.poll(() => traces(page)).toEqual({ caches: [], entries: [], addresses: [] });
});

test('the worker sends what is pending without an open page of the event', async ({
  openBrowser,
  party,
  network,
  t,
}) => {
  const ann = await join(party);
  const page = await openBrowser({ as: ann.client, language: 'en', hasWorker: true });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `${network.origin}/`);
  await untilCached(page, '/');
  network.cuts = ({ path }) => (path === ADD ? 'before' : null);
  const file = {
    name: 'IMG_0042.jpg',
    mimeType: 'image/jpeg',
    buffer: await phoneJpeg(300, 400, 6),
  };
  await choosePhoto(someone, 2, file);
  await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toBeVisible();
  const stored = async () =>
    (await ann.client.get<{ position: number }[]>(`/api/photos/user/${ann.user.id}`)).json;
  expect(await stored()).toEqual([]);

  // A drawing from this origin, which runs no script.
  await page.goto(`${network.origin}/favicon.svg`);
  const wakeWorker = await workerWaker(page, network.origin);
  network.cuts = () => null;
  await wakeWorker('uploads');
  await expect.poll(stored).toMatchObject([{ position: 2 }]);
  // The next visit has nothing left to send.
  await open(someone, `${network.origin}/`);
  await expect(
    page.getByRole('img', { name: t('event:photo.own_alt', { position: 2 }) }),
  ).toBeVisible();
  await expect(page.getByText(t('event:slot.waiting'), { exact: true })).toHaveCount(0);
  expect(await stored()).toHaveLength(1);
});

/** Wakes the worker as the browser does once there is a connection again. */
async function workerWaker(page: Page, origin: string): Promise<(tag: string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (tag) => {
    await session.send('ServiceWorker.dispatchSyncEvent', {
      origin: `${origin}/`,
      registrationId,
      tag,
      lastChance: false,
    });
  };
}
