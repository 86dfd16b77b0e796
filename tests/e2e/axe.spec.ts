import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, LAPTOP, PHONE, test } from './fixtures';
import { AUDIENCES, show } from './screens';
import { nextFrames } from './steps';

// No screen breaks a rule of WCAG 2.2 AA that a machine can check, by day and by night.

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Who sees what a phone does not have: the side bar and tables that are not folded. */
const ON_LAPTOPS = ['participant', 'organizer', 'administrator'];

// Some see thirty screens, and each is looked at three times.
test.describe.configure({ timeout: 900_000 });

for (const audience of AUDIENCES) {
  test(audience.name, async ({ openBrowser, scene, origin, complaints, t }) => {
    const as = await audience.client?.(scene, origin);
    // Nothing may be caught half faded in.
    const page = await openBrowser({ as, language: 'en', reducedMotion: 'reduce' });
    const someone = { page, t, scripts: true };
    for (const screen of audience.screens) {
      if (screen.complaints) complaints.expect(screen.complaints);
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: 'light' });
      await show(someone, screen, scene);
      const byDay = builderFor(page).withTags(RULES);
      expect.soft(await violationsOf(byDay), `${screen.name} by day`).toEqual([]);
      // At night nothing changes but the colours, and a laptop has those of a phone.
      await page.emulateMedia({ colorScheme: 'dark' });
      await untilColoured(page);
      const byNight = builderFor(page).withRules(['color-contrast']);
      expect.soft(await violationsOf(byNight), `${screen.name} by night`).toEqual([]);
      if (!ON_LAPTOPS.includes(audience.name)) continue;
      await page.setViewportSize(LAPTOP);
      await page.emulateMedia({ colorScheme: 'light' });
      await nextFrames(page);
      await untilColoured(page);
      const onLaptop = builderFor(page).withTags(RULES);
      expect.soft(await violationsOf(onLaptop), `${screen.name} on a laptop`).toEqual([]);
    }
  });
}

/** There are no frames whose results would have to be gathered in a page of their own each time. */
function builderFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
}

/** Buttons change their colours little by little. */
async function untilColoured(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.all(changes.map((change) => change.finished.catch(() => undefined)));
  });
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
