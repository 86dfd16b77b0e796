import type { Page, Worker } from 'playwright/test';
import { addPhoto, join } from '../api/party';
import { makeSubscription } from '../setup/push-server';
import { expect, test } from './fixtures';
import { button, open, seeNotice, type Someone } from './steps';

// Notifications (rules `push.…`) in a browser. A headless browser has no push service, so `PushManager` is replaced by
// one that gives a subscription; the browser's handling of an arriving message is real.

/** Gives the page a browser whose user allows notifications. */
async function withPush(page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  const { subscription } = makeSubscription('https://push.example/device');
  const endpoint = `${subscription.endpoint}-${Math.random()}`;
  await page.addInitScript(
    (json) => {
      // A headless browser reports “denied” here whatever was granted.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      const KEY = 'test_subscription';
      const made = {
        toJSON: () => json,
        options: { applicationServerKey: null },
        unsubscribe: () => {
          localStorage.removeItem(KEY);
          return Promise.resolve(true);
        },
      };
      const has = () => localStorage.getItem(KEY) !== null;
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(has() ? made : null),
        subscribe: ({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) => {
          const key = applicationServerKey as Uint8Array;
          if (!userVisibleOnly || key.length !== 65) throw new TypeError('not as it should be');
          localStorage.setItem(KEY, '1');
          return Promise.resolve(made);
        },
      });
    },
    { ...subscription, endpoint },
  );
}

test('after the first photo a card asks once, and the switches change it', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, language: 'en', hasWorker: true });
  await withPush(page);
  const someone: Someone = { page, t, scripts: true };
  const yes = button(someone, t('push:ask.yes'));
  await open(someone, '/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(yes).toHaveCount(0);
  await addPhoto(guest, 1);
  await page.reload();
  await yes.click();
  await seeNotice(someone, t('push:ask.on'));
  await page.reload();
  await open(someone, '/settings');
  await expect(yes).toHaveCount(0);

  const topics = ['flash', 'voting-closes', 'reveal', 'morning'] as const;
  const switchOf = (topic: (typeof topics)[number]) =>
    page.getByRole('switch', { name: t(`push:topics.${topic}`) });
  for (const topic of topics) await expect(switchOf(topic)).toHaveAttribute('aria-checked', 'true');
  await switchOf('reveal').click();
  await expect(switchOf('reveal')).toHaveAttribute('aria-checked', 'false');
  await expect(switchOf('reveal')).toBeEnabled();
  await page.reload();
  await expect(switchOf('reveal')).toHaveAttribute('aria-checked', 'false');
  await expect(switchOf('morning')).toHaveAttribute('aria-checked', 'true');

  const isSubscribed = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.pushManager.getSubscription()) !== null;
    });
  expect(await isSubscribed()).toBe(true);
  await switchOf('morning').click();
  await expect(switchOf('morning')).toHaveAttribute('aria-checked', 'false');
  for (const topic of ['flash', 'voting-closes'] as const) {
    await expect(switchOf(topic)).toBeEnabled();
    await switchOf(topic).click();
    await expect(switchOf(topic)).toHaveAttribute('aria-checked', 'false');
  }
  await expect.poll(isSubscribed).toBe(false);
});

test('a guest who declines is not asked again, on any screen', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party);
  await addPhoto(guest, 1);
  const page = await openBrowser({ as: guest.client, language: 'en' });
  await withPush(page);
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  const answered = page.waitForResponse('/api/push');
  await button(someone, t('push:ask.no')).click();
  expect((await answered).status()).toBe(200);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(button(someone, t('push:ask.no'))).toHaveCount(0);
});

test('a browser that blocks notifications is not asked, and the switches say why', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party);
  await addPhoto(guest, 1);
  const page = await openBrowser({ as: guest.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/settings');
  await expect(page.getByText(t('push:why.denied'))).toBeVisible();
  await expect(page.getByRole('switch', { name: t('push:topics.reveal') })).toBeDisabled();
  await expect(button(someone, t('push:ask.no'))).toHaveCount(0);
});

