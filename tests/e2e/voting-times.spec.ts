import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { addPhoto, createParty, day, expectStatus, join, type Party } from '../api/party';
import { expect, test } from './fixtures';
import {
  button,
  field,
  goOffline,
  noteOf,
  open,
  seeNotice,
  star,
  untilAhead,
  type Someone,
} from './steps';

// Rules `voting.times`, `voting.line` and `voting.late-star`.

const MINUTE = 60_000;
const soon = (ms: number) => new Date(Date.now() + ms).toISOString();
/** An event that began yesterday, so that any time near now is within it. */
const running = (origin: string) => createParty(origin, { startDate: day(-1) });

async function setTimes({ event, organizer }: Party, json: object): Promise<void> {
  expectStatus(await organizer.client.request('PATCH', `/api/events/${event.id}`, { json }), 200);
}

async function closeByHand({ event, organizer }: Party): Promise<void> {
  expectStatus(await organizer.client.post(`/api/events/${event.id}/close-voting`), 200);
}

const timer = (page: Page) => page.getByRole('timer');
const UNTIL = /^Stars count until /;

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`the organizer sets the times, keeps refused input, and clears them, ${how}`, async ({
    openBrowser,
    party,
    t,
    complaints,
  }) => {
    complaints.expect(/status of 400/);
    const page = await openBrowser({
      as: party.organizer.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/event/rules');
    await expect(page.getByText(t('organizer:rules.no_times'))).toBeVisible();
    await page.getByRole('link', { name: t('organizer:rules.set_times') }).click();
    const opens = field(someone, t('organizer:edit.voting_opens'));
    const closes = field(someone, t('organizer:edit.voting_closes'));
    await opens.fill(`${day(1)}T20:15`);
    await closes.fill(`${day(1)}T20:15`);
    await button(someone, t('organizer:save')).click();
    await expect(page.getByText(t('errors:voting_closes_first'))).toBeVisible();
    await expect(closes).toHaveAttribute('aria-invalid', 'true');
    await expect(opens).toHaveValue(`${day(1)}T20:15`);
    await closes.fill(`${day(1)}T23:45`);
    await button(someone, t('organizer:save')).click();
    await seeNotice(someone, t('organizer:edit.saved'));
    const rules = page.locator('#content');
    await expect(rules).toContainText(/Opens: .?\d+\s\w+\s20\d\d, 8:15\spm/);
    await expect(rules).toContainText(/Closes: .?\d+\s\w+\s20\d\d, 11:45\spm/);

    await page.getByRole('link', { name: t('organizer:rules.set_times') }).click();
    await expect(opens).toHaveValue(`${day(1)}T20:15`);
    await opens.fill('');
    await closes.fill('');
    await button(someone, t('organizer:save')).click();
    await expect(page.getByText(t('organizer:rules.no_times'))).toBeVisible();
  });
}

