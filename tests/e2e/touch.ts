import type { CDPSession, Page } from 'playwright/test';

// Fingers on the screen, as the browser gets them from its system.

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

/** Taps twice at a point. */
export async function doubleTap(page: Page, { x, y }: Point): Promise<void> {
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x, y);
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
