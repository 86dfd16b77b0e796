import type { Page } from 'playwright/test';
import { revealSteps } from '../../app/models/event/reveal-steps';
import type { WallReveal } from '../../app/models/wall/rules';
import type { Picture } from '../setup/wall-stand';
import { wallPhoto } from '../setup/wall-stand';
import { expect, prints, test } from './wall-page';

// The reveal on the wall's screen (rule `wall.reveal`). The test controls the page's clock: a real show lasts 36 s.

const NAMES = ['Zoé Martin', 'Karim Benali', 'Aïcha Diallo', 'Jules Lambert'];

/** A reveal that began this many seconds ago; photo n is the n-th of these places. */
function revealOf(
  pictures: readonly Picture[],
  { places = [1, 2, 3], ago = 0 }: { places?: number[]; ago?: number } = {},
): WallReveal {
  const steps = revealSteps(places);
  const rows = places.map((place, photoId) => {
    const { imageUrl, width, height } = wallPhoto(photoId, pictures);
    const userName = NAMES[photoId] ?? '';
    const caption = photoId === 0 ? 'Hold still' : null;
    const photo = { photoId, imageUrl, width, height, userName, caption, stars: 40 - place };
    return { place, photo };
  });
  return {
    startsAt: Date.now() - ago * 1000,
    steps,
    places: steps.map(({ place }) => ({
      place,
      photos: rows.filter((row) => row.place === place).map(({ photo }) => photo),
    })),
  };
}

const block = (page: Page, place: number) => page.locator(`.podium li.place${place}:not([hidden])`);
const title = (page: Page) => page.locator('[data-part="title"]');
const told = (page: Page) => page.locator('[data-part="told"]');
const ring = (page: Page) => page.locator('.podium .covered:not(.later) .cover');
const decoded = (page: Page) =>
  page
    .locator('.podium li:not([hidden]) img')
    .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0));
/** Whether confetti is on its canvas, which is cleared at the end. */
const hasConfetti = (page: Page) =>
  page
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.width === canvas.clientWidth);

test('plays by itself to the end, even without the network, and the podium stays', async ({
  openWall,
  pictures,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const photos = [0, 1, 2, 3].map((id) => wallPhoto(id, pictures));
  const { page, stand } = await openWall({ photos, voting: 'closed' }, { isStarted: false });
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(prints(page).first()).toBeVisible();

  // Whatever was shown before: all places arrive together, and every photo before the drum roll.
  const reveal = revealOf(pictures);
  stand.set({ programme: 'podium', reveal });
  await expect(title(page)).toHaveText('The reveal', { timeout: 1000 });
  // From here on the page's clock moves only with the test: it stands half a second after each step.
  await page.clock.pauseAt(reveal.startsAt + 3500);
  await expect.poll(() => decoded(page), { timeout: 3000 }).toBe(true);
  await expect(prints(page).first()).toBeHidden();
  await expect(page.locator('[data-part="code"]')).toBeHidden();
  await expect(page.locator('.podium .waits')).toHaveCount(3);
  for (const name of NAMES) await expect(page.getByText(name.split(' ')[0] ?? '')).toHaveCount(0);
  await expect(page.locator('.podium .print:visible')).toHaveCount(0);
  await page.context().setOffline(true);

  await expect(title(page)).toHaveText('The reveal');
  await page.clock.runFor(1000);
  await expect(title(page)).toHaveText(/And third place goes to/);
  await page.clock.runFor(6000);
  await expect(title(page)).toHaveText('Third place');
  await expect(block(page, 3)).toHaveText(/3\s*Aïcha\s*37/);
  await expect(block(page, 3)).toHaveClass(/up/);
  await expect(told(page)).toHaveText('Third place: Aïcha, 37 stars');
  await expect(page.getByText('Karim')).toHaveCount(0);
  await page.clock.runFor(4000);
  await expect(block(page, 2)).toHaveText(/2\s*Karim\s*38/);
  await expect(block(page, 3)).not.toHaveClass(/up/);
  await page.clock.runFor(4000);
  await expect(title(page)).toHaveText(/And first place goes to/);
  await expect(page.getByText('Who is it?')).toBeVisible();
  await expect(ring(page)).toHaveText('10');
  await expect(page.getByText('Zoé')).toHaveCount(0);
  await page.clock.runFor(7000);
  await expect(ring(page)).toHaveText('3');
  await expect(page.getByRole('timer', { name: 'First place in 3 seconds' })).toBeVisible();
  expect(await hasConfetti(page)).toBe(false);
  await page.clock.runFor(3000);
  await expect(title(page)).toHaveText('Zoé wins');
  await expect(page.locator('[data-part="line"]')).toHaveText('Hold still');
  await expect(block(page, 1)).toHaveText(/1\s*Zoé\s*39/);
  await expect(ring(page)).toHaveCount(0);
  await expect(told(page)).toHaveText('First place: Zoé, 39 stars');
  expect(await hasConfetti(page)).toBe(true);
  await page.clock.runFor(5000);
  expect(await hasConfetti(page)).toBe(false);
  await page.clock.runFor(4000);
  await expect(title(page)).toHaveText('The podium');
  expect(await decoded(page)).toBe(true);
  await expect(page.locator('.podium li:not([hidden])')).toHaveText([/Zoé/, /Karim/, /Aïcha/]);
  await expect(page.locator('[data-part="code"]')).toBeVisible();
  await expect(told(page)).toHaveText('');

  // The network is back: first the podium that everybody sees, then what the organizer chooses.
  const podium = [0, 1, 2].map((photoId) => ({ place: photoId + 1, photoId, stars: 39 - photoId }));
  Object.assign(stand.state, { reveal: null, podium });
  await page.context().setOffline(false);
  await page.clock.resume();
  await expect(block(page, 1)).toHaveText(/1\s*Guest 0?/);
  stand.set({ programme: 'photos' });
  await expect(prints(page).first()).toBeVisible();
});

test('continues in step after a reload in the middle', async ({ openWall, pictures }) => {
  // The ring counts from the 18th second to the 28th.
  const reveal = revealOf(pictures, { ago: 15 });
  const { page } = await openWall({ programme: 'podium', reveal, voting: 'closed' });
  // The number of seconds by which the ring is off; both are read together, whatever the test waits for. A slow answer
  // leaves the server's time uncertain by a second or two; a show that starts over would be off by more than ten.
  const secondsOff = () =>
    ring(page).evaluate(
      (element, end) => Math.abs(Number(element.textContent) - (end - Date.now()) / 1000),
      reveal.startsAt + 28_000,
    );
  await expect(ring(page)).toBeVisible();
  await expect.poll(secondsOff).toBeLessThan(4);
  await page.reload();
  await expect(ring(page)).toBeVisible();
  await expect.poll(secondsOff).toBeLessThan(4);
  await expect(block(page, 2)).toHaveText(/Karim/);
});

test('moves nothing with reduced motion: each appears at its time', async ({
  openWall,
  pictures,
}) => {
  const options = { reducedMotion: 'reduce' } as const;
  const reveal = revealOf(pictures, { ago: 20 });
  const { page } = await openWall({ programme: 'podium', reveal, voting: 'closed' }, options);
  await expect(ring(page)).toHaveText(/^[1-8]$/);
  await expect(ring(page).locator('svg')).toBeHidden();
  await expect(title(page)).toHaveText('Zoé wins');
  expect(await hasConfetti(page)).toBe(false);
  const still = await page.evaluate(() =>
    ['.podium .print', '.podium .place1 .block', '.podium .place1 .cover', '.lights'].map(
      (selector) => {
        const element = document.querySelector(selector) ?? document.body;
        const { transitionDuration, animationName } = getComputedStyle(element);
        return [transitionDuration, animationName];
      },
    ),
  );
  expect(still).toEqual(still.map(() => ['0s', 'none']));
});

test('shows photos that share a place side by side, and not before', async ({
  openWall,
  pictures,
}) => {
  const { page, stand } = await openWall({
    programme: 'podium',
    reveal: revealOf(pictures, { places: [1, 1, 3], ago: 20 }),
    voting: 'closed',
  });
  await expect(ring(page)).toHaveCount(1);
  await expect(page.locator('.podium .block:visible')).toHaveCount(2);
  stand.set({ reveal: revealOf(pictures, { places: [1, 1, 3], ago: 29 }) });
  await expect(title(page)).toHaveText('Zoé and Karim win');
  await expect(page.locator('.podium .block:visible')).toHaveCount(3);
  const boxes = await block(page, 1).evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
  );
  const [first, second] = boxes.sort((one, other) => one.left - other.left);
  expect((second?.left ?? 0) - (first?.right ?? 0)).toBeLessThan(40);
});