test('an iPhone reads once that notifications need the home screen', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party);
  await addPhoto(guest, 1);
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/125.0 Mobile/15E148 Safari/604.1';
  const page = await openBrowser({ as: guest.client, language: 'en', userAgent });
  await page.addInitScript(() => {
    delete (window as { PushManager?: unknown }).PushManager;
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await expect(page.getByText(t('push:why.home'))).toBeVisible();
  await button(someone, t('push:ask.understood')).click();
  await expect(button(someone, t('push:ask.understood'))).toHaveCount(0);
  await open(someone, '/settings');
  await expect(page.getByText(t('push:why.home'))).toHaveCount(1);
  await open(someone, '/feed');
  await page.waitForLoadState('networkidle');
  await expect(button(someone, t('push:ask.understood'))).toHaveCount(0);
  // A guest who follows these steps is asked in the app.
  const app = await openBrowser({ as: guest.client, language: 'en', userAgent });
  await withPush(app);
  await open({ page: app, t, scripts: true }, '/feed');
  await expect(button({ page: app, t, scripts: true }, t('push:ask.yes'))).toBeVisible();
});

test('without scripts the switches say what they need', async ({ openBrowser, party, t }) => {
  const { client: as } = await join(party);
  const page = await openBrowser({ as, language: 'en', javaScriptEnabled: false });
  await open({ page, t, scripts: false }, '/settings');
  await expect(page.locator('#notifications noscript p')).toHaveText(t('push:why.script'));
  await expect(page.locator('#notifications noscript p')).toBeVisible();
  await expect(page.getByRole('switch', { name: t('push:topics.reveal') })).toBeDisabled();
});

/** Records what a worker shows, because a headless browser does not allow it to show anything. */
async function recordNotices(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = self as unknown as ServiceWorkerGlobalScope & { shown: object[] };
    scope.shown = [];
    scope.registration.showNotification = (title, { data: path, ...rest } = {}) => {
      scope.shown.push({ title, path: path as string, ...rest });
      return Promise.resolve();
    };
  });
}

test('a message is shown while no page is open', async ({ openBrowser, origin, party, t }) => {
  const { client: as } = await join(party);
  const page = await openBrowser({ as, language: 'en', hasWorker: true });
  const context = page.context();
  await withPush(page);
  await open({ page, t, scripts: true }, '/settings');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  // A page of another site, which the worker does not know.
  const blank = await context.newPage();
  const devtools = await context.newCDPSession(blank);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await recordNotices(worker);
  const shown = () => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown);
  await page.close();
  const notice = { title: 'The reveal begins', body: 'Look', tag: 'reveal', path: '/reveal' };
  const deliver = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const withIcon = (one: object) => ({ icon: '/icon-192.png', ...one });
  await deliver(JSON.stringify(notice));
  // A message that is not one of our notices shows nothing odd.
  await deliver('<script>');
  await expect
    .poll(shown)
    .toEqual([notice, { title: 'Snapodium', body: '', tag: 'snapodium', path: '/' }].map(withIcon));
});

/**
 * Presses a notification. Only a browser's own press may open and focus windows, so those two are only recorded; the
 * navigation of a window is real.
 */
function pressNotice(worker: Worker, path: string) {
  return worker.evaluate(async (data) => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const done: string[] = [];
    scope.clients.openWindow = (url) => {
      done.push(`opens ${new URL(url).pathname}`);
      return Promise.resolve(null);
    };
    WindowClient.prototype.focus = function (this: WindowClient) {
      done.push(`focuses ${new URL(this.url).pathname}`);
      return Promise.resolve(this);
    };
    const work: Promise<unknown>[] = [];
    const press = Object.assign(new ExtendableEvent('notificationclick'), {
      notification: { data, close: () => done.push('closes') },
      waitUntil: (one: Promise<unknown>) => work.push(one),
    });
    scope.dispatchEvent(press);
    await Promise.all(work);
    return done;
  }, path);
}

test('a press on a notification leads to its screen, in an open window or in a new one', async ({
  openBrowser,
  party,
  t,
}) => {
  const { client: as } = await join(party);
  const page = await openBrowser({ as, language: 'en', hasWorker: true });
  const context = page.context();
  await open({ page, t, scripts: true }, '/settings');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

  expect(await pressNotice(worker, '/top')).toEqual(['closes', 'focuses /settings']);
  await expect(page).toHaveURL(/\/top$/);
  // A screen that is already shown is not loaded again.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  expect(await pressNotice(worker, '/top')).toEqual(['closes', 'focuses /top']);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  await context.newPage();
  await page.close();
  expect(await pressNotice(worker, '/top')).toEqual(['closes', 'opens /top']);
});
