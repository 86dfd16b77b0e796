import { expect, type Locator, type Page } from 'playwright/test';
import type { Translate } from '../../app/i18n/translate';
import { untilHydrated } from './fixtures';

// What people do on the screens, the same with and without scripts.

/** A person with a browser, in one language. */
export interface Someone {
  page: Page;
  t: Translate;
  /** Whether scripts run in their browser. */
  scripts: boolean;
}

/** Opens a URL and waits until the page can be used. */
export async function open({ page, scripts }: Someone, path: string): Promise<void> {
  await page.goto(path);
  if (!scripts) return;
  await untilHydrated(page);
  await untilComplete(page);
}

/**
 * Waits for the code that a page loads after hydration: toasts, and what an event's screens need later, such as the
 * banner of a lost connection. It uses an observer, because an installed test clock hides the entries of
 * `performance`.
 */
export async function untilComplete(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const late = new Set<string>(['toast-view-']);
    if (document.querySelector('.shell')) {
      late.add('late-parts-');
      late.add('offline-parts-');
    }
    // A member who may add photos may have some pending.
    const isMember = document.querySelector('.shell a[href^="/messages"]');
    const mayAdd = document.querySelector('.shell .add[href="/photos/new"]');
    if (isMember && mayAdd) late.add('upload-queue-');
    return new Promise<true>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        for (const { name } of list.getEntries()) {
          for (const file of late) if (name.includes(`/assets/${file}`)) late.delete(file);
        }
        if (late.size > 0) return;
        observer.disconnect();
        resolve(true);
      });
      observer.observe({ type: 'resource', buffered: true });
    });
  });
}

/**
 * Waits until a page has the code of a route that it loads ahead. Without it, a form of that route stays.
 * @param path of the route, with its parameters
 */
export async function untilAhead(page: Page, path: string): Promise<void> {
  // The page's own list comes first: a file that it has anyway does not show that it knows the route.
  await untilArrived(page, '/route-code.json');
  const file = await page.evaluate(async (wanted) => {
    const list = (await (await fetch('/route-code.json')).json()) as Record<string, string>[];
    return list.find((route) => route.path === wanted)?.file;
  }, path);
  if (!file) throw new Error(`There is no route ${path}`);
  await untilArrived(page, file);
  // An import resolves once the files that it needs are there, too.
  await page.evaluate(async (name) => void (await import(new URL(name, location.href).href)), file);
}

/** Waits until a page has loaded a file. */
function untilArrived(page: Page, file: string): Promise<void> {
  return page.evaluate(
    (end) =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          if (list.getEntries().some(({ name }) => name.endsWith(end))) resolve();
        });
        observer.observe({ type: 'resource', buffered: true });
      }),
    file,
  );
}

/**
 * Cuts a browser from the network, and waits until it is: on a busy machine, a request made right after
 * `setOffline` may still get through.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => reachesServer(page)).toBe(false);
}

/** Gives a browser its network back, and waits until it is there: the next request may still be cut. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await expect.poll(() => reachesServer(page)).toBe(true);
}

function reachesServer(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    fetch('/healthz').then(
      () => true,
      () => false,
    ),
  );
}

/**
 * Waits until the organizer's keys work, whose code is loaded late. A slash, which looks for a search field, does
 * nothing on the desk.
 */
export async function untilKeysWork(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const slash = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(slash);
  });
}

/** A link by its exact name. */
export function link({ page }: Someone, name: string): Locator {
  return page.getByRole('link', { name, exact: true });
}

/** A button by its exact name. */
export function button({ page }: Someone, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** A field by its exact label. */
export function field({ page }: Someone, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

/** Presses a link of the main navigation and waits for its screen. */
export async function goTo(someone: Someone, screen: 'profile' | 'feed' | 'top'): Promise<void> {
  const { page, t } = someone;
  const navigation = page.getByRole('navigation', { name: t('common:nav.main') });
  await navigation.getByRole('link', { name: t(`common:nav.${screen}`) }).click();
  await expect(navigation.getByRole('link', { name: t(`common:nav.${screen}`) })).toHaveAttribute(
    'aria-current',
    'page',
  );
}

/** A notice with this title: a toast, or without scripts a status message in the page. */
export function noteOf(page: Page, title: string): Locator {
  return page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title }).first();
}

/** Waits for a notice with this title and text. */
export async function seeNotice({ page }: Someone, title: string, text?: string): Promise<void> {
  const notice = noteOf(page, title);
  await expect(notice).toBeVisible();
  if (text) await expect(notice).toContainText(text);
  // The notice may be there before the style sheet, which hides one of a screen's two headings.
  await page.waitForLoadState();
}

/** Fills in the three fields of the create-event form. */
export async function fillEvent(
  someone: Someone,
  { name, organizer, email }: { name: string; organizer: string; email: string },
): Promise<void> {
  const { t } = someone;
  await field(someone, t('create:event')).fill(name);
  await field(someone, t('create:organizer')).fill(organizer);
  await field(someone, t('create:email')).fill(email);
}

/** Fills in Login/Register and confirms it, in its dialog or on its page. */
export async function logIn(someone: Someone, name: string, email: string): Promise<void> {
  const { page, t } = someone;
  await expect(page.getByRole('heading', { name: t('server:auth.login.title') })).toBeVisible();
  await sayWho(someone, name, email);
  await button(someone, t('auth:actions.continue')).click();

  await expect(page.getByRole('heading', { name: t('auth:login.confirm_title') })).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await button(someone, t('auth:actions.submit')).click();
}

