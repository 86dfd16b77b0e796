import { addPhoto, createParty, day, join, signInAdministrator, unique } from '../api/party';
import { ADMIN_PASSWORD } from '../setup/server';
import { Client } from '../setup/client';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { button, field, link, open, seeNotice, tabTo, type Someone } from './steps';

// The administrator's sign-in, and the events of the whole platform.

/** User 1, signed in but without a recent check. */
async function signInUnchecked(origin: string): Promise<Client> {
  const client = new Client(origin);
  await client.post('/api/login', {
    event: 'DEMO',
    organizerName: 'Demo',
    name: 'Demo',
    email: 'admin@example.com',
    password: ADMIN_PASSWORD,
  });
  return client;
}

for (const scripts of [true, false]) {
  test(`signed out, the administrator gives the credentials once, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    complaints,
    t,
  }) => {
    complaints.expect(/status of 401/);
    const page = await openBrowser({ language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/admin/events?sort=name');
    await expect(page).toHaveURL(/\/admin\/verify\?/);
    await expect(page.getByText('DEMO')).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    const enter = async (password: string) => {
      await field(someone, t('admin:signin.username')).fill('admin');
      await field(someone, t('admin:signin.password')).fill(password);
      await button(someone, t('admin:signin.submit')).click();
    };
    await enter('open barley');
    await expect(page.getByText(t('errors:admin_authentication_failed'))).toBeVisible();
    await enter(ADMIN_PASSWORD);
    await expect(page).toHaveURL(/\/admin\/events\?sort=name$/);
    await expect(page.getByRole('heading', { name: t('admin:events.title') })).toBeVisible();
  });
}

for (const scripts of [true, false]) {
  test(`the credential check is ${scripts ? 'a dialog that Escape leaves' : 'a page'}`, async ({
    openBrowser,
    origin,
    complaints,
    t,
  }) => {
    complaints.expect(/status of 401/);
    const page = await openBrowser({
      as: await signInUnchecked(origin),
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await page.goto('/admin/events');
    const dialog = page.getByRole('dialog', { name: t('admin:signin.title') });
    await expect(dialog).toBeVisible();
    if (scripts) {
      await expect(page.locator('dialog:modal')).toBeVisible();
      await page.keyboard.press('Escape');
    } else {
      await link(someone, t('admin:signin.cancel')).click();
    }
    await expect(page).toHaveURL(/\/$/);

    await open(someone, '/admin/events');
    if (scripts) {
      await expect(page.locator('dialog:modal')).toBeVisible();
      await expect(field(someone, t('admin:signin.username'))).toBeFocused();
    }
    if (scripts) {
      complaints.expect(/ERR_FAILED/);
      await page.route(/\.data\b/, (route) => route.abort());
      await field(someone, t('admin:signin.username')).fill('admin');
      await field(someone, t('admin:signin.password')).fill(ADMIN_PASSWORD);
      await page.keyboard.press('Enter');
      await seeNotice(someone, t('event:offline'));
      await expect(field(someone, t('admin:signin.password'))).toHaveValue(ADMIN_PASSWORD);
      await page.unroute(/\.data\b/);
    }
    for (const password of ['wrong', ADMIN_PASSWORD]) {
      await field(someone, t('admin:signin.username')).fill('admin');
      await field(someone, t('admin:signin.password')).fill(password);
      await button(someone, t('admin:signin.submit')).click();
      if (password !== 'wrong') break;
      await seeNotice(someone, t('admin:signin.failed'));
      await expect(field(someone, t('admin:signin.username'))).toHaveValue('admin');
      if (scripts) await expect(field(someone, t('admin:signin.password'))).toBeFocused();
    }
    await seeNotice(someone, t('admin:signin.granted'));
    await expect(page).toHaveURL(/\/admin\/events$/);
  });
}

test('end date and places can be changed by keyboard alone, with an error on the way', async ({
  openBrowser,
  origin,
  complaints,
  t,
}) => {
  complaints.expect(/status of 400/);
  const name = `Ball ${unique()}`;
  const { event } = await createParty(origin, { name });
  const page = await openBrowser({
    as: await signInAdministrator(origin),
    language: 'en',
    viewport: LAPTOP,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `/admin/events?q=${encodeURIComponent(name)}`);

  const places = field(someone, t('admin:events.max_of', { event: name }));
  await expect(button(someone, t('admin:events.save'))).toHaveCount(0);
  await tabTo(page, places);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await expect(button(someone, t('admin:events.save'))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('errors:max_users_invalid'))).toBeVisible();
  await expect(places).toBeFocused();
  await expect(places).toHaveValue('0');
  await expect(places).toHaveAttribute('aria-invalid', 'true');

  await page.keyboard.press('Control+a');
  await page.keyboard.type('75');
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('admin:events.max_saved'));
  await expect(places).toHaveValue('75');
  await expect(button(someone, t('admin:events.save'))).toHaveCount(0);

  const end = field(someone, t('admin:events.end_of', { event: name }));
  await expect(end).toHaveAttribute('min', day());
  await end.focus();
  await page.keyboard.type('12242031');
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('admin:events.end_saved'));
  const { client } = { client: await signInAdministrator(origin) };
  expect((await client.get(`/api/admin/events?q=%23${event.id}`)).json).toMatchObject([
    { maxUsers: 75, endDate: '2031-12-24' },
  ]);
});

test('the table fits a laptop of 1366 px', async ({ openBrowser, origin, t }) => {
  const mark = unique();
  const name = `The golden wedding anniversary of Maximiliane and Bartholomäus ${mark}`;
  await createParty(origin, { name, organizerName: 'Maximiliane von und zu Hohenstaufen-Sayn' });
  const page = await openBrowser({
    as: await signInAdministrator(origin),
    language: 'de',
    viewport: { width: 1366, height: 768 },
  });
  await open({ page, t, scripts: true }, `/admin/events?q=${mark}`);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  const hidden = await page.locator('table').evaluate((table) => {
    const frame = table.parentElement ?? table;
    return frame.scrollWidth - frame.clientWidth;
  });
  expect(hidden).toBe(0);
});

test('an event is deleted in a dialog over the table, which keeps its search', async ({
  openBrowser,
  origin,
  t,
}) => {
  const mark = unique();
  const gone = `Gone ${mark}`;
  for (const name of [gone, `Kept ${mark}`]) await createParty(origin, { name });
  const page = await openBrowser({
    as: await signInAdministrator(origin),
    language: 'en',
    viewport: PHONE,
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `/admin/events?q=${mark}`);
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await link(someone, t('admin:events.delete', { event: gone })).click();
  const dialog = page.getByRole('alertdialog', { name: t('admin:events.confirm') });
  await expect(dialog).toContainText(gone);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link(someone, t('admin:events.delete', { event: gone }))).toBeFocused();

  await page.keyboard.press('Enter');
  const confirm = dialog.getByRole('button', { name: t('admin:events.confirm_delete') });
  await confirm.click();
  await expect(dialog).toContainText(t('errors:event_name_typed'));
  await field(someone, t('admin:events.typed')).fill(gone);
  await confirm.click();
  await seeNotice(someone, t('admin:events.deleted'));
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(mark));
});

test('a change that does not reach the server stays in its field', async ({
  openBrowser,
  origin,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const page = await openBrowser({ as: await signInAdministrator(origin), language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `/admin/events?q=%23${party.event.id}`);
  const places = field(someone, t('admin:events.max_of', { event: party.event.name }));
  await page.route(/\.data\b/, (route) => route.abort());
  await places.fill('045');
  await page.keyboard.press('Enter');
  await seeNotice(someone, t('event:offline'));
  await expect(places).toHaveValue('045');

  // Once it succeeds, the field shows what is stored.
  await page.unroute(/\.data\b/);
  // While the form is busy, its button is disabled, and so is Enter.
  await expect(button(someone, t('admin:events.save'))).toBeEnabled();
  await places.press('Enter');
  await seeNotice(someone, t('admin:events.max_saved'));
  await expect(places).toHaveValue('45');
});

for (const scripts of [true, false]) {
  test(`pages by number, and a filter by status, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const word = unique();
    const begin = (number: number, startDate: string) =>
      createParty(origin, { name: `${word} ${number}`, startDate, endDate: day(9) });
    for (let number = 1; number <= 26; number++) await begin(number, day());
    await begin(27, day(4));
    const as = await signInAdministrator(origin);
    const page = await openBrowser({
      as,
      language: 'en',
      viewport: LAPTOP,
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, `/admin/events?q=${word}`);
    const pages = page.getByRole('navigation', { name: t('admin:list.pages') });
    const number = (one: number) =>
      pages.getByRole('link', { name: t('admin:list.page', { page: one }), exact: true });
    await expect(number(1)).toHaveAttribute('aria-current', 'page');
    await number(2).click();
    await expect(number(2)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('row')).toHaveCount(3);

    await page.getByLabel(t('admin:events.status')).selectOption('soon');
    await button(someone, t('admin:list.find')).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.locator('.pill').filter({ visible: true })).toHaveText(
      t('admin:events.statuses.soon'),
    );
    const mail = page.locator('a[href^="mailto:"]');
    await expect(mail).toHaveCount(1);
    // Saving a change there redirects to the same rows.
    await expect(page.locator('td form').first()).toHaveAttribute('action', /status=soon/);
  });
}

