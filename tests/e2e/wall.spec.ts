import {
  addMissions,
  addPhoto,
  createParty,
  expectStatus,
  join,
  joinAsCoOrganizer,
  openCard,
} from '../api/party';
import { readQrOfImage } from '../pdf';
import { expect, test } from './fixtures';
import { button, goOffline, link, open, seeNotice } from './steps';

// The remote of the wall, and the page on which a screen gets it (rules `wall.remote`, `wall.code`).

for (const scripts of [true, false]) {
  const how = scripts ? 'with' : 'without';

  test(`the wall is shown on a screen by a code, ${how} scripts`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 40[04]/);
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: party.organizer.client, ...options });
    const organizer = { page, t, scripts };
    await open(organizer, '/');
    await link(organizer, t('organizer:start.wall')).click();
    await expect(page.getByText(t('remote:off'))).toBeVisible();
    await button(organizer, t('remote:another.make')).click();
    const shown = page.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/);
    await expect(shown).toBeVisible();
    const code = (await shown.textContent()) ?? '';
    await expect(page.getByText(`${new URL(party.origin).host}/wall`)).toBeVisible();

    const television = { page: await openBrowser(options), t, scripts };
    await open(television, '/wall');
    const field = television.page.locator('[name="code"]');
    await field.fill('AAAAAA');
    await button(television, t('remote:enter.open')).click();
    await expect(television.page.getByText(t('remote:enter.wrong'))).toBeVisible();
    await expect(field).toHaveValue('AAAAAA');
    await field.fill(code.toLowerCase());
    await button(television, t('remote:enter.open')).click();
    await expect(television.page).toHaveURL(/\/wall\/[\w-]{22}$/);

    await open(organizer, '/event/wall');
    await expect(page.getByText(t('remote:on', { count: 1 }))).toBeVisible();
    await page.getByText(t('remote:end.title'), { exact: true }).click();
    await button(organizer, t('remote:end.sure')).click();
    await seeNotice(organizer, t('remote:end.done'));
    await expect(page.getByText(t('remote:off'))).toBeVisible();
    expect((await television.page.request.get(television.page.url())).status()).toBe(404);
  });

  test(`a tablet scans the code, and the form uses it up, ${how} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const options = { language: 'en', javaScriptEnabled: scripts } as const;
    const page = await openBrowser({ as: party.organizer.client, ...options });
    const organizer = { page, t, scripts };
    await open(organizer, '/event/wall');
    await button(organizer, t('remote:another.make')).click();
    const picture = page.getByRole('img', { name: t('remote:another.qr') });
    const read = await readQrOfImage(await picture.screenshot());
    const code = (await page.getByText(/^[A-Z2-9]{3} [A-Z2-9]{3}$/).textContent()) ?? '';
    expect(read).toBe(`${party.origin}/wall?code=${code.replace(' ', '')}`);
    const { pathname, search } = new URL(read ?? '');

    // A camera shows a preview of the page first.
    const tablet = { page: await openBrowser(options), t, scripts };
    expect((await tablet.page.request.get(pathname + search)).status()).toBe(200);
    await open(tablet, pathname + search);
    await expect(tablet.page.locator('[name="code"]')).toHaveValue(code);
    await expect(tablet.page.getByText(t('remote:enter.filled'))).toBeVisible();
    await button(tablet, t('remote:enter.open')).click();
    await expect(tablet.page).toHaveURL(/\/wall\/[\w-]{22}$/);
  });

  test(`the remote changes what the wall shows, ${how} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const organizer = { page, t, scripts };
    await open(organizer, '/');
    const parts = page.getByRole('navigation', { name: t('organizer:parts') });
    await parts.getByRole('link', { name: t('organizer:wall') }).click();
    await expect(page).toHaveURL(/\/event\/wall$/);
    const tile = (name: 'photos' | 'join' | 'dark' | 'countdown') =>
      button(organizer, t(`remote:programmes.${name}`));
    await expect(tile('photos')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('img', { name: t('remote:now.empty') })).toBeVisible();
    await expect(tile('countdown')).toBeDisabled();
    await expect(tile('countdown')).toHaveAccessibleDescription(
      t('remote:programmes.countdown_locked'),
    );
    await tile('join').click();
    await expect(tile('join')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('img', { name: t('remote:now.join') })).toBeVisible();
    await button(organizer, t('remote:pause')).click();
    await expect(page.getByText(t('remote:now.paused'))).toBeVisible();
    await button(organizer, t('remote:resume')).click();
    await expect(button(organizer, t('remote:pause'))).toBeVisible();
    await button(organizer, t('remote:next')).click();
    await expect(tile('join')).toHaveAttribute('aria-pressed', 'true');
  });

  test(`the photos for missions have a tile once there are some, ${how} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const { client } = party.organizer;
    const page = await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts });
    const organizer = { page, t, scripts };
    const path = `/api/events/${party.event.id}/wall`;
    expectStatus(await client.post(path, { delay: 0 }), 200);
    await addMissions(party, 'Two hands');
    const zoe = await join(party, { name: 'Zoé Martin' });
    const tile = button(organizer, t('remote:programmes.missions'));
    await open(organizer, '/event/wall');
    await expect(button(organizer, t('remote:programmes.photos'))).toBeVisible();
    await expect(tile).toHaveCount(0);
    await addPhoto(zoe, 1, (await openCard(zoe)).missionId);
    await addPhoto(await join(party, { name: 'Karim Benali' }), 1);
    await open(organizer, '/event/wall');
    await tile.click();
    await expect(tile).toHaveAttribute('aria-pressed', 'true');
    const now = t('remote:now.photos', { names: 'Zoé' });
    await expect(page.getByRole('img', { name: now })).toBeVisible();
  });

  test(`the reveal's tile opens its dialog once the stars can be counted, ${how} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const { client } = party.organizer;
    const page = await openBrowser({ as: client, language: 'en', javaScriptEnabled: scripts });
    const organizer = { page, t, scripts };
    const event = `/api/events/${party.event.id}`;
    await open(organizer, '/event/wall');
    const name = t('remote:programmes.reveal');
    await expect(button(organizer, name)).toBeDisabled();
    await expect(button(organizer, name)).toHaveAccessibleDescription(
      t('remote:programmes.reveal_locked'),
    );
    expectStatus(await client.post(`${event}/close-voting`, {}), 200);
    await open(organizer, '/event/wall');
    await link(organizer, name).click();
    await expect(button(organizer, t('organizer:reveal.now'))).toBeVisible();
    const revealedAt = async () =>
      (await client.get<{ revealedAt: string | null }>(event)).json.revealedAt;
    expect(await revealedAt()).toBeNull();
    await button(organizer, t('organizer:reveal.now')).click();
    await expect.poll(revealedAt).not.toBeNull();
    await open(organizer, '/event/wall');
    await expect(page.getByText(t('remote:programmes.reveal_on'))).toBeVisible();
    await expect(link(organizer, name)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('img', { name: t('remote:now.reveal') })).toBeVisible();
  });

  test(`photos are taken off before they come, and let through, ${how} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const organizer = { page, t, scripts };
    const path = `/api/events/${party.event.id}/wall`;
    expectStatus(await party.organizer.client.post(path, { delay: 60 }), 200);
    await addPhoto(await join(party, { name: 'Zoé Martin' }), 1);
    await addPhoto(await join(party, { name: 'Karim Benali' }), 1);
    await open(organizer, '/event/wall');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    const coming = part(t('remote:coming.title'));
    await expect(coming.getByText(/^in \d\d s$/)).toHaveCount(2);
    const skip = (name: string) => button(organizer, t('remote:skip_label', { name }));
    await skip('Zoé Martin').click();
    await seeNotice(organizer, t('remote:done.skipped'));
    await expect(coming.getByRole('listitem')).toHaveCount(1);
    await expect(part(t('remote:skipped.title')).getByRole('listitem')).toHaveCount(1);
    await button(organizer, t('event:star.undo')).click();
    await expect(coming.getByRole('listitem')).toHaveCount(2);
    await skip('Zoé Martin').click();
    await expect(coming.getByRole('listitem')).toHaveCount(1);
    await button(organizer, t('remote:skipped.again_label', { name: 'Zoé Martin' })).click();
    await expect(coming.getByRole('listitem')).toHaveCount(2);

    const asking = page.getByRole('radio', { name: t('remote:delay.none') });
    await asking.check({ force: true });
    if (!scripts) await button(organizer, t('remote:save')).first().click();
    const waiting = part(t('remote:coming.asks'));
    await expect(waiting.getByRole('listitem')).toHaveCount(2);
    await button(organizer, t('remote:let_label', { name: 'Karim Benali' })).click();
    await seeNotice(organizer, t('remote:done.let'));
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expect(part(t('remote:shown.title')).getByRole('listitem')).toHaveCount(1);
    await expect(
      page.getByRole('img', { name: t('remote:now.photos', { names: 'Karim' }) }),
    ).toBeVisible();
  });
}

test('the remote follows another organizer, new photos and the end of a delay', async ({
  openBrowser,
  party,
  t,
}) => {
  const helper = await joinAsCoOrganizer(party);
  const page = await openBrowser({ as: helper.client, language: 'en' });
  const someone = { page, t, scripts: true };
  await open(someone, '/event/wall');
  const path = `/api/events/${party.event.id}/wall`;
  expectStatus(await party.organizer.client.post(path, { programme: 'dark', delay: 20 }), 200);
  await expect(button(someone, t('remote:programmes.dark'))).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await addPhoto(await join(party, { name: 'Zoé Martin' }), 1);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part(t('remote:coming.title')).getByRole('listitem')).toHaveCount(1);
  await expect(part(t('remote:shown.title')).getByRole('listitem')).toHaveCount(1, {
    timeout: 30_000,
  });
  await expect(page.getByText(t('remote:coming.none'))).toBeVisible();
});

test('the remote follows a reveal that begins and ends by itself', async ({
  openBrowser,
  party,
  t,
}) => {
  test.slow();
  const { client } = party.organizer;
  const page = await openBrowser({ as: client, language: 'en' });
  const event = `/api/events/${party.event.id}`;
  expectStatus(await client.post(`${event}/close-voting`, {}), 200);
  await open({ page, t, scripts: true }, '/event/wall');
  const at = new Date(Date.now() + 5000).toISOString();
  expectStatus(await client.post(`${event}/reveal`, { at }), 200);
  const says = page.getByText(t('remote:programmes.reveal_on'));
  await expect(says).toHaveCount(0);
  await expect(says).toBeVisible({ timeout: 15_000 });
  await expect(says).toHaveCount(0, { timeout: 45_000 });
  await expect(page.getByRole('img', { name: t('remote:now.podium') })).toBeVisible();
});

test('the remote says when its phone is offline', async ({ openBrowser, party, t, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  await open({ page, t, scripts: true }, '/event/wall');
  await goOffline(page);
  await expect(page.getByText(t('remote:offline'))).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(t('remote:offline'))).toBeHidden();
});

test('guests have no remote', async ({ openBrowser, party, t }) => {
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, language: 'en' });
  await open({ page, t, scripts: true }, '/event/wall');
  await expect(page).toHaveURL(/\/$/);
  const elsewhere = await createParty(party.origin);
  const other = elsewhere.organizer.client;
  const path = `/api/events/${party.event.id}/wall`;
  expectStatus(await other.post(path, { programme: 'dark' }), 403);
});
