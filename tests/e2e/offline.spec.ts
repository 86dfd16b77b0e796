import type { Page } from 'playwright/test';
import { addPhoto, join, unique, visit, type Party } from '../api/party';
import type { Client } from '../setup/client';
import { expect, test } from './fixtures';
import { button, field, fillEvent, noteOf, open, star, type Someone } from './steps';

/** What the product says of a form that it could not send. */
const SENTENCE = 'Cannot perform this action while offline';

/** How the server gets out of reach: the browser knows it, or not; a proxy stands there alone. */
const CUTS = {
  'no connection': {
    cut: (page: Page) => page.context().setOffline(true),
    mend: (page: Page) => page.context().setOffline(false),
  },
  'a network that leads nowhere': {
    cut: (page: Page) => page.route('**/*', (route) => route.abort()),
    mend: (page: Page) => page.unrouteAll(),
  },
  'a proxy without its server': {
    cut: (page: Page) =>
      page.route('**/*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' })),
    mend: (page: Page) => page.unrouteAll(),
  },
} as const;
type Cut = keyof typeof CUTS;
const EVERY_CUT = Object.keys(CUTS) as Cut[];

/** A form of the product: who sees it where, how it is filled and sent, and what comes of it. */
interface FormCase {
  name: string;
  as?: (party: Party) => Promise<Client> | Client;
  path: (party: Party) => Promise<string> | string;
  fill?: (someone: Someone) => Promise<void>;
  send: (someone: Someone) => Promise<void>;
  /** What is still there after a send that failed. */
  stays?: (someone: Someone) => Promise<void>;
  done: (someone: Someone) => Promise<void>;
}

const ofGuest = async (party: Party) => (await join(party)).client;
const ofOrganizer = (party: Party) => party.organizer.client;

const FORMS: FormCase[] = [
  {
    name: 'login',
    as: visit,
    path: () => '/login?next=%2Ffeed',
    fill: async (someone) => {
      await someone.page.locator('[name="name"]').fill(`Ana ${unique()}`);
      await someone.page.locator('[name="email"]').fill('ana@example.com');
      await button(someone, someone.t('auth:actions.continue')).click();
      await button(someone, someone.t('auth:actions.submit')).waitFor();
    },
    send: (someone) => button(someone, someone.t('auth:actions.submit')).click(),
    stays: ({ page }) => expect(page.getByText('ana@example.com')).toBeVisible(),
    done: ({ page }) => expect(page).toHaveURL(/\/feed$/),
  },
  {
    name: 'creating an event, the last step',
    path: () => '/create-event',
    fill: async (someone) => {
      const name = `Offline ${unique()}`;
      await fillEvent(someone, { name, organizer: 'Maxi Muster', email: 'maxi@example.com' });
      await button(someone, someone.t('auth:actions.continue')).click();
      await someone.page.getByText('maxi@example.com').waitFor();
    },
    send: (someone) => button(someone, someone.t('auth:actions.confirm')).click(),
    stays: ({ page }) => expect(page.getByText('maxi@example.com')).toBeVisible(),
    done: ({ page }) => expect(page).toHaveURL(/\/$/),
  },
  {
    name: 'a message',
    as: ofGuest,
    path: () => '/messages',
    fill: ({ page }) => page.locator('[name="message"]').fill('Hello there'),
    send: (someone) => button(someone, someone.t('account:messages.send')).click(),
    stays: ({ page }) => expect(page.locator('[name="message"]')).toHaveValue('Hello there'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('account:messages.sent'))).toBeVisible(),
  },
  {
    name: 'the description',
    as: ofOrganizer,
    path: () => '/event/description',
    fill: (someone) =>
      field(someone, someone.t('organizer:description.label')).fill('Everybody dances'),
    send: (someone) => button(someone, someone.t('organizer:save')).click(),
    stays: (someone) =>
      expect(field(someone, someone.t('organizer:description.label'))).toHaveValue(
        'Everybody dances',
      ),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('organizer:description.saved'))).toBeVisible(),
  },
  {
    name: 'the settings',
    as: ofGuest,
    path: () => '/settings',
    fill: ({ page }) => page.locator('[name="name"]').fill('Somebody new'),
    send: (someone) => button(someone, someone.t('account:settings.save')).first().click(),
    stays: ({ page }) => expect(page.locator('[name="name"]')).toHaveValue('Somebody new'),
    done: (someone) =>
      expect(noteOf(someone.page, someone.t('account:details.saved'))).toBeVisible(),
  },
  {
    name: 'logging out',
    as: ofGuest,
    path: () => '/feed',
    send: (someone) => button(someone, someone.t('common:nav.log_out')).first().click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/feed$/),
    done: ({ page }) => expect(page).toHaveURL(/\/auth$/),
  },
  {
    name: 'a report',
    as: ofGuest,
    path: async (party) => `/photos/${(await addPhoto(await join(party), 1)).id}/report`,
    fill: ({ page }) => page.getByRole('textbox').fill('Please blur'),
    send: (someone) => button(someone, someone.t('flags:report.submit')).click(),
    stays: ({ page }) => expect(page.getByRole('textbox')).toHaveValue('Please blur'),
    done: (someone) => expect(noteOf(someone.page, someone.t('flags:report.sent'))).toBeVisible(),
  },
  {
    name: 'deleting the account',
    as: ofGuest,
    path: () => '/settings/delete',
    send: ({ page }) => page.locator('form[method="post"] button').last().click(),
    stays: ({ page }) => expect(page).toHaveURL(/\/settings\/delete$/),
    done: ({ page }) => expect(page).toHaveURL(/\/auth$/),
  },
];

for (const form of FORMS) {
  for (const how of EVERY_CUT) {
    test(`${form.name} stays: ${how}`, async ({ openBrowser, party, t, complaints }) => {
      complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 502/);
      const page = await openBrowser({ as: await form.as?.(party), language: 'en' });
      const someone: Someone = { page, t, scripts: true };
      await open(someone, await form.path(party));
      await form.fill?.(someone);
      await page.waitForLoadState('networkidle');

      await CUTS[how].cut(page);
      await form.send(someone);
      await expect(noteOf(page, SENTENCE)).toBeVisible();
      await form.stays?.(someone);

      await CUTS[how].mend(page);
      await form.send(someone);
      await form.done(someone);
    });
  }
}

for (const how of EVERY_CUT) {
  test(`the busy check goes on to the confirmation: ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 502/);
    const page = await openBrowser({ language: 'en' });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/auth/join');
    await page.locator('[name="event"]').fill(party.names.event);
    await page.locator('[name="organizerName"]').fill(party.names.organizerName);
    await page.waitForLoadState('networkidle');

    await CUTS[how].cut(page);
    await button(someone, t('auth:actions.submit')).click();
    await expect(page.getByRole('heading', { name: t('auth:confirm.title') })).toBeVisible();
    await button(someone, t('auth:actions.confirm')).click();
    await expect(noteOf(page, SENTENCE)).toBeVisible();

    await CUTS[how].mend(page);
    await button(someone, t('auth:actions.confirm')).click();
    await expect(page).toHaveURL(/\/$/);
  });
}

test('a reload behind a screen waits for the server', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  let refused = 0;
  await page.route(/\/feed\.data/, (route) => {
    refused += 1;
    return route.abort();
  });

  await star(someone, photo.id).click();
  await expect(noteOf(page, t('event:star.added'))).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');

  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'false');
});