for (const scripts of [true, false]) {
  test(`an event is ended, and the audit log says so, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    origin,
    complaints,
    t,
  }) => {
    complaints.expect(/status of 403/);
    const party = await createParty(origin, { name: `Ball ${unique()}` });
    const { event } = party;
    const guest = await join(party);
    const shown = await openBrowser({ as: guest.client, language: 'en' });
    await open({ page: shown, t, scripts: true }, '/feed');

    const as = await signInAdministrator(origin);
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, `/admin/events?q=%23${event.id}`);
    await link(someone, t('admin:ending.of', { event: event.name })).click();
    await expect(page.getByRole('heading', { name: t('admin:ending.title') })).toBeVisible();
    await button(someone, t('admin:ending.confirm')).click();
    await seeNotice(someone, t('admin:ending.done'));
    await expect(page).toHaveURL(new RegExp(`q=%23${event.id}`));
    await expect(page.getByText(t('admin:events.statuses.ended')).last()).toBeVisible();
    await expect(link(someone, t('admin:ending.of', { event: event.name }))).toHaveCount(0);

    // An open screen shows it without being reloaded.
    await expect(shown.getByRole('region', { name: t('event:line.ended') })).toBeVisible();

    await open(someone, `/admin/audit?q=%23${event.id}`);
    await expect(page.getByText(t('admin:audit.deeds.event.ended'))).toBeVisible();
    await expect(page.getByText(event.name)).toBeVisible();
    await open(someone, `/admin/audit?q=nobody+at+all`);
    await expect(page.getByText(t('admin:audit.empty'))).toBeVisible();
  });
}

for (const scripts of [true, false]) {
  test(`an event is opened read-only, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const party = await createParty(origin, { name: `Ball ${unique()}` });
    const { event, organizer } = party;
    const [one, two] = [await join(party, { name: 'Ana' }), await join(party, { name: 'Bob' })];
    const [shown, hidden] = [await addPhoto(one, 1), await addPhoto(two, 1)];
    await organizer.client.post('/api/favorites', {
      userId: organizer.user.id,
      photoId: shown.id,
    });
    await organizer.client.submit(`/photos/${hidden.id}/hidden`, { hidden: '1', next: '/' });

    const as = await signInAdministrator(origin);
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, `/admin/events?q=%23${event.id}`);
    await link(someone, event.name).click();
    await expect(page.getByRole('heading', { name: event.name })).toBeVisible();
    await expect(page.locator('a[href^="mailto:"]')).toHaveAttribute(
      'href',
      `mailto:${organizer.user.email}`,
    );
    const photos = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t('admin:events.photos'), exact: true }) })
      .getByRole('listitem');
    await expect(photos).toHaveText([/Bob.*Hidden/s, /Ana.*1 star/s]);
    await expect(page.locator('h3 + ol > li')).toHaveText(/1.*Ana/s);
    // The files can be loaded, including the hidden photo's.
    for (const picture of await photos.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
      if (scripts) await expect.poll(width).toBeGreaterThan(0);
    }
    // Nothing can be changed here except in the two dialogs.
    await expect(page.locator('main form')).toHaveCount(0);

    await link(someone, t('admin:ending.of', { event: event.name })).click();
    await button(someone, t('admin:ending.confirm')).click();
    await seeNotice(someone, t('admin:ending.done'));
    await expect(page).toHaveURL(new RegExp(`/admin/events/${event.id}$`));
    await expect(page.getByRole('heading', { name: event.name }).locator('+ *')).toHaveText(
      t('admin:events.statuses.ended'),
    );

    await link(someone, t('admin:events.delete', { event: event.name })).click();
    await field(someone, t('admin:events.typed')).fill(event.name);
    await button(someone, t('admin:events.confirm_delete')).click();
    await seeNotice(someone, t('admin:events.deleted'));
    await expect(page).toHaveURL(/\/admin\/events$/);
  });
}

