import AxeBuilder from '@axe-core/playwright';
import { addPhoto, createParty, day, expectStatus, join, type Person } from '../api/party';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { button, goOffline, goOnline, open, untilAhead, type Someone } from './steps';

// Rules `duel.…`.

/** The shortest duel; its taps are counted within seconds of its end. */
const SECONDS = 30;
const COUNTED_WITHIN_MS = (SECONDS + 20) * 1000;

/** Two photos that share first place in a counted result. */
async function makeTie(origin: string, { standings }: { standings?: 'hidden' } = {}) {
  const party = await createParty(origin, { startDate: day(-1) });
  const { client } = party.organizer;
  const path = `/api/events/${party.event.id}`;
  if (standings) expectStatus(await client.request('PATCH', path, { json: { standings } }), 200);
  const [owner, other] = [await join(party, { name: 'Zoé Martin' }), await join(party)];
  const guests = [await join(party), await join(party)] as const;
  const first = await addPhoto(owner, 1);
  const caption = { caption: 'Hold still, Camille' };
  expectStatus(
    await owner.client.request('PATCH', `/api/photos/${first.id}`, { json: caption }),
    200,
  );
  const photoIds = [first.id, (await addPhoto(other, 1)).id];
  for (const photoId of photoIds) {
    for (const { client: voter, user } of guests) {
      expectStatus(await voter.post('/api/favorites', { userId: user.id, photoId }), 201);
    }
  }
  expectStatus(await client.post(`${path}/close-voting`), 200);
  const call = async (seconds = SECONDS) =>
    expectStatus(await client.post<{ id: number }>(`${path}/duel`, { photoIds, seconds }), 201);
  return { party, owner, guests, photoIds, call };
}

const print = ({ page }: Someone, name: RegExp) => page.getByRole('button', { name });
const ZOE = /^Choose the photo by Zoé Martin: Hold still, Camille$/;

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`is called, decided by one tap each, and told on the podium, ${how}`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    test.setTimeout(120_000);
    const { party, owner, guests } = await makeTie(origin);
    const browse = async ({ client: as }: Pick<Person, 'client'>): Promise<Someone> => ({
      page: await openBrowser({ as, language: 'en', javaScriptEnabled: scripts }),
      t,
      scripts,
    });
    const organizer = await browse(party.organizer);
    await open(organizer, '/top');
    await organizer.page.getByRole('link', { name: t('duel:call.title') }).click();
    await expect(organizer.page.getByLabel('2 minutes')).toBeChecked();
    await organizer.page.getByLabel('30 seconds').check();
    await button(organizer, t('duel:call.begin')).click();
    await expect(organizer.page).toHaveURL(/\/duel$/);

    const guest = await browse(guests[0]);
    await open(guest, '/duel');
    await expect(guest.page.getByText(t('duel:choose'))).toBeVisible();
    if (scripts) await expect(guest.page.getByRole('timer')).toHaveAccessibleName(/ left$/);
    else await expect(guest.page.getByText(/^Until /)).toBeVisible();
    await print(guest, /^Choose the photo by Guest/).click();
    await print(guest, ZOE).click();
    await expect(print(guest, ZOE)).toHaveAttribute('aria-pressed', 'true');
    await expect(guest.page.getByText('Zoé has your tap.')).toBeVisible();
    const watching = await browse(owner);
    await open(watching, '/duel');
    await expect(watching.page.getByText(t('duel:watch'))).toBeVisible();
    await expect(print(watching, /^Choose/)).toHaveCount(0);

    // Both pages get there by themselves, with scripts or by reloading.
    for (const { page } of [guest, watching]) {
      await expect(page.getByRole('heading', { name: 'Zoé wins the duel' })).toBeVisible({
        timeout: COUNTED_WITHIN_MS,
      });
      await expect(page.getByText('1 tap', { exact: true })).toBeVisible();
    }
    await guest.page.getByRole('link', { name: t('duel:podium') }).click();
    const steps = guest.page.locator('[data-place]');
    await expect(steps).toHaveText([/1\s*Zoé\s*after a duel/, /2\s*Guest/, '3']);
    await open(organizer, '/top');
    await expect(organizer.page.getByRole('link', { name: t('duel:call.title') })).toHaveCount(0);
  });
}

