import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import type { PublicEvent } from '../../app/models/event/shape';
import type { Party } from '../api/party';
import { createParty, ENDED } from '../api/party';
import { startStripeServer, type StripeServer } from '../setup/stripe-server';
import { expect, LAPTOP, PHONE, test as base, type BrowserOptions } from './fixtures';
import { startSeller } from './seller';
import { button, goOffline, link, noteOf, open, seeNotice, type Someone } from './steps';
import { CARDS, serveStripeWeb, type StripeWeb } from './stripe-browser';
import { textsOf } from './texts';

interface Shop {
  stripe: StripeServer;
  /** The organizer in their shop, with Stripe behind it. */
  enter(party: Party, options?: BrowserOptions & { path?: string }): Promise<Someone>;
}

/** A separate server, whose payments go to the tests' Stripe. */
const test = base.extend<{ shop: Shop }, { stripe: StripeServer; stripeWeb: StripeWeb }>({
  stripe: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const stripe = await startStripeServer();
      await provide(stripe);
      await stripe.stop();
    },
    { scope: 'worker' },
  ],
  stripeWeb: [
    async ({ stripe }, provide) => {
      const web = await serveStripeWeb(stripe);
      await provide(web);
      await web.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, stripeWeb }, provide) => {
      const args = [...(launchOptions.args ?? []), ...stripeWeb.flags];
      await provide({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
  origin: [
    async ({ stripe }, provide) => {
      const server = await startSeller(stripe);
      await provide(server.origin);
      await server.stop();
      await server.clean();
    },
    { scope: 'worker' },
  ],
  shop: async ({ openBrowser, stripe, complaints }, provide) => {
    // Stripe is another site, and allowed in the shop only.
    complaints.expect(/^foreign request: \w+ https:\/\/(js|api|hooks|checkout)\.stripe\.com\//);
    await provide({
      stripe,
      async enter(party, { path = '/shop', ...options } = {}) {
        const language = options.language ?? 'en';
        const as = party.organizer.client;
        const page = await openBrowser({ as, language, ...options });
        const scripts = options.javaScriptEnabled !== false;
        const someone = { page, t: textsOf(language), scripts };
        await open(someone, path);
        return someone;
      },
    });
  },
});

const planCard = ({ page, t }: Someone, plan: 'basic' | 'standard' | 'premium') =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: t(`shop:names.${plan}`), exact: true }) });

const dialogOf = ({ page }: Someone) => page.getByRole('dialog');
const cardOf = ({ page }: Someone) => page.getByLabel('Card number');

async function choose(someone: Someone, plan: 'basic' | 'standard' | 'premium' = 'basic') {
  await planCard(someone, plan)
    .getByRole('button', { name: someone.t('shop:upgrade') })
    .click();
}

async function pay(someone: Someone, card: string, amount = '€3.00') {
  await cardOf(someone).fill(card);
  await button(someone, someone.t('shop:pay.submit', { amount })).click();
}

async function eventOf({ organizer, event }: Party): Promise<PublicEvent> {
  const { json } = await organizer.client.get<PublicEvent>(`/api/events/${event.id}`);
  return json;
}

async function expectNoSidewaysScroll(page: Page) {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
}

