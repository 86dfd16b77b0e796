import type { Locator, Page } from 'playwright/test';
import { MESSAGE_PAGE } from '~/models/message/rules';
import { expectStatus, join, unique, type Person } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { button, field, link, noteOf, open, seeNotice, tabTo, type Someone } from './steps';

// Messages and settings, with scripts and without.

const write = async ({ client }: Person, toUserId: number | 'all', message: string) =>
  expectStatus(await client.post('/api/messages', { toUserId, message }), 201);

/** The icon in a phone's header, whose name contains the number of unread messages. */
const mailbox = ({ page, t }: Someone, unread: number): Locator =>
  page.getByRole('banner').getByRole('link', {
    name:
      unread > 0 ? t('common:nav.messages_unread', { count: unread }) : t('common:nav.messages'),
    exact: true,
  });
const messageOf = (page: Page, text: string): Locator =>
  page.locator('section ol > li').filter({ hasText: text });
/** The messages of a conversation, from the top. */
const said = (page: Page) => page.locator('section ol > li > p:nth-of-type(2)');
const toEveryoneLink = ({ page, t }: Someone): Locator =>
  page.getByRole('link', { name: new RegExp(`^${t('account:messages.everyone')}`) });

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`a message to everyone arrives, is read and answered, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    // Without scripts the server refuses a text that is too long.
    complaints.expect(/status of 400/);
    const guest = await join(party, { name: 'Jo Li' });
    await join(party);
    await write(party.organizer, guest.user.id, 'Welcome');
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: guest.client, ...options });
    const someone = { page, t, scripts };
    const dashboard = await openBrowser({ as: party.organizer.client, ...options });
    const organizer = { page: dashboard, t, scripts };

    await open(organizer, '/messages');
    await toEveryoneLink(organizer).click();
    await expect(field(organizer, t('account:planned.to'))).toContainText(
      t('account:planned.audience.all', { number: 2 }),
    );
    const toEveryone = field(organizer, t('account:planned.text'));
    await toEveryone.fill('The cake');
    await toEveryone.press('Enter');
    await toEveryone.pressSequentially('is here');
    await button(organizer, t('account:messages.send')).click();
    await seeNotice(organizer, t('account:messages.sent_to', { count: 2 }));
    // One thread, with the message once.
    await expect(dashboard).toHaveURL(/\/messages\?with=all#newest$/);
    await expect(messageOf(dashboard, 'The cake\nis here')).toHaveCount(1);
    await expect(messageOf(dashboard, 'The cake')).toContainText(
      t('account:messages.sent_all', { count: 2 }),
    );

    await open(someone, '/');
    await mailbox(someone, 2).click();
    await expect(said(page)).toHaveText(['Welcome', 'The cake\nis here']);
    await expect(messageOf(page, 'The cake')).toContainText(t('account:messages.new'));
    // An opened message is read.
    await expect(mailbox(someone, 0)).toBeVisible();
    await expect(page.getByRole('button', { name: t('account:messages.mark_all') })).toHaveCount(0);

    const answer = field(someone, t('account:messages.to', { name: party.organizer.user.name }));
    await answer.fill('x'.repeat(2001));
    await button(someone, t('account:messages.send')).click();
    await expect(page.getByText(t('errors:text_max'))).toBeVisible();
    await expect(answer).toHaveValue('x'.repeat(2001));
    // A message that arrives while the answer is being written is read with the answer.
    await write(party.organizer, guest.user.id, 'Are you there?');
    await answer.fill('I am coming');
    await button(someone, t('account:messages.send')).click();
    await seeNotice(someone, t('account:messages.sent'));
    await expect(said(page)).toHaveText([
      'Welcome',
      'The cake\nis here',
      'Are you there?',
      'I am coming',
    ]);
    await expect(answer).toHaveValue('');
    await expect(mailbox(someone, 0)).toBeVisible();
    // The form is below the messages, and the page is scrolled to it.
    await expect(answer).toBeInViewport();
    await expect(messageOf(page, 'I am coming')).toBeInViewport();

    await open(organizer, '/messages');
    await expect(mailbox(organizer, 1)).toBeVisible();
    const jo = dashboard.getByRole('link', { name: /Jo Li/ });
    await expect(jo).toContainText(t('account:messages.unread', { count: 1 }));
    await jo.click();
    await expect(messageOf(dashboard, 'I am coming')).toBeVisible();
    await expect(messageOf(dashboard, 'The cake')).toContainText(
      t('account:messages.audience.all'),
    );
    await expect(mailbox(organizer, 0)).toBeVisible();
    await link(organizer, t('account:messages.back')).click();
    await expect(jo).toBeVisible();
    await expect(jo).not.toContainText(t('account:messages.unread', { count: 1 }));
    await toEveryoneLink(organizer).click();
    await expect(messageOf(dashboard, 'The cake')).toContainText(
      t('account:messages.read_by', { read: 1 }),
    );
  });

  test(`settings change, with an error on the way, and the account is deleted, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 409/);
    const other = await join(party);
    const me = await join(party);
    const page = await openBrowser({ as: me.client, language: 'fr', javaScriptEnabled: scripts });
    const someone = { page, t, scripts };

    await open(someone, '/settings');
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: t('account:settings.title') }),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/settings#language-en$/);
    if (scripts) await open(someone, '/settings');

    const name = field(someone, t('auth:fields.name'));
    const email = field(someone, t('auth:fields.email'));
    await expect(name).toHaveValue(me.user.name);
    await name.fill(other.user.name);
    await email.fill(other.user.email);
    await button(someone, t('account:settings.save')).click();
    await expect(page.getByText(t('errors:user_exists'))).toBeVisible();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveValue(other.user.email);
    const newName = `Ann ${unique()}`;
    await name.fill(newName);
    await button(someone, t('account:settings.save')).click();
    await seeNotice(someone, t('account:details.saved'));
    await expect(name).toHaveValue(newName);

    // On a phone the toast covers the end of the screen for a while.
    if (scripts) await button(someone, t('common:toast.dismiss')).click();
    await link(someone, t('account:danger.account')).click();
    const asked = scripts
      ? page.getByRole('alertdialog', { name: t('account:delete_account.title') })
      : page.getByRole('main');
    const cancel = asked.getByRole('link', { name: t('event:cancel') });
    if (scripts) await expect(cancel).toBeFocused();
    await cancel.click();
    await expect(name).toHaveValue(newName);
    await link(someone, t('account:danger.account')).click();
    await asked.getByRole('button', { name: t('account:delete_account.confirm') }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await seeNotice(someone, t('account:delete_account.deleted'));
    await open(someone, '/');
    await expect(page).toHaveURL(/\/auth$/);
  });
}

