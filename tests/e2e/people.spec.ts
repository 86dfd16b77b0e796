import { addPhoto, join } from '../api/party';
import { expect, giveStar, LAPTOP, test } from './fixtures';
import { button, field, link, noteOf, open, tabTo, type Someone } from './steps';

test('a participant is removed by keyboard alone, and the guest’s next click leads out of the event', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  const guest = await join(party, { name: 'Zoë Blum' });
  await join(party, { name: 'Ben Ali' });
  const photo = await addPhoto(guest, 1);
  const guests = {
    page: await openBrowser({ as: guest.client, language: 'en' }),
    t,
    scripts: true,
  };
  // The guest's screen is not notified of the removal, which would lead out before the click.
  complaints.expect(/ERR_FAILED/);
  await guests.page.route(/\/(?:changes|marks)(?:\?|$)/, (route) => route.abort());
  await open(guests, '/feed');

  const page = await openBrowser({ as: party.organizer.client, viewport: LAPTOP, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/participants');
  await expect(page.getByText('2 / 10')).toBeVisible();

  // Searching leaves the focus where it was.
  const search = field(someone, t('organizer:participants.search'));
  await tabTo(page, search);
  await page.keyboard.type('zoe');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 person found' })).toBeVisible();
  await expect(page).toHaveURL(/\/participants\?q=zoe$/);
  await expect(link(someone, 'Ben Ali')).toHaveCount(0);
  await expect(search).toBeFocused();

  const menu = page.getByLabel(t('organizer:participants.menu', { name: 'Zoë Blum' }));
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  const bin = button(someone, t('organizer:participants.remove', { name: 'Zoë Blum' }));
  await tabTo(page, bin);
  await page.keyboard.press('Enter');
  // The notice says what is deleted with her, and can undo it.
  const removed = noteOf(page, t('organizer:remove.removed'));
  await expect(removed).toContainText(t('organizer:remove.text', { count: 1 }));
  await expect(page).toHaveURL(/\/participants\?q=zoe$/);
  await expect(page.getByText(t('organizer:clear_up.going'))).toBeVisible();
  await page.keyboard.press('u');
  await expect(noteOf(page, t('organizer:remove.undone', { name: 'Zoë Blum' }))).toBeVisible();
  await expect(page.getByText(t('organizer:clear_up.going'))).toBeHidden();

  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await tabTo(page, bin);
  await page.keyboard.press('Enter');
  await expect(removed).toBeVisible();
  // The server's job removes her, whether or not this page stays open.
  await expect
    .poll(async () => (await guest.client.get('/api/user')).status, { timeout: 30_000 })
    .toBe(401);

  complaints.expect(/status of 401/);
  await guests.page.locator(`#photo-${photo.id}`).getByRole('link').first().click();
  await expect(guests.page).toHaveURL(/\/auth$/);
});

test('a participant is removed without scripts, and the guest’s next click leads out of the event', async ({
  openBrowser,
  party,
  t,
}) => {
  const guest = await join(party, { name: 'Rosa Blum' });
  const theirs = await openBrowser({ as: guest.client, language: 'en', javaScriptEnabled: false });
  await theirs.goto('/feed');

  const as = party.organizer.client;
  const page = await openBrowser({ as, language: 'en', javaScriptEnabled: false });
  const someone: Someone = { page, t, scripts: false };
  await open(someone, '/participants');
  await field(someone, t('organizer:participants.search')).fill('rosa');
  await button(someone, t('organizer:participants.find')).click();
  const menu = page.getByLabel(t('organizer:participants.menu', { name: 'Rosa Blum' }));
  await menu.click();
  await button(someone, t('organizer:participants.remove', { name: 'Rosa Blum' })).click();
  await expect(noteOf(page, t('organizer:remove.removed'))).toBeVisible();
  await expect(page).toHaveURL(/\/participants\?q=rosa$/);
  await button(someone, t('event:star.undo')).click();
  await expect(noteOf(page, t('organizer:remove.undone', { name: 'Rosa Blum' }))).toBeVisible();
  await menu.click();
  await button(someone, t('organizer:participants.keep_out', { name: 'Rosa Blum' })).click();
  await expect(noteOf(page, t('organizer:remove.removed'))).toBeVisible();
  await expect
    .poll(async () => (await guest.client.get('/api/user')).status, { timeout: 30_000 })
    .toBe(401);
  await open(someone, '/participants');
  await expect(page.getByText(t('organizer:participants.empty'))).toBeVisible();
  await expect(page.getByText('Rosa Blum')).toBeVisible();

  await theirs.getByRole('link', { name: t('common:nav.top') }).click();
  await expect(theirs).toHaveURL(/\/auth$/);
});

for (const scripts of [true, false]) {
  test(`participants are sorted, filtered and get a message, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const zoe = await join(party, { name: 'Zoë Blum' });
    const ben = await join(party, { name: 'Ben Ali' });
    const photo = await addPhoto(zoe, 1);
    await giveStar(ben, photo.id);
    const page = await openBrowser({
      as: party.organizer.client,
      viewport: LAPTOP,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    const names = page.locator('main li a > bdi');
    const [olga, zoes, bens] = [party.names.organizerName, 'Zoë Blum', 'Ben Ali'];
    await open(someone, '/participants');
    await expect(names).toHaveText([olga, zoes, bens]);
    await expect(page.locator('main li a + p')).toHaveText([
      t('organizer:participants.no_photo'),
      '1 photo · 1 star',
      t('organizer:participants.no_photo'),
    ]);
    await link(someone, t('organizer:participants.by_name')).click();
    await expect(names).toHaveText([bens, olga, zoes]);
    await link(someone, t('organizer:participants.by_stars')).click();
    await expect(names).toHaveText([zoes, olga, bens]);
    await link(someone, t('organizer:participants.without_photo', { count: 1 })).click();
    await expect(names).toHaveText([bens]);
    await expect(page).toHaveURL(/\?sort=stars&without=photo$/);
    // The search continues from there.
    await field(someone, t('organizer:participants.search')).fill('zoe');
    await button(someone, t('organizer:participants.find')).click();
    await expect(page.getByText(t('organizer:participants.nobody'))).toBeVisible();
    await link(someone, t('organizer:participants.all')).click();
    await expect(names).toHaveText([olga, zoes, bens]);

    const saved = page.waitForEvent('download');
    await link(someone, t('organizer:participants.csv')).click();
    expect((await saved).suggestedFilename()).toMatch(/^guests-.+\.csv$/);

    await page.getByLabel(t('organizer:participants.menu', { name: bens })).click();
    await link(someone, t('organizer:participants.write_to', { name: bens })).click();
    await expect(page).toHaveURL(new RegExp(`/messages\\?with=${ben.user.id}$`));
  });
}

for (const place of ['dialog', 'page'] as const) {
  test(`deleting the event in its ${place} leads to /auth half a second later`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await addPhoto(await join(party), 1);
    const page = await openBrowser({ as: party.organizer.client, language: 'en' });
    await page.clock.install();
    const someone: Someone = { page, t, scripts: true };
    if (place === 'page') {
      await open(someone, '/event/delete');
    } else {
      await open(someone, '/event/rules');
      await link(someone, t('organizer:danger.delete')).click();
      await expect(
        page.getByRole('alertdialog').getByRole('link', { name: t('event:cancel') }),
      ).toBeFocused();
    }
    const counted = {
      event: party.names.event,
      photos: t('organizer:delete_event.photos', { count: 1 }),
      participants: t('organizer:delete_event.participants', { count: 1 }),
    };
    await expect(page.getByText(t('organizer:delete_event.text', counted))).toBeVisible();

    // Less than the minute after which the screen polls for messages.
    await page.clock.pauseAt(Date.now() + 30_000);
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('/event/delete') && answer.request().method() === 'POST',
    );
    const confirm = button(someone, t('organizer:delete_event.confirm'));
    await expect(confirm).toBeDisabled();
    const typed = field(someone, t('organizer:delete_event.typed'));
    await typed.fill('Another one');
    await expect(confirm).toBeDisabled();
    await typed.fill(party.names.event);
    await confirm.click();
    await answered;
    // The event is deleted, and the screen says so for a moment.
    await expect.poll(async () => (await party.organizer.client.get('/api/user')).status).toBe(401);
    await expect(button(someone, t('organizer:delete_event.deleting'))).toBeDisabled();
    await expect(page).toHaveURL(/\/event\/delete$/);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Requests that follow the event may repeat, because its stream has ended.
      if (!/^\/api\/events\/\d+\/(changes|marks)$/.test(pathname)) asked.push(pathname);
    });
    await page.clock.runFor(499);
    // Whatever the screen had requested by now would have arrived first.
    await page.evaluate(() => fetch('/healthz'));
    expect(asked).toEqual(['/healthz']);
    // The clock stays stopped: the notice disappears by itself five seconds later.
    await page.clock.runFor(1);
    await expect(page).toHaveURL(/\/auth$/);
    await expect(noteOf(page, t('organizer:delete_event.deleted'))).toBeVisible();
    await expect(link(someone, t('landing:join'))).toBeVisible();
  });
}

test('the event can be deleted without scripts', async ({ openBrowser, party, complaints, t }) => {
  complaints.expect(/status of 400/);
  const as = party.organizer.client;
  const page = await openBrowser({ as, language: 'en', javaScriptEnabled: false });
  const someone: Someone = { page, t, scripts: false };
  await open(someone, '/event/delete');
  await link(someone, t('event:cancel')).click();
  await expect(page).toHaveURL(/\/event\/rules$/);
  await open(someone, '/event/delete');
  await button(someone, t('organizer:delete_event.confirm')).click();
  await expect(page.getByText(t('errors:event_name_typed'))).toBeVisible();
  await field(someone, t('organizer:delete_event.typed')).fill(party.names.event);
  await button(someone, t('organizer:delete_event.confirm')).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(noteOf(page, t('organizer:delete_event.deleted'))).toBeVisible();
});

test('the shop is the organizer’s tab, and can be reached from an ended event', async ({
  openBrowser,
  scene,
  t,
}) => {
  const ended = scene.ended.party.organizer.client;
  const page = await openBrowser({ as: ended, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/');
  await link(someone, t('organizer:wrap.extend')).click();
  await expect(page.getByRole('heading', { level: 1, name: t('shop:title') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('shop:upgrade') })).toHaveCount(3);
  const navigation = page.getByRole('navigation', { name: t('common:nav.main') });
  const tab = navigation.getByRole('link', { name: t('common:nav.shop') });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await navigation.getByRole('link', { name: t('common:nav.feed') }).click();
  await expect(page).toHaveURL(/\/feed$/);

  const guests = await openBrowser({ as: scene.guest.client, language: 'en' });
  await open({ page: guests, t, scripts: true }, '/feed');
  await expect(guests.getByRole('link', { name: t('common:nav.shop') })).toHaveCount(0);
});