test('a card is paid in the dialog, and the event immediately has its plan', async ({
  shop,
  party,
}) => {
  const someone = await shop.enter(party);
  const { page, t } = someone;
  await expect(page.getByText(t('shop:test_text'))).toBeVisible();
  await choose(someone);
  await expect(dialogOf(someone)).toBeVisible();
  await expect(cardOf(someone)).toBeVisible();
  const host = page.locator('[data-locale]');
  await expect(host).toHaveAttribute('data-locale', 'en');
  await expect(host).toHaveAttribute('data-options', /"paymentMethodOrder":\["card","paypal"\]/);
  // The second notice replaces the first one, so it waits until that was read.
  let give = () => {};
  const read = new Promise<void>((resolve) => (give = resolve));
  await page.route('**/shop*', async (route) => {
    if (route.request().postData()?.includes('upgrade')) await read;
    await route.continue();
  });
  await pay(someone, CARDS.ok);
  await seeNotice(someone, t('shop:toast.success'), t('shop:toast.success_text'));
  give();
  await seeNotice(someone, t('shop:toast.upgraded'));
  await expect(dialogOf(someone)).toHaveCount(0);
  await expect(planCard(someone, 'basic').getByRole('button')).toBeDisabled();
  await expect(planCard(someone, 'basic')).toContainText(t('shop:current'));
  expect(await eventOf(party)).toMatchObject({ plan: 'basic', maxUsers: 60 });

  // The receipt is in the settings.
  await open(someone, '/settings');
  const receipt = page.getByRole('link', { name: t('shop:return.receipt') });
  await expect(receipt).toHaveAttribute('href', /^https:\/\/pay\.stripe\.com\//);
  await expect(page.getByText(t('shop:status.paid'))).toBeVisible();
});

for (const scripts of [true, false]) {
  test(`what events cost is seen before one is created, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
  }) => {
    const t = textsOf('en');
    const page = await openBrowser({ language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    for (const path of ['/auth', '/create-event']) {
      await open(someone, path);
      await expect(page.getByText(/from €3\.00/)).toBeVisible();
      await link(someone, t('landing:plans.see')).click();
      await expect(page).toHaveURL(/\/plans$/);
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('shop:plans.title'));
    const premium = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: t('shop:names.premium'), exact: true }),
    });
    await expect(premium).toContainText('€29.00');
    await expect(premium).toContainText(t('shop:more_months', { count: 6 }));
    await expectNoSidewaysScroll(page);
    await link(someone, t('landing:create')).click();
    await expect(page).toHaveURL(/\/create-event$/);
  });
}

test('the bought plan says what it gives; shortening the event keeps the paid days', async ({
  shop,
  party,
}) => {
  const someone = await shop.enter(party);
  const { page, t } = someone;
  await expect(button(someone, `${t('shop:names.basic')}: ${t('shop:upgrade')}`)).toBeVisible();
  await choose(someone);
  await pay(someone, CARDS.ok);
  await seeNotice(someone, t('shop:toast.upgraded'));
  const bought = planCard(someone, 'basic');
  await expect(bought).toContainText(t('shop:has_places', { places: '60' }));
  await expect(bought).not.toContainText(t('shop:more_participants', { count: 50 }));
  await expect(page.getByText(/has 60 places · photos until/)).toBeVisible();

  const { endDate: paid } = await eventOf(party);
  const { organizer, names, event } = party;
  const days = { name: names.event, startDate: event.startDate };
  const edit = (endDate: string) => organizer.client.submit('/event/edit', { ...days, endDate });
  expect((await edit(event.endDate)).status).toBe(302);
  expect((await eventOf(party)).endDate).toBe(event.endDate);
  await open(someone, '/shop');
  const [before = ''] = t('shop:paid_until', { day: '|' }).split('|');
  await expect(page.getByText(before)).toBeVisible();
  expect((await edit(paid)).status).toBe(302);
  expect((await eventOf(party)).endDate).toBe(paid);
});

test('a declined card says so, and another one may be tried in the same dialog', async ({
  shop,
  party,
  complaints,
}) => {
  const someone = await shop.enter(party);
  const { t } = someone;
  complaints.expect(/status of 402/);
  await choose(someone);
  await pay(someone, CARDS.declined);
  await seeNotice(someone, t('shop:toast.failed'), 'declined');
  await expect(dialogOf(someone).locator('.field-error')).toContainText('declined');
  await expect(dialogOf(someone)).toBeVisible();
  expect(await eventOf(party)).toMatchObject({ plan: 'free', maxUsers: 10 });
  await pay(someone, CARDS.ok);
  await seeNotice(someone, t('shop:toast.upgraded'));
  expect(await eventOf(party)).toMatchObject({ plan: 'basic', maxUsers: 60 });
});

test('the bank’s question is over the dialog and can be answered', async ({ shop, party }) => {
  const someone = await shop.enter(party);
  const { page, t } = someone;
  await choose(someone, 'standard');
  await pay(someone, CARDS.authenticated, '€9.00');
  const bank = page.frameLocator('iframe[title="Authentication"]');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await seeNotice(someone, t('shop:toast.upgraded'));
  expect(await eventOf(party)).toMatchObject({ plan: 'standard', maxUsers: 260 });
});

test('a closed dialog costs nothing, and continues with the same payment', async ({
  shop,
  party,
}) => {
  const someone = await shop.enter(party);
  const { page, t } = someone;
  const before = shop.stripe.intents.size;
  await choose(someone);
  await expect(cardOf(someone)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(someone)).toHaveCount(0);
  await expect(planCard(someone, 'basic').getByRole('button')).toBeFocused();
  await choose(someone);
  await button(someone, t('shop:pay.close')).click();
  await expect(dialogOf(someone)).toHaveCount(0);
  expect(shop.stripe.intents.size).toBe(before + 1);
  expect(await eventOf(party)).toMatchObject({ plan: 'free', maxUsers: 10 });
});

test('two presses of the button start one payment', async ({ shop, party }) => {
  const someone = await shop.enter(party);
  const before = shop.stripe.intents.size;
  const { t } = someone;
  await planCard(someone, 'basic')
    .getByRole('button', { name: t('shop:upgrade') })
    .evaluate((element: HTMLButtonElement) => {
      element.form?.requestSubmit();
      element.form?.requestSubmit();
    });
  await expect(cardOf(someone)).toBeVisible();
  expect(shop.stripe.intents.size).toBe(before + 1);
  // While one plan is being bought, no other can be.
  for (const plan of ['standard', 'premium'] as const) {
    await expect(planCard(someone, plan).locator('button')).toBeDisabled();
  }
});

test('a slow payment method shows its status, and the plan is granted later', async ({
  shop,
  party,
  origin,
}) => {
  const someone = await shop.enter(party);
  const { page, t } = someone;
  await choose(someone);
  await pay(someone, CARDS.delayed);
  await seeNotice(someone, t('shop:toast.status'));
  await expect(page.getByText(t('shop:return.processing_text'))).toBeVisible();
  expect(await eventOf(party)).toMatchObject({ plan: 'free', maxUsers: 10 });
  const intent = [...shop.stripe.intents.values()].find(
    ({ metadata }) => metadata.event === String(party.event.id),
  );
  const paid = shop.stripe.succeed(intent?.id ?? '');
  await shop.stripe.deliver(
    `${origin}/webhooks/stripe`,
    shop.stripe.event('payment_intent.succeeded', paid),
  );
  expect(await eventOf(party)).toMatchObject({ plan: 'basic', maxUsers: 60 });
  await open(someone, '/messages?with=platform');
  await expect(
    page
      .getByText(/60\splaces/)
      .locator('visible=true')
      .first(),
  ).toBeVisible();
});

test('a buyer who comes from another screen pays as well, and returns there', async ({
  shop,
  party,
}) => {
  const someone = await shop.enter(party, { path: '/participants' });
  const { page, t } = someone;
  await link(someone, t('organizer:participants.more_places')).click();
  await expect(page).toHaveURL(/\/shop\?from=%2Fparticipants$/);
  // That page's policy allows no third-party script, so the shop reloads once by itself.
  await choose(someone);
  await expect(cardOf(someone)).toBeVisible();
  await expect(page).toHaveURL(/\/shop\?from=%2Fparticipants$/);
  await pay(someone, CARDS.ok);
  await seeNotice(someone, t('shop:toast.upgraded'));
  await link(someone, t('shop:back')).click();
  await expect(page).toHaveURL(/\/participants$/);
});

test('an event that has ended continues once it is paid', async ({ shop, origin }) => {
  const ended = await createParty(origin, ENDED);
  const someone = await shop.enter(ended, { path: '/' });
  const { page, t } = someone;
  await link(someone, t('organizer:wrap.extend')).click();
  await choose(someone);
  await pay(someone, CARDS.ok);
  await seeNotice(someone, t('shop:toast.upgraded'));
  await open(someone, '/');
  await expect(page.getByRole('heading', { name: t('organizer:wrap.title') })).toHaveCount(0);
  const answer = await ended.organizer.client.get<PublicEvent>(`/api/events/${ended.event.id}`);
  expect(answer.json.endDate > new Date().toISOString()).toBe(true);
});

test('when Stripe does not answer, nothing starts and the shop says so', async ({
  shop,
  stripeWeb,
  party,
  complaints,
}) => {
  const someone = await shop.enter(party);
  const { t } = someone;
  complaints.expect(/status of 503/);
  shop.stripe.fail({ times: 3, status: 500 });
  await choose(someone);
  await seeNotice(someone, t('shop:toast.setup_failed'), t('errors:service_unavailable'));
  await expect(dialogOf(someone)).toHaveCount(0);

  // Its script does not load either.
  complaints.expect(/status of 404/);
  stripeWeb.hasScript = false;
  await choose(someone);
  await seeNotice(someone, t('shop:toast.setup_failed'), t('shop:toast.setup_lost'));
  await expect(dialogOf(someone)).toHaveCount(0);
  stripeWeb.hasScript = true;
});

test('a payment that breaks off says so, and so does one whose plan was not granted yet', async ({
  shop,
  party,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const someone = await shop.enter(party);
  const { page, t } = someone;
  await choose(someone);
  await expect(cardOf(someone)).toBeVisible();
  await page.route('https://api.stripe.com/**', (route) => route.abort());
  await pay(someone, CARDS.ok);
  await seeNotice(someone, t('shop:toast.failed'), t('shop:toast.failed_text'));
  await expect(dialogOf(someone)).toBeVisible();

  // The same dialog continues. Now the money arrives, but our own server cannot be asked for the plan.
  await page.unroute('https://api.stripe.com/**');
  await page.route('**/shop.data*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await pay(someone, CARDS.ok);
  await seeNotice(someone, t('shop:toast.upgrade_failed'), t('shop:toast.upgrade_lost'));
});

test('offline, the shop stays and says so', async ({ shop, party, complaints }) => {
  const someone = await shop.enter(party);
  const { page, t } = someone;
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await goOffline(page);
  await choose(someone);
  await seeNotice(someone, t('event:offline'));
  await expect(dialogOf(someone)).toHaveCount(0);

  // The browser believes that it has a network, and nothing answers.
  await page.context().setOffline(false);
  complaints.expect(/ERR_FAILED/);
  await page.route('**/shop.data*', (route) => route.abort());
  await choose(someone);
  await seeNotice(someone, t('event:offline'));
  await expect(dialogOf(someone)).toHaveCount(0);
  await expect(planCard(someone, 'basic').getByRole('button')).toBeEnabled();
});

test.describe('without scripts', () => {
  const plain = { javaScriptEnabled: false };

  test('the button leads to Stripe’s page, and back to the result', async ({ shop, party }) => {
    const someone = await shop.enter(party, { ...plain, path: '/shop?from=/participants' });
    const { page, t } = someone;
    await choose(someone);
    await expect(page).toHaveURL(/^https:\/\/checkout\.stripe\.com\//);
    await page.getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/\/shop\/return\?payment=/);
    await expect(noteOf(page, t('shop:return.paid'))).toContainText('60');
    expect(await eventOf(party)).toMatchObject({ plan: 'basic', maxUsers: 60 });
    await link(someone, t('shop:return.go_on')).click();
    await expect(page).toHaveURL(/\/participants$/);
  });

  test('a cancelled payment leads back to the shop', async ({ shop, party }) => {
    const someone = await shop.enter(party, plain);
    const { page, t } = someone;
    await choose(someone);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('shop:title') })).toBeVisible();
    expect(await eventOf(party)).toMatchObject({ plan: 'free', maxUsers: 10 });
  });

  test('a pending payment refreshes its page until it arrives', async ({ shop, party }) => {
    const someone = await shop.enter(party, plain);
    const { page, t } = someone;
    await choose(someone);
    await page.getByRole('link', { name: 'Pay by bank debit' }).click();
    await expect(noteOf(page, t('shop:return.processing'))).toBeVisible();
    const intent = [...shop.stripe.intents.values()].find(
      ({ metadata }) => metadata.event === String(party.event.id),
    );
    shop.stripe.succeed(intent?.id ?? '');
    await expect(noteOf(page, t('shop:return.paid'))).toBeVisible({ timeout: 30_000 });
  });

  test('when Stripe does not answer, the shop says so', async ({ shop, party }) => {
    const someone = await shop.enter(party, plain);
    const { t } = someone;
    shop.stripe.fail({ times: 3, status: 500 });
    await choose(someone);
    await seeNotice(someone, t('shop:toast.setup_failed'), t('errors:service_unavailable'));
  });
});

test('the dialog by keyboard: the focus stays in it and returns', async ({ shop, party }) => {
  const someone = await shop.enter(party);
  const { page, t } = someone;
  await planCard(someone, 'basic').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(cardOf(someone)).toBeVisible();
  const names = new Set<string>();
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    names.add(
      await page.evaluate(() => {
        const { activeElement: element } = document;
        return element === document.body || element?.closest('[role=dialog]') ? 'inside' : 'out';
      }),
    );
  }
  expect([...names]).toEqual(['inside']);
  await cardOf(someone).focus();
  await page.keyboard.type(CARDS.ok);
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('shop:toast.upgraded'));
});

for (const viewport of [PHONE, LAPTOP]) {
  test(`shop, dialog and return page pass axe’s rules at ${viewport.width} px`, async ({
    shop,
    party,
  }, testInfo) => {
    // No color may be checked during its transition.
    const someone = await shop.enter(party, { viewport, language: 'de', reducedMotion: 'reduce' });
    const { page, t } = someone;
    const check = async (name: string) => {
      await expectNoSidewaysScroll(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
        await page.screenshot({ path: testInfo.outputPath(`${name}-${colorScheme}.png`) });
      }
    };
    await check('shop');
    await choose(someone, 'premium');
    await expect(cardOf(someone)).toBeVisible();
    await check('dialog');
    await pay(someone, CARDS.delayed, '29,00 €');
    await expect(page.getByText(t('shop:return.processing_text'))).toBeVisible();
    await check('return');
    await open(someone, '/settings');
    await expect(page.getByText(t('shop:status.processing'))).toBeVisible();
    await check('settings');
  });
}
