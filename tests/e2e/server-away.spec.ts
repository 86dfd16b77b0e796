import { join } from '../api/party';
import { phoneJpeg } from '../images';
import { test } from './bad-network';
import { expect } from './fixtures';
import { untilKept } from './service-worker';
import { choosePhoto, goTo, open, type Someone } from './steps';

// The phone thinks that it is online, and nothing answers (rules `offline.pages`, `uploads.kept`).

test('with a photo waiting, a tab opens as it was kept, and the first answer has the photo sent', async ({
  openBrowser,
  party,
  network,
  t,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const ann = await join(party);
  const page = await openBrowser({ as: ann.client, language: 'en', hasWorker: true });
  await page.addInitScript(() => {
    // Nothing is tried again by itself.
    const wait = window.setTimeout.bind(window);
    const soon = (work: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms >= 4000 ? 0 : wait(work, ms, ...rest);
    Object.assign(window, { setTimeout: soon });
  });
  const someone: Someone = { page, t, scripts: true };
  await open(someone, `${network.origin}/`);
  await untilKept(page, '/');
  await goTo(someone, 'feed');
  await untilKept(page, '/?tab=feed');
  await goTo(someone, 'profile');
  await page.waitForLoadState('networkidle');

  network.cuts = ({ method }) => (method === 'POST' ? 'before' : 'held');
  const buffer = await phoneJpeg(300, 400, 6);
  await choosePhoto(someone, 2, { name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText(t('own:slot.waiting'))).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await goTo(someone, 'feed');
  await expect(page).toHaveURL(/\/(feed|\?tab=feed)$/);
  await expect(page.getByRole('heading', { name: t('event:title.feed') })).toBeVisible();

  const stored = async () =>
    (await ann.client.get<{ position: number }[]>(`/api/photos/user/${ann.user.id}`)).json;
  expect(await stored()).toEqual([]);
  network.cuts = () => null;
  await goTo(someone, 'top');
  await expect.poll(stored).toMatchObject([{ position: 2 }]);
});
