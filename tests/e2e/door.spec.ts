import { join, visit } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { button, field, link, noteOf, open, type Someone } from './steps';

// The organizer closes the event to its names, renews the code, and removes people after a rush (rules
// `door.open`, `door.renew`, `participants.clear-up`).

for (const scripts of [true, false]) {
  const how = `with${scripts ? '' : 'out'} JavaScript`;

  test(`an event closed to its names still admits its guests, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 403/);
    const guest = await join(party);
    const visitor = await visit(party);
    const own = { viewport: PHONE, language: 'en', javaScriptEnabled: scripts } as const;
    const desk: Someone = {
      page: await openBrowser({ ...own, as: party.organizer.client }),
      t,
      scripts,
    };
    await open(desk, '/');
    const codeLink = link(desk, t('invitation:qr_label', { event: party.names.event }));
    await expect(codeLink).toBeVisible();
    await open(desk, '/event/rules');
    await link(desk, t('organizer:door.title')).click();
    await desk.page.locator('[value="code"]').check();
    await desk.page.locator('[name="intent"][value="door"]').click();
    await expect(noteOf(desk.page, t('organizer:door.saved'))).toBeVisible();
    await open(desk, '/');
    const code = await codeLink.getAttribute('href');
    expect(code).toContain('k=');
    expect((await visitor.get('/api/user')).status).toBe(200);

    await open(desk, '/event/rules');
    await link(desk, t('organizer:door.title')).click();
    await expect(desk.page.locator('[value="code"]')).toBeChecked();
    await desk.page.locator('[name="intent"][value="renew"]').click();
    await expect(noteOf(desk.page, t('organizer:door.renewed'))).toBeVisible();
    await open(desk, '/');
    await expect(codeLink).not.toHaveAttribute('href', String(code));
    expect((await visitor.get('/api/user')).status).toBe(401);

    const door: Someone = { page: await openBrowser(own), t, scripts };
    await open(door, '/auth/join');
    await field(door, t('auth:fields.event')).fill(party.names.event);
    await field(door, t('auth:fields.organizer')).fill(party.names.organizerName);
    await button(door, t('auth:actions.submit')).click();
    await expect(door.page.getByText(t('errors:code_only'))).toBeVisible();
    await link(door, t('auth:join.joined')).click();
    await field(door, t('auth:fields.name')).fill(guest.user.name);
    await field(door, t('auth:fields.email')).fill(guest.user.email);
    await button(door, t('auth:actions.submit')).click();
    await expect(noteOf(door.page, t('server:auth.toast.welcome_back'))).toBeVisible();
  });

  test(`people who joined in a rush are removed in one step, which can be undone, ${how}`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const [stays, goes] = [await join(party), await join(party)];
    const desk: Someone = {
      page: await openBrowser({
        as: party.organizer.client,
        viewport: PHONE,
        language: 'en',
        javaScriptEnabled: scripts,
      }),
      t,
      scripts,
    };
    const { page } = desk;
    const confirm = (count: number) =>
      button(
        desk,
        scripts
          ? t('organizer:clear_up.confirm', { count })
          : t('organizer:clear_up.confirm_ticked'),
      );
    await open(desk, '/participants');
    await link(desk, t('organizer:clear_up.open', { count: 2 })).click();
    await expect(confirm(2)).toBeVisible();
    await page.getByRole('checkbox', { name: new RegExp(stays.user.name) }).uncheck();
    await confirm(1).click();
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect(row(goes.user.name).getByText(t('organizer:clear_up.going'))).toBeVisible();
    await expect(row(stays.user.name).getByText(t('organizer:clear_up.going'))).toHaveCount(0);

    await button(desk, t('organizer:clear_up.undo')).click();
    await expect(noteOf(page, t('organizer:clear_up.undone'))).toBeVisible();
    await expect(row(goes.user.name).getByText(t('organizer:clear_up.going'))).toHaveCount(0);
    await expect(link(desk, t('organizer:clear_up.open', { count: 2 }))).toBeVisible();
  });
}
