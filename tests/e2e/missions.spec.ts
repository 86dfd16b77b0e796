import type { Page } from 'playwright/test';
import { addMissions, addPhoto, expectStatus, join, openCard } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, giveStar, PHONE, test, untilHydrated, type BrowserOptions } from './fixtures';
import { pendingOn } from './pending-uploads';
import { untilCached } from './service-worker';
import {
  button,
  field,
  goOffline,
  holdPicker,
  link,
  nextFrames,
  noteOf,
  open,
  type Someone,
} from './steps';

// Secret missions on guests' phones and on the organizer's desk (rules `missions.…`).

const TEXTS = ['Somebody’s shoes', 'The ceiling', 'Two who just met', 'Nobody at all'];

const picture = async () => ({
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  buffer: await phoneJpeg(300, 400, 1),
});

const onPhone = async (
  openBrowser: (options: BrowserOptions) => Promise<Page>,
  t: Someone['t'],
  options: BrowserOptions,
): Promise<Someone> => {
  const page = await openBrowser({ viewport: PHONE, language: 'en', ...options });
  return { page, t, scripts: options.javaScriptEnabled !== false };
};

const face = ({ page }: Someone, text: string) => page.getByRole('heading', { name: text });
const choice = ({ page, t }: Someone, mission: string) =>
  page.getByRole('checkbox', { name: t('missions:choice', { mission }) });
const tag = (someone: Someone, text: string) =>
  someone.page.getByRole('listitem').getByRole('link', { name: text, exact: true });

/** Chooses a photo on the page that adds them. */
const choosePicture = async ({ page }: Someone) =>
  page.locator('input[type=file]').setInputFiles([await picture()]);
const send = ({ page, t, scripts }: Someone) =>
  button({ page, t, scripts }, scripts ? t('event:add.send', { count: 1 }) : t('event:slot.send'));

