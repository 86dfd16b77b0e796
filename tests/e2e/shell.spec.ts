import { addPhoto, createParty, ENDED, expectStatus, join } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { rememberVisit } from './scene';
import { goOffline, goTo, noteOf, open, type Someone, star, untilAhead } from './steps';

test('protected screens redirect to /auth when nobody is signed in', async ({ openBrowser, t }) => {
  const page = await openBrowser({ language: 'en' });
  for (const path of ['/', '/?tab=feed', '/feed', '/top', '/photos/1', '/login', '/selfie']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth$/);
  }
  await expect(page.getByRole('link', { name: t('landing:join') })).toBeVisible();
});

test('a signed-in user is redirected from /auth to /', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: t('organizer:title') })).toBeVisible();
});

test('the tabs of the main page are in ?tab=', async ({ openBrowser, party, t }) => {
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  const headings = {
    profile: t('event:profile.my_photos'),
    feed: t('event:feed.empty'),
    top: t('event:top.empty'),
  };
  for (const tab of ['profile', 'feed', 'top'] as const) {
    await open(someone, `/?tab=${tab}`);
    await expect(page.getByRole('heading', { name: headings[tab] })).toBeVisible();
    await expect(page).toHaveTitle(`${t(`event:title.${tab}`)} · Snapodium`);
  }
  // An unknown tab is the profile; changing the tab writes it back.
  await open(someone, '/?tab=nothing');
  await expect(page.getByRole('heading', { name: headings.profile })).toBeVisible();
  await goTo(someone, 'feed');
  await expect(page).toHaveURL(/\/\?tab=feed$/);
  await expect(page.getByRole('heading', { name: headings.feed })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: headings.profile })).toBeVisible();
});

for (const scripts of [true, false]) {
  test(`an empty feed asks for the first photo, or says that voting is off, ${scripts ? 'with' : 'without'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const page = await openBrowser({
      as: (await join(party)).client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/feed');
    await expect(page.getByRole('heading', { name: t('event:feed.empty') })).toBeVisible();
    await expect(page.getByText(t('event:line.first'), { exact: true })).toBeVisible();
    const path = `/api/events/${party.event.id}/voting-status`;
    expectStatus(
      await party.organizer.client.request('PATCH', path, { json: { votingEnabled: false } }),
      200,
    );
    await open(someone, '/feed');
    await expect(page.getByRole('heading', { name: t('event:feed.empty') })).toBeVisible();
    await expect(page.getByText(t('errors:voting_disabled'))).toBeVisible();
  });
}

test('any other path is the not-found screen', async ({ openBrowser, complaints }) => {
  complaints.expect(/status of 404/);
  const page = await openBrowser({ language: 'en' });
  for (const path of ['/nowhere', '/feed/nothing', '/create-event/now']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await expect(
      page.getByText("The page you are looking for doesn't exist or has been moved."),
    ).toBeVisible();
  }
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('the filter of the feed shows one person’s photos', async ({ openBrowser, party, t }) => {
  const rosa = await join(party, { name: 'Rosa Blum' });
  const theirs = await addPhoto(rosa, 1);
  const me = await join(party);
  const mine = await addPhoto(me, 1);
  const page = await openBrowser({ as: me.client, language: 'en' });
  await open({ page, t, scripts: true }, '/feed');
  await page.locator(`#photo-${theirs.id}`).getByRole('link', { name: 'Rosa Blum' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/feed\\?userId=${rosa.user.id}$`));
  await expect(page.getByText(t('event:feed.filtered'))).toContainText('Rosa Blum');
  await expect(page.locator(`#photo-${mine.id}`)).toHaveCount(0);
  await page.getByRole('link', { name: t('event:feed.clear') }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.locator(`#photo-${mine.id}`)).toBeVisible();
});

test('going offline shows the red banner for a while; a star is stored', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  // The code that sends a star is loaded after the screen.
  await untilAhead(page, '/photos/:photoId/star');

  await goOffline(page);
  const banner = page.getByRole('status').filter({ hasText: t('common:offline.banner') });
  await expect(banner).toBeVisible();
  await star(someone, photo.id).click();
  await expect(noteOf(page, t('event:stars.kept'))).toBeVisible();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  await expect(banner).toBeHidden({ timeout: 10_000 });

  await page.context().setOffline(false);
  await expect(noteOf(page, t('server:event.star.added'))).toBeVisible();
});

test('an ended event is closed to visitors, and to its organizer for anything that adds something', async ({
  openBrowser,
  origin,
  t,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  // Both log out at the end, so the scene's sessions cannot be used here.
  const party = await createParty(origin, ENDED);
  const guest = await rememberVisit(party);
  for (const { as, text, at } of [
    { as: guest, text: 'event:expired.guest_text', at: ['/', '/feed', '/top'] },
    {
      as: party.organizer.client,
      text: 'event:expired.organizer_text',
      at: ['/photos/new', '/event/invite', '/event/remind'],
    },
  ] as const) {
    const page = await openBrowser({ as, language: 'en', viewport: PHONE });
    for (const path of at) {
      await open({ page, t, scripts: true }, path);
      await expect(page.getByRole('heading', { name: 'Event has expired' })).toBeVisible();
      const [before = ''] = t(text, { event: party.names.event, day: '\u0000' }).split('\u0000');
      await expect(page.getByText(before.trim())).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      if (as === guest) await expect(page).toHaveTitle('Event has expired · Snapodium');
    }
    await page.getByRole('button', { name: t('common:nav.log_out') }).click();
    await expect(page).toHaveURL(/\/auth$/);
  }
});
