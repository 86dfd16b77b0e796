import { expectStatus, join, visit, type Party } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, PHONE, test } from './fixtures';
import { pendingOn } from './pending-uploads';
import { button, field, goOffline, link, noteOf, open, type Someone } from './steps';
import { HD } from './wall-page';

// Flash missions on two phones, the desk and the wall (rules `missions.flash`, `wall.flash`).

const CEILING = 'The ceiling, right now';

const picture = async () => ({
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  buffer: await phoneJpeg(300, 400, 1),
});
const cardOf = ({ page, t }: Someone) =>
  page.getByRole('region', { name: t('missions:flash.title') }).filter({ hasText: CEILING });
const choice = ({ page, t }: Someone) =>
  page.getByRole('checkbox', { name: t('missions:flash.choice', { mission: CEILING }) });
const missionsOf = async ({ organizer: { client }, event }: Party) => {
  const path = `/api/events/${event.id}/missions`;
  return expectStatus(await client.get<{ id: number; text: string }[]>(path), 200).json;
};
const sendFlash = async ({ organizer: { client }, event }: Party) => {
  const path = `/api/events/${event.id}/flash`;
  const answer = await client.post<{ missionId: number }>(path, { text: CEILING });
  return expectStatus(answer, 201).json;
};

test('one sent from the desk reaches open phones and the wall, and its photos are shown together', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  // The second one is refused.
  complaints.expect(/status of 409/);
  const [zoe, tom] = [await join(party, { name: 'Zoé' }), await join(party, { name: 'Tom' })];
  const { client } = party.organizer;
  const see = async (as: typeof client): Promise<Someone> => ({
    page: await openBrowser({ as, language: 'en', viewport: PHONE }),
    t,
    scripts: true,
  });
  const [hers, his, desk] = [await see(zoe.client), await see(tom.client), await see(client)];
  for (const someone of [hers, his]) await open(someone, '/feed');
  const code = `/api/events/${party.event.id}/wall/code`;
  const wall = await openBrowser({ language: 'en', viewport: HD });
  await wall.goto('/wall');
  await wall
    .locator('[name="code"]')
    .fill(expectStatus(await client.post<{ code: string }>(code, {}), 201).json.code);
  await wall.locator('[name="code"]').press('Enter');
  await wall.locator('[data-part="start-button"]').click();

  await open(desk, '/event/missions');
  await field(desk, t('missions:desk.flash.own')).fill(CEILING);
  await button(desk, t('missions:desk.flash.send')).click();
  await expect(noteOf(desk.page, t('missions:desk.flash.sent'))).toBeVisible();
  await expect(desk.page.getByText(t('missions:flash.line', { mission: CEILING }))).toBeVisible();
  await expect(field(desk, t('missions:desk.flash.own'))).toHaveValue('');

  // Nobody reloads: the stream of changes notifies them.
  for (const someone of [hers, his]) {
    await expect(cardOf(someone)).toBeVisible();
    await expect(cardOf(someone).getByRole('timer')).toHaveText(/^\d:\d\d$/);
  }
  await expect(wall.locator('[data-part="title"]')).toHaveText(CEILING);
  await expect(wall.locator('[data-part="line"]')).toHaveText(/\d:\d\d/);

  for (const someone of [hers, his]) {
    // The device's own picker opens with the sheet, and the mission is chosen.
    const picker = someone.page.waitForEvent('filechooser');
    await link(someone, t('missions:flash.take')).click();
    await (await picker).setFiles([await picture()]);
    await expect(choice(someone)).toBeChecked();
    await button(someone, t('event:add.send', { count: 1 })).click();
    await expect(
      someone.page.getByRole('heading', { name: t('event:add.done', { count: 1 }) }),
    ).toBeVisible({ timeout: 30_000 });
  }
  const [mission] = await missionsOf(party);
  await open(his, `/missions/${mission?.id}`);
  await expect(his.page.locator('.sheet > li')).toHaveCount(2);

  await open(his, '/feed');
  // Removing its mission ends it.
  await button(desk, t('missions:desk.remove', { mission: CEILING })).click();
  await expect(noteOf(desk.page, t('missions:desk.removed'))).toBeVisible();
  await open(hers, '/feed');
  await expect(cardOf(hers)).toHaveCount(0);
  await expect(wall.locator('[data-part="title"]')).toHaveText(party.event.name);

  // The next one waits, and what was typed stays.
  await field(desk, t('missions:desk.flash.own')).fill('Somebody’s shoes');
  await button(desk, t('missions:desk.flash.send')).click();
  await expect(desk.page.getByText(t('errors:flash_too_soon'))).toBeVisible();
  await expect(field(desk, t('missions:desk.flash.own'))).toHaveValue('Somebody’s shoes');
});

