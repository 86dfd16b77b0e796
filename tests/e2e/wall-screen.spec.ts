import { startWallStand, wallPhoto } from '../setup/wall-stand';
import { expect, prints, test, WITH_ITS_SERVER } from './wall-page';

// The wall's screen: what it shows, when, and what it does without its server.

test('starts with one press: full screen, no pointer, awake', async ({ openWall, pictures }) => {
  const photos = [wallPhoto(0, pictures, { userName: 'Karim Benali' })];
  const { page } = await openWall({ photos }, { isStarted: false });
  await page.evaluate(() => {
    const calls = ((window as unknown as { calls: string[] }).calls = [] as string[]);
    document.documentElement.requestFullscreen = async () => void calls.push('full screen');
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          calls.push('awake');
          return { released: true };
        },
      },
    });
  });
  await expect(page.getByText('four corners')).toBeVisible();
  await expect(page.getByText('Léa & Côme’s wedding')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo by Karim' })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'Photo by Karim' })).toBeVisible();
  await expect(page.getByText('four corners')).toBeHidden();
  const calls = () => page.evaluate(() => (window as unknown as { calls: string[] }).calls);
  expect(await calls()).toEqual(['full screen', 'awake']);
  expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).toBe('none');
  // It asks again when the page becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await calls()).toEqual(['full screen', 'awake', 'awake']);
});

test('works on an old browser, and says what it lacks', async ({
  openBrowser,
  pictures,
  complaints,
}) => {
  complaints.expect(WITH_ITS_SERVER);
  const stand = await startWallStand({ pictures, state: { photos: [wallPhoto(0, pictures)] } });
  const page = await openBrowser({ origin: stand.origin, viewport: { width: 800, height: 480 } });
  await page.addInitScript(() => {
    const without = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    without(Navigator.prototype, 'wakeLock', 'serviceWorker');
    without(window, 'EventSource', 'AbortController', 'ResizeObserver', 'queueMicrotask');
    without(HTMLImageElement.prototype, 'decode');
    without(Intl, 'PluralRules');
    without(
      Element.prototype,
      'requestFullscreen',
      'webkitRequestFullscreen',
      'webkitRequestFullScreen',
    );
  });
  await page.goto(stand.path);
  await expect(page.getByRole('listitem')).toHaveCount(6);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(prints(page)).toBeVisible();
  // Without a stream it asks every five seconds.
  Object.assign(stand.state, { photos: [] });
  await expect(page.getByText('Be the first: add a photo')).toBeVisible();
  await stand.stop();
});

test('shows a photo uncropped, with its caption and its owner’s first name', async ({
  openWall,
  pictures,
}) => {
  const caption = 'Before anyone spilled anything at all!!!';
  const photos = [
    wallPhoto(0, pictures, { userName: 'Jules Lambert', caption }),
    wallPhoto(6, pictures, { userName: 'Jules Verne', caption: '<b>5 > 3</b>' }),
  ];
  const { page } = await openWall({ photos });
  const found = page.getByRole('img', { name: /^Photo by Jules [LV]\./ });
  await expect(found).toBeVisible();
  const { shown, natural } = await found.evaluate((image: HTMLImageElement) => ({
    shown: image.clientWidth / image.clientHeight,
    natural: image.naturalWidth / image.naturalHeight,
  }));
  expect(shown).toBeCloseTo(natural, 1);
  await expect(page.locator('.layer.on .caption').first()).toHaveText(
    /Before anyone|<b>5 > 3<\/b>/,
  );
  // Every word of it is visible.
  const isCut = await page
    .locator('.layer.on .caption')
    .first()
    .evaluate((element) => element.scrollHeight > element.clientHeight + 1);
  expect(isCut).toBe(false);
});