test('the number in the header grows while a screen stays open', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, language: 'en', viewport: LAPTOP });
  await open({ page, t, scripts: true }, '/top');
  const side = page.getByRole('complementary');
  await expect(
    side.getByRole('link', { name: t('common:nav.messages'), exact: true }),
  ).toBeVisible();
  await write(party.organizer, 'all', 'The cake is here');
  const unread = t('common:nav.messages_unread', { count: 1 });
  // A restored connection polls immediately, like the next round. Its code is loaded after the rest.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(side.getByRole('link', { name: unread, exact: true })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
});

test('an organizer writes, chooses a password and renews the link by keyboard', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Jo Li' });
  await write(guest, party.organizer.user.id, 'Hello');
  const page = await openBrowser({
    as: party.organizer.client,
    language: 'en',
    viewport: LAPTOP,
  });
  const someone = { page, t, scripts: true };
  await open(someone, '/messages');
  await tabTo(page, page.getByRole('link', { name: /Jo Li/ }));
  await page.keyboard.press('Enter');
  // List and conversation are side by side.
  await expect(messageOf(page, 'Hello')).toBeVisible();
  await expect(toEveryoneLink(someone)).toBeVisible();
  await tabTo(page, field(someone, t('account:messages.to', { name: 'Jo Li' })));
  await page.keyboard.type('Hello yourself');
  const send = button(someone, t('account:messages.send'));
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(messageOf(page, 'Hello yourself')).toBeVisible();
  await expect(send).toBeFocused();

  await open(someone, '/settings');
  const password = field(someone, t('account:password.new'));
  await tabTo(page, password);
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('errors:password_min'))).toBeVisible();
  await expect(password).toBeFocused();
  await page.keyboard.type('def-sesame');
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('account:password.saved'));
  await expect(password).toHaveValue('');
  const currentPassword = (form: string) =>
    page.locator(`#${form}`).getByLabel(t('account:password.current'));
  await expect(currentPassword('password')).toBeVisible();

  // From now on the link is renewed with the password.
  await open(someone, '/settings');
  await tabTo(page, currentPassword('link'));
  await page.keyboard.type('abcdef-sesame');
  await tabTo(page, button(someone, t('account:link.renew')));
  await page.keyboard.press('Enter');
  await expect(field(someone, t('account:return_link.field'))).toHaveValue(/\/return\/[\w-]{43}$/);
  await expect(noteOf(page, t('account:link.renewed'))).toBeVisible();
});

