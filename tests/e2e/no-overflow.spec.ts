import type { Page } from 'playwright/test';
import { LANGUAGE_KEY, LANGUAGES, type Language } from '../../app/i18n/languages';
import { expect, PHONE, test } from './fixtures';
import { AUDIENCES, show } from './screens';
import { nextFrames, type Someone } from './steps';
import { textsOf } from './texts';

// Small phones and a small laptop, in the languages with long words: nothing overflows, and on a phone every
// control is large enough for a thumb.

// German has the longest words; the others take turns, and English is shorter than any of them.
const LONGEST: Language = 'de';
const ROUNDS = [[LONGEST], LANGUAGES.filter((one) => one !== LONGEST && one !== 'en')];
const PHONES = [320, 360];
const SMALL_LAPTOP = 1000;
const HEIGHT = 640;
/** Enlarged text, in percent. */
const LARGE_TEXTS = [150, 200];
/** The minimum size of controls, in CSS pixels. */
const TOUCH = 44;

// Each checks dozens of screens in several widths and text sizes.
test.describe.configure({ timeout: 600_000 });

for (const languages of ROUNDS) {
  // One language is enough for a laptop: the one with the longest words.
  const widths = languages.length === 1 ? [...PHONES, SMALL_LAPTOP] : PHONES;
  for (const audience of AUDIENCES) {
    const title = `${audience.name}, in ${languages.join(' and ')}`;
    test(title, async ({ openBrowser, scene, origin: usual, startSeller, complaints }) => {
      const origin = audience.isSold ? await startSeller() : usual;
      const as = await audience.client?.(scene, origin);
      const page = await openBrowser({ as, origin, reducedMotion: 'reduce' });
      for (const [index, screen] of audience.screens.entries()) {
        const language = languages[index % languages.length] ?? LONGEST;
        await page.context().addCookies([{ name: LANGUAGE_KEY, value: language, url: origin }]);
        const someone: Someone = { page, t: textsOf(language), scripts: true };
        if (screen.complaints) complaints.expect(screen.complaints);
        await page.setViewportSize({ width: PHONES[0] ?? 320, height: HEIGHT });
        await show(someone, screen, scene);
        for (const width of widths) {
          await page.setViewportSize({ width, height: HEIGHT });
          await nextFrames(page);
          const place = `${screen.name}, ${width} px`;
          expect.soft(await sticksOut(page), place).toEqual([]);
          if (width === SMALL_LAPTOP) continue;
          expect.soft(await smallControls(page), place).toEqual([]);
        }
        if (languages.length > 1) continue;
        await page.setViewportSize({ width: PHONE.width, height: HEIGHT });
        for (const [by, setSize] of Object.entries(TEXT_SIZES)) {
          for (const percent of LARGE_TEXTS) {
            await setSize(page, percent);
            // After a resize, the browser uses its old widths for some more frames.
            await expect
              .configure({ soft: true })
              .poll(() => sticksOut(page), { message: `${screen.name}, text ${percent} %, ${by}` })
              .toEqual([]);
          }
          await setSize(page, 100);
        }
      }
    });
  }
}

/** How a user enlarges the text. */
const TEXT_SIZES = {
  /** In the browser's settings, which media queries follow. */
  async 'in the browser’s settings'(page: Page, percent: number): Promise<void> {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
    await devTools.detach();
    await nextFrames(page);
  },
  /** By the user's own style sheet, which media queries do not follow. */
  async 'at the root'(page: Page, percent: number): Promise<void> {
    await page.evaluate(
      (size) => {
        document.documentElement.style.fontSize = size;
      },
      percent === 100 ? '' : `${percent}%`,
    );
    await nextFrames(page);
  },
};

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
