import { REVEAL_MS } from '~/models/event/standings';
import { addPhoto, createParty, day, expectStatus, join, type Party } from '../api/party';
import { expect, test } from './fixtures';
import { button, open, seeNotice, type Someone } from './steps';

// Rules `standings.hidden`, `standings.curtain` and `standings.reveal`.

const MINUTE = 60_000;
/** The reveal itself, and the request after it. */
const REVEALED_WITHIN = REVEAL_MS + 15_000;
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

async function set({ event, organizer }: Party, json: object): Promise<void> {
  expectStatus(await organizer.client.request('PATCH', `/api/events/${event.id}`, { json }), 200);
}

/** An event with a starred photo, whose voting closes soon. */
async function closing(origin: string, minutes: number) {
  const party = await createParty(origin, { startDate: day(-1) });
  const [owner, guest] = [await join(party), await join(party)];
  const photo = await addPhoto(owner, 1);
  await guest.client.post('/api/favorites', { userId: guest.user.id, photoId: photo.id });
  await set(party, { votingClosesAt: soon(minutes) });
  return { party, owner, guest, photo };
}

for (const scripts of [true, false]) {
  const how = scripts ? 'with scripts' : 'without scripts';

  test(`in the last hour a guest finds the curtain, and a list of things to do, ${how}`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    const { guest, photo } = await closing(origin, 41);
    const page = await openBrowser({
      as: guest.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/feed');
    const line = page.locator('[data-voting-line]').getByRole('link');
    await expect(line).toContainText(/^Stars count until .+, 2 left/);
    if (scripts) await expect(line).toContainText(/4[01] min$/);
    await line.click();
    const content = page.locator('#content');
    await expect(content.getByRole('heading', { name: 'The curtain falls' })).toBeVisible();
    await expect(content).toContainText(/Stars count until \d/);
    if (scripts) await expect(page.getByRole('timer')).toHaveText(/^4[01]:\d\d$/);
    else await expect(page.getByRole('timer')).toHaveCount(0);
    await expect(content.getByRole('link', { name: 'Give them' })).toHaveAttribute('href', '/feed');
    await expect(content).toContainText('Room for 3 more photos');
    expect(await page.content()).not.toContain(`/photos/${photo.id}`);
  });

  test(`the organizer hides the standings and reveals the result, ${how}`, async ({
    openBrowser,
    origin,
    t,
  }) => {
    test.slow();
    const { party, owner, photo } = await closing(origin, 90);
    const as = party.organizer.client;
    const page = await openBrowser({ as, language: 'en', javaScriptEnabled: scripts });
    const someone: Someone = { page, t, scripts };
    await open(someone, '/event/rules');
    await page.getByRole('link', { name: /Change Standings/ }).click();
    await expect(page.locator('[value="curtain"]')).toBeChecked();
    await page.locator('[value="hidden"]').check();
    await button(someone, t('organizer:save')).click();
    await seeNotice(someone, t('organizer:standings.saved'));
    await expect(page.locator('#content')).toContainText(t('organizer:standings.now_hidden'));
    await open(someone, '/top');
    await expect(page.getByText('Only organizers see this podium until the reveal')).toBeVisible();
    await expect(page.locator(`#photo-${photo.id}`)).toBeVisible();

    await set(party, { votingClosesAt: soon(-1) });
    await open(someone, '/');
    await page
      .locator('#content')
      .getByRole('link', { name: t('organizer:reveal.title') })
      .click();
    await button(someone, t('organizer:reveal.now')).click();
    await seeNotice(someone, t('organizer:reveal.done'));
    const guest = await openBrowser({
      as: owner.client,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    // The ranking opens once the reveal is over (rule `reveal.steps`).
    await expect(async () => {
      await open({ page: guest, t, scripts }, '/top');
      await expect(guest.locator(`#photo-${photo.id}`)).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: REVEALED_WITHIN });
  });
}

test('an open ranking is covered when the curtain falls, and shown at the reveal', async ({
  openBrowser,
  origin,
  t,
}) => {
  test.slow();
  const { party, guest, photo } = await closing(origin, 90);
  const page = await openBrowser({ as: guest.client, language: 'en' });
  await open({ page, t, scripts: true }, '/top');
  await expect(page.locator(`#photo-${photo.id}`)).toBeVisible();
  // The curtain falls by itself a few seconds from now.
  await set(party, { votingClosesAt: soon(60 + 4 / 60) });
  await expect(page.getByRole('heading', { name: 'The curtain falls' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.locator(`#photo-${photo.id}`)).toHaveCount(0);
  await set(party, { votingClosesAt: soon(-1) });
  await expect(page.getByRole('heading', { name: 'The curtain is down' })).toBeVisible();
  const { organizer, event } = party;
  expectStatus(await organizer.client.post(`/api/events/${event.id}/reveal`, {}), 200);
  // The open page is sent to the reveal (rule `reveal.led`).
  await page.getByRole('link', { name: 'To the podium' }).click({ timeout: REVEALED_WITHIN });
  await expect(page.locator(`#photo-${photo.id}`)).toBeVisible();
});
