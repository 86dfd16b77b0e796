import type { Page } from 'playwright/test';
import { LANGUAGE_KEY, LANGUAGES, type Language } from '../../app/i18n/languages';
import { expectAccessible } from './axe';
import { expect, PHONE, test as base } from './fixtures';
import { AUDIENCES, show, type Audience, type Screen } from './screens';
import { nextFrames, type Someone } from './steps';
import { textsOf } from './texts';

// Every screen, in the languages with long words: nothing overflows on small phones and on a small laptop, every
// control on a phone is large enough for a thumb, and no WCAG rule that a machine can check is violated.

// German has the longest words; the others take turns, and English is shorter than any of them.
const LONGEST: Language = 'de';
const OTHERS = LANGUAGES.filter((one) => one !== LONGEST && one !== 'en');
const PHONES = [320, 360];
const SMALL_LAPTOP = 1000;
const HEIGHT = 640;
/** Enlarged text, in percent. */
const LARGE_TEXTS = [150, 200];
/** The minimum size of controls, in CSS pixels. */
const TOUCH = 44;
/** The audiences whose screens differ on a laptop. */
const ON_LAPTOPS = ['participant', 'organizer', 'administrator'];

const test = base.extend<{
  /** Opens an audience's browser. */
  openAs: (
    audience: Audience,
  ) => Promise<{ page: Page; showIn: (language: Language, screen: Screen) => Promise<void> }>;
}>({
  openAs: ({ openBrowser, scene, origin: usual, startSeller, complaints }, provide) =>
    provide(async (audience) => {
      const origin = audience.isSold ? await startSeller() : usual;
      const as = await audience.client?.(scene, origin);
      const page = await openBrowser({ as, origin, reducedMotion: 'reduce' });
      return {
        page,
        async showIn(language, screen) {
          await page.context().addCookies([{ name: LANGUAGE_KEY, value: language, url: origin }]);
          if (screen.complaints) complaints.expect(screen.complaints);
          await page.setViewportSize(PHONE);
          await page.emulateMedia({ colorScheme: 'light' });
          await show({ page, t: textsOf(language), scripts: true }, screen, scene);
        },
      };
    }),
});

// Some see thirty screens, each in several widths, text sizes and colors.
test.describe.configure({ timeout: 900_000 });

for (const audience of AUDIENCES) {
  test(`${audience.name}, in ${LONGEST}`, async ({ openAs }) => {
    const { page, showIn } = await openAs(audience);
    for (const screen of audience.screens) {
      await showIn(LONGEST, screen);
      await expectAccessible(page, screen.name, { onLaptops: ON_LAPTOPS.includes(audience.name) });
      await expectToFit(page, screen.name, [...PHONES, SMALL_LAPTOP]);
      await expectLargeTextsToFit(page, screen.name);
    }
  });

  test(`${audience.name}, in ${OTHERS.join(' and ')}`, async ({ openAs }) => {
    const { page, showIn } = await openAs(audience);
    for (const [index, screen] of audience.screens.entries()) {
      await showIn(OTHERS[index % OTHERS.length] ?? LONGEST, screen);
      await expectToFit(page, screen.name, PHONES);
    }
  });
}

async function expectToFit(page: Page, name: string, widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await nextFrames(page);
    const place = `${name}, ${width} px`;
    await expectNothingSticksOut(page, place);
    if (width === SMALL_LAPTOP) continue;
    expect.soft(await smallControls(page), place).toEqual([]);
  }
}

async function expectLargeTextsToFit(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: PHONE.width, height: HEIGHT });
  for (const { by, setSize } of TEXT_SIZES) {
    for (const percent of LARGE_TEXTS) {
      await setSize(page, percent);
      await nextFrames(page);
      await expectNothingSticksOut(page, `${name}, text ${percent} %, ${by}`);
    }
    await setSize(page, 100);
  }
}

/** After a resize, the browser uses its old widths for some more frames. */
async function expectNothingSticksOut(page: Page, message: string): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => sticksOut(page), { message })
    .toEqual([]);
}

/** How a user enlarges the text. */
const TEXT_SIZES = [
  {
    // Media queries follow it.
    by: 'in the browser’s settings',
    async setSize(page: Page, percent: number): Promise<void> {
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
      await devTools.detach();
    },
  },
  {
    // Media queries do not follow it.
    by: 'by the user’s own style sheet',
    async setSize(page: Page, percent: number): Promise<void> {
      await page.evaluate(
        (size) => {
          document.documentElement.style.fontSize = size;
        },
        percent === 100 ? '' : `${percent}%`,
      );
    },
  },
];

/**
 * The elements that make the page, or the dialog over it, wider than the window, or that are cut off at its
 * edge.
 */
async function sticksOut(page: Someone['page']): Promise<string[]> {
  return page.evaluate(() => {
    const inDialogs = [...document.querySelectorAll('dialog[open], dialog[open] > *')];
    const scrollers = [document.scrollingElement ?? document.documentElement, ...inDialogs];
    const wide = scrollers.filter(({ scrollWidth }) => scrollWidth > innerWidth);
    const cut = [...document.querySelectorAll('main :is(a, button, input, h1, h2, p)')].filter(
      (element) => {
        const { right, width } = element.getBoundingClientRect();
        const isCut = width > 1 && right > innerWidth + 0.5 && element.checkVisibility();
        // A wide table has its own scroll bar, and the viewer's next photo waits beside the screen.
        return isCut && !element.closest('table, [data-side="next"]');
      },
    );
    return [...wide, ...cut].map((element) => element.outerHTML.slice(0, 160));
  });
}

/** Visible controls that are smaller than a thumb, except links inside sentences. */
async function smallControls(page: Someone['page']): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, summary, nav a, .button, .icon-button, .menu a, a.star, a.vacant-slot, label:has(> [type=checkbox]), input.input',
    );
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.closest('[inert]'))
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < least - 0.5)
      .map(({ control, box }) => {
        const size = `${Math.round(box.width)} × ${Math.round(box.height)}`;
        return `${size}: ${control.outerHTML.slice(0, 120)}`;
      });
  }, TOUCH);
}
