import { addPhoto, expectStatus, join, sendPhoto } from '../api/party';
import { phoneJpeg } from '../images';
import { expect, LAPTOP, test } from './fixtures';
import { open, seePhoto } from './steps';
import { swipe, untilFollowed } from './touch';

// The viewer's print: what is on its border, on any screen.

test('a name of forty letters is complete on the print, beside the star', async ({
  openBrowser,
  party,
  t,
}) => {
  const photo = await addPhoto(
    await join(party, { name: 'Wolfeschlegelsteinhausenbergerdorffrauen' }),
    1,
  );
  const page = await openBrowser({ as: (await join(party)).client, language: 'en' });
  await open({ page, t, scripts: true }, `/photos/${photo.id}?from=feed`);
  const boxOf = async (name: string | RegExp, role: 'link' | 'button') =>
    page.getByRole(role, { name }).first().boundingBox();
  const cross = await boxOf(t('event:photo.close'), 'link');
  expect(cross && cross.x + cross.width).toBeLessThanOrEqual(360);
  expect(cross?.width).toBeGreaterThanOrEqual(44);
  const print = page.locator('.viewer [data-side=shown]');
  const name = print.getByText('Wolfeschlegelsteinhausenbergerdorffrauen');
  const cut = await name.evaluate(({ parentElement: line }) => {
    if (!line) throw new Error('no line');
    return line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight;
  });
  expect(cut).toBe(false);
  const [words, button, paper, photograph] = await Promise.all([
    name.boundingBox(),
    print.getByRole('button').boundingBox(),
    print.boundingBox(),
    print.locator('img').first().boundingBox(),
  ]);
  if (!words || !button || !paper || !photograph) throw new Error('nothing is drawn');
  expect(words.x + words.width).toBeLessThanOrEqual(button.x);
  // Both are on the border below the photograph.
  expect(words.y).toBeGreaterThanOrEqual(photograph.y + photograph.height);
  expect(button.y + button.height).toBeLessThanOrEqual(paper.y + paper.height);
});

for (const size of [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
  { width: 780, height: 360 },
]) {
  test(`the viewer fits ${size.width} x ${size.height} without scrolling`, async ({
    openBrowser,
    party,
    t,
  }) => {
    const long = 'Maximiliane Vandenbroucke de la Villardière und zu Unterammergau';
    const someone = await join(party, { name: long });
    const photo = await addPhoto(someone, 1);
    const json = { caption: 'Before anyone spilled anything at all, y' };
    expectStatus(await someone.client.request('PATCH', `/api/photos/${photo.id}`, { json }), 200);
    const page = await openBrowser({
      as: (await join(party)).client,
      language: 'en',
      viewport: size,
    });
    await open({ page, t, scripts: true }, `/photos/${photo.id}?from=feed`);
    const viewer = page.locator('.viewer');
    expect(await viewer.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
    const print = viewer.locator('[data-side=shown]');
    const paper = await print.boundingBox();
    if (!paper) throw new Error('nothing is drawn');
    for (const part of [
      print.locator('img').first(),
      print.getByText(long),
      print.locator('.star'),
    ]) {
      const box = await part.boundingBox();
      if (!box) throw new Error('a part is missing');
      expect(box.x).toBeGreaterThanOrEqual(paper.x);
      expect(box.y).toBeGreaterThanOrEqual(paper.y);
      expect(box.x + box.width).toBeLessThanOrEqual(paper.x + paper.width + 0.5);
      expect(box.y + box.height).toBeLessThanOrEqual(paper.y + paper.height + 0.5);
    }
    expect(paper.y + paper.height).toBeLessThanOrEqual(size.height);
  });
}

test('on a laptop the position in the list is beside a square photo, not on it', async ({
  openBrowser,
  party,
  t,
}) => {
  const someone = await join(party);
  const { json } = expectStatus(await sendPhoto(someone, 1, await phoneJpeg(900, 900, 1)), 201);
  const page = await openBrowser({ as: someone.client, language: 'en', viewport: LAPTOP });
  await open({ page, t, scripts: true }, `/photos/${json.id}?from=feed`);
  const place = page.getByText(t('event:photo.place_short', { number: 1, total: 1 }), {
    exact: true,
  });
  const [words, paper] = await Promise.all([
    place.boundingBox(),
    page.locator('.viewer [data-side=shown]').boundingBox(),
  ]);
  if (!words || !paper) throw new Error('nothing is drawn');
  expect(words.x + words.width).toBeLessThanOrEqual(paper.x);
});

test('the user’s own print in the viewer says so instead of the name, and has no star', async ({
  openBrowser,
  party,
  t,
}) => {
  const me = await join(party, { name: 'Zoé Martin' });
  const photo = await addPhoto(me, 1);
  const page = await openBrowser({ as: me.client, language: 'en' });
  await open({ page, t, scripts: true }, `/photos/${photo.id}?from=feed`);
  const print = page.locator('.viewer [data-side=shown]');
  await expect(print.getByText(t('event:star.own'))).toBeVisible();
  await expect(print.getByText('Zoé Martin')).toBeHidden();
  await expect(print.locator('.star')).toHaveCount(0);
});

test('a finger that starts on the star moves the photo, and does not press the star', async ({
  openBrowser,
  party,
  t,
}) => {
  const rosa = await join(party, { name: 'Rosa Blum' });
  const [older, newer] = [await addPhoto(rosa, 1), await addPhoto(rosa, 2)];
  const guest = await join(party);
  const page = await openBrowser({ as: guest.client, language: 'en', hasTouch: true });
  const fingers = page.waitForResponse(/follow-finger/);
  await open({ page, t, scripts: true }, '/feed');
  await page.locator(`#photo-${newer.id}`).getByRole('link').first().click();
  await untilFollowed(page, fingers);
  const star = page.getByRole('dialog').locator('[data-side=shown] .star');
  const box = await star.boundingBox();
  if (!box) throw new Error('no star');
  const y = box.y + box.height / 2;
  await star.tap();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await swipe(page, { x: box.x + box.width / 2, y }, { x: 60, y });
  await expect(page).toHaveURL(new RegExp(`/photos/${older.id}\\b`));
  // The URL changes before the photo is drawn.
  await seePhoto({ page, t }, older.id);
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  // The key is for the photo that is shown, not for its neighbor.
  await page.keyboard.press('s');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('s');
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  // The key shows its effect before the server has answered.
  const stars = () => guest.client.get<{ id: number }[]>('/api/favorites');
  await expect.poll(async () => (await stars()).json.map(({ id }) => id)).toEqual([newer.id]);
});