test('without scripts it is in the page, and is sent and accepted by forms', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  // A form that is refused.
  complaints.expect(/status of 400/);
  const see = async (as: typeof party.organizer.client): Promise<Someone> => ({
    page: await openBrowser({ as, language: 'en', viewport: PHONE, javaScriptEnabled: false }),
    t,
    scripts: false,
  });
  const desk = await see(party.organizer.client);
  await open(desk, '/event/missions');
  await button(desk, t('missions:desk.flash.send')).click();
  await expect(desk.page.getByText(t('missions:desk.flash.wrong'))).toBeVisible();
  await field(desk, t('missions:desk.flash.own')).fill(CEILING);
  await button(desk, t('missions:desk.flash.send')).click();
  await expect(noteOf(desk.page, t('missions:desk.flash.sent'))).toBeVisible();

  const hers = await see(await visit(party));
  await open(hers, '/feed');
  await expect(cardOf(hers)).toContainText('Until ');
  await link(hers, t('missions:flash.take')).click();
  await expect(choice(hers)).toBeChecked();

  const his = await see((await join(party)).client);
  await open(his, '/photos/new?flash=1');
  await his.page.locator('input[type=file]').setInputFiles([await picture()]);
  await button(his, t('event:slot.send')).click();
  await expect(noteOf(his.page, t('server:event.slot.added'))).toBeVisible();
  const [mission] = await missionsOf(party);
  await open(hers, `/missions/${mission?.id}`);
  await expect(hers.page.locator('.sheet > li')).toHaveCount(1);
});

test('a photo that waits offline until the mission is over is added without it, and the phone says so', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const zoe = await join(party);
  const { missionId } = await sendFlash(party);
  const page = await openBrowser({ as: zoe.client, language: 'en', viewport: PHONE });
  const hers: Someone = { page, t, scripts: true };
  await open(hers, '/feed');
  await expect(cardOf(hers).getByRole('timer')).toBeVisible();
  // The dialog's code is loaded after the page, first its own file and then its imports.
  const file = await page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('/photos-new-')) ?? null,
  );
  await file.evaluate(async (name) => void (await import(String(name))));
  await page.waitForLoadState('networkidle');
  await goOffline(page);
  const picker = page.waitForEvent('filechooser');
  await link(hers, t('missions:flash.take')).click();
  await (await picker).setFiles([await picture()]);
  await expect(choice(hers)).toBeChecked();
  await button(hers, t('event:add.send', { count: 1 })).click();
  await expect.poll(() => pendingOn(page)).toMatchObject([{ missionId }]);
  // For a photo, this is like the end of ten minutes.
  const path = `/api/missions/${missionId}`;
  expectStatus(await party.organizer.client.delete(path), 200);
  await page.context().setOffline(false);
  await expect(noteOf(page, t('missions:lapsed'))).toBeVisible({ timeout: 60_000 });
  const own = await zoe.client.get(`/api/photos/user/${zoe.user.id}`);
  expect(own.json).toMatchObject([{ missionId: null }]);
});