/** Fills in a visitor's name and address. */
export async function sayWho(someone: Someone, name: string, email: string): Promise<void> {
  const { t } = someone;
  await field(someone, t('auth:fields.name')).fill(name);
  await field(someone, t('auth:fields.email')).fill(email);
  await field(someone, t('auth:login.consent')).check();
}

/** Fills in who gives the star that a visitor has pressed. */
export async function giveAs(someone: Someone, name: string, email: string): Promise<void> {
  const { page, t } = someone;
  await expect(page.getByRole('heading', { name: t('server:auth.login.giver') })).toBeVisible();
  await sayWho(someone, name, email);
  await button(someone, t('auth:login.give')).click();
}

/** The star of a photo on the feed or in the viewer; a link for visitors, otherwise a button. */
export function star({ page, t }: Someone, photoId: number): Locator {
  const print = page.locator(`#photo-${photoId}`);
  const name = starName(t);
  return print.getByRole('button', { name }).or(print.getByRole('link', { name }));
}

/** The name of any star button. */
export function starName(t: Translate): RegExp {
  const [before = '', after = ''] = t('event:star.label', { name: '\u0000' }).split('\u0000');
  return new RegExp(`^${before}.*${after}$`);
}

/** Waits until the viewer shows a photo by somebody else. Its URL changes a moment earlier. */
export async function seePhoto(
  { page, t }: Pick<Someone, 'page' | 't'>,
  id: number,
): Promise<void> {
  const report = page.getByRole('dialog').getByRole('link', { name: t('event:photo.report') });
  await expect(report).toHaveAttribute('href', new RegExp(`/photos/${id}/`));
}

/** Chooses a file for a slot, and without scripts sends the form. */
export async function choosePhoto(
  { page, t, scripts }: Someone,
  position: number,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const input = page.getByLabel(t('event:slot.add_label', { position }), { exact: true });
  await input.setInputFiles(file);
  if (scripts) return;
  const form = page.locator('form').filter({ has: input });
  await form.getByRole('button', { name: t('event:slot.send') }).click();
}

/** Logs out in the settings, as on a phone. */
export async function logOut(someone: Someone): Promise<void> {
  const { page, t } = someone;
  await link(someone, t('common:nav.settings')).click();
  await expect(page.getByRole('heading', { name: t('account:leave.title') })).toBeVisible();
  await button(someone, t('common:nav.log_out')).click();
  await expect(page).toHaveURL(/\/auth$/);
}

/** More tab stops than any screen has. */
const STOPS_MAX = 60;

/** Presses Tab until the focus is on `target`, and checks that every stop on the way shows its focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab');
    await expectFocusToShow(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reached ${target}`);
}

/** Checks that the focused element has an outline, or its label if that is drawn instead. */
export async function expectFocusToShow(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    // After the last stop of the page and before its first one, the browser has the focus.
    if (!element || element === document.body) return null;
    // The calendar button inside a date field is the browser's, with its own ring.
    if (element.matches('[type="date"]:not(:focus)')) return null;
    const isOutlined = (drawn: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
      const { width, height } = drawn.getBoundingClientRect();
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 8 && height > 8;
    };
    const label = element.closest('label');
    const shows = isOutlined(element) || (label !== null && isOutlined(label));
    return { shows, html: element.outerHTML.slice(0, 200) };
  });
  if (focus) expect(focus.shows, `the focus shows on ${focus.html}`).toBe(true);
}

/** Waits for some frames, because Chromium applies only some of the new styles right after a change of the width. */
export async function nextFrames(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/**
 * Ends the color transitions that a change of the color scheme starts with the next frame. Waiting for them would have
 * no limit. An element that inherits its color starts its own transition when its parent's has ended, so this repeats
 * until none runs.
 */
export async function endTransitions(page: Page): Promise<void> {
  const end = () => {
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (const one of running) one.finish();
    return running.length;
  };
  do await nextFrames(page);
  while ((await page.evaluate(end)) > 0);
}

/** Leaves the device's picker open. Without a listener the browser cancels it, which closes its dialog. */
export function holdPicker(page: Page): void {
  page.on('filechooser', () => undefined);
}

/** The print of the chosen photo in front. */
export const front = (page: Page) => page.locator('.stack figure:not([aria-hidden])');

/** Expects chosen photos in this order, each with the number of its slot. A single photo has no thumbnail. */
export async function expectChosen(
  { page, t }: Pick<Someone, 'page' | 't'>,
  chosen: [slot: number, name: string][],
): Promise<void> {
  const thumbs = page.locator('.photo-sheet ol > li');
  await expect(thumbs).toHaveCount(chosen.length > 1 ? chosen.length : 0);
  if (chosen.length === 1) {
    await expect(front(page).getByRole('img', { name: chosen[0]?.[1] })).toBeVisible();
    return;
  }
  for (const [index, [position, name]] of chosen.entries()) {
    const thumb = thumbs.nth(index).getByRole('button');
    await expect(thumb).toHaveAccessibleName(t('event:add.thumb', { position }));
    await expect(thumb.locator('img')).toHaveAttribute('alt', name);
  }
}
