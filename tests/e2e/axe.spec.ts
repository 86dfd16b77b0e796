import AxeBuilder from '@axe-core/playwright';
import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { AUDIENCES, show } from './screens';

// No screen violates a WCAG 2.2 AA rule that a machine can check, in light and in dark colors.

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The audiences whose screens differ on a laptop: the side bar, and unfolded tables. */
const ON_LAPTOPS = ['participant', 'organizer', 'administrator'];

// Some see thirty screens, and each is checked three times.
test.describe.configure({ timeout: 900_000 });

for (const audience of AUDIENCES) {
  test(audience.name, async ({ openBrowser, scene, origin: usual, startSeller, complaints, t }) => {
    const origin = audience.isSold ? await startSeller() : usual;
    const as = await audience.client?.(scene, origin);
    // No element may be checked during an animation.
    const page = await openBrowser({ as, origin, language: 'en', reducedMotion: 'reduce' });
    const someone = { page, t, scripts: true };
    for (const screen of audience.screens) {
      if (screen.complaints) complaints.expect(screen.complaints);
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: 'light' });
      await show(someone, screen, scene);
      await prepare(page);
      const byDay = builderFor(page).withTags(RULES);
      expect.soft(await violationsOf(byDay), `${screen.name} by day`).toEqual([]);
      // The dark scheme only changes colors, and a laptop has the same ones as a phone.
      await page.emulateMedia({ colorScheme: 'dark' });
      const byNight = builderFor(page).withRules(['color-contrast']);
      expect.soft(await violationsOf(byNight), `${screen.name} by night`).toEqual([]);
      if (!ON_LAPTOPS.includes(audience.name)) continue;
      await page.setViewportSize(LAPTOP);
      await page.emulateMedia({ colorScheme: 'light' });
      const onLaptop = builderFor(page).withTags(RULES);
      expect.soft(await violationsOf(onLaptop), `${screen.name} on a laptop`).toEqual([]);
    }
  });
}

/** Gives a page axe, and ends its transitions: a change of the color scheme would start some. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
}

/**
 * A check of a prepared page. By default, each check would parse axe twice more, which takes longer than the check
 * itself. No frames have results that would need a separate page.
 */
function builderFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
}

async function violationsOf(builder: AxeBuilder) {
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      rule: `${id}: ${help}`,
      target: target.join(' '),
      failureSummary,
    })),
  );
}