test('an open feed, and a viewer over it, follow the opening and the closing by the server’s clock', async ({
  openBrowser,
  origin,
  t,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const party = await running(origin);
  const [owner, guest] = [await join(party), await join(party)];
  const photo = await addPhoto(owner, 1);
  await setTimes(party, { votingOpensAt: soon(MINUTE), votingClosesAt: soon(5 * MINUTE) });
  const page = await openBrowser({ as: guest.client, language: 'en' });
  // The phone's own clock is an hour ahead.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 3_600_000;
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/feed');
  await expect(page.getByText(/^Voting opens at /)).toBeVisible();
  await expect(star(someone, photo.id)).toBeDisabled();
  await expect(timer(page)).toHaveCount(0);
  const line = page.getByText(/^(Voting opens at|Stars count until|Voting is closed)/).first();
  const box = async () => (await page.locator('.sheet').boundingBox())?.y;
  const before = await box();

  await setTimes(party, { votingOpensAt: soon(4000) });
  await expect(star(someone, photo.id)).toBeEnabled();
  await expect(line).toHaveText(UNTIL);
  await expect(timer(page)).toHaveText(/^[45]:\d\d$/);
  await expect(timer(page)).toHaveAccessibleName(/^\d minutes( \d+ seconds?)? left$/);
  await star(someone, photo.id).click();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');

  await setTimes(party, { votingClosesAt: soon(6000) });
  await expect(timer(page)).toHaveText(/^0:0\d$/);
  await expect(line).toHaveText(t('errors:voting_closed'));
  await expect(timer(page)).toHaveCount(0);
  await expect(star(someone, photo.id)).toBeDisabled();
  await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
  // Nothing has moved.
  expect(await box()).toBe(before);

  await page.locator(`#photo-${photo.id} a`).first().click();
  const shown = page.locator('[data-side=shown] .star');
  await expect(shown).toBeDisabled();
  await setTimes(party, { votingClosesAt: null });
  await expect(shown).toBeEnabled();
  await setTimes(party, { votingClosesAt: soon(4000) });
  await expect(shown).toBeDisabled();
});

test('the viewer’s own page follows the closing', async ({ openBrowser, origin, t }) => {
  const party = await running(origin);
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  // The page takes some of the time to open.
  await setTimes(party, { votingClosesAt: soon(15_000) });
  await open({ page, t, scripts: true }, `/photos/${photo.id}`);
  await expect(page.locator('[data-side=shown] .star')).toBeEnabled();
  await expect(page.locator('[data-side=shown] .star')).toBeDisabled({ timeout: 25_000 });
  await expect(page.locator('[data-side=shown] .star')).toHaveAttribute(
    'title',
    t('errors:voting_closed'),
  );
});

test('offline, the countdown continues by the phone’s clock, says so, and is announced at its marks', async ({
  openBrowser,
  origin,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/);
  const party = await running(origin);
  await addPhoto(await join(party), 1);
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  await page.clock.install();
  await setTimes(party, { votingClosesAt: soon(11 * MINUTE) });
  await open({ page, t, scripts: true }, '/feed');
  await page.clock.runFor(3000);
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(UNTIL)).toBeVisible();
  await expect(timer(page)).toHaveCount(0);
  const heard = page.locator('[role=status]', { hasText: /^Voting (closes|is closed)/ });
  await goOffline(page);

  await page.clock.runFor(MINUTE);
  await expect(timer(page)).toHaveText(/^9:\d\d$/);
  await expect(page.getByText(/by this phone’s clock/)).toBeVisible();
  await expect(heard).toHaveText('Voting closes in 10 minutes');
  await page.clock.runFor(3 * MINUTE);
  await expect(timer(page)).toHaveText(/^6:\d\d$/);
  await expect(heard).toHaveText('Voting closes in 10 minutes');
  await page.clock.runFor(2 * MINUTE);
  await expect(heard).toHaveText('Voting closes in 5 minutes');
  await page.clock.runFor(4 * MINUTE);
  await expect(heard).toHaveText('Voting closes in 1 minute');
  await expect(timer(page)).toHaveText(/^0:\d\d$/);
  await page.clock.runFor(MINUTE);
  await expect(heard).toHaveText(t('errors:voting_closed'));
  await expect(timer(page)).toHaveCount(0);
});

for (const [how, close, isCounted] of [
  ['before the count counts', (party: Party) => setTimes(party, { votingClosesAt: soon(0) }), true],
  ['after the count is refused and goes out', closeByHand, false],
] as const) {
  test(`a star given in time that arrives after the closing and ${how}, and its giver is told`, async ({
    openBrowser,
    origin,
    t,
    complaints,
  }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 403/);
    const party = await running(origin);
    const photo = await addPhoto(await join(party), 1);
    const me = await join(party);
    const page = await openBrowser({ as: me.client, language: 'en' });
    const someone: Someone = { page, t, scripts: true };
    // Slow requests leave the server's time uncertain by more than a second.
    await page.route(/\/marks\b/, async (route) => {
      await delay(3000);
      await route.continue();
    });
    const answered = page.waitForResponse(/\/marks\b/);
    await open(someone, '/feed');
    await answered;
    await untilAhead(page, '/photos/:photoId/star');
    await goOffline(page);
    await star(someone, photo.id).click();
    await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', 'true');
    await close(party);
    await page.context().setOffline(false);
    const title = t(isCounted ? 'server:event.star.in_time' : 'server:event.star.too_late');
    await expect(noteOf(page, title)).toBeVisible();
    await expect(
      noteOf(page, title).getByRole('button', { name: t('event:star.undo') }),
    ).toHaveCount(0);
    await expect(star(someone, photo.id)).toHaveAttribute('aria-pressed', String(isCounted));
    const { json } = await me.client.get<{ id: number }[]>('/api/favorites');
    expect(json.map(({ id }) => id)).toEqual(isCounted ? [photo.id] : []);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('snapodium_stars')))
      .toBe('[]');
  });
}

test('without scripts the line shows the time of day, and a late form says why', async ({
  openBrowser,
  origin,
  t,
}) => {
  const party = await running(origin);
  const photo = await addPhoto(await join(party), 1);
  const page = await openBrowser({
    as: (await join(party)).client,
    language: 'en',
    javaScriptEnabled: false,
  });
  const someone: Someone = { page, t, scripts: false };
  await setTimes(party, { votingClosesAt: soon(5 * MINUTE) });
  await open(someone, '/feed');
  await expect(page.getByText(UNTIL)).toBeVisible();
  await expect(timer(page)).toHaveCount(0);
  await setTimes(party, { votingClosesAt: soon(-1000) });
  await star(someone, photo.id).click();
  await expect(noteOf(page, t('errors:voting_closed'))).toBeVisible();
  await expect(star(someone, photo.id)).toBeDisabled();
});
