import type { CDPSession, Page, Response } from 'playwright/test';

// Fingers on the screen, as the operating system reports them to the browser.

interface Point {
  x: number;
  y: number;
}

/** The milliseconds between two reports of a finger, as on phones. */
const REPORT_MS = 16;

/**
 * Moves one finger from a point to another.
 * @param ms the duration; slow ones stop before they lift
 */
export async function swipe(page: Page, from: Point, to: Point, ms = 120): Promise<void> {
  await fingers(page, [[from, to]], ms);
}

/** Moves two fingers, each from a point to another. */
export async function pinch(page: Page, one: [Point, Point], two: [Point, Point]): Promise<void> {
  await fingers(page, [one, two], 300);
}

/** Taps twice at a point. Nothing waits in between, or a busy machine would make two single taps of it. */
export async function doubleTap(page: Page, point: Point): Promise<void> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  const reports = (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).map((type) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [point],
    }),
  );
  await Promise.all(reports);
  await devTools.detach();
}

/**
 * Waits until the code that follows fingers has run.
 * @param answer its file, which the page asks for after it is shown
 */
export async function untilFollowed(page: Page, answer: Promise<Response>): Promise<void> {
  const file = (await answer).url();
  // An import resolves once the files that it needs are there, too, and after the page's own import.
  await page.evaluate(async (url) => void (await import(url)), file);
}

async function fingers(page: Page, ways: [Point, Point][], ms: number): Promise<void> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : ways.map(([from, to], id) => ({
              id,
              x: from.x + (to.x - from.x) * part,
              y: from.y + (to.y - from.y) * part,
            })),
    });
  const steps = Math.max(2, Math.round(ms / REPORT_MS));
  await send('touchStart', 0);
  for (let step = 1; step <= steps; step++) {
    await send('touchMove', step / steps);
    await page.waitForTimeout(REPORT_MS);
  }
  await send('touchEnd', 1);
  await devTools.detach();
}
