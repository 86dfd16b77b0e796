import type { RefObject } from 'react';
import { pressedBox } from './use-out-of-the-way';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

/** What can be pressed or typed into, except photos: much of a photo stays free. */
const PRESSABLE = 'a[href]:not(:has(> img)), button, input, select, textarea, summary, label';
/** The distance of a notice from these elements and from the edges of the screen, in CSS pixels. */
const GAP = 8;
/** How long after the last scroll the notice looks for a place again, in ms. */
const SETTLED_MS = 150;

interface Box {
  top: number;
  bottom: number;
}

/**
 * Places a notice as low as possible where it covers nothing that can be pressed (rule `screens.toasts`). On
 * a screen full of such elements, it goes where it covers the least. The place is written into `--lift`.
 */
export function useFreePlace(notice: RefObject<HTMLElement>): void {
  useBrowserLayoutEffect(() => {
    const element = notice.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAimedAt = false;
    const aim = ({ type }: Event) => {
      isAimedAt = type === 'pointermove';
    };
    const place = () => {
      // A notice that the user is about to press does not move. A pointer that happens to be under it,
      // because it appeared or the page scrolled, is not aimed at it.
      if (isAimedAt || element.matches(':focus-within')) return;
      element.style.setProperty('--lift', String(liftOf(element)));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(place, SETTLED_MS);
    };
    place();
    const growth = new ResizeObserver(later);
    growth.observe(document.body);
    const listeners = { capture: true, passive: true };
    for (const type of ['scroll', 'resize']) window.addEventListener(type, later, listeners);
    for (const type of ['pointermove', 'pointerleave']) element.addEventListener(type, aim);
    return () => {
      clearTimeout(timer);
      growth.disconnect();
      for (const type of ['scroll', 'resize']) window.removeEventListener(type, later, listeners);
      for (const type of ['pointermove', 'pointerleave']) element.removeEventListener(type, aim);
    };
  }, [notice]);
}

/** How far above its usual place a notice should be, in CSS pixels. */
function liftOf(notice: HTMLElement): number {
  const { left, right, height } = notice.getBoundingClientRect();
  const bottom = window.innerHeight - parseFloat(getComputedStyle(notice).bottom);
  const isBeside = (box: DOMRect) => box.right <= left || box.left >= right;
  const press = pressedBox();
  const boxes = [...(press ? [press] : []), ...pressables(notice, 2 * height)].filter(
    (box) => !isBeside(box),
  );
  const lifts = [0, ...boxes.map((box) => bottom - box.top + GAP)];
  const fits = (lift: number) => lift >= 0 && bottom - lift - height >= GAP;
  const covered = (lift: number) => {
    const place = { top: bottom - lift - height - GAP, bottom: bottom - lift + GAP };
    return boxes.reduce((sum, box) => sum + overlap(place, box) * (box === press ? 100 : 1), 0);
  };
  const [best = 0] = lifts
    .filter(fits)
    .map((lift) => ({ lift, cover: covered(lift) }))
    .sort((one, other) => one.cover - other.cover || one.lift - other.lift)
    .map(({ lift }) => lift);
  return Math.round(best);
}

/** The boxes of everything that can be pressed, except elements so tall that much of them stays free. */
function pressables(notice: HTMLElement, tallest: number): DOMRect[] {
  const reachable = notice.closest('dialog') ?? document;
  return [...reachable.querySelectorAll(PRESSABLE)]
    .filter((element) => !notice.contains(element) && !element.closest('.sr-only'))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1 && height <= tallest);
}

function overlap(one: Box, other: Box): number {
  return Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
}