test('a long conversation opens at its end, and earlier messages are reached by keyboard', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Jo Li' });
  const last = MESSAGE_PAGE + 2;
  for (let number = 1; number <= last; number += 1) {
    await write(party.organizer, guest.user.id, `Number ${number}.`);
  }
  const page = await openBrowser({ as: guest.client, language: 'en' });
  const someone = { page, t, scripts: true };
  // By URL or by the link in the header.
  await open(someone, '/messages');
  await expect(messageOf(page, `Number ${last}.`)).toBeInViewport();
  await open(someone, '/');
  await mailbox(someone, 0).click();
  await expect(messageOf(page, `Number ${last}.`)).toBeInViewport();
  const draft = field(someone, t('account:messages.to', { name: party.organizer.user.name }));
  await expect(draft).toBeInViewport();
  await draft.fill('Half a thought');
  await expect(messageOf(page, 'Number 3.')).toHaveCount(1);
  await expect(messageOf(page, 'Number 2.')).toHaveCount(0);
  // No part of the form covers a message.
  const bottom = await messageOf(page, `Number ${last}.`).evaluate(
    (item) => item.getBoundingClientRect().bottom,
  );
  expect((await draft.boundingBox())?.y ?? 0).toBeGreaterThan(bottom);

  const earlier = link(someone, t('account:messages.earlier'));
  await earlier.focus();
  await page.keyboard.press('Enter');
  await expect(messageOf(page, 'Number 2.')).toBeInViewport();
  await expect(messageOf(page, 'Number 3.')).toHaveCount(0);
  await expect(earlier).toHaveCount(0);
  await expect(draft).toBeHidden();

  await tabTo(page, link(someone, t('account:messages.newest')));
  await page.keyboard.press('Enter');
  await expect(messageOf(page, `Number ${last}.`)).toBeInViewport();
  await expect(draft).toHaveValue('Half a thought');

  // A reader at the end stays there when a new message arrives, and has read it.
  await write(party.organizer, guest.user.id, `One more.${'\nAnd a line.'.repeat(12)}`);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(messageOf(page, 'One more.')).toBeInViewport();
  await expect(draft).toBeInViewport();
  await expect(mailbox(someone, 0)).toBeVisible();
  // A reader further up is not scrolled.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(messageOf(page, 'Number 5.')).toBeInViewport();
  await write(party.organizer, guest.user.id, 'Another one.');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(messageOf(page, 'Another one.')).toHaveCount(1);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a conversation in a hidden page is not marked as read', async ({ openBrowser, party, t }) => {
  const guest = await join(party, { name: 'Jo Li' });
  const page = await openBrowser({ as: guest.client, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/messages');
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => visibilityState,
      });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  const unread = async () =>
    (await guest.client.get<{ count: number }>('/api/messages?unread=1')).json.count;
  await write(party.organizer, guest.user.id, 'The cake is here');
  // By the second answer, everything that the first one led to has been requested.
  for (let round = 0; round < 2; round += 1) {
    const asked = page.waitForResponse(/\/marks\?.*messages/);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await asked;
  }
  expect(await unread()).toBe(1);
  await show('visible');
  await expect(messageOf(page, 'The cake is here')).toBeVisible();
  expect(await unread()).toBe(0);
});

test('a touched link does not prefetch messages', async ({ openBrowser, party, t }) => {
  const guest = await join(party, { name: 'Jo Li' });
  await write(guest, party.organizer.user.id, 'Hello');
  const as = party.organizer.client;
  const page = await openBrowser({ as, language: 'en', viewport: LAPTOP });
  await open({ page, t, scripts: true }, '/messages');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: /Jo Li/ }).dispatchEvent('pointerdown');
  const side = page.getByRole('complementary');
  await side.getByRole('link', { name: /unread/ }).dispatchEvent('pointerdown');
  const feed = page.waitForRequest(/\/feed\.data/);
  await side.getByRole('link', { name: t('common:nav.feed') }).click();
  await feed;
  expect(asked.filter((path) => path === '/messages.data')).toEqual([]);
});
