import type { RefObject } from 'react';
import { pressedBox } from './use-out-of-the-way';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

/** What can be pressed or typed into. */
const PRESSABLE = 'a[href], button, input, select, textarea, summary, label';
/** How far from that a notice stays, and from the edges of the screen, in CSS pixels. */
const GAP = 8;
/** How long after the last scroll it looks for a place again, in milliseconds. */
const SETTLED_MS = 150;

interface Box {
  top: number;
  bottom: number;
}

/**
 * Has a notice lie where it covers nothing that can be pressed, as low as that goes (rule `screens.toasts`); on a
 * screen that is full of such things, where it covers least of them. Its place is written into `--lift`.
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
      // It stays where somebody is about to press it. A pointer that rests there, because the notice appeared or
      // the page scrolled under it, aims at nothing.
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

/** How far above its usual place a notice is to lie, in CSS pixels. */
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

/** Where something can be pressed, but for what is so tall that much of it stays free: a photo, for instance. */
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
