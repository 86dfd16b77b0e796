import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import type { PublicMission } from '../../app/models/mission/shape';
import { addMissions, type Party } from '../api/party';
import { expect, PHONE, test } from './fixtures';
import { button, open, type Someone } from './steps';
import { swipe } from './touch';

// Missions are reordered by dragging, with a mouse or a finger, by keys and by buttons (rule `missions.own`).

const TEXTS = ['One', 'Two', 'Three', 'Four'];

const orderOf =
  ({ organizer, event }: Party) =>
  async () => {
    const path = `/api/events/${event.id}/missions`;
    return (await organizer.client.get<PublicMission[]>(path)).json.map(({ text }) => text);
  };
const rows = (page: Page) => page.locator('li:has([data-grip])');
const shown = (page: Page) => rows(page).locator('bdi').allTextContents();
/** The centers of the handles of two rows. */
async function between(page: Page, from: string, to: string) {
  const middleOf = async (text: string) => {
    const handle = rows(page).filter({ has: page.getByText(text, { exact: true }) });
    const box = await handle.locator('[data-grip]').boundingBox();
    if (!box) throw new Error(`${text} has no handle`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return [await middleOf(from), await middleOf(to)] as const;
}

/**
 * Holds back the first move that the page sends, so that the keys are faster than the server.
 * @returns once it has arrived
 */
function holdFirstMove(page: Page): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true;
    void page.route(/\/event\/missions/, async (route) => {
      if (!isFirst || route.request().method() !== 'POST') return route.fallback();
      isFirst = false;
      await sleep(1000);
      const response = await route.fetch();
      resolve();
      await route.fulfill({ response }).catch(() => undefined);
    });
  });
}

for (const pointer of ['mouse', 'finger'] as const) {
  test(`a mission is dragged to its place with a ${pointer}`, async ({ openBrowser, party, t }) => {
    await addMissions(party, ...TEXTS);
    const page = await openBrowser({
      as: party.organizer.client,
      // High enough that nothing needs scrolling.
      viewport: { width: pointer === 'finger' ? PHONE.width : 1280, height: 2600 },
      language: 'en',
    });
    const someone: Someone = { page, t, scripts: true };
    await open(someone, '/event/missions');
    const drag = async (from: string, to: string) => {
      const [start, end] = await between(page, from, to);
      const beyond = { x: end.x, y: end.y + Math.sign(end.y - start.y) * 8 };
      if (pointer === 'finger') return swipe(page, start, beyond, 400);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x, start.y + 6);
      await page.mouse.move(beyond.x, beyond.y, { steps: 8 });
      await page.mouse.up();
    };
    await drag('Four', 'Two');
    await expect.poll(orderOf(party)).toEqual(['One', 'Four', 'Two', 'Three']);
    await expect.poll(() => shown(page)).toEqual(['One', 'Four', 'Two', 'Three']);
    await drag('One', 'Two');
    await expect.poll(orderOf(party)).toEqual(['Four', 'Two', 'One', 'Three']);
    // The buttons continue from there, and a press on the handle alone moves nothing.
    await rows(page).first().locator('[data-grip]').click();
    await button(someone, t('missions:desk.up', { mission: 'Three' })).click();
    await expect.poll(orderOf(party)).toEqual(['Four', 'Two', 'Three', 'One']);
    await expect.poll(() => shown(page)).toEqual(['Four', 'Two', 'Three', 'One']);
  });
}

test('a mission is moved by keys on its handle, which keeps the focus and says where it is', async ({
  openBrowser,
  party,
  t,
}) => {
  await addMissions(party, ...TEXTS);
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/event/missions');
  const handle = button(someone, t('missions:desk.move', { mission: 'One' }));
  const says = page.getByRole('status').filter({ hasText: 'One:' });
  await handle.focus();
  const arrived = holdFirstMove(page);
  const keys = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'];
  for (const key of keys) await page.keyboard.press(key);
  await expect(says).toHaveText('One: 3 of 4');
  await arrived;
  await expect.poll(orderOf(party)).toEqual(['Two', 'Three', 'One', 'Four']);
  await page.keyboard.press('End');
  await expect(says).toHaveText('One: 4 of 4');
  await expect.poll(orderOf(party)).toEqual(['Two', 'Three', 'Four', 'One']);
  await page.keyboard.press('Home');
  await expect.poll(orderOf(party)).toEqual(TEXTS);
  await expect.poll(() => shown(page)).toEqual(TEXTS);
  await page.keyboard.press('ArrowUp');
  await expect(says).toHaveText('One: 1 of 4');
  await expect(handle).toBeFocused();
});

test('missions that are moved while another move is being sent all get to their places', async ({
  openBrowser,
  party,
  t,
}) => {
  await addMissions(party, ...TEXTS);
  const page = await openBrowser({ as: party.organizer.client, language: 'en' });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, '/event/missions');
  const arrived = holdFirstMove(page);
  for (const [mission, key] of [
    ['One', 'ArrowDown'],
    ['Four', 'Home'],
    ['Two', 'End'],
  ] as const) {
    await button(someone, t('missions:desk.move', { mission })).focus();
    await page.keyboard.press(key);
  }
  const order = ['Four', 'One', 'Three', 'Two'];
  expect(await shown(page)).toEqual(order);
  await arrived;
  await expect.poll(orderOf(party)).toEqual(order);
  await expect.poll(() => shown(page)).toEqual(order);
});