for (const scripts of [true, false]) {
  test(`a card is turned over, swapped once, and its photo has the mission, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await addMissions(party, ...TEXTS);
    const [zoe, tom] = [await join(party, { name: 'Zoé' }), await join(party, { name: 'Tom' })];
    const first = await openCard(zoe);
    const javaScriptEnabled = scripts;
    const hers = await onPhone(openBrowser, t, { as: zoe.client, javaScriptEnabled });
    holdPicker(hers.page);
    await open(hers, '/feed');
    await link(hers, t('missions:line')).click();
    await expect(face(hers, first.text)).toBeHidden();
    await link(hers, t('missions:later')).click();
    await expect(hers.page).toHaveURL(/\/feed$/);
    await link(hers, t('missions:line')).click();
    await hers.page.locator('summary').getByText(t('missions:turn')).click();
    await expect(face(hers, first.text)).toBeVisible();

    await button(hers, t('missions:swap')).click();
    await expect(noteOf(hers.page, t('missions:swapped'))).toBeVisible();
    await expect(button(hers, t('missions:swap'))).toHaveCount(0);
    const second = await openCard(zoe);
    expect(second.missionId).not.toBe(first.missionId);
    await expect(face(hers, second.text)).toBeVisible();

    await link(hers, t('missions:take')).click();
    await choosePicture(hers);
    // The mission is chosen already, because the button on the card has led here.
    await expect(choice(hers, second.text)).toBeChecked();
    await send(hers).click();
    if (scripts) {
      await expect(
        hers.page.getByRole('heading', { name: t('event:add.done', { count: 1 }) }),
      ).toBeVisible({ timeout: 30_000 });
    } else {
      await expect(noteOf(hers.page, t('server:event.slot.added'))).toBeVisible();
    }

    // Her profile shows the same as text, and keeps the next card face down.
    await open(hers, '/?tab=profile');
    await expect(hers.page.getByRole('heading', { name: t('missions:mine') })).toBeVisible();
    await expect(hers.page.getByText(t('missions:progress', { done: 1, total: 3 }))).toBeVisible();
    await expect(hers.page.getByRole('listitem').filter({ hasText: second.text })).toBeVisible();
    // A completed card is its photo.
    await expect(hers.page.locator('.hand-of-cards img')).toBeVisible();
    await expect(hers.page.getByText((await openCard(zoe)).text)).toHaveCount(0);
    await expect(link(hers, t('missions:to_turn'))).toBeVisible();

    const his = await onPhone(openBrowser, t, { as: tom.client, javaScriptEnabled });
    await open(his, '/feed');
    await tag(his, second.text).click();
    await expect(his.page).toHaveURL(new RegExp(`/missions/${second.missionId}$`));
    await expect(his.page.locator('.sheet > li')).toHaveCount(1);
    // He does not learn her next card, or whose the other missions are.
    const third = await openCard(zoe);
    expect(third.missionId).not.toBe(second.missionId);
    const { json } = await tom.client.get<{ id: number }[]>(
      `/api/events/${party.event.id}/missions`,
    );
    expect(json.map(({ id }) => id)).toEqual([second.missionId]);
    const page = await tom.client.get(`/missions/${third.missionId}`);
    expect(page.status).toBe(404);
  });

  test(`the organizer adds, orders, switches and removes missions, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const guest = await join(party);
    const desk = await onPhone(openBrowser, t, {
      as: party.organizer.client,
      javaScriptEnabled: scripts,
    });
    const { page } = desk;
    const rows = page.locator('main ul').last().getByRole('listitem');
    await open(desk, '/event/rules');
    await link(desk, t('missions:desk.open')).click();
    for (const text of TEXTS.slice(0, 2)) {
      await field(desk, t('missions:desk.own')).fill(text);
      await button(desk, t('missions:desk.add')).click();
      await expect(rows.filter({ hasText: text })).toBeVisible();
    }
    await button(desk, t('missions:desk.up', { mission: TEXTS[1] })).click();
    await expect(rows.first()).toContainText(TEXTS[1] ?? '');
    await button(desk, t('missions:desk.disable', { mission: TEXTS[0] })).click();
    await expect(rows.last()).toContainText(t('missions:desk.is_off'));

    const set = `${t('missions:desk.on')} ${t('missions:desk.set.wedding')}`;
    await button(desk, set).click();
    await expect(noteOf(page, t('missions:desk.set_on'))).toBeVisible();
    await expect(rows).toHaveCount(32);
    await button(desk, set.replace(t('missions:desk.on'), t('missions:desk.off'))).click();
    await expect(noteOf(page, t('missions:desk.set_off'))).toBeVisible();

    // A removed mission does not remove its photo or the photo's stars.
    const { missionId, text } = await openCard(guest);
    const photo = await addPhoto(guest, 1, missionId);
    await giveStar(party.organizer, photo.id);
    await open(desk, '/event/missions');
    const row = rows.filter({ hasText: text });
    await row
      .getByRole('link', { name: `${t('event:line.photos', { count: 1 })} ${text}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`/missions/${missionId}$`));
    await expect(page.locator('.sheet > li')).toHaveCount(1);
    await page.goBack();
    await button(desk, t('missions:desk.remove', { mission: text })).click();
    await expect(noteOf(page, t('missions:desk.removed'))).toBeVisible();
    const path = `/api/photos/event/${party.event.id}`;
    const left =
      await party.organizer.client.get<{ missionId: null; favoriteCount: number }[]>(path);
    expect(left.json).toMatchObject([{ id: photo.id, missionId: null, favoriteCount: 1 }]);
  });
}

test('a photo that is chosen before the server has answered is still for the card', async ({
  openBrowser,
  party,
  t,
}) => {
  await addMissions(party, ...TEXTS);
  const zoe = await join(party);
  const card = await openCard(zoe);
  const hers = await onPhone(openBrowser, t, { as: zoe.client });
  holdPicker(hers.page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await hers.page.route(/\/photos\/new\.data/, async (route) => {
    await held;
    await route.continue();
  });
  await open(hers, '/missions?open=1');
  // Once the page has nothing left to load, the phone has the data of the sheet.
  await hers.page.waitForLoadState('networkidle');
  await link(hers, t('missions:take')).click();
  await choosePicture(hers);
  await expect(choice(hers, card.text)).toBeChecked();
  const answered = hers.page.waitForResponse(/\/photos\/new\.data/);
  answer();
  await answered;
  await nextFrames(hers.page);
  await expect(choice(hers, card.text)).toBeChecked();
});

test('a photo that is taken for the card without a network is for the card', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  await addMissions(party, ...TEXTS);
  const zoe = await join(party);
  const { missionId, text } = await openCard(zoe);
  const hers = await onPhone(openBrowser, t, { as: zoe.client, hasWorker: true });
  const { page } = hers;
  holdPicker(page);
  await open(hers, '/missions');
  await untilCached(page, '/missions');
  await goOffline(page);
  await page.reload();
  await untilHydrated(page);
  await page.getByText(t('missions:turn')).click();
  await link(hers, t('missions:take')).click();
  await choosePicture(hers);
  await expect(choice(hers, text)).toBeChecked();
  await send(hers).click();
  await expect.poll(() => pendingOn(page)).toMatchObject([{ missionId }]);
});

test('a photo that waits for the network keeps its mission', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await addMissions(party, ...TEXTS);
  const zoe = await join(party);
  const { missionId, text } = await openCard(zoe);
  const hers = await onPhone(openBrowser, t, { as: zoe.client });
  const { page } = hers;
  await open(hers, '/photos/new');
  await choosePicture(hers);
  await choice(hers, text).check();
  await goOffline(page);
  await send(hers).click();
  await expect.poll(() => pendingOn(page)).toMatchObject([{ missionId }]);
  await page.context().setOffline(false);
  const path = `/api/photos/user/${zoe.user.id}`;
  const stored = async () =>
    expectStatus(await zoe.client.get<{ missionId: number | null }[]>(path), 200).json;
  await expect.poll(stored, { timeout: 60_000 }).toMatchObject([{ missionId }]);
});

test('a photo whose card has lapsed is added without the mission, and the phone says so', async ({
  openBrowser,
  party,
  t,
}) => {
  await addMissions(party, ...TEXTS);
  const zoe = await join(party);
  const { missionId, text } = await openCard(zoe);
  const hers = await onPhone(openBrowser, t, { as: zoe.client });
  await open(hers, '/photos/new');
  await choosePicture(hers);
  await choice(hers, text).check();
  const path = `/api/missions/${missionId}`;
  expectStatus(await party.organizer.client.delete(path), 200);
  await send(hers).click();
  await expect(
    hers.page.getByRole('heading', { name: t('event:add.done', { count: 1 }) }),
  ).toBeVisible({ timeout: 30_000 });
  await expect(noteOf(hers.page, t('missions:lapsed'))).toBeVisible();
});
