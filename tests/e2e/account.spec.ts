import type { Locator, Page } from 'playwright/test';
import { MESSAGE_PAGE } from '~/models/message';
import { expectStatus, join, unique, type Person } from '../api/party';
import { expect, LAPTOP, test } from './fixtures';
import { button, field, link, noteOf, open, seeNotice, tabTo, type Someone } from './steps';

// Messages and settings, with scripts and without.

const write = async ({ client }: Person, toUserId: number | 'all', message: string) =>
  expectStatus(await client.post('/api/messages', { toUserId, message }), 201);

/** The icon in the header of a phone; its name says how many are unread. */
const mailbox = ({ page, t }: Someone, unread: number): Locator =>
  page.getByRole('banner').getByRole('link', {
    name:
      unread > 0 ? t('common:nav.messages_unread', { count: unread }) : t('common:nav.messages'),
    exact: true,
  });
const messageOf = (page: Page, text: string): Locator =>
  page.locator('ol.talk > li').filter({ hasText: text });

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`a message to everyone arrives, is marked and answered, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    // Without scripts the server refuses what is too long.
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
    await link(organizer, t('account:messages.everyone')).click();
    await expect(dashboard.getByText(t('account:messages.goes_to', { count: 2 }))).toBeVisible();
    const toEveryone = field(organizer, t('account:messages.to_everyone'));
    await toEveryone.fill('The cake');
    await toEveryone.press('Enter');
    await toEveryone.pressSequentially('is here');
    await button(organizer, t('account:messages.send')).click();
    await seeNotice(organizer, t('account:messages.sent_to', { count: 2 }));
    await expect(dashboard).toHaveURL(/\/messages$/);

    await open(someone, '/');
    await mailbox(someone, 2).click();
    await expect(messageOf(page, 'The cake\nis here')).toBeVisible();
    // Looking marks nothing.
    await expect(mailbox(someone, 2)).toBeVisible();
    const mark = messageOf(page, 'The cake').getByRole('button', {
      name: t('account:messages.mark_read'),
    });
    await mark.click();
    await expect(mailbox(someone, 1)).toBeVisible();
    await expect(mark).toHaveCount(0);
    if (scripts) await expect(messageOf(page, 'The cake')).toBeFocused();
    await expect(messageOf(page, 'Welcome').getByRole('button')).toBeVisible();
    await button(someone, t('account:messages.mark_all')).click();
    await expect(mailbox(someone, 0)).toBeVisible();
    await expect(messageOf(page, 'Welcome').getByRole('button')).toHaveCount(0);

    const answer = field(someone, t('account:messages.to', { name: party.organizer.user.name }));
    await answer.fill('x'.repeat(2001));
    await button(someone, t('account:messages.send')).click();
    await expect(page.getByText(t('errors:message_max'))).toBeVisible();
    await expect(answer).toHaveValue('x'.repeat(2001));
    await answer.fill('I am coming');
    await button(someone, t('account:messages.send')).click();
    await seeNotice(someone, t('account:messages.sent'));
    await expect(messageOf(page, 'I am coming')).toBeVisible();
    await expect(answer).toHaveValue('');

    await open(organizer, '/messages');
    await expect(mailbox(organizer, 1)).toBeVisible();
    await dashboard.getByRole('link', { name: /Jo Li/ }).click();
    await expect(messageOf(dashboard, 'I am coming')).toBeVisible();
    await link(organizer, t('account:messages.back')).click();
    await expect(dashboard.getByRole('link', { name: /Jo Li/ })).toBeVisible();
  });

  test(`settings change, an error on the way, and the account goes, ${how}`, async ({
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
    await expect(page).toHaveURL(/\/settings$/);
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

    // On a phone the toast lies over the last of the screen for a while.
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
  // A connection that comes back asks at once, as the next round would; who asks is loaded after the rest.
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
  // List and conversation stand beside each other.
  await expect(messageOf(page, 'Hello')).toBeVisible();
  await expect(link(someone, t('account:messages.everyone'))).toBeVisible();
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
  await page.keyboard.type('def');
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('account:password.saved'));
  await expect(password).toHaveValue('');
  const currentPassword = (form: string) =>
    page.locator(`#${form}`).getByLabel(t('account:password.current'));
  await expect(currentPassword('password')).toBeVisible();

  // From now on the link is renewed with the password.
  await open(someone, '/settings');
  await tabTo(page, currentPassword('link'));
  await page.keyboard.type('abcdef');
  await tabTo(page, button(someone, t('account:link.renew')));
  await page.keyboard.press('Enter');
  await expect(field(someone, t('account:return_link.label'))).toHaveValue(/\/return\/[\w-]{43}$/);
  await expect(noteOf(page, t('account:link.renewed'))).toBeVisible();
});

test('a long conversation: earlier messages by keyboard, and back to the newest', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Jo Li' });
  for (let number = 1; number <= MESSAGE_PAGE + 2; number += 1) {
    await write(party.organizer, guest.user.id, `Number ${number}.`);
  }
  const page = await openBrowser({ as: guest.client, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/messages');
  const heading = page.getByRole('heading', { level: 2, name: party.organizer.user.name });
  const draft = field(someone, t('account:messages.to', { name: party.organizer.user.name }));
  await draft.fill('Half a thought');
  await expect(messageOf(page, 'Number 3.')).toBeVisible();
  await expect(messageOf(page, 'Number 2.')).toHaveCount(0);

  const earlier = link(someone, t('account:messages.earlier'));
  await earlier.focus();
  await page.keyboard.press('Enter');
  await expect(messageOf(page, 'Number 2.')).toBeVisible();
  await expect(messageOf(page, 'Number 3.')).toHaveCount(0);
  await expect(heading).toBeFocused();
  await expect(earlier).toHaveCount(0);
  await expect(draft).toBeHidden();
  await messageOf(page, 'Number 2.')
    .getByRole('button', { name: t('account:messages.mark_read') })
    .click();
  await expect(mailbox(someone, MESSAGE_PAGE + 1)).toBeVisible();
  await expect(messageOf(page, 'Number 2.')).toBeFocused();

  await tabTo(page, link(someone, t('account:messages.newest')));
  await page.keyboard.press('Enter');
  await expect(messageOf(page, `Number ${MESSAGE_PAGE + 2}.`)).toBeVisible();
  await expect(heading).toBeFocused();
  await expect(draft).toHaveValue('Half a thought');

  // More are unread than a page holds: another one is noticed all the same.
  const asked = page.waitForResponse(/\/marks\?.*messages/);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await asked;
  await write(party.organizer, guest.user.id, 'One more.');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(mailbox(someone, MESSAGE_PAGE + 2)).toBeVisible();
});