test('loads files of the width that the screen needs', async ({ openWall, pictures }) => {
  const photos = [wallPhoto(0, pictures)];
  const small = await openWall({ photos }, { viewport: { width: 1280, height: 720 } });
  await expect(prints(small.page)).toHaveCount(1);
  expect(small.stand.asked).toContain('/media/1/0-720.webp');
  const large = await openWall({ photos }, { viewport: { width: 3840, height: 2160 } });
  await expect(prints(large.page)).toHaveCount(1);
  expect(large.stand.asked.filter((path) => path.startsWith('/media'))).toEqual([
    '/media/1/0.webp',
  ]);
});

test('puts two portraits side by side, and greets a first photo alone', async ({
  openWall,
  pictures,
}) => {
  const photos = [1, 2].map((id) => wallPhoto(id, pictures));
  const { page, stand } = await openWall({ photos });
  await expect(prints(page)).toHaveCount(2);
  const first = wallPhoto(4, pictures, {
    userName: 'Zoé Martin',
    isFirst: true,
    from: Date.now(),
  });
  stand.set({ photos: [...photos, first] });
  await expect(page.getByRole('heading', { name: 'Zoé’s first' })).toBeVisible({ timeout: 4000 });
  await expect(prints(page)).toHaveCount(1);
});

test('takes a hidden photo off within a second, while it is shown', async ({
  openWall,
  pictures,
}) => {
  const photos = [0, 3].map((id) => wallPhoto(id, pictures));
  const { page, stand } = await openWall({ photos });
  const image = page.locator('.layer.on img[alt^="Photo"]');
  await expect(image).toHaveCount(1);
  const shown = await image.getAttribute('src');
  stand.set({ photos: photos.filter(({ imageUrl }) => imageUrl !== shown) });
  await expect(page.locator(`img[src="${shown}"]`)).toHaveCount(0, { timeout: 1000 });
  await expect(image).toHaveCount(1);
  stand.set({ photos: [] });
  await expect(page.getByText('Be the first: add a photo')).toBeVisible({ timeout: 1000 });
  await expect(page.locator('.print img[src]')).toHaveCount(0);
});

test('lets a star fall on its print, once', async ({ openWall, pictures }) => {
  const photos = [wallPhoto(0, pictures)];
  const { page, stand } = await openWall({ photos });
  await expect(prints(page)).toHaveCount(1);
  await page.evaluate(() => {
    (window as unknown as { fallen: number }).fallen = 0;
    for (const star of document.querySelectorAll('.fall')) {
      new MutationObserver(() => {
        if (!(star as HTMLElement).hidden) (window as unknown as { fallen: number }).fallen += 1;
      }).observe(star, { attributeFilter: ['hidden'] });
    }
  });
  const fallen = () => page.evaluate(() => (window as unknown as { fallen: number }).fallen);
  stand.set({
    stars: [
      { id: 'a', photoId: 0 },
      { id: 'b', photoId: 99 },
    ],
  });
  await expect(page.locator('.fall:not([hidden])')).toHaveCount(1);
  await expect(page.locator('.print.lit')).toHaveCount(1);
  // It lands on the print.
  const [star, box] = await Promise.all([
    page.locator('.fall:not([hidden]) svg').boundingBox(),
    prints(page).boundingBox(),
  ]);
  expect(star && box && star.x > box.x && star.x + star.width < box.x + box.width).toBe(true);
  await expect(page.locator('.fall:not([hidden])')).toHaveCount(0);
  await expect(page.locator('.print.lit')).toHaveCount(0);
  stand.announce();
  stand.set({
    stars: [
      { id: 'a', photoId: 0 },
      { id: 'c', photoId: 0 },
    ],
  });
  await expect.poll(fallen).toBe(2);
});

