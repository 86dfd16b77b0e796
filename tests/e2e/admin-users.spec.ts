import { createParty, join, signInAdministrator, unique, type Person } from '../api/party';
import { copyFirstStart } from '../setup/first-start';
import { ADMIN_PASSWORD, startServer } from '../setup/server';
import { expect, LAPTOP, PHONE, test as base } from './fixtures';
import { button, field, link, open, seeNotice, tabTo, type Someone } from './steps';
import { textsOf } from './texts';

// The administrator's list of all users, with scripts and without. It needs a separate server, because a new
// password ends the sessions of other tests.

const test = base.extend<object, { origin: string }>({
  origin: [
    // eslint-disable-next-line no-empty-pattern -- the runner wants the pattern
    async ({}, provide) => {
      const dataDir = await copyFirstStart();
      const server = await startServer({ dataDir });
      await provide(server.origin);
      await server.stop();
      await server.clean();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'serial' });

for (const scripts of [true, false]) {
  test(`${scripts ? 'with' : 'without'} scripts: a user is found and deleted, and credentials are changed`, async ({
    openBrowser,
    origin,
    complaints,
  }) => {
    complaints.expect(/status of 400/);
    const t = textsOf('en');
    const mark = unique();
    const party = await createParty(origin, { name: `Ball ${mark}` });
    const names = ['Anna', 'Ben', 'Cleo'].map((name) => `${name} ${mark}`);
    for (const name of names) await join(party, { name });
    const page = await openBrowser({
      as: await signInAdministrator(origin),
      language: 'en',
      javaScriptEnabled: scripts,
      viewport: LAPTOP,
    });
    const someone: Someone = { page, t, scripts };
    const cells = page.locator('tbody td:nth-child(2)');

    await open(someone, '/admin/users');
    await field(someone, t('admin:users.search')).fill(mark);
    await button(someone, t('admin:list.find')).click();
    await expect(page.getByText(t('admin:list.count', { shown: 4, total: 4 }))).toBeVisible();
    const byName = page.getByRole('columnheader', { name: t('admin:users.name') });
    await byName.getByRole('link').click();
    await expect(byName).toHaveAttribute('aria-sort', 'ascending');
    await byName.getByRole('link').click();
    await expect(byName).toHaveAttribute('aria-sort', 'descending');
    await expect(cells).toHaveCount(4);
    await expect(cells.nth(0)).toContainText(t('admin:users.organizer'));
    await expect(cells.nth(1)).toContainText(names[2] as string);
    const table = page.url();
    expect(table).toContain(`q=${mark}&sort=-name`);

    await link(someone, t('admin:users.delete_of', { name: names[1] as string })).click();
    await expect(page).toHaveURL(/\/admin\/users\/\d+\/delete/);
    await expect(page.getByRole('heading', { name: t('admin:users.confirm_title') })).toBeVisible();
    await link(someone, t('event:cancel')).click();
    await expect(page).toHaveURL(table);
    await expect(cells).toHaveCount(4);
    await link(someone, t('admin:users.delete_of', { name: names[1] as string })).click();
    await button(someone, t('admin:users.delete')).click();
    await seeNotice(someone, t('admin:users.deleted'));
    await expect(page).toHaveURL(table);
    await expect(cells).toHaveCount(3);
    await expect(page.getByText(names[1] as string)).toHaveCount(0);

    await open(someone, '/admin/users');
    await tabTo(page, link(someone, t('admin:users.edit')));
    await page.keyboard.press('Enter');
    const fill = async (password: string, confirmation: string) => {
      await field(someone, t('admin:credentials.password')).fill(password);
      await field(someone, t('admin:credentials.confirm')).fill(confirmation);
      await button(someone, t('admin:credentials.save')).click();
    };
    await fill('secret-one', 'secret-two');
    await expect(page.getByText(t('errors:passwords_differ'))).toBeVisible();
    await expect(field(someone, t('admin:credentials.username'))).toHaveValue('admin');
    // The same password under another salt counts as a new password.
    await fill(ADMIN_PASSWORD, ADMIN_PASSWORD);
    await seeNotice(someone, t('admin:credentials.saved'));
    await expect(page).toHaveURL(/\/admin\/users\?/);
    await expect(page.getByRole('heading', { name: t('admin:users.title') })).toBeVisible();
  });

  test(`${scripts ? 'with' : 'without'} scripts: an organizer is deleted, with a successor or without`, async ({
    openBrowser,
    origin,
    complaints,
  }) => {
    complaints.expect(/status of 40[049]/);
    const t = textsOf('en');
    const mark = unique();
    const party = await createParty(origin, { name: `Ball ${mark}` });
    const [anna, ben] = [
      await join(party, { name: `Anna ${mark}` }),
      await join(party, { name: `Ben ${mark}` }),
    ];
    await createParty(origin, { name: `Ball ${mark}`, organizerName: ben.user.name });
    const page = await openBrowser({
      as: await signInAdministrator(origin),
      language: 'en',
      javaScriptEnabled: scripts,
      viewport: PHONE,
    });
    const someone: Someone = { page, t, scripts };
    const goes = page.getByRole('radio', { name: new RegExp(`Ball ${mark}.* 2 participants`) });
    const stays = page.getByRole('radio', { name: t('admin:users.event_stays') });
    const successor = ({ user: { name } }: Person) => page.getByRole('radio', { name });
    const typed = field(someone, t('admin:events.typed'));
    const remove = button(someone, t('admin:users.delete'));
    const ask = async ({ user: { id, name } }: Person) => {
      await open(someone, `/admin/users?q=${mark}`);
      const address = page.locator(`[href^="/admin/users/${id}/delete"]`);
      await link(someone, t('admin:users.delete_of', { name })).and(address).click();
      await expect(
        page.getByRole('heading', { name: t('admin:users.confirm_title') }),
      ).toBeVisible();
    };

    await ask(party.organizer);
    await expect(stays).toBeChecked();
    await expect(typed).toBeHidden();
    await remove.click();
    await expect(page.getByText(t('errors:successor_required'))).toBeVisible();
    await expect(stays).toBeChecked();

    // Ben's name and the event's are those of another event.
    await successor(ben).check();
    await remove.click();
    await expect(page.getByText(t('errors:event_exists'))).toBeVisible();
    await expect(stays).toBeChecked();
    await expect(successor(ben)).toBeChecked();

    // A changed mind deletes nothing before the event's name is typed.
    await goes.check();
    await expect(successor(ben)).toBeHidden();
    await remove.click();
    await expect(page.getByText(t('errors:event_name_typed'))).toBeVisible();
    await expect(goes).toBeChecked();
    await stays.check();
    await successor(anna).check();
    await remove.click();
    await seeNotice(someone, t('admin:users.deleted'));
    const row = page.getByRole('row').filter({ hasText: anna.user.name });
    await expect(row).toContainText(t('admin:users.organizer'));

    // The other participant leaves, so there is no possible successor.
    await ask(ben);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await remove.click();
    await seeNotice(someone, t('admin:users.deleted'));
    await ask(anna);
    await expect(page.getByText(t('admin:users.no_successor'))).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByRole('radio', { name: new RegExp(`Ball ${mark}.* 0 participants`) }).check();
    await typed.fill(`Ball ${mark}`);
    await remove.click();
    await seeNotice(someone, t('admin:users.deleted'));
    await expect(page.getByText(anna.user.name)).toHaveCount(0);
    expect((await anna.client.get(`/invitation-pdf/${party.event.id}`)).status).toBe(404);
  });
}

test('the overview shows the database, the disk’s free space and the last 30 days', async ({
  openBrowser,
  origin,
  scene,
  t,
}) => {
  expect(scene.party.event.id).toBeGreaterThan(1);
  const as = await signInAdministrator(origin);
  const page = await openBrowser({ as, language: 'en', javaScriptEnabled: false });
  await page.goto('/admin');
  await expect(page.getByText(/^Embedded PostgreSQL \d+(\.\d+)* \(PGlite\)/)).toBeVisible();
  await expect(page.getByText(/^[\d.]+ (MB|GB|TB) free of [\d.]+ (GB|TB)$/)).toBeVisible();
  const card = page.locator('.card').filter({ hasText: t('admin:growth.title') });
  await expect(card.getByRole('listitem')).toHaveCount(60);
  await expect(card.getByRole('heading', { name: /^\d+ photos$/ })).toBeVisible();
  await expect(card.getByRole('listitem').last()).toHaveText(/: [1-9]\d*\D/);
});
