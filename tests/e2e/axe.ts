import AxeBuilder from '@axe-core/playwright';
import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { LAPTOP, PHONE, expect } from './fixtures';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expects that the screen violates no WCAG 2.2 AA rule that a machine can check, in light and in dark colors.
 * @param options.onLaptops whether it differs on a laptop: the side bar, and unfolded tables
 */
export async function expectAccessible(
  page: Page,
  name: string,
  { onLaptops }: { onLaptops: boolean },
): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'light' });
  await prepare(page);
  const byDay = builderFor(page).withTags(RULES);
  expect.soft(await violationsOf(byDay), `${name} by day`).toEqual([]);
  // The dark scheme only changes colors, and a laptop has the same ones as a phone.
  await page.emulateMedia({ colorScheme: 'dark' });
  const byNight = builderFor(page).withRules(['color-contrast']);
  expect.soft(await violationsOf(byNight), `${name} by night`).toEqual([]);
  if (onLaptops) {
    await page.setViewportSize(LAPTOP);
    await page.emulateMedia({ colorScheme: 'light' });
    const onLaptop = builderFor(page).withTags(RULES);
    expect.soft(await violationsOf(onLaptop), `${name} on a laptop`).toEqual([]);
  }
  await release(page);
}

/**
 * Gives a page axe, and ends its transitions: a change of the color scheme would start some. The bars at its edges
 * leave them, because they cover a part of some control wherever the page is scrolled to.
 */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      *, ::before, ::after { transition: none !important }
      .top, .nav { position: static !important }
    `);
    document.adoptedStyleSheets = [sheet];
  });
}

async function release(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
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