test('moves nothing with reduced motion', async ({ openWall, pictures }) => {
  const photos = [wallPhoto(0, pictures)];
  const { page, stand } = await openWall({ photos }, { reducedMotion: 'reduce' });
  await expect(prints(page)).toHaveCount(1);
  const duration = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).transitionDuration);
  for (const selector of ['.layer.on', '.pane.on', '.fall', '.wing']) {
    expect(await duration(selector)).toBe('0s');
  }
  stand.set({ stars: [{ id: 'a', photoId: 0 }] });
  await expect(page.locator('.fall:not([hidden])')).toHaveCount(1);
  await expect(page.locator('.fall:not([hidden])')).toHaveCount(0);
});

test('follows the remote: programmes, pause, next', async ({ openWall, pictures }) => {
  const photos = [0, 3, 6, 9].map((id) => wallPhoto(id, pictures, { userName: `Ann${id}` }));
  const { page, stand } = await openWall({ photos });
  const shown = () => page.locator('.layer.on img').first().getAttribute('src');
  await expect(prints(page)).toHaveCount(1);
  const first = await shown();
  stand.set({ paused: true, next: 1 });
  await expect.poll(shown).not.toBe(first);
  await expect(page.locator('.sign.paused')).toBeVisible();
  stand.set({
    programme: 'podium',
    podium: [
      { place: 1, photoId: 3, stars: 31 },
      { place: 2, photoId: 6, stars: 24 },
      { place: 2, photoId: 0, stars: 24 },
    ],
  });
  await expect(page.getByRole('listitem')).toHaveText([/1\s*Ann3\s*31/, /2\s*Ann6/, /2\s*Ann0/]);
  await expect(page.getByText('Scan and give your stars')).toBeVisible();
  stand.set({ podium: null });
  await expect(page.getByText('Hidden until the reveal')).toBeVisible();
  await expect(page.getByText('31')).toHaveCount(0);
  await expect(page.locator('.podium img[src]')).toHaveCount(0);
  stand.set({ programme: 'join' });
  await expect(page.getByText('snap.example/e/7')).toBeVisible();
  const code = await page.locator('[data-part="large-code"]').boundingBox();
  expect(code?.width).toBeGreaterThan(700);
  stand.set({ programme: 'dark' });
  await expect(page.locator('[data-part="code"]')).toBeVisible();
  await expect(prints(page)).toHaveCount(1);
  await expect(prints(page)).toBeHidden();
  stand.set({ programme: 'photos' });
  await expect(prints(page)).toBeVisible();
});

test('counts down by the server’s clock to the end of voting', async ({ openWall }) => {
  const until = (ms: number) => new Date(Date.now() + ms).toISOString();
  const { page, stand } = await openWall({
    programme: 'countdown',
    votingClosesAt: until(41.5 * 60_000),
  });
  await expect(page.getByText('42 min')).toBeVisible();
  stand.set({ votingClosesAt: until(9 * 60_000 + 58_000) });
  await expect(page.getByText(/^9:5\d$/)).toBeVisible();
  stand.set({ votingClosesAt: until(3000) });
  await expect(page.getByText(/^0:0\d$/)).toBeVisible();
  await expect(page.getByText('Voting is closed')).toBeVisible();
  stand.set({ votingClosesAt: null, voting: 'early' });
  await expect(page.getByText('Voting has not opened yet')).toBeVisible();
});

test('has keys: space, arrows, q', async ({ openWall, pictures }) => {
  const photos = [0, 3, 6, 9].map((id) => wallPhoto(id, pictures));
  const { page } = await openWall({ photos });
  const shown = () => page.locator('.layer.on img').first().getAttribute('src');
  await expect(prints(page)).toHaveCount(1);
  const first = await shown();
  await page.keyboard.press('ArrowRight');
  await expect.poll(shown).not.toBe(first);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(shown).toBe(first);
  await page.keyboard.press(' ');
  await expect(page.locator('.sign.paused')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.locator('.sign.paused')).toHaveCount(0);
  await page.keyboard.press('q');
  await expect(page.locator('[data-part="large-code"]')).toBeVisible();
  await page.keyboard.press('q');
  await expect(prints(page)).toBeVisible();
});