test('can be read while it is on, in light and in dark colors', async ({
  openBrowser,
  origin,
  t,
}) => {
  const { guests, call } = await makeTie(origin);
  await call(600);
  for (const [viewport, colorScheme] of [
    [PHONE, 'light'],
    [LAPTOP, 'dark'],
  ] as const) {
    const page = await openBrowser({ as: guests[0].client, viewport, colorScheme });
    await open({ page, t, scripts: true }, '/duel');
    await page.locator('button[aria-pressed]').first().click();
    await expect(page.locator('button[aria-pressed=true]')).toHaveCount(1);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations).toEqual([]);
    const overflow = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow)).toBe(0);
  }
});

test('opens on an open feed, once, and not over a dialog', async ({ openBrowser, origin, t }) => {
  const { guests, call } = await makeTie(origin);
  const [first, second] = guests;
  const browse = async ({ client: as }: Person): Promise<Someone> => ({
    page: await openBrowser({ as, language: 'en' }),
    t,
    scripts: true,
  });
  const looking = await browse(first);
  const writing = await browse(second);
  await open(looking, '/feed');
  await open(writing, '/feed');
  await writing.page.locator('.print a.shot').first().click();
  await expect(writing.page.getByRole('dialog')).toBeVisible();
  await call(120);
  await expect(looking.page).toHaveURL(/\/duel$/);
  await looking.page.goBack();
  const line = looking.page.getByRole('region', { name: t('duel:line_label') });
  await expect(line.getByRole('timer')).toBeVisible();
  await expect(looking.page).toHaveURL(/\/feed$/);
  await line.getByRole('link').click();
  await expect(looking.page).toHaveURL(/\/duel$/);
  await expect(writing.page.getByRole('dialog')).toBeVisible();
  await expect(writing.page).not.toHaveURL(/\/duel$/);
  await writing.page.keyboard.press('Escape');
  await expect(writing.page).toHaveURL(/\/duel$/);
});

test('a tap does not wait for the network', async ({ openBrowser, origin, t, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const { guests, call } = await makeTie(origin);
  await call(120);
  const page = await openBrowser({ as: guests[0].client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/duel');
  await untilAhead(page, '/duel');
  await goOffline(page);
  await print(someone, ZOE).click();
  await expect(page.getByText(t('duel:offline'))).toBeVisible();
  await expect(print(someone, ZOE)).toHaveAttribute('aria-pressed', 'false');
  await goOnline(page);
  await print(someone, ZOE).click();
  await expect(print(someone, ZOE)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(t('duel:offline'))).toHaveCount(0);
});

test('tells guests nothing while standings are hidden', async ({ openBrowser, origin, t }) => {
  test.setTimeout(120_000);
  const { party, guests, photoIds, call } = await makeTie(origin, { standings: 'hidden' });
  const { json: duel } = await call();
  const [first = 0] = photoIds;
  for (const { client } of guests) {
    expectStatus(await client.post(`/api/duels/${duel.id}/vote`, { photoId: first }), 200);
  }
  const page = await openBrowser({ as: guests[0].client, language: 'en' });
  await open({ page, t, scripts: true }, '/duel');
  await expect(page.getByText(t('duel:hidden'))).toBeVisible({ timeout: COUNTED_WITHIN_MS });
  await expect(page.getByRole('heading', { name: 'A tie for first' })).toBeVisible();
  await expect(page.getByText(/\btaps?$/)).toHaveCount(0);
  await expect(page.locator('[data-light]')).toHaveCount(0);
  const late = await guests[0].client.post<{ message: string }>(`/api/duels/${duel.id}/vote`, {
    photoId: first,
  });
  expect([late.status, late.json.message]).toEqual([409, 'The duel is over']);
  const organizer = await openBrowser({ as: party.organizer.client, language: 'en' });
  await open({ page: organizer, t, scripts: true }, '/duel');
  await expect(organizer.getByRole('heading', { name: 'Zoé wins the duel' })).toBeVisible();
});