for (const scripts of [true, false]) {
  test(`a new organizer is found and chosen, ${scripts ? 'in a dialog' : 'on a page'}`, async ({
    openBrowser,
    origin,
    complaints,
    t,
  }) => {
    if (!scripts) complaints.expect(/status of 400/);
    const party = await createParty(origin, { name: `Ball ${unique()}` });
    const { event } = party;
    const chosen = await join(party);
    await join(party);
    const former = await openBrowser({ as: party.organizer.client, language: 'en' });
    const next = await openBrowser({ as: chosen.client, language: 'en' });
    await open({ page: former, t, scripts: true }, '/');
    await open({ page: next, t, scripts: true }, '/');

    const as = await signInAdministrator(origin);
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, `/admin/events?q=%23${event.id}`);
    await link(someone, t('admin:handover.of', { event: event.name })).click();
    await expect(page.getByRole('heading', { name: t('admin:handover.title') })).toBeVisible();
    const people = page.locator('[name=successorId]');
    await expect(people).toHaveCount(2);
    await expect(page.locator('[name=successorId]:checked')).toHaveCount(0);
    await button(someone, t('admin:handover.confirm')).click();
    await expect(page.getByText(t('errors:successor_required'))).toBeVisible();

    const search = page.getByLabel(t('admin:handover.search'));
    await search.fill(unique());
    await search.press('Enter');
    await expect(people).toHaveCount(0);
    await expect(button(someone, t('admin:handover.confirm'))).toHaveCount(0);
    await search.fill(chosen.user.email);
    await search.press('Enter');
    await expect(people).toHaveCount(1);
    if (scripts) await expect(page.locator('dialog:modal')).toBeVisible();
    await people.check();
    await button(someone, t('admin:handover.confirm')).click();
    await seeNotice(someone, t('admin:handover.done'));
    await expect(page).toHaveURL(new RegExp(`/admin/events\\?.*q=%23${event.id}`));
    await expect(page.getByRole('cell').filter({ hasText: chosen.user.name })).toBeVisible();

    // Open screens follow: one gets the organizer's screens, the other loses them.
    const desk = t('organizer:tabs.dashboard');
    await expect(next.getByRole('link', { name: desk }).first()).toBeVisible();
    await expect(former.getByRole('link', { name: desk })).toHaveCount(0);
    await open({ page: former, t, scripts: true }, '/messages');
    // The API's client names no language, so the messages are in French.
    await expect(former.getByText(`${chosen.user.name} organise maintenant`)).toBeVisible();
    await open({ page: next, t, scripts: true }, '/messages?with=platform');
    await expect(
      next.getByText(new RegExp(`Vous organisez maintenant «.${event.name}.»`)).last(),
    ).toBeVisible();
    await open(someone, `/admin/audit?q=%23${event.id}`);
    await expect(page.getByText(t('admin:audit.deeds.event.organizer'))).toBeVisible();
  });
}
