import { addPhoto, createParty, ENDED, expectStatus, join } from '../api/party';
import { Client } from '../setup/client';
import { expect, LAPTOP, test } from './fixtures';
import { button, link, open, type Someone } from './steps';

for (const scripts of [true, false]) {
  const how = `with${scripts ? '' : 'out'} JavaScript`;

  test(`the wrap-up shows the winners, the figures and the downloads, ${how}`, async ({
    openBrowser,
    scene,
    t,
  }) => {
    const { client } = scene.ended.party.organizer;
    const page = await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/');
    await expect(page.getByRole('heading', { name: t('organizer:wrap.title') })).toBeVisible();
    await expect(page.locator('.podium bdi')).toHaveText(['Karim', 'Jo', 'Maximiliane']);
    const figures = page.locator('.card').filter({ hasText: t('organizer:wrap.figures') });
    await expect(figures.getByRole('link')).toHaveText([/^3 photos/, /^3 guests/, /^6 stars/]);
    await expect(figures.getByRole('listitem').last()).toContainText(
      t('organizer:wrap.busiest', { count: 3 }),
    );
    await expect(page.getByText(t('organizer:wrap.kept_text'))).toBeVisible();

    const file = (name: string) => page.getByRole('link', { name: new RegExp(`^${name} `) });
    const all = file(t('organizer:wrap.all_jpeg'));
    if (scripts) {
      const download = page.waitForEvent('download');
      await all.click();
      expect((await download).suggestedFilename()).toMatch(/\.zip$/);
    } else {
      await expect(all).toHaveAttribute('href', '/event/photos.zip?format=jpeg');
    }
    for (const [name, href] of [
      [t('organizer:wrap.best_webp'), '/top/photos.zip'],
      [t('organizer:wrap.ranking'), '/event/ranking.csv'],
      [t('organizer:wrap.list'), '/event/photos.csv'],
      [t('organizer:wrap.guest_list'), '/event/guests.csv'],
      [t('organizer:wrap.all_webp'), '/event/photos.zip'],
      [t('organizer:wrap.best_jpeg'), '/top/photos.zip?format=jpeg'],
    ] as const) {
      await expect(file(name)).toHaveAttribute('href', href);
    }

    await expect(link(someone, t('organizer:wrap.extend'))).toHaveAttribute('href', /^\/shop/);

    // The screens stay reachable; nothing can be added or starred any more.
    for (const path of ['/feed', '/top', '/participants', '/flags', '/messages', '/settings']) {
      await open(someone, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(t('event:expired.title'))).toHaveCount(0);
      await expect(link(someone, t('common:nav.add'))).toHaveCount(0);
    }
    await open(someone, '/feed');
    await expect(page.locator('.sheet .star').first()).toBeDisabled();
    await open(someone, '/?part=photos');
    await expect(page.locator('input[type=file][name=image]')).toHaveCount(0);
  });

  test(`guests look back until the organizer closes that access, ${how}`, async ({
    openBrowser,
    origin,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 403/);
    const party = await createParty(origin, ENDED);
    const { client } = await join(party, {}, new Client(origin).wasHere(1));
    client.wasHere(0);
    const me = party.organizer.client;
    const guest: Someone = {
      page: await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts }),
      t,
      scripts,
    };
    const desk: Someone = {
      page: await openBrowser({ as: me, language: 'en', javaScriptEnabled: scripts }),
      t,
      scripts,
    };
    const overlay = guest.page.getByRole('heading', { name: t('event:expired.title') });
    await open(guest, '/');
    await expect(guest.page).toHaveURL(/\/morning$/);
    await link(guest, t('common:nav.top')).click();
    await expect(guest.page).toHaveURL(/\/top$/);
    const line = guest.page.getByText(t('morning:line', { until: '' }).replace(/ *\.?$/, ''));
    await expect(line).toBeVisible();
    await link(guest, t('common:nav.profile')).click();
    await expect(
      guest.page.getByRole('heading', { name: t('event:profile.my_favorites') }),
    ).toBeVisible();
    await expect(line).toBeVisible();

    await open(desk, '/');
    const name = t('organizer:wrap.look', { day: '' }).trim();
    const door = desk.page.getByRole('switch', { name });
    await expect(door).toBeChecked();
    await door.click();
    await expect(door).not.toBeChecked();
    await expect.poll(async () => (await client.get('/api/favorites')).status).toBe(403);
    await open(guest, '/top');
    await expect(overlay).toBeVisible();
  });

  test(`a similar new event is created, ${how}`, async ({ openBrowser, scene, t }) => {
    const { organizer } = scene.ended.party;
    const page = await openBrowser({
      as: organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/');
    await link(someone, t('organizer:wrap.again_open')).click();
    await expect(page.locator('[name=organizerName]')).toHaveValue(organizer.user.name);
    await expect(page.locator('[name=organizerEmail]')).toHaveValue(organizer.user.email);
    await expect(page.locator('[name=name]')).toHaveValue('');
  });
}

test('pending reports are shown on the screen of an ended event as well', async ({
  openBrowser,
  origin,
  t,
}) => {
  const party = await createParty(origin, ENDED);
  const come = (name: string) => join(party, { name }, new Client(origin).wasHere(1));
  const [owner, reporter] = [await come('Rosa Lind'), await come('Tom Girard')];
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  const { id } = await addPhoto(owner, 1);
  expectStatus(await reporter.client.post(`/api/photos/${id}/flag`, {}), 201);
  await open(someone, '/');
  const report = page.getByRole('article', { name: t('flags:title') });
  await expect(report).toContainText('Rosa Lind');
  await button(someone, t('flags:card.dismiss')).click();
  await expect(report).toHaveCount(0);
});

test('without a photo the guest list is still there', async ({ openBrowser, origin, t }) => {
  const { organizer } = await createParty(origin, ENDED);
  const page = await openBrowser({ as: organizer.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/');
  await expect(page.getByText(t('organizer:wrap.nothing'))).toBeVisible();
  await expect(page.getByText(t('organizer:wrap.no_stars'))).toBeVisible();
  await expect(page.getByRole('link', { name: /\(ZIP\)$/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('organizer:wrap.guest_list') })).toBeVisible();
});

test('the organizer’s side bar links to everything, with its counts', async ({
  openBrowser,
  scene,
  t,
}) => {
  const { client } = scene.party.organizer;
  const page = await openBrowser({ as: client, language: 'en', viewport: LAPTOP });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/');
  const side = page.locator('.side').getByRole('link');
  const inOrder = [
    /^My event$/,
    /^Feed\s*4$/,
    /^Top$/,
    /^Wall$/,
    /^Participants\s*4$/,
    /^To approve\s*1$/,
    /^Reports\s*1$/,
    /^Messages/,
    /^Upgrade$/,
    /^Shortcuts$/,
  ];
  await expect(page.locator('.side nav').getByRole('link')).toHaveText(inOrder);
  for (const [name, path] of [
    [/^Participants/, /\/participants$/],
    [/^Reports/, /\/flags$/],
    [/^Messages/, /\/messages(#newest)?$/],
    [/^My event/, /\/$/],
  ] as const) {
    await side.filter({ hasText: name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('.side nav [aria-current=page]')).toHaveText(name);
  }
});