test('takes a photo off within a second if it is hidden in the middle', async ({
  openWall,
  pictures,
}) => {
  const reveal = revealOf(pictures, { ago: 19 });
  const { page, stand } = await openWall({ programme: 'podium', reveal, voting: 'closed' });
  await expect(ring(page)).toBeVisible();
  const without = (gone: number): WallReveal => ({
    ...reveal,
    steps: reveal.steps.filter(({ place }) => place !== gone),
    places: reveal.places.filter(({ place }) => place !== gone),
  });
  stand.set({ reveal: without(3) });
  await expect(page.locator('img[src="/media/1/2.webp"]')).toHaveCount(0, { timeout: 1000 });
  await expect(page.getByText('Aïcha')).toHaveCount(0);
  await expect(ring(page)).toBeVisible();
  stand.set({ reveal: without(1) });
  await expect(ring(page)).toHaveCount(0, { timeout: 1000 });
  await expect(page.locator('img[src="/media/1/0.webp"]')).toHaveCount(0);
});

test('leaves a blank print for a photo that is not on the wall, with its place and name', async ({
  openWall,
  pictures,
}) => {
  const reveal = revealOf(pictures, { ago: 29 });
  for (const { place, photos } of reveal.places) {
    if (place === 2) photos.forEach((photo) => (photo.imageUrl = null));
  }
  const { page } = await openWall({ programme: 'podium', reveal, voting: 'closed' });
  await expect(block(page, 2)).toHaveText(/2\s*Karim\s*38/);
  await expect(block(page, 2).locator('.print')).toBeVisible();
  await expect(block(page, 2).locator('img[src]')).toHaveCount(0);
});

test('loads a file again that did not arrive, and leaves the print blank until then', async ({
  openWall,
  pictures,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const { page, stand } = await openWall({ voting: 'closed' });
  let failures = 0;
  await page.route('**/media/1/1*', async (route) => {
    failures += 1;
    return failures > 2 ? route.continue() : route.abort();
  });
  stand.set({ programme: 'podium', reveal: revealOf(pictures, { ago: 14 }) });
  const image = block(page, 2).locator('img');
  await expect(block(page, 2)).toHaveText(/Karim/);
  await expect.poll(() => failures).toBeGreaterThan(0);
  await expect(image).toHaveCSS('visibility', 'hidden');
  await expect(image).toHaveCSS('visibility', 'visible', { timeout: 8000 });
  expect(failures).toBe(3);
});
