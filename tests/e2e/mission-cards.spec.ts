import type { Page } from 'playwright/test';
import { addMissions, expectStatus, join, unique, type Party } from '../api/party';
import { scanCards } from '../api/printed';
import { phoneJpeg } from '../images';
import { expect, PHONE, test } from './fixtures';
import { pendingOn } from './pending-uploads';
import { button, field, goOffline, noteOf, open, sayWho, type Someone } from './steps';

// A printed mission card, scanned by a phone: scan, choose, send (rule `missions.printed`).

const TEXTS = ['Somebody’s shoes', 'The ceiling'];

const picture = async () => ({
  name: 'a.jpg',
  mimeType: 'image/jpeg',
  buffer: await phoneJpeg(300, 400, 1),
});
const choosePicture = async (page: Page) =>
  page.locator('input[type=file]').setInputFiles([await picture()]);
const choice = ({ page, t }: Someone, mission: string) =>
  page.getByRole('checkbox', { name: t('missions:choice', { mission }) });

async function missionsOf({ organizer, event }: Party) {
  const path = `/api/events/${event.id}/missions`;
  const { json } = await organizer.client.get<{ id: number }[]>(path);
  return json.map(({ id }) => id);
}
const playedIn =
  ({ organizer, event }: Party) =>
  async () => {
    const path = `/api/photos/event/${event.id}`;
    const { json } = expectStatus(
      await organizer.client.get<{ missionId: number | null }[]>(path),
      200,
    );
    return json.map(({ missionId }) => missionId);
  };

for (const scripts of [true, false]) {
  test(`a guest who has not joined scans, chooses and sends, with${scripts ? '' : 'out'} scripts`, async ({
    openBrowser,
    party,
    t,
  }) => {
    await addMissions(party, ...TEXTS);
    const [, second = ''] = await scanCards(party);
    const page = await openBrowser({
      viewport: PHONE,
      language: 'en',
      javaScriptEnabled: scripts,
    });
    const someone: Someone = { page, t, scripts };
    await open(someone, second);
    const words = t('missions:choice', { mission: TEXTS[1] });
    if (scripts) await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await choosePicture(page);
    await expect(choice(someone, TEXTS[1] ?? '')).toBeChecked();
    await field(someone, t('event:caption.label')).fill('Look up');
    await sayWho(someone, `Zoé ${unique()}`, `${unique()}@example.com`);
    await button(someone, t('auth:login.put', { count: 1 })).click();
    if (scripts) {
      const done = t('event:add.done', { count: 1 });
      await expect(page.getByRole('heading', { name: done })).toBeVisible({ timeout: 30_000 });
    } else {
      await expect(noteOf(page, t('server:auth.toast.account_created'))).toBeVisible();
    }
    expect(await playedIn(party)()).toEqual([(await missionsOf(party))[1]]);
  });
}

test('a guest’s photo for a printed card waits for the network with its mission, or without', async ({
  openBrowser,
  party,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await addMissions(party, ...TEXTS);
  const [first = ''] = await scanCards(party);
  const zoe = await join(party);
  const page = await openBrowser({ as: zoe.client, viewport: PHONE, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  const send = async (isForMission: boolean) => {
    await open(someone, first);
    await choosePicture(page);
    if (!isForMission) await choice(someone, TEXTS[0] ?? '').uncheck();
    await goOffline(page);
    await button(someone, t('event:add.send', { count: 1 })).click();
    const waiting = isForMission ? { missionId: first.slice(-13) } : { position: 2 };
    await expect.poll(() => pendingOn(page)).toMatchObject([waiting]);
    await page.context().setOffline(false);
  };
  const [mission] = await missionsOf(party);
  await send(true);
  await expect.poll(playedIn(party), { timeout: 60_000 }).toEqual([mission]);
  await send(false);
  await expect.poll(playedIn(party), { timeout: 60_000 }).toEqual([null, mission]);
});
