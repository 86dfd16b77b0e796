import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { wallPhoto } from '../setup/wall-stand';
import { revealSteps } from '../../app/models/event/reveal-steps';
import type { WallPhoto, WallReveal } from '../../app/models/wall/rules';
import { expect, HD, prints, test } from './wall-page';

// The wall's screen on televisions, projectors and tablets: everything fits, can be read, and violates no accessibility
// rule that a machine can check.

const SIZES = [
  { width: 1280, height: 720 },
  HD,
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 768 },
];
/** Moments of the reveal, in seconds after its beginning, that look different. */
const MOMENTS: Record<string, [ago: number, says: RegExp]> = {
  drum: [5, /third place goes to/],
  third: [10.2, /^Third place$/],
  second: [14.2, /^Second place$/],
  cover: [19, /first place goes to/],
  first: [29, / wins?$/],
};
const PROGRAMMES = ['photos', 'podium', 'join', 'tables', 'countdown', 'dark'] as const;
/** With long names, two strings and a long one, and a name that is a number. */
const TABLES = Array.from({ length: 8 }, (_, index) => ({
  name: index === 7 ? 'Table 8' : 'Wittgenstein-Wittgensteinerinnen',
  photos: index * 5,
  bulbs: index === 3 ? 60 : 20,
}));

for (const size of SIZES) {
  test(`fits ${size.width}×${size.height} and can be read`, async ({ openWall, pictures }) => {
    const caption = 'Mmmm Wwww Mmmm Wwww Mmmm Wwww Mmmm Wwwww';
    const userName = 'Maximiliana-Josephine Wittgenstein';
    const mission = 'Two guests who have never met, laughing';
    const photos = [0, 1, 2].map((id) => wallPhoto(id, pictures, { caption, mission, userName }));
    const podium = photos.map(({ id }, index) => ({ place: index + 1, photoId: id, stars: 12 }));
    const { page, stand } = await openWall(
      {
        photos,
        podium,
        tables: TABLES,
        votingClosesAt: new Date(Date.now() + 5_400_000).toISOString(),
      },
      { viewport: size, reducedMotion: 'reduce' },
    );
    await expect(prints(page).first()).toBeVisible();
    for (const programme of PROGRAMMES) {
      stand.set({
        programme,
        event: { ...stand.state.event, name: 'The Wittgensteins’ golden wedding anniversary' },
      });
      await expect(page.locator(`[data-pane="${programme}"].on`)).toHaveCount(
        programme === 'dark' ? 0 : 1,
      );
      expect(await troubles(page), programme).toEqual([]);
    }
    const first = wallPhoto(4, pictures, {
      ...{ caption, mission, userName, isFirst: true, from: Date.now() },
    });
    stand.set({ programme: 'photos', photos: [...photos, first] });
    await expect(page.locator('.greeting.on')).toBeVisible();
    expect(await troubles(page), 'greeting').toEqual([]);
  });
}

/** A reveal of these photos that began this many seconds ago. */
function revealOf(photos: readonly WallPhoto[], places: number[], ago: number): WallReveal {
  const steps = revealSteps(places);
  const rows = photos.map(({ id, ...photo }) => ({ ...photo, photoId: id, stars: 12 }));
  return {
    startsAt: Date.now() - ago * 1000,
    steps,
    places: steps.map(({ place }) => ({
      place,
      photos: rows.filter((_, index) => places[index] === place),
    })),
  };
}

for (const size of SIZES) {
  test(`fits ${size.width}×${size.height} during the reveal`, async ({ openWall, pictures }) => {
    const caption = 'Mmmm Wwww Mmmm Wwww Mmmm Wwww Mmmm Wwwww';
    const userName = 'Maximiliana-Josephine Wittgenstein';
    const photos = [0, 1, 2, 3, 4].map((id) => wallPhoto(id, pictures, { caption, userName }));
    const { page, stand } = await openWall(
      { photos, programme: 'podium', voting: 'closed', podium: [] },
      { viewport: size, reducedMotion: 'reduce' },
    );
    for (const places of [
      [1, 2, 3],
      [1, 1, 2, 3, 3],
    ]) {
      for (const [moment, [ago, says]] of Object.entries(MOMENTS)) {
        stand.set({ reveal: revealOf(photos, places, ago) });
        await expect(page.locator('[data-part="title"]')).toHaveText(says);
        expect(await troubles(page), `${places.join()} ${moment}`).toEqual([]);
      }
    }
  });
}

/** What is outside the screen, covers something else, or is too small to read. */
function troubles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const isSeen = (element: Element) => {
      const style = getComputedStyle(element);
      return style.visibility === 'visible' && element.getClientRects().length > 0;
    };
    const boxes: { name: string; box: DOMRect }[] = [];
    const selector =
      '.print, .wing > *, .code, .podium li, .podium .block, .cloth, .greeting.on > *, .cloth p, [data-pane] > p, [data-pane] > h2';
    for (const element of document.querySelectorAll(selector)) {
      if (!isSeen(element) || !element.closest('.on, .wing')) continue;
      const box = element.getBoundingClientRect();
      const isText = element.textContent !== '' || element.matches('.code, .print');
      if (!isText || box.width === 0) continue;
      const name = `${element.parentElement?.className} ${element.className || element.tagName}`;
      if (
        box.left < -1 ||
        box.top < -1 ||
        box.right > innerWidth + 1 ||
        box.bottom > innerHeight + 1
      ) {
        found.push(`${name} leaves the screen: ${JSON.stringify(box)}`);
      }
      if (
        element.matches(
          '.layer .print, .podium li, .cloth, .wing > *, .greeting.on > *, [data-pane] > p, [data-pane] > h2',
        )
      )
        boxes.push({ name, box });
    }
    boxes.forEach(({ name, box }, index) => {
      for (const other of boxes.slice(index + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 1) found.push(`${name} lies on ${other.name}`);
      }
    });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !isSeen(element)) continue;
      const size = parseFloat(getComputedStyle(element).fontSize) / unit;
      if (size < 1.89) found.push(`small: ${node.textContent} ${size}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
    return found;
  });
}

test('violates no accessibility rule', async ({ openWall, pictures }) => {
  const photos = [0, 1, 2].map((id) => wallPhoto(id, pictures, { caption: 'Cheers' }));
  const podium = [{ place: 1, photoId: 0, stars: 3 }];
  const { page, stand } = await openWall(
    { photos, podium },
    { isStarted: false, reducedMotion: 'reduce' },
  );
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const check = async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join()}`);
  };
  await expect(page.getByRole('button', { name: 'Start' })).toBeFocused();
  expect(await check(), 'start').toEqual([]);
  await page.keyboard.press('Enter');
  await expect(prints(page).first()).toBeVisible();
  for (const programme of PROGRAMMES) {
    stand.set({ programme });
    await expect(page.locator(`[data-pane="${programme}"].on`)).toHaveCount(
      programme === 'dark' ? 0 : 1,
    );
    expect(await check(), programme).toEqual([]);
  }
  for (const [moment, [ago, says]] of Object.entries(MOMENTS)) {
    stand.set({ programme: 'podium', reveal: revealOf(photos, [1, 2, 3], ago) });
    await expect(page.locator('[data-part="title"]')).toHaveText(says);
    expect(await check(), moment).toEqual([]);
  }
  stand.renew();
  await expect(page.getByRole('heading', { name: 'This wall has ended' })).toBeVisible();
  expect(await check(), 'ended').toEqual([]);
});
